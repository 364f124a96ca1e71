// Inspects boids, and drags obstacles and the goal.

import type { Clock } from './clock';
import type { Point, Stage } from './stage';
import type { Tool } from './tool';

export class InspectTool implements Tool {
  /** What is being dragged: the index of an obstacle, or the goal. */
  private grabbed: number | 'goal' | undefined;

  constructor(private stage: Stage, private clock: Clock, private onInspect: () => void) {}

  press(point: Point): boolean {
    this.grabbed = this.stage.hasGoalAt(point) ? 'goal' : this.stage.obstacleAt(point);
    return this.grabbed !== undefined;
  }

  drag(point: Point, previous: Point): void {
    const { experiment } = this.stage;
    const [to, from] = [this.stage.world(point), this.stage.world(previous)];
    const grabbed = this.grabbed;
    if (grabbed === 'goal') experiment.edit((flock) => flock.setGoal(to));
    else if (grabbed !== undefined) experiment.edit((flock) => flock.moveObstacle(grabbed, to.map((x, axis) => x - from[axis])));
  }

  release(point: Point, _start: Point, dragged: boolean): void {
    this.grabbed = undefined;
    if (!dragged) this.inspect(point);
  }

  /** Shows what can be dragged; while the flock is paused, inspects the boid under the pointer. */
  hover(point: Point): void {
    const canGrab = this.stage.hasGoalAt(point) || this.stage.obstacleAt(point) !== undefined;
    this.stage.canvas.classList.toggle('grabbable', canGrab);
    if (this.clock.running) return;
    const id = this.stage.boidAt(point);
    if (id !== undefined && id !== this.stage.viewport.inspected) this.stage.viewport.inspect(id);
  }

  use(crosshair: Point | undefined, centre: Point): void {
    this.inspect(crosshair ?? centre);
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

  private inspect(point: Point): void {
    const id = this.stage.boidAt(point);
    this.stage.viewport.inspect(id);
    if (id !== undefined) this.onInspect();
  }
}
