// The pointer of a model: where the mouse is over the stage, a finger touches it, or the crosshair is.

import type { Point, Stage } from './stage';

export class MousePointer {
  /** Whether the model has a pointer that acts. */
  private acts = false;
  private placed = false;

  constructor(private stage: Stage) {
    const { canvas, experiment } = stage;
    canvas.addEventListener('pointerdown', (event) => this.move(stage.point(event)));
    canvas.addEventListener('pointermove', (event) => this.move(stage.point(event)));
    for (const type of ['pointerleave', 'pointercancel', 'blur'] as const) canvas.addEventListener(type, () => this.remove());
    // A lifted finger hovers nowhere.
    canvas.addEventListener('pointerup', (event) => event.pointerType !== 'mouse' && this.remove());
    experiment.on(['opened', 'changed', 'restarted'], () => this.update());
    this.update();
  }

  move(point: Point): void {
    // A link that is being replayed has its own pointer.
    if (!this.acts || this.stage.experiment.isReplaying()) return;
    this.placed = true;
    this.stage.experiment.movePointer(this.stage.world(point));
  }

  private remove(): void {
    if (!this.placed) return;
    this.placed = false;
    if (this.acts && !this.stage.experiment.isReplaying()) this.stage.experiment.movePointer(undefined);
  }

  private update(): void {
    this.acts = this.stage.experiment.hasPointer();
  }
}
