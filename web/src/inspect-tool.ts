// Inspects boids, and drags obstacles and the goal.

import type { Pace } from './pace';
import type { Point, Stage } from './stage';
import type { Tool } from './tool';

export class InspectTool implements Tool {
  /** What is being dragged: the index of an obstacle, or the goal. */
  private grabbed: number | 'goal' | undefined;

  constructor(private stage: Stage, private pace: Pace, private onInspect: () => void) {}

  press(point: Point): boolean | Promise<boolean> {
    return this.mayGrab() && this.grab(point);
  }

  drag(point: Point, previous: Point): void {
    const { experiment } = this.stage;
    const [to, from] = [this.stage.world(point), this.stage.world(previous)];
    if (this.grabbed === 'goal') void experiment.edit('setGoal', to);
    else if (this.grabbed !== undefined) void experiment.edit('moveObstacle', this.grabbed, to.map((x, axis) => x - from[axis]));
  }

  release(point: Point, _start: Point, dragged: boolean): void {
    this.grabbed = undefined;
    if (!dragged) void this.inspect(point);
  }

  /** Shows what can be dragged; while the flock is paused, inspects the boid under the pointer. */
  hover(point: Point): void {
    if (this.mayGrab() || !this.pace.running) void this.show(point);
    else this.stage.canvas.classList.remove('grabbable');
  }

  use(crosshair: Point | undefined, centre: Point): void {
    void this.inspect(crosshair ?? centre);
  }

  doubleClick(): void {
    this.stage.viewport.fit();
  }

  cancel(): boolean {
    const wasDragging = this.grabbed !== undefined;
    this.grabbed = undefined;
    this.stage.canvas.classList.remove('grabbable');
    return wasDragging;
  }

  /** Whether there is anything to drag. */
  private mayGrab(): boolean {
    const { goal, obstacles } = this.stage.experiment.switches();
    return goal === true || obstacles === true;
  }

  private async grab(point: Point): Promise<boolean> {
    const { goal, obstacle } = await this.stage.at(point);
    this.grabbed = goal ? 'goal' : obstacle;
    return this.grabbed !== undefined;
  }

  private async show(point: Point): Promise<void> {
    const { viewport, canvas } = this.stage;
    const { goal, obstacle, boid } = await this.stage.under(point);
    canvas.classList.toggle('grabbable', goal || obstacle !== undefined);
    if (!this.pace.running && boid !== undefined && boid !== viewport.inspected) viewport.inspect(boid);
  }

  private async inspect(point: Point): Promise<void> {
    const { boid } = await this.stage.at(point);
    this.stage.viewport.inspect(boid);
    if (boid !== undefined) this.onInspect();
  }
}
