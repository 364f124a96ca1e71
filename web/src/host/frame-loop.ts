// A frame of the studio: steps the flocks, or replays a link, draws them and measures them.

import type { Flock } from 'quelea';
import { Clock } from '../clock';
import { moment } from '../moment';
import type { Frame, Inspected } from './messages';
import type { Inspection } from '../library';
import type { Pane } from './pane';
import { Sampler } from './sampler';
import type { SecondFlock } from './second-flock';

/** Replay: steps between two looks at the time, and time per frame. */
const REPLAY_STEPS = 10;
const REPLAY_BUDGET_MS = 30;
const FPS_INTERVAL_MS = 1000;

export class FrameLoop {
  readonly clock = new Clock();
  readonly sampler = new Sampler();
  /** Whether the page gets every picture. */
  isRecording = false;
  private drawCount = 0;
  private firstMotion: number | undefined;
  private framesPerSecond = 0;
  private frameCount = 0;
  private countSince = 0;

  /** `onReplayed` is called when the replay of a link is complete, or with what has stopped it. */
  constructor(private flock: Flock, private pane: Pane, private second: SecondFlock, private onReplayed: (error?: unknown) => Promise<void>) {}

  /** Returns what is new for the page; nothing if nothing has been drawn. */
  async frame(now: number): Promise<Frame | undefined> {
    const { flock, pane, second } = this;
    const steps = flock.catchUpTo() === undefined ? await this.step(now) : await this.replay();
    const draws = steps > 0 || pane.needsRedraw;
    if (draws) await this.draw(steps);
    const picture = draws && this.isRecording ? await pane.picture(flock) : undefined;
    this.countFrame(now);
    const samples = steps > 0 ? await this.sampler.sample(now, second.flock ? [flock, second.flock] : [flock]) : undefined;
    await second.frame(flock.steps(), pane.view);
    return draws ? { ...this.seen(), samples, picture } : undefined;
  }

  private async step(now: number): Promise<number> {
    let steps = 0;
    const waits = this.second.isBehind(this.flock.steps());
    for (const _ of this.clock.due(now, waits)) {
      await this.flock.advance(1);
      steps += 1;
    }
    return steps;
  }

  /** Replays a part of the link within the time budget. Returns the number of steps, at least 1 so that it is drawn. */
  private async replay(): Promise<number> {
    const { flock } = this;
    const stepsBefore = flock.steps();
    const start = performance.now();
    let done = false;
    try {
      while (!done && performance.now() - start < REPLAY_BUDGET_MS) done = await flock.catchUp(REPLAY_STEPS);
      if (done) await this.onReplayed();
    } catch (error) {
      await this.onReplayed(error);
    }
    return Math.max(1, flock.steps() - stepsBefore);
  }

  private async draw(steps: number): Promise<void> {
    await this.pane.draw(this.flock);
    this.drawCount += 1;
    if (steps > 0 && this.drawCount > 1) this.firstMotion ??= moment();
  }

  private countFrame(now: number): void {
    this.frameCount += 1;
    if (now - this.countSince < FPS_INTERVAL_MS) return;
    // The first interval has no start.
    this.framesPerSecond = this.countSince ? (this.frameCount * 1000) / (now - this.countSince) : 0;
    this.frameCount = 0;
    this.countSince = now;
  }

  private seen(): Frame {
    const { view, inspection } = this.pane;
    return {
      firstMotion: this.firstMotion,
      framesPerSecond: this.framesPerSecond,
      projection: view.projection(),
      legend: view.legend(),
      inspection: inspection === undefined ? undefined : summary(JSON.parse(inspection)),
      arrowScale: JSON.parse(view.arrowScale()),
    };
  }
}

function summary(inspection: Inspection): Inspected {
  const { neighbours, ...rest } = inspection;
  return {
    ...rest,
    neighbours: neighbours.length,
    inView: neighbours.filter(({ seen }) => seen).length,
    tooClose: neighbours.filter(({ close }) => close).length,
  };
}
