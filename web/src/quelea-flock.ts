// The <quelea-flock> element: a live flock in any page, with one script tag.
//
//   <script type="module" src="https://…/quelea-flock.js"></script>
//   <quelea-flock preset="p5" boids="300" inspect></quelea-flock>
//
// Attributes:
//   preset         name of the preset; p5 by default
//   scenario       a whole scenario in TOML instead of a preset
//   boids          number of boids; the world is scaled to keep the density
//   seed           seed of the random numbers
//   set            parameters: "separation.weight=2; perception.view=180"
//   obstacles      centre and radius of each: "100,80,20; 300,200,30"
//   inspect        id of the inspected boid; 0 if the attribute is empty
//   controls       parameters that get a slider, a choice or a switch, separated by spaces: "separation.weight",
//                  "separation.weight:0..5", "avoid.method:steer|force-field". label-separation-weight labels one, and
//                  label-avoid-method-steer a choice
//   measures       measures that are shown, separated by spaces: "polarisation"; label-polarisation labels one
//   tool           what a click does: goal (dragging moves it), predator, obstacle or boid
//   colour         species, heading, speed, neighbours or cluster
//   trails         number of past steps that are drawn
//   speed          0.1 to 8
//   speed-control  lets the reader choose the speed
//   theme          light or dark; the browser's preference by default
//   paused         start paused
//
// Variants are <data> elements inside: <data value="space.kind=torus">Torus</data>. The reader chooses one of them by
// its text, label-variants labels the choice, and the value is applied like the attribute `set`. With data-scenario, a
// variant is a whole scenario in TOML.
//
// For programs: `continueFrom(snapshot)` and `snapshot()` exchange flocks with other programs of Quelea, `set(path, value)`
// changes a parameter, and the event `parameter` tells of those that a control has changed, as { path, value }.

import { Flock, View } from 'quelea';
import { clampSpeed, Clock } from './clock';
import { el } from './dom';
import { errorMessage } from './error-message';
import { FlockControls } from './flock-controls';
import { FlockMeasures } from './flock-measures';
import { FlockPointer, type Point } from './flock-pointer';
import { STYLE } from './flock-style';
import { loadLibrary } from './library';
import { canvasSize, pixelRatio } from './pixels';
import { SharedRenderer } from './shared-renderer';
import { type MessageKey, translation } from './translations';

/** Attributes that define the scenario; the others change only how it is shown. */
const SCENARIO_ATTRIBUTES = ['preset', 'scenario', 'boids', 'set', 'seed', 'obstacles', 'controls'];
const TOOLS = ['goal', 'predator', 'obstacle', 'boid'];
const SPEEDS = [0.25, 0.5, 1, 2, 4];
/** How far an arrow key turns the view, and how much a key zooms. */
const KEY_ORBIT_PX = 20;
const KEY_ZOOM = 1.25;
/** Radius of an obstacle that a click adds. */
const OBSTACLE_RADIUS_PX = 22;

/** Elements that are attached and in the visible part of the page. */
const visible = new Set<QueleaFlock>();
const visibilityObserver = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    const element = target as QueleaFlock;
    isIntersecting ? visible.add(element) : visible.delete(element);
  }
});

let ticking = false;

/** One animation loop for all elements: steps and draws those that are visible. */
function tick(now: number): void {
  requestAnimationFrame(tick);
  for (const element of visible) element.frame(now);
}

export class QueleaFlock extends HTMLElement {
  static readonly observedAttributes = [
    ...SCENARIO_ATTRIBUTES, 'inspect', 'colour', 'trails', 'speed', 'speed-control', 'theme', 'paused', 'measures', 'tool',
  ];

