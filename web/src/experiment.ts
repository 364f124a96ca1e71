// The flock on the page, and every way to change it.

import { Flock } from 'quelea';
import { errorText } from './errors';

type ExperimentEvent = 'opened' | 'restarted' | 'changed' | 'pointed' | 'spread' | 'failed';

/** What can be switched on and off without a restart. */
export type Switch = 'goal' | 'predators' | 'obstacles';

/**
 * Owns the flock. Events: `opened` (another scenario), `restarted` (back at step 0), `changed` (a parameter, a boid,
 * an obstacle), `pointed` (the pointer moved), `spread` (a large flock starts spread out from now on), `failed` (detail: the error message). A change that fails leaves the flock as it was.
 */
export class Experiment extends EventTarget {
  /** Whether further edits are undone together with the last one. */
  undoesTogether = false;

  constructor(readonly flock: Flock) {
    super();
  }

  /** Name of the preset or scene it was opened from; empty for a file. */
  get preset(): string {
    return this.flock.preset();
  }

  openPreset(name: string): boolean {
    return this.open((flock) => flock.openPreset(name));
  }

  openToml(text: string): boolean {
    return this.open((flock) => flock.openToml(text));
  }

  openLink(link: string): boolean {
    return this.open((flock) => flock.openLink(link));
  }

  private open(open: (flock: Flock) => void): boolean {
    return this.change(() => {
      open(this.flock);
      this.emit('opened');
    });
  }

  /** Tells everyone what the replay of a link has changed. */
  replayed(): void {
    this.emit('changed');
  }

  /** Sets a parameter to a TOML value; an empty string unsets it. */
  set(path: string, value: string): boolean {
    return this.change(() => {
      const restarted = this.flock.set(path, value);
      if (restarted) this.emit('restarted');
      this.emit('changed');
    });
  }

  setBoids(boids: number, keepDensity: boolean): boolean {
    return this.change(() => {
      const spread = this.flock.setBoids(boids, keepDensity);
      this.emit('restarted');
      this.emit('changed');
      if (spread) this.emit('spread');
    });
  }

  restart(): boolean {
    return this.change(() => {
      this.flock.restart();
      this.emit('restarted');
    });
  }

  reset(): boolean {
    return this.change(() => {
      this.flock.reset();
      this.emit('restarted');
      this.emit('changed');
    });
  }

  /** Applies any other change to the flock. */
  edit(change: (flock: Flock) => void): boolean {
    return this.change(() => {
      change(this.flock);
      this.emit('changed');
    });
  }

  switchOn(what: Switch, on: boolean): boolean {
    return this.edit((flock) => flock.switchOn(what, on));
  }

  /** What is on (true), switched off (false) or not there (null). */
  switches(): Record<Switch, boolean | null> {
    return JSON.parse(this.flock.switches());
  }

  undo(): boolean {
    return this.takeBack((flock) => flock.undo());
  }

  redo(): boolean {
    return this.takeBack((flock) => flock.redo());
  }

  /** Whether there is something to undo and to redo. */
  undoable(): { undo: boolean; redo: boolean } {
    return { undo: this.flock.canUndo(), redo: this.flock.canRedo() };
  }

  private takeBack(action: (flock: Flock) => string): boolean {
    return this.attempt(() => {
      const result = action(this.flock);
      if (result === 'opened' || result === 'restarted') this.emit(result);
      if (result === 'changed' || result === 'restarted') this.emit('changed');
    });
  }

  /** Whether the model has a pointer that acts, wherever it is. */
  hasPointer(): boolean {
    return this.flock.pointerActs();
  }

  /** Moves the pointer, or removes it. It moves often, and `pointed` tells only those who need to know. */
  movePointer(position: Float64Array | undefined): void {
    this.flock.setPointer(position ?? new Float64Array());
    this.emit('pointed');
  }

  /** Whether a link is being replayed. */
  isReplaying(): boolean {
    return this.flock.catchUpTo() !== undefined;
  }

  /** Parameter values as TOML, by path. Parameters that are not set are missing. */
  values(): Record<string, string> {
    return JSON.parse(this.flock.values());
  }

  /** Adds a listener for one or more events. */
  on(events: ExperimentEvent | ExperimentEvent[], listener: (detail: string) => void): void {
    for (const event of [events].flat()) this.addEventListener(event, (event) => listener((event as CustomEvent).detail));
  }

  private change(change: () => void): boolean {
    if (!this.undoesTogether) this.flock.endAction();
    return this.attempt(change);
  }

  private attempt(change: () => void): boolean {
    try {
      change();
      return true;
    } catch (error) {
      this.dispatchEvent(new CustomEvent('failed', { detail: errorText(error) }));
      // Lets the control that was used show the old value again.
      this.emit('changed');
      return false;
    }
  }

  private emit(event: ExperimentEvent): void {
    this.dispatchEvent(new CustomEvent(event));
  }
}
