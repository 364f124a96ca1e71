// Simulation speed apart from frame rate: how many steps a frame owes.

/** Steps per second at speed 1. */
export const STEPS_PER_SECOND = 60;
export const SLOWEST = 0.1;
export const FASTEST = 8;
/** What a frame may spend on stepping, in milliseconds: the rest is for drawing and for whoever clicks. */
const BUDGET = 10;
/** After a pause of the page itself, such as a hidden tab, nothing is made up for. */
const LONGEST_FRAME = 250;

export class Clock {
  running = true;
  speed = 1;
  /** Steps done per second, as measured. */
  rate = 0;
  private owed = 0;
  private last: number | undefined;
  private counted = 0;
  private since = 0;

  /** Does the steps that are due, as far as the time allows. Returns how many it did. */
  tick(now: number, step: () => void): number {
    const passed = Math.min(now - (this.last ?? now), LONGEST_FRAME);
    this.last = now;
    if (!this.running) {
      this.owed = 0;
      this.rate = 0;
      return 0;
    }
    this.owed += (passed / 1000) * STEPS_PER_SECOND * this.speed;
    const began = performance.now();
    let done = 0;
    while (this.owed >= 1) {
      step();
      done += 1;
      this.owed -= 1;
      if (performance.now() - began > BUDGET) {
        // A flock too large for this speed runs as fast as it can, and does not fall behind for ever.
        this.owed = Math.min(this.owed, 1);
        break;
      }
    }
    this.count(now, done);
    return done;
  }

  private count(now: number, done: number): void {
    this.counted += done;
    if (now - this.since >= 500) {
      this.rate = (this.counted * 1000) / (now - this.since);
      this.counted = 0;
      this.since = now;
    }
  }
}

/** A speed from 0.1 to 8 for a slider from 0 to 1: equal ways are equal factors. */
export function speedAt(share: number): number {
  return Number((SLOWEST * (FASTEST / SLOWEST) ** share).toPrecision(2));
}

export function shareOf(speed: number): number {
  return Math.log(speed / SLOWEST) / Math.log(FASTEST / SLOWEST);
}