  /** The simulation; `undefined` until the library is loaded. */
  flock: Flock | undefined;
  view: View | undefined;
  readonly clock = new Clock();
  private canvas = el('canvas', { tabindex: 0, role: 'img' });
  private runButton = el('button', { type: 'button' });
  private speedSelect = el('select');
  private controls = new FlockControls({
    label: (name) => this.getAttribute(`label-${name}`) ?? undefined,
    onChange: (path, value) => this.change(path, value),
    onError: (error) => this.showError(error),
  });
  private measures = new FlockMeasures();
  private error = el('p', { class: 'error', role: 'alert' });
  private box = el('div', { class: 'box' });
  private renderer: SharedRenderer | undefined;
  private needsRedraw = true;
  /** The flock that another program gave; attributes define it otherwise. */
  private source: Uint8Array | undefined;
  /** The chosen variant. */
  private variant = 0;
  private variantChoice: HTMLElement | undefined;
  /** Where the pointer that the boids respond to is, if it is over the canvas. */
  private pointer: Point | undefined;
  private pointerMoved = false;
  /** Whether the view has been zoomed: only then can it be moved in 2D. */
  private zoomed = false;
  private prefersDark = matchMedia('(prefers-color-scheme: dark)');

  constructor() {
    super();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    const restartButton = el('button', { type: 'button' }, '↺');
    const stepButton = el('button', { type: 'button' }, '❙▶');
    const bar = el('div', { class: 'bar' }, this.speedSelect, restartButton, stepButton, this.runButton);
    this.box.append(el('div', { class: 'scene' }, this.canvas, bar), this.measures.element, this.controls.element, this.error);
    root.append(this.box);
    restartButton.addEventListener('click', () => this.restart());
    stepButton.addEventListener('click', () => this.step());
    this.runButton.addEventListener('click', () => this.toggle());
    this.speedSelect.addEventListener('change', () => this.setAttribute('speed', this.speedSelect.value));
    setLabel(restartButton, 'restart');
    setLabel(stepButton, 'step');
    setLabel(this.speedSelect, 'speed');
    new FlockPointer(this.canvas, {
      hover: (point) => this.hover(point),
      leave: () => this.movePointer(undefined),
      click: (point) => this.useTool(point),
      drag: (point, dx, dy) => this.drag(point, dx, dy),
      zoom: (factor, point) => this.zoom(factor, point),
      fit: () => this.fit(),
    });
    this.canvas.addEventListener('keydown', (event) => this.onKeyDown(event));
    new ResizeObserver(() => this.resize()).observe(this.canvas);
    this.prefersDark.addEventListener('change', () => this.applyAppearance());
  }

  async connectedCallback(): Promise<void> {
    visibilityObserver.observe(this);
    this.clock.running = !this.hasAttribute('paused') && !matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.updateRunButton();
    try {
      await loadLibrary();
      this.renderer = await SharedRenderer.get();
      this.open();
    } catch (error) {
      this.showError(error);
    }
    if (!ticking) requestAnimationFrame(tick);
    ticking = true;
  }

  disconnectedCallback(): void {
    visibilityObserver.unobserve(this);
    visible.delete(this);
  }

  attributeChangedCallback(name: string): void {
    if (!this.renderer) return;
    if (SCENARIO_ATTRIBUTES.includes(name)) this.open();
    else this.error.textContent = '';
    if (name === 'paused') this.toggle(!this.hasAttribute('paused'));
    if (name === 'measures') this.showMeasures();
    this.applyAppearance();
  }

  /** Steps and draws if necessary. */
  frame(now: number): void {
    const { flock, view, renderer } = this;
    if (!flock || !view || !renderer) return;
    this.applyPointer();
    let steps = 0;
    for (const _ of this.clock.due(now)) {
      flock.step(1);
      steps += 1;
    }
    if (steps === 0 && !this.needsRedraw) return;
    this.needsRedraw = false;
    this.sample();
    view.see(flock);
    const { width, height } = canvasSize(this.canvas);
    if (this.canvas.width !== width || this.canvas.height !== height) Object.assign(this.canvas, { width, height });
    const context = this.canvas.getContext('2d');
    if (context) renderer.draw(view, context);
  }

  toggle(running = !this.clock.running): void {
    this.clock.running = running;
    this.updateRunButton();
  }

  restart(): void {
    this.flock?.restart();
    this.needsRedraw = true;
  }

  /** Does a single step and pauses. */
  step(): void {
    this.toggle(false);
    this.flock?.step(1);
    this.needsRedraw = true;
  }

