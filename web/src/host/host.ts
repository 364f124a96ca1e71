// The host of the flocks: the library, the flocks, how they are seen, and the canvases. It runs in a worker, so that
// the page answers however long a step takes, or in the page where that is not possible. Its methods are the commands
// of the page.

import load, { Flock, openThreads, View } from 'quelea';
import { tables, timeOnGpu, timeSteps } from '../library';
import { moment } from '../moment';
import { FrameLoop } from './frame-loop';
import type { Beginning, FlockEvent, Hit, Message, Method, Opened, Problem, Processor, Ride, Size, Surface, Tables, Trial, Variation } from './messages';
import { modelOf } from './model';
import { change, type Change } from './outcome';
import { Pane } from './pane';
import { Placement } from './placement';
import { problemOf } from './problem';
import { SecondFlock } from './second-flock';

/** What the host is given: its turns between the commands of the page, and a way to tell it what is new. */
interface Surroundings {
  inTurn(task: () => Promise<void>): Promise<void>;
  tell(news: Pick<Message, 'frame'>): void;
}

/** How long a flock is stepped to time it. */
const TRIAL_MS = 60;
/** What a view can answer only if it knows where the boids are. */
const ASK_FOR_BOIDS: Method<View>[] = ['pick', 'boidsAt'];

/** A point of a canvas, in its pixels. */
type Pixel = readonly [x: number, y: number];

/** How near to a goal or an obstacle counts as on it, in pixels. */
interface Tolerances {
  goal: number;
  obstacle: number;
}

export class Host {
  private flock!: Flock;
  private pane!: Pane;
  private second!: SecondFlock;
  private loop!: FrameLoop;
  private inspected: number | undefined;
  private following: Ride | undefined;
  /** The action of the page that the last change belonged to. */
  private action = 0;
  private events: FlockEvent[] = [];
  private modelIsNew = false;
  private secondIsNew = false;
  private problem: Problem | undefined;
  private threads = 1;
  private placement = new Placement();

  constructor(private surroundings: Surroundings) {}

  /** Returns what is new since the last call. */
  news(): Message {
    const { events, problem, inspected, following, threads } = this;
    const computing = this.flock && this.placement.report(this.flock);
    const news: Message = { step: this.flock?.steps() ?? 0, inspected, following, threads, computing, events, problem };
    if (this.modelIsNew) news.model = modelOf(this.flock);
    if (this.secondIsNew) news.second = this.second.flock ? JSON.parse(this.second.flock.values()) : null;
    this.events = [];
    this.problem = undefined;
    this.modelIsNew = this.secondIsNew = false;
    return news;
  }

  // Opening.

  /** Loads the library and opens a preset. */
  async open(library: WebAssembly.Module, { preset, running, looks, processor }: Beginning): Promise<Opened> {
    const { memory } = await load({ module_or_path: library });
    this.flock = Flock.ofPreset(preset);
    this.pane = new Pane();
    this.second = new SecondFlock();
    this.loop = new FrameLoop(this.flock, this.pane, this.second, (error) => this.replayed(error));
    this.loop.clock.running = running;
    this.placement.choice = processor;
    for (const [name, value] of Object.entries(looks)) this.look(name, value);
    this.look('colour', View.fittingColour(this.flock));
    const isShared = globalThis.crossOriginIsolated && memory.buffer instanceof SharedArrayBuffer;
    return { ready: moment(), memory: isShared ? memory : undefined };
  }

  /**
   * Opens the canvas of the first flock and begins to draw. Returns the graphics API in use, `WebGPU` or `WebGL2`, and the
   * moment when it was ready.
   */
  async openCanvas(surface: Surface, webgl2: boolean, size: Size): Promise<{ backend: string; ready: number }> {
    const backend = await this.pane.open(surface, webgl2);
    const ready = moment();
    this.pane.resize(size);
    if (this.placement.choice === 'gpu') await this.lookForGpu(backend);
    const tick = (now: number): void => {
      const frame = this.surroundings.inTurn(async () => {
        const frame = await this.loop.frame(now);
        if (frame) this.surroundings.tell({ frame });
        await this.recover();
      });
      void frame.finally(() => requestAnimationFrame(tick));
    };
    tick(performance.now());
    return { backend, ready };
  }

  /** Steps and measures the flocks with this many threads, which are waiting for work. */
  openThreads(count: number): void {
    openThreads(count);
    this.threads = count;
  }

  /** What the page needs to be complete. It asks when the flock moves, and then gets its model too. */
  async tables(): Promise<Tables> {
    this.modelIsNew = true;
    await this.lookForGpu(this.pane.backend);
    const markColours = { light: JSON.parse(View.markColours('light')), dark: JSON.parse(View.markColours('dark')) };
    return { ...tables(), markColours };
  }

  // The processor or the graphics card.

  /** Lets the flocks step where the user wants. */
  async setProcessor(processor: Processor): Promise<void> {
    this.placement.choose(processor);
    await this.place();
  }

