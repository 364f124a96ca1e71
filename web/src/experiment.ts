// The flock on the page, and every way to change it.

import { Flock } from 'quelea';
import { errorMessage } from './library';

type ExperimentEvent = 'opened' | 'restarted' | 'changed' | 'failed';

/**
 * Owns the flock. Events: `opened` (another scenario), `restarted` (back at step 0), `changed` (a parameter, a boid,
 * an obstacle), `failed` (detail: the error message). A change that fails leaves the flock as it was.
 */
export class Experiment extends EventTarget {
  flock: Flock;
  /** Name of the preset it was opened from; empty for a file or a link. */
  preset: string;

  constructor(flock: Flock, preset = '') {
    super();
    this.flock = flock;
    this.preset = preset;
  }

  openPreset(name: string): boolean {
    return this.open(() => Flock.ofPreset(name), name);
  }

  openToml(text: string): boolean {
    return this.open(() => Flock.ofToml(text), '');
  }

  openLink(link: string): boolean {
    return this.open(() => Flock.ofLink(link), '');
  }

  private open(create: () => Flock, preset: string): boolean {
    return this.attempt(() => {
      const flock = create();
      this.flock.free();
      this.flock = flock;
      this.preset = preset;
      this.emit('opened');
    });
  }

  /** Sets a parameter to a TOML value; an empty string unsets it. */
  set(path: string, value: string): boolean {
    return this.attempt(() => {
      const restarted = this.flock.set(path, value);
      if (restarted) this.emit('restarted');
      this.emit('changed');
    });
  }

  setBoids(boids: number, keepDensity: boolean): boolean {
    return this.attempt(() => {
      this.flock.setBoids(boids, keepDensity);
      this.emit('restarted');
      this.emit('changed');
    });
  }

  restart(): boolean {
    return this.attempt(() => {
      this.flock.restart();
      this.emit('restarted');
    });
  }

  reset(): boolean {
    return this.attempt(() => {
      this.flock.reset();
      this.emit('restarted');
      this.emit('changed');
    });
  }

  /** Applies any other change to the flock. */
  edit(change: (flock: Flock) => void): boolean {
    return this.attempt(() => {
      change(this.flock);
      this.emit('changed');
    });
  }

  /** Parameter values as TOML, by path. Parameters that are not set are missing. */
  values(): Record<string, string> {
    return JSON.parse(this.flock.values());
  }

  /** Adds a listener for one or more events. */
  on(events: ExperimentEvent | ExperimentEvent[], listener: (detail: string) => void): void {
    for (const event of [events].flat()) this.addEventListener(event, (event) => listener((event as CustomEvent).detail));
  }

  private attempt(change: () => void): boolean {
    try {
      change();
      return true;
    } catch (error) {
      this.dispatchEvent(new CustomEvent('failed', { detail: errorMessage(error) }));
      // Lets the control that was used show the old value again.
      this.emit('changed');
      return false;
    }
  }

  private emit(event: ExperimentEvent): void {
    this.dispatchEvent(new CustomEvent(event));
  }
}