  /** Continues a flock of another program; resolves when it is on the screen, and rejects if it cannot be opened. */
  async continueFrom(snapshot: Uint8Array): Promise<void> {
    await loadLibrary();
    this.source = snapshot;
    if (!this.renderer) return;
    this.open();
    if (this.error.textContent) throw new Error(this.error.textContent);
  }

  /** The flock as it is now, for another program. */
  async snapshot(): Promise<Uint8Array | undefined> {
    return this.flock?.snapshot();
  }

  /** Changes a parameter, and its control if it has one; rejects if the value is not allowed. */
  async set(path: string, value: string): Promise<void> {
    this.flock?.set(path, value);
    this.needsRedraw = true;
    this.buildControls();
  }

  /** Opens the scenario that the attributes define. If one is invalid, shows why and keeps the current flock. */
  private open(): void {
    try {
      const flock = this.createFlock();
      this.flock?.free();
      this.flock = flock;
      this.error.textContent = '';
      this.box.classList.remove('empty');
    } catch (error) {
      return this.showError(error);
    }
    if (!this.view) {
      const { width, height } = canvasSize(this.canvas);
      this.view = new View(width, height);
    }
    this.controls.reset();
    this.applyAppearance();
    this.showMeasures();
    this.buildControls();
  }

  private createFlock(): Flock {
    if (this.source) return Flock.ofSnapshot(this.source);
    const variant = this.variantElements()[this.variant];
    const toml = variant?.dataset.scenario ?? this.getAttribute('scenario');
    const flock = toml === null ? Flock.ofPreset(this.getAttribute('preset') ?? 'p5') : Flock.ofToml(toml);
    // The pointer is not over the flock yet, wherever the scenario has it.
    if (followsPointer(flock)) flock.setPointer(new Float64Array());
    const boids = this.getAttribute('boids');
    if (boids !== null) flock.setBoids(parseCount('boids', boids), true);
    const seed = this.getAttribute('seed');
    if (seed !== null) flock.set('seed', seed);
    for (const [path, value] of parseAssignments(this.getAttribute('set') ?? '')) flock.set(path, value);
    if (variant) for (const [path, value] of parseAssignments(variant.value)) flock.set(path, value);
    for (const obstacle of splitList(this.getAttribute('obstacles') ?? '')) {
      const numbers = obstacle.split(',').map((text) => parseNumber('obstacles', text));
      flock.addObstacle(new Float64Array(numbers.slice(0, -1)), numbers.at(-1)!);
    }
    return flock;
  }

  /** Opens the scenario of the chosen variant. The parameters that have a control keep their values. */
  private replaceFlock(): void {
    const values = JSON.parse(this.flock!.values()) as Record<string, string | undefined>;
    const flock = this.createFlock();
    for (const path of this.controls.paths()) if (values[path] !== undefined) flock.set(path, values[path]);
    this.flock?.free();
    this.flock = flock;
  }

  private variantElements(): HTMLDataElement[] {
    return [...this.querySelectorAll<HTMLDataElement>(':scope > data')];
  }

  private chooseVariant(index: number): void {
    this.variant = index;
    const { value, dataset } = this.variantElements()[index];
    try {
      if (dataset.scenario !== undefined) this.replaceFlock();
      for (const [path, setting] of parseAssignments(value)) this.flock?.set(path, setting);
      this.error.textContent = '';
    } catch (error) {
      this.showError(error);
    }
    this.applyAppearance();
    this.buildParameterControls();
  }

  /** Shows an error below the flock, or in its place if there is none. */
  private showError(error: unknown): void {
    this.error.textContent = errorMessage(error);
    this.box.classList.toggle('empty', this.flock === undefined);
  }

