// The second of two flocks side by side: a copy of the first with a change, or another preset, with the same seed. It
// steps as often as the first and is seen from the same side.

import { Flock, type View } from 'quelea';
import type { Variation } from './messages';
import { Pane } from './pane';

/** Time that a frame may spend on the second flock. */
const STEP_BUDGET_MS = 10;

export class SecondFlock {
  readonly pane = new Pane();
  /** The flock, if there is one. */
  flock: Flock | undefined;
  private variation: Variation = {};

  /** Varies the first flock. The old flock stays if the new one is refused. */
  open(first: Flock, variation: Variation): void {
    const flock = vary(first, variation);
    this.close();
    this.flock = flock;
    this.variation = variation;
    this.pane.view.fit();
    this.pane.needsRedraw = true;
  }

  /** The first flock is another one: varies it in the same way, or throws if that is not possible. */
  reopen(first: Flock): void {
    this.open(first, this.variation);
  }

  async restart(): Promise<void> {
    await this.flock?.fetch();
    this.flock?.restart();
    this.pane.needsRedraw = true;
  }

  close(): void {
    this.flock?.free();
    this.flock = undefined;
  }

  /** Whether it has steps to catch up with. The first flock waits for it. */
  isBehind(step: number): boolean {
    return this.flock !== undefined && this.flock.steps() < step;
  }

  /** Steps until it has done as many as the first flock, or the time is up. */
  async catchUp(step: number, milliseconds: number): Promise<void> {
    const start = performance.now();
    while (this.isBehind(step) && performance.now() - start < milliseconds) {
      await this.flock?.advance(1);
      this.pane.needsRedraw = true;
    }
  }

  /** Steps and draws after a frame of the first flock, which is at this step. */
  async frame(step: number, firstView: View): Promise<void> {
    const { flock, pane } = this;
    if (!flock || !pane.isOpen) return;
    await this.catchUp(step, STEP_BUDGET_MS);
    if (pane.view.lookLike(firstView)) pane.needsRedraw = true;
    if (!pane.needsRedraw) return;
    pane.needsRedraw = false;
    await pane.see(flock);
    // The space is known only after the flock was seen.
    pane.view.lookLike(firstView);
    pane.show(flock);
  }
}

function vary(first: Flock, { preset, set = {} }: Variation): Flock {
  const flock = preset === undefined ? Flock.ofToml(first.toToml()) : Flock.ofPreset(preset);
  try {
    if (preset !== undefined) flock.set('seed', JSON.parse(first.values()).seed);
    for (const [path, value] of Object.entries(set)) flock.set(path, value);
    return flock;
  } catch (error) {
    flock.free();
    throw error;
  }
}
