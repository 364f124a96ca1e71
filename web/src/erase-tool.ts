// Erases boids, predators, obstacles and the goal, by clicking or dragging over them.

import type { StagePreview } from './stage-preview';
import { distance, type Point, type Stage } from './stage';
import type { Tool } from './tool';

const RADIUS_PX = 10;

export class EraseTool implements Tool {
  constructor(private stage: Stage, private preview: StagePreview) {}

  press(point: Point): boolean {
    this.stage.erase([point], RADIUS_PX);
    return true;
  }

  /** Erases all along the way: a fast pointer leaves long gaps. */
  drag(point: Point, previous: Point): void {
    const count = Math.max(1, Math.ceil(distance(point, previous) / RADIUS_PX));
    const between = (share: number) => ({ x: previous.x + (point.x - previous.x) * share, y: previous.y + (point.y - previous.y) * share });
    this.stage.erase(Array.from({ length: count }, (_, index) => between((index + 1) / count)), RADIUS_PX);
    this.hover(point);
  }

  hover(point: Point): void {
    this.preview.circle(point, RADIUS_PX);
  }

  leave(): void {
    this.preview.hide();
  }

  use(crosshair: Point | undefined, centre: Point): void {
    this.stage.erase([crosshair ?? centre], RADIUS_PX);
  }

  cancel(): boolean {
    this.preview.hide();
    return false;
  }
}
