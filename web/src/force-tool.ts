// Attracts or repels the flock while the pointer is pressed.

import type { Point, Stage } from './stage';
import type { Tool } from './tool';

export class ForceTool implements Tool {
  private active = false;

  constructor(private stage: Stage, private mode: 'attract' | 'repel') {}

  press(point: Point): boolean {
    this.active = true;
    void this.stage.experiment.edit('pressPointer', this.mode, this.stage.world(point)).then((accepted) => (this.active &&= accepted));
    return true;
  }

  drag(point: Point): void {
    if (this.active) this.stage.experiment.movePointer(this.stage.world(point));
  }

  release(): void {
    this.cancel();
  }

  /** The first use starts, the second stops. */
  use(crosshair: Point | undefined, centre: Point): void {
    if (!this.cancel()) this.press(crosshair ?? centre);
  }

  cancel(): boolean {
    const wasActive = this.active;
    this.active = false;
    if (wasActive) void this.stage.experiment.edit('releasePointer');
    return wasActive;
  }
}
