// Adds boids by clicking, and rows of them by dragging.

import { distance, type Point, type Stage } from './stage';
import type { Tool } from './tool';
import type { Velocities } from './velocities';

/** Distance between boids that are added by dragging. */
const SPACING_PX = 14;

export class AddTool implements Tool {
  private last: Point | undefined;

  constructor(private stage: Stage, private velocities: Velocities) {}

  press(point: Point): boolean {
    const position = this.stage.world(point);
    this.add(position, this.velocities.next(position.length));
    this.last = point;
    return true;
  }

  /** Adds a boid that flies in the direction of the drag. */
  drag(point: Point): void {
    if (!this.last || distance(point, this.last) < SPACING_PX) return;
    const position = this.stage.world(point);
    this.add(position, this.velocities.towards(this.stage.world(this.last), position));
    this.last = point;
  }

  release(): void {
    this.last = undefined;
  }

  use(crosshair: Point | undefined, centre: Point): void {
    this.press(crosshair ?? centre);
    this.last = undefined;
  }

  private add(position: Float64Array, velocity: Float64Array): void {
    void this.stage.experiment.edit('addBoid', position, velocity);
  }
}
