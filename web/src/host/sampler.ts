// Measures of the flocks while they run.

import type { Flock } from 'quelea';
import type { Sample } from './messages';

/** Shortest time between samples. */
const INTERVAL_MS = 200;
/** The interval is at least this many times the cost of a sample: sampling takes at most 1/50 of the time. */
const INTERVAL_PER_COST = 50;

export class Sampler {
  private next = 0;

  /** Measures as soon as possible: there is another flock. */
  reset(): void {
    this.next = 0;
  }

  /** Measures the flocks if it is time. */
  async sample(now: number, flocks: Flock[]): Promise<Sample[] | undefined> {
    if (now < this.next) return undefined;
    const start = performance.now();
    const samples: Sample[] = [];
    for (const flock of flocks) {
      await flock.fetch();
      samples.push(JSON.parse(flock.sample()));
    }
    this.next = now + Math.max(INTERVAL_MS, (performance.now() - start) * INTERVAL_PER_COST);
    return samples;
  }
}
