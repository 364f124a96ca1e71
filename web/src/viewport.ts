// The canvas, its camera, and which boid is inspected.

import { type Canvas, View } from 'quelea';
import { openCanvas } from './canvas';
import { byId } from './dom';
import type { Experiment } from './experiment';
import type { Inspection } from './library';
import { canvasSize, pixelRatio } from './pixels';
import { theme } from './theme';

/** How the camera follows a boid. */
export type Ride = 'centre' | 'behind' | 'first-person';

export class Viewport {
  readonly view: View;
  /** Id of the inspected boid. */
  inspected: number | undefined;
  /** The inspected boid in the last frame. */
  inspection: Inspection | undefined;
  /** Whether something other than the state changed since the last frame. */
  needsRedraw = true;
  /** How the inspected boid is followed, if it is. */
  following: Ride | undefined;
  private settings: Record<string, string> = {
    trails: '0', form: 'fitting', size: '1', backdrop: 'plain', arrows: '1', forces: 'on', velocities: 'on', mean: 'on',
  };

  private constructor(private canvas: Canvas, readonly element: HTMLCanvasElement, private experiment: Experiment) {
    const { width, height } = canvasSize(element);
    this.view = new View(width, height);
    this.setAppearance('theme', theme());
    this.setAppearance('colour', View.fittingColour(experiment.flock));
    const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
    const updateMotion = () => this.setAppearance('motion', reducedMotion.matches ? 'off' : 'on');
    reducedMotion.addEventListener('change', updateMotion);
    updateMotion();
    new ResizeObserver(() => this.resize()).observe(element);
    experiment.on('opened', () => {
      this.inspect(undefined);
      this.view.fit();
      this.setAppearance('colour', View.fittingColour(experiment.flock));
    });
    experiment.on(['changed', 'restarted', 'pointed'], () => (this.needsRedraw = true));
  }

  static async open(experiment: Experiment): Promise<Viewport> {
    const { canvas, element } = await openCanvas(() => {
      const placeholder = byId<HTMLCanvasElement>('canvas');
      const element = placeholder.cloneNode() as HTMLCanvasElement;
      placeholder.replaceWith(element);
      return Object.assign(element, canvasSize(element));
    });
    return new Viewport(canvas, element, experiment);
  }

  /** Graphics API in use: `WebGPU` or `WebGL2`. */
  get backend(): string {
    return this.canvas.backend();
  }

  is2d(): boolean {
    return this.experiment.flock.dimension() === 2;
  }

  /** Draws the current state. */
  draw(): void {
    const inspection = this.view.see(this.experiment.flock);
    this.inspection = inspection === undefined ? undefined : JSON.parse(inspection);
    this.canvas.draw(this.view, pixelRatio());
    this.needsRedraw = false;
  }

  /** Sets one of the styles of `View.setLook`, such as `colour`, `form` or `backdrop`. */
  setAppearance(name: string, value: string): void {
    this.settings[name] = value;
    this.view.setLook(name, value);
    this.needsRedraw = true;
  }

  /** All settings of the appearance, by name. */
  appearances(): Readonly<Record<string, string>> {
    return this.settings;
  }

  appearance(name: string): string {
    return this.settings[name] ?? '';
  }

  /** Inspects a boid; ids wrap around at both ends. */
  inspect(id: number | undefined): void {
    const boids = this.experiment.flock.boids();
    this.inspected = id === undefined || boids === 0 ? undefined : ((id % boids) + boids) % boids;
    this.view.inspect(this.inspected);
    if (this.inspected === undefined) this.follow(undefined);
    else if (this.following) this.follow(this.following);
    this.needsRedraw = true;
  }

  /** Inspects the next (1) or the previous (-1) boid; the first or the last if none is inspected. */
  inspectNext(direction: 1 | -1): void {
    this.inspect((this.inspected ?? (direction > 0 ? -1 : 0)) + direction);
  }

  /** Follows the inspected boid: keeps it in the centre, flies behind it or looks through its eyes. */
  follow(how: Ride | undefined): void {
    this.following = this.inspected === undefined ? undefined : how;
    if (this.following && this.inspected !== undefined) this.view.ride(this.inspected, this.following);
    else this.view.follow(undefined);
    this.needsRedraw = true;
  }

  /** Bars of a round number of force and velocity, with their lengths in CSS pixels. */
  arrowScale(): Record<'force' | 'velocity', { value: number; pixels: number }> {
    const scale = JSON.parse(this.view.arrowScale());
    for (const bar of Object.values<{ pixels: number }>(scale)) bar.pixels /= pixelRatio();
    return scale;
  }

  /** Converts CSS pixels, relative to the canvas, to canvas pixels. */
  toCanvasPixels(x: number, y: number): [number, number] {
    return [x * pixelRatio(), y * pixelRatio()];
  }

  /** Pans, which stops following. */
  pan(dx: number, dy: number): void {
    this.following = undefined;
    this.view.pan(...this.toCanvasPixels(dx, dy));
    this.needsRedraw = true;
  }

  orbit(dx: number, dy: number): void {
    this.view.orbit(...this.toCanvasPixels(dx, dy));
    this.needsRedraw = true;
  }

  /** Pans in 2D, orbits in 3D. */
  panOrOrbit(dx: number, dy: number): void {
    this.is2d() ? this.pan(dx, dy) : this.orbit(dx, dy);
  }

  zoom(factor: number, x: number, y: number): void {
    this.view.zoom(factor, ...this.toCanvasPixels(x, y));
    this.needsRedraw = true;
  }

  /** Shows the whole world. */
  fit(): void {
    this.view.fit();
    this.needsRedraw = true;
  }

  private resize(): void {
    const { width, height } = canvasSize(this.element);
    this.view.resize(width, height);
    this.needsRedraw = true;
  }
}
