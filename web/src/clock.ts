// Decouples simulation speed from frame rate: computes how many steps are due in each frame.

/** Steps per second at speed 1. */
export const STEPS_PER_SECOND = 60;
export const MIN_SPEED = 0.1;
export const MAX_SPEED = 8;
/** Time a frame may spend on stepping; the rest is for drawing and input. */
const STEP_BUDGET_MS = 10;
/** Longest frame that is caught up with, so a tab that was hidden does not replay the time it missed. */
const MAX_FRAME_MS = 250;

export class Clock {
  running = true;
  speed = 1;
  private backlog = 0;
  private lastFrame: number | undefined;

  /**
   * The steps that are due in a frame, as many as fit into the time budget, or none while the flock has to wait:
   * `for (const _ of clock.due(now)) flock.step(1)`.
   */
  *due(now: number, waits = false): Generator<void> {
    const elapsed = Math.min(now - (this.lastFrame ?? now), MAX_FRAME_MS);
    this.lastFrame = now;
    if (!this.running) this.backlog = 0;
    if (!this.running || waits) return;
    this.backlog += (elapsed / 1000) * STEPS_PER_SECOND * this.speed;
    const start = performance.now();
    while (this.backlog >= 1) {
      yield;
      this.backlog -= 1;
      if (performance.now() - start <= STEP_BUDGET_MS) continue;
      // Drop the backlog: a flock too large for this speed runs as fast as it can.
      this.backlog = Math.min(this.backlog, 1);
      return;
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
