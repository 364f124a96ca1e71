// Erases boids, predators, obstacles and the goal, by clicking or dragging over them.

import type { StagePreview } from './stage-preview';
import { distance, type Point, type Stage } from './stage';
import type { Tool } from './tool';

const RADIUS_PX = 10;

export class EraseTool implements Tool {
  constructor(private stage: Stage, private preview: StagePreview) {}

  press(point: Point): boolean {
    this.erase([point]);
    return true;
  }

  /** Erases all along the way: a fast pointer leaves long gaps. */
  drag(point: Point, previous: Point): void {
    const count = Math.max(1, Math.ceil(distance(point, previous) / RADIUS_PX));
    const between = (share: number) => ({ x: previous.x + (point.x - previous.x) * share, y: previous.y + (point.y - previous.y) * share });
    this.erase(Array.from({ length: count }, (_, index) => between((index + 1) / count)));
    this.hover(point);
  }

  hover(point: Point): void {
    this.preview.circle(point, RADIUS_PX);
  }

  leave(): void {
    this.preview.hide();
  }

  use(crosshair: Point | undefined, centre: Point): void {
    this.erase([crosshair ?? centre]);
  }

  cancel(): boolean {
    this.preview.hide();
    return false;
  }

  private erase(points: Point[]): void {
    const { experiment, viewport } = this.stage;
    const boids = [...new Set(points.flatMap((point) => [...this.stage.boidsAt(point, RADIUS_PX)]))];
    const hasGoal = points.some((point) => this.stage.hasGoalAt(point));
    if (boids.length || hasGoal) {
      experiment.edit((flock) => {
        flock.removeBoids(new Uint32Array(boids));
        if (hasGoal) flock.removeGoal();
      });
      const { inspected } = viewport;
      // The ids above a removed boid fall by one.
      if (inspected !== undefined) viewport.inspect(boids.includes(inspected) ? undefined : inspected - boids.filter((id) => id < inspected).length);
      this.stage.refresh();
    }
    for (const point of points) {
      const obstacle = this.stage.obstacleAt(point);
      if (obstacle !== undefined) experiment.edit((flock) => flock.removeObstacle(obstacle));
    }
  }
}