  private async lookForGpu(backend: string): Promise<void> {
    await this.placement.look(backend);
    await this.place();
  }

  /** Tells the flocks where to step. */
  private async place(): Promise<void> {
    await this.placement.place(this.flock, this.pane);
    if (this.second.flock && this.second.pane.isOpen) await this.placement.place(this.second.flock, this.second.pane);
  }

  /** If the graphics card has failed, the flock has gone on on the processor: draws it with another one, if there is one. */
  private async recover(): Promise<void> {
    const { setback } = this.placement.report(this.flock);
    if (setback?.kind !== 'failed' || this.placement.hasFailed) return;
    this.placement.fail(setback.problem ?? '');
    await this.place();
    for (const pane of [this.pane, this.second.pane]) if (pane.isOpen) await pane.reopen().catch(() => undefined);
  }

  /** The largest flock like the first that takes so many milliseconds for a step, where such a flock steps. */
  async mostBoids(milliseconds: number, fewest: number, mostOnCpu: number, mostOnGpu: number): Promise<number> {
    const { flock } = this;
    await flock.fetch();
    const gpu = await this.placement.gpu(this.pane);
    if (gpu) {
      for (let boids = fewest; ; boids = Math.min(mostOnGpu, 8 * boids)) {
        const time = await timeOnGpu(flock, boids, gpu, TRIAL_MS);
        const fitting = (boids * milliseconds) / time;
        // A small flock says little of a large one, since a card steps all boids at the same time.
        if (fitting < 4 * boids || boids === mostOnGpu) return Math.min(mostOnGpu, fitting);
      }
    }
    return Math.min(mostOnCpu, (flock.boids() * milliseconds) / timeSteps(flock, 'grid', TRIAL_MS));
  }

  // Time.

  run(running: boolean): void {
    this.loop.clock.running = running;
  }

  setSpeed(speed: number): void {
    this.loop.clock.speed = speed;
  }

  /** Does steps of both flocks at once. */
  async step(count: number): Promise<void> {
    await this.flock.advance(count);
    await this.second.catchUp(this.flock.steps(), Infinity);
    this.pane.needsRedraw = true;
  }

  // Changes. Those with the same number of an action are undone together.

  /** Makes changes in order; the first that is refused stops them, and leaves the flock as it was before it. */
  async change(action: number, changes: Change[]): Promise<void> {
    this.begin(action);
    for (const one of changes) await this.happened(await change(this.flock, one));
  }

  /** Removes boids and the goal near points of the canvas, and the obstacles there. */
  async erase(action: number, pixels: Pixel[], radius: number, tolerances: Tolerances): Promise<void> {
    this.begin(action);
    const { flock, pane: { view }, inspected } = this;
    await this.pane.seeBoids(flock);
    const boids = new Set(pixels.flatMap(([x, y]) => [...view.boidsAt(x, y, radius)]));
    const hasGoal = pixels.some(([x, y]) => view.goalAt(flock, x, y, tolerances.goal));
    await flock.fetch();
    if (boids.size > 0 || hasGoal) {
      flock.removeBoids(Uint32Array.from(boids));
      if (hasGoal) flock.removeGoal();
      // The ids above a removed boid fall by one.
      if (inspected !== undefined) await this.inspect(boids.has(inspected) ? undefined : inspected - [...boids].filter((id) => id < inspected).length);
      await this.happened(['changed']);
      await this.pane.see(flock);
    }
    for (const [x, y] of pixels) {
      const obstacle = view.obstacleAt(flock, x, y, tolerances.obstacle);
      if (obstacle === undefined) continue;
      flock.removeObstacle(obstacle);
      await this.happened(['changed']);
    }
  }

  private begin(action: number): void {
    if (action !== this.action) this.flock.endAction();
    this.action = action;
  }

  private async happened(events: FlockEvent[]): Promise<void> {
    if (events.includes('opened')) {
      await this.inspect(undefined);
      this.pane.view.fit();
      this.look('colour', View.fittingColour(this.flock));
      if (this.second.flock) this.reopenSecond();
    }
    if (events.includes('restarted')) await this.second.restart();
    if (events.includes('opened') || events.includes('restarted')) {
      this.loop.sampler.reset();
      await this.place();
    }
    if (events.length > 0) this.modelIsNew = true;
    this.events.push(...events);
    this.pane.needsRedraw = true;
  }

  /** A link has been replayed, or cannot be. */
  private async replayed(error?: unknown): Promise<void> {
    if (error !== undefined) {
      this.problem = problemOf(error);
      await this.happened([...(await change(this.flock, ['restart'])), 'changed']);
      return;
    }
    this.loop.clock.running = false;
    await this.happened(['changed', 'replayed']);
  }

  // Questions.

  /** Asks the first or the second flock. */
  async ask(which: 'first' | 'second', method: Method<Flock>, args: unknown[]): Promise<unknown> {
    const flock = which === 'first' ? this.flock : this.second.flock;
    await flock!.fetch();
    return (flock![method] as (...args: unknown[]) => unknown).apply(flock, args);
  }

