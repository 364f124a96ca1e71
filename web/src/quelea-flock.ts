// The <quelea-flock> element: a live flock in any page, with one script tag.
//
//   <script type="module" src="https://…/quelea-flock.js"></script>
//   <quelea-flock preset="p5" boids="300" inspect></quelea-flock>
//
// Attributes:
//   preset     name of the preset; p5 by default
//   boids      number of boids; the world is scaled to keep the density
//   seed       seed of the random numbers
//   set        parameters: "separation.weight=2; perception.view=180"
//   obstacles  centre and radius of each: "100,80,20; 300,200,30"
//   inspect    id of the inspected boid; 0 if the attribute is empty
//   controls   paths of parameters that get a slider, separated by spaces; label-separation-weight labels one
//   colour     species, heading, speed, neighbours or cluster
//   trails     number of past steps that are drawn
//   speed      0.1 to 8
//   theme      light or dark; the browser's preference by default
//   paused     start paused
//
// For programs: `continueFrom(snapshot)` and `snapshot()` exchange flocks with other programs of Quelea, `set(path, value)`
// changes a parameter, and the event `parameter` tells of those that a slider has changed, as { path, value }.

import { Flock, View } from 'quelea';
import { clampSpeed, Clock } from './clock';
import { el } from './dom';
import { errorMessage, loadLibrary, tables } from './library';
import { canvasSize, pixelRatio } from './pixels';
import { SharedRenderer } from './shared-renderer';
import { type MessageKey, translation } from './translations';

/** Attributes that define the scenario; the others change only how it is shown. */
const SCENARIO_ATTRIBUTES = ['preset', 'boids', 'set', 'seed', 'obstacles', 'controls'];

