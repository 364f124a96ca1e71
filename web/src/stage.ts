// The stage: the canvas, how the flock is seen on it, and what a pointer or the keyboard does to the view.

import { Canvas, View } from 'quelea';
import { get } from './element';
import type { Experiment } from './experiment';
import type { Inspection } from './library';
import { theme } from './theme';

/** More pixels than this per pixel of the page cost time and show nothing. */
const FINEST = 2;

export class Stage {
  readonly element: HTMLCanvasElement;
  readonly view: View;
  inspected: number | undefined;
  /** What was last seen of the inspected boid. */
  inspection: Inspection | undefined;
  /** Whether something besides the state changed since the last frame. */
  stale = true;
  private looks: Record<string, string> = { trails: '0', form: 'fitting', size: '1' };

  private constructor(private canvas: Canvas, element: HTMLCanvasElement, private experiment: Experiment) {
    this.element = element;
    const [width, height] = this.pixels();
    this.view = new View(width, height);
    this.look('theme', theme());
    this.look('colour', View.fittingColour(experiment.flock));
    new ResizeObserver(() => this.resize()).observe(element);
    experiment.on('opened', () => {
      this.inspect(undefined);
      this.view.fit();
      this.look('colour', View.fittingColour(experiment.flock));
    });
    experiment.on('changed', () => (this.stale = true));
    experiment.on('restarted', () => (this.stale = true));
  }

  /** Opens the canvas with WebGPU, or with WebGL2 where there is none or the address asks for it. */
  static async open(experiment: Experiment): Promise<Stage> {
    let element = get<HTMLCanvasElement>('canvas');
    const size = () => Object.assign(element, sized(element));
    const webgl2 = new URLSearchParams(location.search).get('draw') === 'webgl2';
    size();
    try {
      return new Stage(await Canvas.open(element, webgl2), element, experiment);
    } catch (error) {
      if (webgl2) throw error;
      // A canvas that has begun with WebGPU cannot go on with WebGL2: take another.
      const fresh = element.cloneNode() as HTMLCanvasElement;
      element.replaceWith(fresh);
      element = fresh;
      size();
      return new Stage(await Canvas.open(element, true), element, experiment);
    }
  }

  get backend(): string {
    return this.canvas.backend();
  }

  isFlat(): boolean {
    return this.experiment.flock.dimension() === 2;
  }

  /** Draws the flock as it is now. */
  draw(): void {
    const seen = this.view.see(this.experiment.flock);
    this.inspection = seen === undefined ? undefined : JSON.parse(seen);
    this.canvas.draw(this.view, this.ratio());
    this.stale = false;
  }

  look(what: string, value: string): void {
    this.looks[what] = value;
    this.view.setLook(what, value);
    this.stale = true;
  }

  looksLike(what: string): string {
    return this.looks[what] ?? '';
  }

  inspect(id: number | undefined): void {
    const boids = this.experiment.flock.boids();
    this.inspected = id === undefined || boids === 0 ? undefined : ((id % boids) + boids) % boids;
    this.view.inspect(this.inspected);
    if (this.inspected === undefined) this.view.follow(undefined);
    this.stale = true;
  }

  follow(follow: boolean): void {
    this.view.follow(follow ? this.inspected : undefined);
    this.stale = true;
  }

  /** From pixels of the page, counted from the canvas' corner, to pixels of the picture. */
  scaled(x: number, y: number): [number, number] {
    return [x * this.ratio(), y * this.ratio()];
  }

  pan(dx: number, dy: number): void {
    this.view.pan(...this.scaled(dx, dy));
    this.stale = true;
  }

  orbit(dx: number, dy: number): void {
    this.view.orbit(...this.scaled(dx, dy));
    this.stale = true;
  }

  zoom(factor: number, x: number, y: number): void {
    this.view.zoom(factor, ...this.scaled(x, y));
    this.stale = true;
  }

  fit(): void {
    this.view.fit();
    this.stale = true;
  }

  private ratio(): number {
    return Math.min(devicePixelRatio || 1, FINEST);
  }

  private pixels(): [number, number] {
    const { width, height } = sized(this.element);
    return [width, height];
  }

  private resize(): void {
    const [width, height] = this.pixels();
    this.view.resize(width, height);
    this.stale = true;
  }
}

function sized(element: HTMLCanvasElement): { width: number; height: number } {
  const ratio = Math.min(devicePixelRatio || 1, FINEST);
  return {
    width: Math.max(1, Math.round(element.clientWidth * ratio)),
    height: Math.max(1, Math.round(element.clientHeight * ratio)),
  };
}
