// The stage: points of the page as points of the world, and what is there.

import type { Experiment } from './experiment';
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
  constructor(readonly experiment: Experiment, readonly viewport: Viewport) {}

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
    return this.viewport.view.point(...this.viewport.toCanvasPixels(x, y));
  }

  /** The point of the stage at a point of the world; `undefined` behind the camera. */
  toPoint(world: Float64Array): Point | undefined {
    const [x, y] = this.viewport.view.pixel(new Float32Array(world));
    const [pixelsPerCssPixel] = this.viewport.toCanvasPixels(1, 0);
    return x === undefined ? undefined : { x: x / pixelsPerCssPixel, y: y / pixelsPerCssPixel };
  }

  /** The length in the world of a distance on the stage. */
  length(px: number): number {
    return this.viewport.toCanvasPixels(px, 0)[0] * this.viewport.view.lengthOfPixel();
  }

  /** Id of the boid at a point. */
  boidAt({ x, y }: Point): number | undefined {
    return this.viewport.view.pick(...this.viewport.toCanvasPixels(x, y));
  }

  /** Ids of the boids within a distance of a point. */
  boidsAt({ x, y }: Point, radius: number): Uint32Array {
    const [canvasRadius] = this.viewport.toCanvasPixels(radius, 0);
    return this.viewport.view.boidsAt(...this.viewport.toCanvasPixels(x, y), canvasRadius);
  }

  /** Index of the obstacle at a point. */
  obstacleAt({ x, y }: Point): number | undefined {
    const [tolerance] = this.viewport.toCanvasPixels(OBSTACLE_TOLERANCE_PX, 0);
    return this.viewport.view.obstacleAt(this.experiment.flock, ...this.viewport.toCanvasPixels(x, y), tolerance);
  }

  /** Whether a goal is at a point. */
  hasGoalAt({ x, y }: Point): boolean {
    const [tolerance] = this.viewport.toCanvasPixels(GOAL_TOLERANCE_PX, 0);
    return this.viewport.view.goalAt(this.experiment.flock, ...this.viewport.toCanvasPixels(x, y), tolerance);
  }

  /** Makes the answers above follow a change at once; otherwise they do so with the next frame. */
  refresh(): void {
    this.viewport.view.see(this.experiment.flock);
    this.viewport.needsRedraw = true;
  }
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
