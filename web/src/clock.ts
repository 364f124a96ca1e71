// Decouples simulation speed from frame rate: computes how many steps are due in each frame.

/** Steps per second at speed 1. */
export const STEPS_PER_SECOND = 60;
export const MIN_SPEED = 0.1;
export const MAX_SPEED = 8;
/** Time a frame may spend on stepping; the rest is for drawing and input. */
const STEP_BUDGET_MS = 10;
/** Longest frame that is caught up with, so a tab that was hidden does not replay the time it missed. */
const MAX_FRAME_MS = 250;
const RATE_INTERVAL_MS = 500;

export class Clock {
  running = true;
  speed = 1;
  /** Measured steps per second. */
  rate = 0;
  private due = 0;
  private lastFrame: number | undefined;
  private stepCount = 0;
  private rateSince = 0;

  /** Runs the steps that are due, within the time budget, or waits. Returns the number of steps. */
  tick(now: number, step: () => void, mayStep = true): number {
    const elapsed = Math.min(now - (this.lastFrame ?? now), MAX_FRAME_MS);
    this.lastFrame = now;
    if (!this.running) {
      this.due = 0;
      this.rate = 0;
      return 0;
    }
    if (!mayStep) return 0;
    this.due += (elapsed / 1000) * STEPS_PER_SECOND * this.speed;
    const start = performance.now();
    let steps = 0;
    while (this.due >= 1) {
      step();
      steps += 1;
      this.due -= 1;
      if (performance.now() - start > STEP_BUDGET_MS) {
        // Drop the backlog: a flock too large for this speed runs as fast as it can.
        this.due = Math.min(this.due, 1);
        break;
      }
    }
    this.updateRate(now, steps);
    return steps;
  }

  private updateRate(now: number, steps: number): void {
    this.stepCount += steps;
    if (now - this.rateSince >= RATE_INTERVAL_MS) {
      this.rate = (this.stepCount * 1000) / (now - this.rateSince);
      this.stepCount = 0;
      this.rateSince = now;
    }
  }
}

export function clampSpeed(speed: number): number {
  return Math.min(MAX_SPEED, Math.max(MIN_SPEED, speed));
}

/** Maps a slider position in 0..1 to a speed on a logarithmic scale. */
export function speedFromSlider(position: number): number {
  return Number((MIN_SPEED * (MAX_SPEED / MIN_SPEED) ** position).toPrecision(2));
}

/** Inverse of `speedFromSlider`. */
export function sliderFromSpeed(speed: number): number {
  return Math.log(speed / MIN_SPEED) / Math.log(MAX_SPEED / MIN_SPEED);
}
