// Adds a predator with a click.

import type { Point, Stage } from './stage';
import type { Tool } from './tool';
import type { Velocities } from './velocities';

export class PredatorTool implements Tool {
  constructor(private stage: Stage, private velocities: Velocities) {}

  release(point: Point, _start: Point, dragged: boolean): void {
    if (!dragged) this.add(point);
  }

  use(crosshair: Point | undefined, centre: Point): void {
    this.add(crosshair ?? centre);
  }

  private add(point: Point): void {
    const position = this.stage.world(point);
    void this.stage.experiment.edit('addPredator', position, this.velocities.next(position.length));
  }
}