const STYLE = `
  :host { display: block; position: relative; font: 13px/1.4 system-ui, sans-serif; color-scheme: light dark;
    --line: light-dark(#d8d3c8, #2a3442); --surface: light-dark(#fdfcfa, #12171f); --text: light-dark(#22262c, #e8edf4);
    --muted: light-dark(#666258, #93a0b1); --accent: light-dark(#0b6e99, #56b4e9); color: var(--text); }
  :host([theme=light]) { color-scheme: light; }
  :host([theme=dark]) { color-scheme: dark; }
  :host([hidden]) { display: none; }
  .box { border: 1px solid var(--line); border-radius: 10px; overflow: hidden; background: var(--surface); }
  .scene { position: relative; aspect-ratio: var(--flock-ratio, 16 / 10); }
  canvas { position: absolute; inset: 0; width: 100%; height: 100%; touch-action: pan-y; display: block; }
  canvas:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
  .bar { position: absolute; right: 6px; bottom: 6px; display: flex; gap: 4px; }
  button { font: inherit; color: inherit; background: color-mix(in srgb, var(--surface) 85%, transparent); border: 1px solid var(--line);
    border-radius: 7px; min-width: 32px; min-height: 32px; cursor: pointer; padding: 2px 8px; }
  button:focus-visible, input:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
  .controls { display: grid; gap: 6px; padding: 9px 12px; border-top: 1px solid var(--line); }
  .controls:empty, .error:empty { display: none; }
  .controls label { display: grid; grid-template-columns: minmax(90px, 38%) 1fr 44px; gap: 8px; align-items: center; }
  .controls output { text-align: right; font-variant-numeric: tabular-nums; }
  input { accent-color: var(--accent); width: 100%; margin: 0; }
  .empty .scene { display: none; }
  .error { margin: 0; padding: 10px 12px; white-space: pre-wrap; }
`;

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
  static readonly observedAttributes = [...SCENARIO_ATTRIBUTES, 'inspect', 'colour', 'trails', 'speed', 'theme', 'paused'];

  /** The simulation; `undefined` until the library is loaded. */
  flock: Flock | undefined;
  view: View | undefined;
  readonly clock = new Clock();
  private canvas = el('canvas', { tabindex: 0, role: 'img' });
  private runButton = el('button', { type: 'button' });
  private controls = el('div', { class: 'controls' });
  private error = el('p', { class: 'error', role: 'alert' });
  private box = el('div', { class: 'box' });
  private renderer: SharedRenderer | undefined;
  private needsRedraw = true;
  /** The flock that another program gave; attributes define it otherwise. */
  private source: Uint8Array | undefined;
  private prefersDark = matchMedia('(prefers-color-scheme: dark)');

  constructor() {
    super();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    const restartButton = el('button', { type: 'button' }, '↺');
    const bar = el('div', { class: 'bar' }, restartButton, this.runButton);
    this.box.append(el('div', { class: 'scene' }, this.canvas, bar), this.controls, this.error);
    root.append(this.box);
    restartButton.addEventListener('click', () => this.restart());
    this.runButton.addEventListener('click', () => this.toggle());
    setLabel(restartButton, 'restart');
    this.canvas.addEventListener('click', (event) => this.inspectAt(event.offsetX, event.offsetY));
    this.canvas.addEventListener('pointermove', (event) => !this.clock.running && this.inspectAt(event.offsetX, event.offsetY));
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
    this.applyAppearance();
  }

  /** Steps and draws if necessary. */
  frame(now: number): void {
    const { flock, view, renderer } = this;
    if (!flock || !view || !renderer) return;
    const steps = this.clock.tick(now, () => flock.step(1));
    if (steps === 0 && !this.needsRedraw) return;
    this.needsRedraw = false;
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

  /** Changes a parameter, and its slider if it has one; rejects if the value is not allowed. */
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
    this.applyAppearance();
    this.buildControls();
  }

  private createFlock(): Flock {
    if (this.source) return Flock.ofSnapshot(this.source);
    const flock = Flock.ofPreset(this.getAttribute('preset') ?? 'p5');
    const boids = this.getAttribute('boids');
    if (boids !== null) flock.setBoids(parseCount('boids', boids), true);
    const seed = this.getAttribute('seed');
    if (seed !== null) flock.set('seed', seed);
    for (const assignment of this.listAttribute('set')) {
      const [path, ...value] = assignment.split('=');
      if (value.length === 0) throw new Error(`set="${assignment}" has no "=": write path=value, for example separation.weight=2`);
      flock.set(path.trim(), value.join('=').trim());
    }
    for (const obstacle of this.listAttribute('obstacles')) {
      const numbers = obstacle.split(',').map((text) => parseNumber('obstacles', text));
      flock.addObstacle(new Float64Array(numbers.slice(0, -1)), numbers.at(-1)!);
    }
    return flock;
  }

  /** Items of an attribute, separated by semicolons. */
  private listAttribute(name: string): string[] {
    return (this.getAttribute(name) ?? '').split(';').filter((item) => item.trim() !== '');
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
      view.inspect(this.hasAttribute('inspect') ? parseCount('inspect', this.getAttribute('inspect') || '0') : undefined);
      this.clock.speed = clampSpeed(parseNumber('speed', this.getAttribute('speed') ?? '1'));
    } catch (error) {
      this.showError(error);
    }
    this.canvas.setAttribute('aria-label', this.getAttribute('aria-label') ?? this.getAttribute('preset') ?? '');
    this.needsRedraw = true;
  }

  /** Creates a slider for each path in `controls`, from 0 to twice the current value (angles: to 360°). */
  private buildControls(): void {
    const flock = this.flock!;
    const values = JSON.parse(flock.values());
    const paths = (this.getAttribute('controls') ?? '').split(/\s+/).filter(Boolean);
    const sliders = paths.map((path) => {
      const parameter = tables().parameters.find((row) => row.path === path);
      const value = Number(values[path] ?? 0);
      const max = parameter?.unit === 'degrees' ? 360 : 2 * value || 1;
      const slider = el('input', { type: 'range', min: 0, max, step: max / 100, value });
      const output = el('output', {}, String(value));
      slider.addEventListener('input', () => {
        const next = String(Number(Number(slider.value).toPrecision(3)));
        try {
          flock.set(path, next);
          output.textContent = next;
          this.error.textContent = '';
          this.dispatchEvent(new CustomEvent('parameter', { detail: { path, value: next } }));
        } catch (error) {
          this.showError(error);
        }
        this.needsRedraw = true;
      });
      const label = this.getAttribute(`label-${path.replace('.', '-')}`) ?? path.replace('.', ' ');
      return el('label', {}, el('span', {}, label), slider, output);
    });
    this.controls.replaceChildren(...sliders);
  }

  /** Inspects the boid at this point, if the element has the attribute `inspect`. */
  private inspectAt(x: number, y: number): void {
    if (!this.hasAttribute('inspect') || !this.view) return;
    const id = this.view.pick(x * pixelRatio(), y * pixelRatio());
    if (id !== undefined) this.setAttribute('inspect', String(id));
  }

  private onKeyDown(event: KeyboardEvent): void {
    const actions: Record<string, (() => void) | undefined> = {
      ' ': () => this.toggle(),
      '.': () => {
        this.toggle(false);
        this.flock?.step(1);
        this.needsRedraw = true;
      },
      Home: () => this.restart(),
    };
    const action = actions[event.key];
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

/** Labels a button in the language of the page. */
function setLabel(button: HTMLButtonElement, key: MessageKey): void {
  button.title = translation(key, document.documentElement.lang.slice(0, 2));
  button.setAttribute('aria-label', button.title);
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
