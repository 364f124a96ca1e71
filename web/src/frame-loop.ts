// The frame loop of the studio: steps the flock, draws it, and replays links.

import type { Flock } from 'quelea';
import type { Clock } from './clock';
import type { Experiment } from './experiment';
import { errorText } from './errors';
import { showError } from './notifications';
import type { Viewport } from './viewport';

/** Replay: steps between two looks at the time, and time per frame. */
const REPLAY_STEPS = 10;
const REPLAY_BUDGET_MS = 30;
const FPS_INTERVAL_MS = 1000;

export class FrameLoop {
  framesPerSecond = 0;
  /** Resolves when two different states have been drawn, or the first one of a flock that is paused. */
  readonly firstMotion: Promise<void>;
  /** Called after each frame with its time and its number of steps. */
  onFrame: (now: number, steps: number) => void = () => undefined;
  /** Whether the flock may step; otherwise it waits for a frame. */
  mayStep: () => boolean = () => true;
  /** Called when the replay of a link is complete. */
  onReplayed: () => void = () => undefined;
  private resolveFirstMotion!: () => void;
  private drawCount = 0;
  private frameCount = 0;
  private countSince = 0;

  constructor(private experiment: Experiment, private viewport: Viewport, private clock: Clock) {
    this.firstMotion = new Promise((resolve) => (this.resolveFirstMotion = resolve));
    requestAnimationFrame((now) => this.frame(now));
  }

  private frame(now: number): void {
    requestAnimationFrame((now) => this.frame(now));
    const { flock } = this.experiment;
    const steps = flock.catchUpTo() === undefined ? this.clock.tick(now, () => flock.step(1), this.mayStep()) : this.replay(flock);
    if (steps > 0 || this.viewport.needsRedraw) {
      this.viewport.draw();
      this.drawCount += 1;
    }
    if (steps > 0 && this.drawCount > 1) {
      document.documentElement.dataset.firstMotion ??= performance.now().toFixed(0);
      this.resolveFirstMotion();
    }
    if (!this.clock.running) this.resolveFirstMotion();
    this.countFrame(now);
    this.onFrame(now, steps);
  }

  private countFrame(now: number): void {
    this.frameCount += 1;
    if (now - this.countSince < FPS_INTERVAL_MS) return;
    // The first interval has no start.
    this.framesPerSecond = this.countSince ? (this.frameCount * 1000) / (now - this.countSince) : 0;
    this.frameCount = 0;
    this.countSince = now;
  }

  /** Replays a part of the link within the time budget. Returns the number of steps, at least 1 so that it is drawn. */
  private replay(flock: Flock): number {
    const stepsBefore = flock.steps();
    const start = performance.now();
    let done = false;
    try {
      while (!done && performance.now() - start < REPLAY_BUDGET_MS) done = flock.catchUp(REPLAY_STEPS);
    } catch (error) {
      showError(errorText(error));
      this.experiment.restart();
      this.experiment.replayed();
    }
    if (done) {
      this.experiment.replayed();
      this.onReplayed();
    }
    return Math.max(1, flock.steps() - stepsBefore);
  }
}
