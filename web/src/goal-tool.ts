// Sets the goal where the pointer is pressed, and moves it along.

import type { Point, Stage } from './stage';
import type { Tool } from './tool';

export class GoalTool implements Tool {
  constructor(private stage: Stage) {}

  press(point: Point): boolean {
    void this.stage.experiment.edit('setGoal', this.stage.world(point));
    return true;
  }

  drag(point: Point): void {
    this.press(point);
  }

  use(crosshair: Point | undefined, centre: Point): void {
    this.press(crosshair ?? centre);
  }
}
