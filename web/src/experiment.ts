// The flock on the page. Everything that shows or changes it meets here.

import { Flock } from 'quelea';
import { problem } from './library';

/**
 * Holds the one flock. Events: `opened` (another scenario), `restarted` (back at step 0), `changed` (a parameter,
 * a boid, an obstacle), `refused` (detail: why). What is refused leaves the flock as it was.
 */
export class Experiment extends EventTarget {
  flock: Flock;
  /** The preset it was opened from; empty for a file or a link. */
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

  private open(make: () => Flock, preset: string): boolean {
    return this.attempt(() => {
      const flock = make();
      this.flock.free();
      this.flock = flock;
      this.preset = preset;
      this.tell('opened');
    });
  }

  /** Changes a parameter; the value is TOML, or empty to leave it out. */
  set(path: string, value: string): boolean {
    return this.attempt(() => {
      const restarted = this.flock.set(path, value);
      if (restarted) this.tell('restarted');
      this.tell('changed');
    });
  }

  setBoids(boids: number, keepDensity: boolean): boolean {
    return this.attempt(() => {
      this.flock.setBoids(boids, keepDensity);
      this.tell('restarted');
      this.tell('changed');
    });
  }

  restart(): boolean {
    return this.attempt(() => {
      this.flock.restart();
      this.tell('restarted');
    });
  }

  reset(): boolean {
    return this.attempt(() => {
      this.flock.reset();
      this.tell('restarted');
      this.tell('changed');
    });
  }

  /** Does something to the flock that may be refused. */
  act(what: (flock: Flock) => void): boolean {
    return this.attempt(() => {
      what(this.flock);
      this.tell('changed');
    });
  }

  private attempt(what: () => void): boolean {
    try {
      what();
      return true;
    } catch (error) {
      this.dispatchEvent(new CustomEvent('refused', { detail: problem(error) }));
      // A control that asked for it shows the old value again.
      this.tell('changed');
      return false;
    }
  }

  on(event: string, listener: (detail: string) => void): void {
    this.addEventListener(event, (event) => listener((event as CustomEvent).detail));
  }

  private tell(event: string): void {
    this.dispatchEvent(new CustomEvent(event));
  }
}
