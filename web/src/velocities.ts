// Velocities of added boids.

import type { Experiment } from './experiment';

/** Successive multiples of the golden angle, in radians, spread evenly around the circle and never repeat. */
const GOLDEN_ANGLE = 2.399963;

export class Velocities {
  private count = 0;

  constructor(private experiment: Experiment) {}

  /** Returns a velocity in a direction that was not used before. Deterministic, unlike random directions. */
  next(dimension: number): Float64Array {
    const angle = (this.count += 1) * GOLDEN_ANGLE;
    const velocity = new Float64Array(dimension);
    velocity[0] = Math.cos(angle) * this.speed();
    velocity[1] = Math.sin(angle) * this.speed();
    return velocity;
  }

  /** Returns a velocity that points from one point to another. */
  towards(from: Float64Array, to: Float64Array): Float64Array {
    const offset = to.map((x, axis) => x - from[axis]);
    const length = Math.hypot(...offset) || 1;
    return offset.map((x) => (x / length) * this.speed());
  }

  private speed(): number {
    return Number(this.experiment.values()['motion.max_speed']) / 2;
  }
}
