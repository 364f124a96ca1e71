// <quelea-flock>: a live flock in any page, as many as one likes, with one script tag.
//
//   <script type="module" src="https://…/quelea-flock.js"></script>
//   <quelea-flock preset="p5" boids="300" inspect></quelea-flock>
//
// Attributes: preset; boids (the world grows with them); set ("separation.weight=2; perception.view=180");
// obstacles (centre and radius of each: "100,80,20; 300,200,30"); inspect (a boid's id, 0 if left out); controls
// (paths of parameters that get a slider); colour (species, heading, speed, neighbours, cluster); trails; speed
// (0.1 to 8); seed; theme (light, dark); paused.

import { Flock, View } from 'quelea';
import { Clock, FASTEST, SLOWEST } from './clock';
import { make } from './element';
import { known, library, problem } from './library';
import { Painter } from './painter';
import { say } from './words';

const FINEST = 2;

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
  .controls:empty, .problem:empty { display: none; }
  .controls label { display: grid; grid-template-columns: minmax(90px, 38%) 1fr 44px; gap: 8px; align-items: center; }
  .controls output { text-align: right; font-variant-numeric: tabular-nums; }
  input { accent-color: var(--accent); width: 100%; margin: 0; }
  .empty .scene { display: none; }
  .problem { margin: 0; padding: 10px 12px; white-space: pre-wrap; }
