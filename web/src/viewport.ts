// The canvas, its camera, and which boid is inspected.

import type { View } from 'quelea';
import type { Client } from './client';
import type { Experiment } from './experiment';
import type { Arguments, ArrowScale, Inspected, Method, Result, Ride, Size } from './host/messages';
import { onMotionPreference, prefersReducedMotion } from './motion';
import { canvasSize, pixelRatio } from './pixels';
import { Projection } from './projection';

export class Viewport {
  private settings: Record<string, string> = {
    trails: '0', form: 'fitting', size: '1', backdrop: 'plain', arrows: '1', forces: 'on', velocities: 'on', mean: 'on',
  };

  /** `backend` is the graphics API in use: `WebGPU` or `WebGL2`. */
  constructor(private client: Client, private experiment: Experiment, readonly element: HTMLCanvasElement, readonly backend: string) {
    this.settings.colour = experiment.fittingColour();
    onMotionPreference(() => this.setAppearance('motion', prefersReducedMotion() ? 'off' : 'on'));
    new ResizeObserver(() => void client.call('resize', 'first', sizeOf(element))).observe(element);
    // The host has chosen it already.
    experiment.on('opened', () => (this.settings.colour = experiment.fittingColour()));
  }

  is2d(): boolean {
    return this.experiment.dimension === 2;
  }

  /** Id of the inspected boid. */
  get inspected(): number | undefined {
    return this.client.latest.inspected;
  }

  /** How the inspected boid is followed, if it is. */
  get following(): Ride | undefined {
    return this.client.latest.following;
  }

  /** Whether the above is what the user has asked for last. */
  get isSettled(): boolean {
    return this.client.isSettled;
  }

  /** The inspected boid in the last frame. */
  get inspection(): Inspected | undefined {
    return this.client.frame?.inspection;
  }

  /** What the colours of the last frame mean, as JSON. */
  get legend(): string {
    return this.client.frame?.legend ?? '';
  }

  /** Where points of the world are, in canvas pixels. */
  get projection(): Projection {
    return new Projection(this.client.frame!.projection, this.experiment.dimension);
  }

  /** Bars of a round number of force and velocity, with their lengths in CSS pixels. */
  arrowScale(): ArrowScale {
    const { force, velocity } = this.client.frame!.arrowScale;
    const inCssPixels = ({ value, pixels }: { value: number; pixels: number }) => ({ value, pixels: pixels / pixelRatio() });
    return { force: inCssPixels(force), velocity: inCssPixels(velocity) };
  }

  /** Asks the view for something that the page does not have. */
  ask<M extends Method<View>>(method: M, ...args: Arguments<View, M>): Promise<Result<View, M>> {
    return this.client.call('askView', 'first', method, args) as Promise<Result<View, M>>;
  }

  /** Resolves when everything so far has been drawn. */
  async drawn(): Promise<void> {
    await this.client.call('redraw');
    await this.client.next(({ frame }) => frame !== undefined);
  }

  /** Sets one of the styles of `View.setLook`, such as `colour`, `form` or `backdrop`. */
  setAppearance(name: string, value: string): void {
    this.settings[name] = value;
    void this.client.call('look', name, value);
  }

  appearance(name: string): string {
    return this.settings[name] ?? '';
  }

  /** Inspects a boid; ids wrap around at both ends. */
  inspect(id: number | undefined): void {
    void this.client.call('inspect', id);
  }

  /** Inspects the next (1) or the previous (-1) boid; the first or the last if none is inspected. */
  inspectNext(direction: 1 | -1): void {
    void this.client.call('inspectNext', direction);
  }

  /** Follows the inspected boid: keeps it in the centre, flies behind it or looks through its eyes. */
  follow(how: Ride | undefined): void {
    void this.client.call('follow', how);
  }

  /** Converts CSS pixels, relative to the canvas, to canvas pixels. */
  toCanvasPixels(x: number, y: number): [number, number] {
    return [x * pixelRatio(), y * pixelRatio()];
  }

  /** Pans, which stops following. */
  pan(dx: number, dy: number): void {
    void this.client.call('pan', ...this.toCanvasPixels(dx, dy));
  }

  orbit(dx: number, dy: number): void {
    void this.client.call('orbit', ...this.toCanvasPixels(dx, dy));
  }

  /** Pans in 2D, orbits in 3D. */
  panOrOrbit(dx: number, dy: number): void {
    this.is2d() ? this.pan(dx, dy) : this.orbit(dx, dy);
  }

  zoom(factor: number, x: number, y: number): void {
    void this.client.call('zoom', factor, ...this.toCanvasPixels(x, y));
  }

  /** Shows the whole world. */
  fit(): void {
    void this.client.call('fit');
  }
}

/** The size that a canvas needs for its place on the page. */
export function sizeOf(element: HTMLCanvasElement): Size {
  return { ...canvasSize(element), ratio: pixelRatio() };
}