  /** Applies the attributes that do not define the scenario. */
  private applyAppearance(): void {
    const { view, flock } = this;
    if (!view || !flock) return;
    try {
      view.setLook('theme', this.getAttribute('theme') ?? (this.prefersDark.matches ? 'dark' : 'light'));
      view.setLook('colour', this.getAttribute('colour') ?? View.fittingColour(flock));
      view.setLook('trails', this.getAttribute('trails') ?? '0');
      view.setLook('motion', matchMedia('(prefers-reduced-motion: reduce)').matches ? 'off' : 'on');
      view.inspect(this.hasAttribute('inspect') ? parseCount('inspect', this.getAttribute('inspect') || '0') : undefined);
      this.clock.speed = clampSpeed(parseNumber('speed', this.getAttribute('speed') ?? '1'));
      const tool = this.getAttribute('tool');
      if (tool !== null && !TOOLS.includes(tool)) throw new Error(`tool="${tool}" is not a tool; allowed: ${TOOLS.join(', ')}`);
    } catch (error) {
      this.showError(error);
    }
    this.speedSelect.hidden = !this.hasAttribute('speed-control');
    const speeds = [...new Set([...SPEEDS, this.clock.speed])].sort((a, b) => a - b);
    this.speedSelect.replaceChildren(...speeds.map((speed) => el('option', { value: speed, selected: speed === this.clock.speed }, `${speed}×`)));
    this.canvas.setAttribute('aria-label', this.getAttribute('aria-label') ?? this.getAttribute('preset') ?? '');
    this.canvas.classList.toggle('three', flock.dimension() === 3);
    this.needsRedraw = true;
  }

  /** Creates the choice of a variant and the controls of parameters. */
  private buildControls(): void {
    const labels = this.variantElements().map((variant) => variant.textContent ?? '');
    this.variantChoice = labels.length > 0 ? this.controls.variants(labels, this.variant, (index) => this.chooseVariant(index)) : undefined;
    this.buildParameterControls();
  }

  /** Creates the controls of parameters. The choice of a variant stays, and with it the focus. */
  private buildParameterControls(): void {
    try {
      this.controls.build(this.getAttribute('controls') ?? '', this.flock!, this.variantChoice);
    } catch (error) {
      this.showError(error);
    }
  }

  private showMeasures(): void {
    const names = (this.getAttribute('measures') ?? '').split(/\s+/).filter(Boolean);
    this.measures.show(names.map((name) => ({ name, label: this.getAttribute(`label-${name.replaceAll('_', '-')}`) ?? name.replaceAll('_', ' ') })));
  }

  private sample(): void {
    try {
      this.measures.sample(this.flock!);
    } catch (error) {
      this.measures.show([]);
      this.showError(error);
    }
  }

  /** Changes a parameter on behalf of a control. */
  private change(path: string, value: string): void {
    this.flock?.set(path, value);
    this.error.textContent = '';
    this.needsRedraw = true;
    const text = value.startsWith('"') ? JSON.parse(value) : value;
    this.dispatchEvent(new CustomEvent('parameter', { detail: { path, value: text } }));
  }

  private hover(point: Point): void {
    this.movePointer(point);
    if (!this.clock.running) this.inspectAt(point);
  }

  /** Remembers where the pointer is, for the next frame. */
  private movePointer(point: Point | undefined): void {
    this.pointer = point;
    this.pointerMoved = true;
  }

  /** Tells boids that respond to the pointer where it is. */
  private applyPointer(): void {
    if (!this.pointerMoved || !this.flock) return;
    this.pointerMoved = false;
    if (followsPointer(this.flock)) this.flock.setPointer(this.pointer ? this.worldPoint(this.pointer) : new Float64Array());
  }

  private useTool(point: Point): void {
    const tool = this.getAttribute('tool');
    if (!tool || !this.flock || !this.view) return this.inspectAt(point);
    const position = this.worldPoint(point);
    const velocity = new Float64Array(position.length);
    velocity[0] = Number(JSON.parse(this.flock.values())['motion.max_speed']) / 2;
    try {
      if (tool === 'goal') this.flock.setGoal(position);
      if (tool === 'predator') this.flock.addPredator(position, velocity);
      if (tool === 'boid') this.flock.addBoid(position, velocity);
      if (tool === 'obstacle') this.flock.addObstacle(position, OBSTACLE_RADIUS_PX * pixelRatio() * this.view.lengthOfPixel());
      this.error.textContent = '';
    } catch (error) {
      this.showError(error);
    }
    this.needsRedraw = true;
  }

  /** Moves the goal, orbits in 3D, and moves a view that has been zoomed in 2D. */
  private drag(point: Point, dx: number, dy: number): void {
    const { flock, view } = this;
    if (!flock || !view) return;
    if (this.getAttribute('tool') === 'goal') this.useTool(point);
    else if (flock.dimension() === 3) view.orbit(dx * pixelRatio(), dy * pixelRatio());
    else if (this.zoomed) view.pan(dx * pixelRatio(), dy * pixelRatio());
    this.needsRedraw = true;
  }