  /** Asks how the first or the second flock is seen. */
  async askView(which: 'first' | 'second', method: Method<View>, args: unknown[]): Promise<unknown> {
    const [{ view }, flock] = which === 'first' ? [this.pane, this.flock] : [this.second.pane, this.second.flock];
    if (flock && ASK_FOR_BOIDS.includes(method)) await (which === 'first' ? this.pane : this.second.pane).seeBoids(flock);
    return (view[method] as (...args: unknown[]) => unknown).apply(view, args);
  }

  /** What is at a point of the canvas. */
  async at([x, y]: Pixel, tolerances: Tolerances): Promise<Hit> {
    const { flock, pane: { view } } = this;
    await this.pane.seeBoids(flock);
    return {
      goal: view.goalAt(flock, x, y, tolerances.goal),
      obstacle: view.obstacleAt(flock, x, y, tolerances.obstacle),
      boid: view.pick(x, y),
    };
  }

  /** Milliseconds per step of a copy of the flock with the given search, measured for some time. */
  async timeSteps(search: string, milliseconds: number): Promise<number> {
    await this.flock.fetch();
    return timeSteps(this.flock, search, milliseconds);
  }

  /** Times a search, and compares one step with the grid's; throws the reason if the scenario does not allow it. */
  async trySearch(search: string, milliseconds: number): Promise<Trial> {
    await this.flock.fetch();
    return { time: timeSteps(this.flock, search, milliseconds), ...JSON.parse(this.flock.accuracy(search)) };
  }

  // How the flocks are seen.

  resize(which: 'first' | 'second', size: Size): void {
    (which === 'first' ? this.pane : this.second.pane).resize(size);
  }

  /** Sets one of the styles of `View.setLook`, such as `colour`, `form` or `backdrop`, of both flocks. */
  look(name: string, value: string): void {
    for (const pane of [this.pane, this.second.pane]) pane.look(name, value);
  }

  /** Inspects a boid, of both flocks; ids wrap around at both ends. */
  async inspect(id: number | undefined): Promise<void> {
    const boids = this.flock.boids();
    this.inspected = id === undefined || boids === 0 ? undefined : ((id % boids) + boids) % boids;
    for (const pane of [this.pane, this.second.pane]) pane.inspect(this.inspected);
    await this.follow(this.following);
  }

  /** Inspects the next (1) or the previous (-1) boid; the first or the last if none is inspected. */
  async inspectNext(direction: 1 | -1): Promise<void> {
    await this.inspect((this.inspected ?? (direction > 0 ? -1 : 0)) + direction);
  }

  /** Follows the inspected boid: keeps it in the centre, flies behind it or looks through its eyes. */
  async follow(how: Ride | undefined): Promise<void> {
    const { view } = this.pane;
    this.following = this.inspected === undefined ? undefined : how;
    // The camera goes there at once.
    if (this.following) await this.pane.seeBoids(this.flock);
    if (this.inspected !== undefined && this.following) view.ride(this.inspected, this.following);
    else view.follow(undefined);
    this.pane.needsRedraw = true;
  }

  /** Pans, which stops following. */
  pan(dx: number, dy: number): void {
    this.following = undefined;
    this.pane.view.pan(dx, dy);
    this.pane.needsRedraw = true;
  }

  orbit(dx: number, dy: number): void {
    this.pane.view.orbit(dx, dy);
    this.pane.needsRedraw = true;
  }

  zoom(factor: number, x: number, y: number): void {
    this.pane.view.zoom(factor, x, y);
    this.pane.needsRedraw = true;
  }

  /** Shows the whole world. */
  fit(): void {
    this.pane.view.fit();
    this.pane.needsRedraw = true;
  }

  /** Draws the next frame even if nothing has changed. */
  redraw(): void {
    this.pane.needsRedraw = this.second.pane.needsRedraw = true;
  }

  /** The picture of the present state. */
  async picture(): Promise<ImageBitmap> {
    await this.pane.see(this.flock);
    return this.pane.picture(this.flock);
  }

  /** Sends every picture to the page, beginning with the present one, or no longer. */
  record(on: boolean): void {
    this.loop.isRecording = on;
    this.pane.needsRedraw = true;
  }

  // The second flock.

  /** Shows a second flock. What is refused leaves the one before. */
  async openSecond(variation: Variation): Promise<void> {
    this.second.open(this.flock, variation);
    this.secondIsNew = true;
    await this.place();
  }

  async openSecondCanvas(surface: Surface, webgl2: boolean, size: Size): Promise<void> {
    await this.second.pane.open(surface, webgl2);
    this.second.pane.resize(size);
    await this.place();
  }

  closeSecond(): void {
    this.second.close();
    this.secondIsNew = true;
  }

  private reopenSecond(): void {
    try {
      this.second.reopen(this.flock);
    } catch (error) {
      this.problem = problemOf(error);
      this.second.close();
    }
    this.secondIsNew = true;
  }
}