`;

/** Flocks that are on the page and in sight. */
const inSight = new Set<QueleaFlock>();
const sight = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    const flock = target as QueleaFlock;
    isIntersecting ? inSight.add(flock) : inSight.delete(flock);
  }
});

let ticking = false;

/** One clock for all: a frame steps and draws every flock in sight. */
function tick(now: number): void {
  requestAnimationFrame(tick);
  for (const flock of inSight) flock.frame(now);
}

export class QueleaFlock extends HTMLElement {
  static readonly observedAttributes = ['preset', 'boids', 'set', 'seed', 'obstacles', 'inspect', 'colour', 'trails', 'speed', 'theme', 'paused', 'controls'];

  /** The flock itself, once it is there. */
  flock: Flock | undefined;
  view: View | undefined;
  readonly clock = new Clock();
  private canvas = make('canvas', { tabindex: 0, role: 'img' });
  private runs = make('button', { type: 'button' });
  private controls = make('div', { class: 'controls' });
  private problem = make('p', { class: 'problem', role: 'alert' });
  private box = make('div', { class: 'box' });
  private painter: Painter | undefined;
  private stale = true;
  private dark = matchMedia('(prefers-color-scheme: dark)');

  constructor() {
    super();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    const again = make('button', { type: 'button' }, '↺');
    const bar = make('div', { class: 'bar' }, again, this.runs);
    this.box.append(make('div', { class: 'scene' }, this.canvas, bar), this.controls, this.problem);
    root.append(this.box);
    again.addEventListener('click', () => this.restart());
    this.runs.addEventListener('click', () => this.toggle());
    again.title = say('restart', this.language());
    again.setAttribute('aria-label', again.title);
    this.canvas.addEventListener('click', (event) => this.pick(event.offsetX, event.offsetY));
    this.canvas.addEventListener('pointermove', (event) => !this.clock.running && this.pick(event.offsetX, event.offsetY));
    this.canvas.addEventListener('keydown', (event) => this.key(event));
    new ResizeObserver(() => this.resize()).observe(this.canvas);
    this.dark.addEventListener('change', () => this.dress());
  }

  async connectedCallback(): Promise<void> {
    sight.observe(this);
    this.clock.running = !this.hasAttribute('paused') && !matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.label();
    try {
      await library();
      this.painter = await Painter.open();
      this.open();
    } catch (error) {
      this.complain(error);
    }
    if (!ticking) requestAnimationFrame(tick);
    ticking = true;
  }

  disconnectedCallback(): void {
    sight.unobserve(this);
    inSight.delete(this);
  }

  attributeChangedCallback(name: string): void {
    if (!this.painter) return;
    if (['preset', 'boids', 'set', 'seed', 'obstacles', 'controls'].includes(name)) this.open();
    else this.problem.textContent = '';
    if (name === 'paused') this.toggle(!this.hasAttribute('paused'));
    this.dress();
  }

  /** Opens what the attributes say. What they say wrongly is shown, and the flock before goes on. */
  private open(): void {
    try {
      const flock = Flock.ofPreset(this.getAttribute('preset') ?? 'p5');
      const boids = this.getAttribute('boids');
      if (boids !== null) flock.setBoids(count('boids', boids), true);
      const seed = this.getAttribute('seed');
      if (seed !== null) flock.set('seed', seed);
      for (const change of this.list('set')) {
        const [path, ...value] = change.split('=');
        if (value.length === 0) throw new Error(`set="${change}" has no "=": write path=value, such as separation.weight=2`);
        flock.set(path.trim(), value.join('=').trim());
      }
      for (const obstacle of this.list('obstacles')) {
        const numbers = obstacle.split(',').map((text) => number('obstacles', text));
        flock.addObstacle(new Float64Array(numbers.slice(0, -1)), numbers.at(-1)!);
      }
      this.flock?.free();
      this.flock = flock;
      this.problem.textContent = '';
      this.box.classList.remove('empty');
    } catch (error) {
      return this.complain(error);
    }
    if (!this.view) {
      const [width, height] = this.pixels();
      this.view = new View(width, height);
    }
    this.dress();
    this.slide();
  }

  /** The parts of an attribute between semicolons. */
  private list(name: string): string[] {
    return (this.getAttribute(name) ?? '').split(';').filter((part) => part.trim() !== '');
  }

  /** Says what is wrong; where no flock was before, in its place. */
  private complain(error: unknown): void {
    this.problem.textContent = problem(error);
    this.box.classList.toggle('empty', this.flock === undefined);
  }

  /** Steps and draws, where that is due. */
  frame(now: number): void {
    const { flock, view, painter } = this;
    if (!flock || !view || !painter) return;
    const steps = this.clock.tick(now, () => flock.step(1));
    if (steps === 0 && !this.stale) return;
    this.stale = false;
    view.see(flock);
    const [width, height] = this.pixels();
    if (this.canvas.width !== width || this.canvas.height !== height) Object.assign(this.canvas, { width, height });
    const context = this.canvas.getContext('2d');
    if (context) painter.draw(view, this.ratio(), context);
  }

  toggle(running = !this.clock.running): void {
    this.clock.running = running;
    this.label();
  }

  restart(): void {
    this.flock?.restart();
    this.stale = true;
  }

  /** How it looks, how fast it runs and who is inspected. */
  private dress(): void {
    const { view, flock } = this;
    if (!view || !flock) return;
    try {
      view.setLook('theme', this.getAttribute('theme') ?? (this.dark.matches ? 'dark' : 'light'));
      view.setLook('colour', this.getAttribute('colour') ?? View.fittingColour(flock));
      view.setLook('trails', this.getAttribute('trails') ?? '0');
      view.inspect(this.hasAttribute('inspect') ? count('inspect', this.getAttribute('inspect') || '0') : undefined);
      this.clock.speed = Math.min(FASTEST, Math.max(SLOWEST, number('speed', this.getAttribute('speed') ?? '1')));
    } catch (error) {
      this.complain(error);
    }
    this.canvas.setAttribute('aria-label', this.getAttribute('aria-label') ?? this.getAttribute('preset') ?? '');
    this.stale = true;
  }

  /** A slider for each parameter that was asked for, from nothing to twice what it is. */
  private slide(): void {
    const flock = this.flock!;
    const values = JSON.parse(flock.values());
    const paths = (this.getAttribute('controls') ?? '').split(/\s+/).filter(Boolean);
    const sliders = paths.map((path) => {
      const row = known().parameters.find((row) => row.path === path);
      const value = Number(values[path] ?? 0);
      const high = row?.unit === 'degrees' ? 360 : 2 * value || 1;
      const slider = make('input', { type: 'range', min: 0, max: high, step: high / 100, value });
      const output = make('output', {}, String(value));
      slider.addEventListener('input', () => {
        const next = String(Number(Number(slider.value).toPrecision(3)));
        try {
          flock.set(path, next);
          output.textContent = next;
          this.problem.textContent = '';
        } catch (error) {
          this.complain(error);
        }
        this.stale = true;
      });
      const name = this.getAttribute(`label-${path.replace('.', '-')}`) ?? path.replace('.', ' ');
      return make('label', {}, make('span', {}, name), slider, output);
    });
    this.controls.replaceChildren(...sliders);
  }

  private pick(x: number, y: number): void {
    if (!this.hasAttribute('inspect') || !this.view) return;
    const id = this.view.pick(x * this.ratio(), y * this.ratio());
    if (id !== undefined) this.setAttribute('inspect', String(id));
  }

  private key(event: KeyboardEvent): void {
    const actions: Record<string, (() => void) | undefined> = {
      ' ': () => this.toggle(),
      '.': () => {
        this.toggle(false);
        this.flock?.step(1);
        this.stale = true;
      },
      Home: () => this.restart(),
    };
    const action = actions[event.key];
    if (action === undefined) return;
    action();
    event.preventDefault();
  }

  private label(): void {
    const word = this.clock.running ? 'pause' : 'run';
    this.runs.textContent = this.clock.running ? '❚❚' : '▶';
    this.runs.title = say(word, this.language());
    this.runs.setAttribute('aria-label', this.runs.title);
  }

  private language(): string {
    return document.documentElement.lang.slice(0, 2);
  }

  private ratio(): number {
    return Math.min(devicePixelRatio || 1, FINEST);
  }

  private pixels(): [number, number] {
    const pixels = (length: number) => Math.max(1, Math.round(length * this.ratio()));
    return [pixels(this.canvas.clientWidth), pixels(this.canvas.clientHeight)];
  }

  private resize(): void {
    this.view?.resize(...this.pixels());
    this.stale = true;
  }
}

/** What an attribute says as a number; what is none is refused. */
function number(name: string, text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new Error(`${name}="${text.trim()}" is not a number`);
  return value;
}

function count(name: string, text: string): number {
  const value = number(name, text);
  if (value < 0 || !Number.isInteger(value)) throw new Error(`${name}="${text}" is not a whole number of 0 or more`);
  return value;
}

customElements.get('quelea-flock') ?? customElements.define('quelea-flock', QueleaFlock);
