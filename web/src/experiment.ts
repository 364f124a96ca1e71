// The flock on the page, and every way to change it.

import type { Flock } from 'quelea';
import type { Client } from './client';
import { errorText, HostError } from './errors';
import type { Arguments, Computing, FlockEvent, Message, Method, Model, Processor, Result, Switch } from './host/messages';
import type { Change } from './host/outcome';
import type { Reason } from './reasons';

type ExperimentEvent = FlockEvent | 'failed' | 'computing';

/** Changes of which only the last counts while the host is busy: a control or a pointer moves on. */
const LATEST: Partial<Record<Method<Flock>, (change: Change) => string>> = {
  set: ([, path]) => `set ${path}`,
  setBoids: () => 'boids',
  setGoal: () => 'goal',
  moveObstacle: ([, index]) => `obstacle ${index}`,
};

/**
 * The first flock of the host, as the page knows it. Events are those of the host (host/messages.ts), `failed` (detail:
 * the error message), and `computing` (it steps elsewhere). A change that fails leaves the flock as it was.
 */
export class Experiment extends EventTarget {
  private action = 0;
  private isTogether = false;
  /** Where it steps, as JSON. */
  private where = '';

  constructor(private client: Client) {
    super();
    client.listen((message) => this.receive(message));
  }

  private get model(): Model {
    return this.client.model;
  }

  /** Name of the preset or scene it was opened from; empty for a file. */
  get preset(): string {
    return this.model.preset;
  }

  get boids(): number {
    return this.model.boids;
  }

  get dimension(): number {
    return this.model.dimension;
  }

  /** The number of steps done. */
  get steps(): number {
    return this.client.latest.step;
  }

  /** How many threads step it. */
  get threads(): number {
    return this.client.latest.threads;
  }

  /** Where it steps. */
  get computing(): Computing {
    return this.client.latest.computing!;
  }

  /** Lets it step on the processor or on the graphics card. */
  setProcessor(processor: Processor): Promise<void> {
    return this.client.call('setProcessor', processor);
  }

  /** Names of the species, in order. */
  get species(): string[] {
    return this.model.species;
  }

  /** Parameter values as TOML, by path. Parameters that are not set are missing. */
  values(): Record<string, string> {
    return this.model.values;
  }

  /** Why parameters have no effect, by path. */
  inert(): Record<string, Reason> {
    return this.model.inert;
  }

  relations(): Model['relations'] {
    return this.model.relations;
  }

  /** What is on (true), switched off (false) or not there (null). */
  switches(): Record<Switch, boolean | null> {
    return this.model.switches;
  }

  /** Whether there is something to undo and to redo. */
  undoable(): { undo: boolean; redo: boolean } {
    return { undo: this.model.canUndo, redo: this.model.canRedo };
  }

  /** Whether the model has a pointer that acts, wherever it is. */
  hasPointer(): boolean {
    return this.model.hasPointer;
  }

  /** The last step of a link that is being replayed. */
  replaysTo(): number | undefined {
    return this.model.replaysTo;
  }

  /** The colouring that suits the flock. */
  fittingColour(): string {
    return this.model.fittingColour;
  }

  /** Asks the flock for something that the page does not have. */
  ask<M extends Method<Flock>>(method: M, ...args: Arguments<Flock, M>): Promise<Result<Flock, M>> {
    return this.client.call('ask', 'first', method, args) as Promise<Result<Flock, M>>;
  }

  /** Does steps at once, of the second flock too if there is one. */
  step(count: number): Promise<void> {
    return this.client.call('step', count);
  }

  openPreset(name: string): Promise<boolean> {
    return this.edit('openPreset', name);
  }

  openToml(text: string): Promise<boolean> {
    return this.edit('openToml', text);
  }

  openLink(link: string): Promise<boolean> {
    return this.edit('openLink', link);
  }

  /** Sets a parameter to a TOML value; an empty string unsets it. */
  set(path: string, value: string): Promise<boolean> {
    return this.edit('set', path, value);
  }

