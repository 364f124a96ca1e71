// Where the flocks step: on the processor, or on the graphics card that they are drawn with. The results are the same.

import { type Flock, Gpu } from 'quelea';
import type { Computing, Processor, Setback } from './messages';
import type { Pane } from './pane';

/** From so many boids on a graphics card is faster: docs/performance.md has the figures. */
const FEWEST_BOIDS = 20_000;
/** Names of programs that take the place of a graphics card. */
const SOFTWARE = /swiftshader|llvmpipe|lavapipe|softpipe|basic render/i;

interface Card {
  name: string;
  isSoftware: boolean;
}

export class Placement {
  choice: Processor = 'auto';
  private card: Card | undefined;
  /** Why no flock can go to the graphics card. */
  private setback: Setback | undefined;
  private isExact: boolean | undefined;
  /** How often the user has chosen. */
  private choices = 0;
  /** What each flock was told last. */
  private told = new WeakMap<Flock, string>();

  /** Finds out what graphics card there is, given the graphics API of the canvas. */
  async look(backend: string): Promise<void> {
    this.card ??= backend === 'WebGPU' ? await findCard() : undefined;
    if (!this.card) this.setback = { kind: 'webgl2' };
    else if (!Gpu.isIncluded()) this.setback = { kind: 'library' };
  }

  /** The user has chosen: what failed before is tried again. */
  choose(choice: Processor): void {
    this.choice = choice;
    // Only a card that has failed, or refused to be tested, may do better.
    if (this.setback?.kind === 'failed' || this.setback?.kind === 'refused') this.setback = undefined;
    this.choices += 1;
  }

  /** Tells a flock where to step, if it has not been told. The card is tested before the first flock goes there. */
  async place(flock: Flock, pane: Pane): Promise<void> {
    const gpu = this.wants(flock) ? await this.test(pane) : undefined;
    const word = gpu ? `gpu ${this.choices}` : 'cpu';
    if ((this.told.get(flock) ?? 'cpu') === word) return;
    this.told.set(flock, word);
    if (gpu) return flock.useGpu(gpu, this.choice === 'gpu' ? 0 : FEWEST_BOIDS);
    await flock.fetch();
    flock.useCpu();
  }

  /** The graphics card for a flock of any size, if flocks of this page may go there. */
  async gpu(pane: Pane): Promise<Gpu | undefined> {
    return this.isPossible ? this.test(pane) : undefined;
  }

  /** A flock has gone on on the processor, because the graphics card has failed. */
  fail(problem: string): void {
    this.setback = { kind: 'failed', problem };
  }

  get hasFailed(): boolean {
    return this.setback?.kind === 'failed';
  }

  /** What the page says of a flock. */
  report(flock: Flock): Computing {
    const { choice, card, isExact } = this;
    const { gpu, refusal } = JSON.parse(flock.device()) as { gpu: boolean; refusal: Setback | null };
    const software: Setback | undefined = choice === 'auto' && card?.isSoftware ? { kind: 'software' } : undefined;
    const inexact: Setback | undefined = choice === 'auto' && isExact === false ? { kind: 'inexact' } : undefined;
    const few: Setback | undefined = choice === 'auto' && !gpu && this.isPossible ? { kind: 'few' } : undefined;
    const setback = choice === 'cpu' ? undefined : this.setback ?? software ?? inexact ?? refusal ?? few;
    return { choice, gpu, card: card?.name ?? '', isExact: isExact ?? true, isPossible: this.isPossible, fewest: FEWEST_BOIDS, setback };
  }

  /** Whether large flocks go to the graphics card. */
  private get isPossible(): boolean {
    if (this.choice === 'cpu' || this.setback || !this.card) return false;
    return this.choice === 'gpu' || !(this.card.isSoftware || this.isExact === false);
  }

  private wants(flock: Flock): boolean {
    return this.isPossible && (this.choice === 'gpu' || flock.boids() >= FEWEST_BOIDS);
  }

  private async test(pane: Pane): Promise<Gpu | undefined> {
    try {
      const gpu = await pane.gpu();
      this.isExact = gpu.isExact();
      return this.isPossible ? gpu : undefined;
    } catch (error) {
      this.setback = { kind: 'refused', problem: String(error) };
      return undefined;
    }
  }
}

/** The adapter that the canvas has been given. The types of a page know no WebGPU. */
async function findCard(): Promise<Card | undefined> {
  interface Adapter { info: Record<'vendor' | 'architecture' | 'device' | 'description', string> & { isFallbackAdapter?: boolean } }
  const { gpu } = navigator as unknown as { gpu?: { requestAdapter(options: object): Promise<Adapter | null> } };
  const adapter = await gpu?.requestAdapter({ powerPreference: 'high-performance' });
  if (!adapter) return undefined;
  const { vendor, architecture, device, description, isFallbackAdapter } = adapter.info;
  const names = [vendor, architecture, device, description];
  return { name: description || [vendor, architecture].filter(Boolean).join(' '), isSoftware: isFallbackAdapter === true || names.some((name) => SOFTWARE.test(name)) };
}