  private zoom(factor: number, { x, y }: Point): void {
    this.view?.zoom(factor, x * pixelRatio(), y * pixelRatio());
    this.zoomed = true;
    this.needsRedraw = true;
  }

  private fit(): void {
    this.view?.fit();
    this.zoomed = false;
    this.needsRedraw = true;
  }

  /** Inspects the boid at this point, if the element has the attribute `inspect`. */
  private inspectAt({ x, y }: Point): void {
    if (!this.hasAttribute('inspect') || !this.view) return;
    const id = this.view.pick(x * pixelRatio(), y * pixelRatio());
    if (id !== undefined) this.setAttribute('inspect', String(id));
  }

  private worldPoint({ x, y }: Point): Float64Array {
    return this.view!.point(x * pixelRatio(), y * pixelRatio());
  }

  private onKeyDown(event: KeyboardEvent): void {
    const centre = { x: this.canvas.clientWidth / 2, y: this.canvas.clientHeight / 2 };
    const orbit = (dx: number, dy: number) => () => {
      this.view?.orbit(dx * KEY_ORBIT_PX, dy * KEY_ORBIT_PX);
      this.needsRedraw = true;
    };
    const actions: Record<string, (() => void) | undefined> = {
      ' ': () => this.toggle(),
      '.': () => this.step(),
      Home: () => this.restart(),
      '+': () => this.zoom(KEY_ZOOM, centre),
      '-': () => this.zoom(1 / KEY_ZOOM, centre),
      '0': () => this.fit(),
    };
    const turns: typeof actions = { ArrowLeft: orbit(-1, 0), ArrowRight: orbit(1, 0), ArrowUp: orbit(0, -1), ArrowDown: orbit(0, 1) };
    // In 2D the arrow keys scroll the page, and with Ctrl all keys are the browser's.
    const action = event.ctrlKey || event.metaKey ? undefined : (actions[event.key] ?? (this.flock?.dimension() === 3 ? turns[event.key] : undefined));
    if (action === undefined) return;
    action();
    event.preventDefault();
  }

  private updateRunButton(): void {
    this.runButton.textContent = this.clock.running ? '❚❚' : '▶';
    setLabel(this.runButton, this.clock.running ? 'pause' : 'run');
  }

  private resize(): void {
    const { width, height } = canvasSize(this.canvas);
    this.view?.resize(width, height);
    this.needsRedraw = true;
  }
}

/** Whether the boids of a flock respond to a pointer. */
function followsPointer(flock: Flock): boolean {
  const values = JSON.parse(flock.values()) as Record<string, string>;
  return values['pointer.mode'] !== '"off"' && values['motion.order'].includes('"pointer"');
}

/** Labels a control in the language of the page. */
function setLabel(control: HTMLButtonElement | HTMLSelectElement, key: MessageKey): void {
  control.title = translation(key, document.documentElement.lang.slice(0, 2));
  control.setAttribute('aria-label', control.title);
}

/** Items that are separated by semicolons. */
function splitList(text: string): string[] {
  return text.split(';').filter((item) => item.trim() !== '');
}

/** Parameters and their values: "path=value; path=value". */
function parseAssignments(text: string): [string, string][] {
  return splitList(text).map((assignment) => {
    const [path, ...value] = assignment.split('=');
    if (value.length === 0) throw new Error(`set="${assignment}" has no "=": write path=value, for example separation.weight=2`);
    return [path.trim(), value.join('=').trim()];
  });
}

function parseNumber(attribute: string, text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new Error(`${attribute}="${text.trim()}" is not a number`);
  return value;
}

function parseCount(attribute: string, text: string): number {
  const value = parseNumber(attribute, text);
  if (value < 0 || !Number.isInteger(value)) throw new Error(`${attribute}="${text}" is not a whole number of at least 0`);
  return value;
}

customElements.get('quelea-flock') ?? customElements.define('quelea-flock', QueleaFlock);