  setBoids(boids: number, keepDensity: boolean): Promise<boolean> {
    return this.edit('setBoids', boids, keepDensity);
  }

  restart(): Promise<boolean> {
    return this.edit('restart');
  }

  reset(): Promise<boolean> {
    return this.edit('reset');
  }

  switchOn(what: Switch, on: boolean): Promise<boolean> {
    return this.edit('switchOn', what, on);
  }

  undo(): Promise<boolean> {
    return this.edit('undo');
  }

  redo(): Promise<boolean> {
    return this.edit('redo');
  }

  /** Makes any change. Returns whether it was accepted. */
  edit<M extends Method<Flock>>(method: M, ...args: Arguments<Flock, M>): Promise<boolean> {
    const change = [method, ...args] as unknown as Change;
    const key = LATEST[method]?.(change);
    if (key === undefined) return this.editAll([change]);
    return this.attempt(this.client.callLatest(key, mergeChanges, 'change', this.nextAction(), [change]));
  }

  /** Makes changes one right after the other; the first that is refused stops them. Returns whether all were accepted. */
  editAll(changes: Change[]): Promise<boolean> {
    return this.attempt(this.client.call('change', this.nextAction(), changes));
  }

  /** Removes what is near points of the canvas. */
  erase(pixels: [number, number][], radius: number, tolerances: { goal: number; obstacle: number }): Promise<boolean> {
    const merge = (earlier: EraseArguments, [action, later, ...rest]: EraseArguments): EraseArguments => [action, [...earlier[1], ...later], ...rest];
    return this.attempt(this.client.callLatest('erase', merge, 'erase', this.nextAction(), pixels, radius, tolerances));
  }

  /** Moves the pointer, or removes it. */
  movePointer(position: Float64Array | undefined): void {
    const change: Change = ['setPointer', position ?? new Float64Array()];
    void this.client.callLatest('pointer', undefined, 'change', this.nextAction(), [change]);
  }

  /** Whether a link is being replayed. */
  isReplaying(): boolean {
    return this.replaysTo() !== undefined;
  }

  /** Undoes changes from here on together, or each alone. */
  undoTogether(together: boolean): void {
    this.isTogether = together;
    this.action += 1;
  }

  /** Adds a listener for one or more events. */
  on(events: ExperimentEvent | ExperimentEvent[], listener: (detail: string) => void): void {
    for (const event of [events].flat()) this.addEventListener(event, (event) => listener((event as CustomEvent).detail));
  }

  private nextAction(): number {
    if (!this.isTogether) this.action += 1;
    return this.action;
  }

  private receive({ events, problem, computing }: Message): void {
    const where = JSON.stringify(computing);
    if (where !== this.where) {
      this.where = where;
      this.emit('computing');
    }
    for (const event of events) this.emit(event);
    if (problem) this.fail(new HostError(problem));
  }

  private async attempt(change: Promise<void>): Promise<boolean> {
    try {
      await change;
      return true;
    } catch (error) {
      this.fail(error);
      // Lets the control that was used show the old value again.
      this.emit('changed');
      return false;
    }
  }

  private fail(error: unknown): void {
    this.dispatchEvent(new CustomEvent('failed', { detail: errorText(error) }));
  }

  private emit(event: ExperimentEvent): void {
    this.dispatchEvent(new CustomEvent(event));
  }
}

type ChangeArguments = [action: number, changes: Change[]];
type EraseArguments = [action: number, pixels: (readonly [number, number])[], radius: number, tolerances: { goal: number; obstacle: number }];

/** Of two changes of the same thing the later counts; ways that an obstacle moves add up. */
function mergeChanges([, [earlier]]: ChangeArguments, [action, [later]]: ChangeArguments): ChangeArguments {
  if (earlier[0] !== 'moveObstacle' || later[0] !== 'moveObstacle') return [action, [later]];
  const [[, index, before], [, , after]] = [earlier, later];
  return [action, [['moveObstacle', index, after.map((x, axis) => x + before[axis])]]];
}
