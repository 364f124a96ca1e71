// The stage: points of the page as points of the world, and what is there.

import type { Client } from './client';
import type { Experiment } from './experiment';
import type { Hit } from './host/messages';
import type { Viewport } from './viewport';

/** Position in CSS pixels, relative to the canvas. */
export interface Point {
  x: number;
  y: number;
}

/** How near to an obstacle or a goal counts as on it. */
const OBSTACLE_TOLERANCE_PX = 3;
const GOAL_TOLERANCE_PX = 14;

export class Stage {
  constructor(private client: Client, readonly experiment: Experiment, readonly viewport: Viewport) {}

  get canvas(): HTMLCanvasElement {
    return this.viewport.element;
  }

  /** The point of an event. */
  point(event: MouseEvent): Point {
    const box = this.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  /** The point of the world at a point of the stage, one number per axis. */
  world({ x, y }: Point): Float64Array {
    return this.viewport.projection.point(...this.viewport.toCanvasPixels(x, y));
  }

  /** The point of the stage at a point of the world; `undefined` behind the camera. */
  toPoint(world: Float64Array): Point | undefined {
    const pixel = this.viewport.projection.pixel(world);
    const [pixelsPerCssPixel] = this.viewport.toCanvasPixels(1, 0);
    return pixel && { x: pixel[0] / pixelsPerCssPixel, y: pixel[1] / pixelsPerCssPixel };
  }

  /** The length in the world of a distance on the stage. */
  length(px: number): number {
    return this.canvasLength(px) * this.viewport.projection.lengthOfPixel();
  }

  /** What is at a point. */
  at({ x, y }: Point): Promise<Hit> {
    return this.client.call('at', this.viewport.toCanvasPixels(x, y), this.tolerances());
  }

  /** What is under a pointer that moves on. While the host is busy, only the last point is asked for. */
  under({ x, y }: Point): Promise<Hit> {
    return this.client.callLatest('under', undefined, 'at', this.viewport.toCanvasPixels(x, y), this.tolerances());
  }

  /** Removes the boids within a distance of points, the goal and the obstacles there. */
  erase(points: Point[], radius: number): void {
    void this.experiment.erase(points.map(({ x, y }) => this.viewport.toCanvasPixels(x, y)), this.canvasLength(radius), this.tolerances());
  }

  private tolerances(): { goal: number; obstacle: number } {
    return { goal: this.canvasLength(GOAL_TOLERANCE_PX), obstacle: this.canvasLength(OBSTACLE_TOLERANCE_PX) };
  }

  private canvasLength(px: number): number {
    return this.viewport.toCanvasPixels(px, 0)[0];
  }
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
