// How a flock is seen, and the canvas it is drawn on. Seeing and drawing may take their time: a flock that is on a
// graphics card has to be read back first.

import { Canvas, type Flock, Gpu, View } from 'quelea';
import type { Size, Surface } from './messages';

export class Pane {
  readonly view = new View(1, 1);
  /** Whether something other than the state has changed since the last frame. */
  needsRedraw = true;
  /** The inspected boid, as JSON, when the flock was last seen. */
  inspection: string | undefined;
  private canvas: Canvas | undefined;
  private surface: Surface | undefined;
  private webgl2 = false;
  private ratio = 1;
  private opening: Promise<Gpu> | undefined;

  /** Opens the canvas. Returns the graphics API in use: `WebGPU` or `WebGL2`. */
  async open(surface: Surface, webgl2: boolean): Promise<string> {
    this.canvas = await Canvas.open(surface, webgl2);
    [this.surface, this.webgl2] = [surface, webgl2];
    return this.canvas.backend();
  }

  /** Opens the canvas again, after its graphics card has failed. */
  async reopen(): Promise<void> {
    const before = this.canvas;
    this.opening = undefined;
    this.canvas = await Canvas.open(this.surface!, this.webgl2);
    before?.free();
    this.needsRedraw = true;
  }

  /** The graphics card it is drawn with, for flocks to step on. A test of what it computes comes first. */
  gpu(): Promise<Gpu> {
    this.opening ??= Gpu.of(this.canvas!).catch((error) => {
      this.opening = undefined;
      throw error;
    });
    return this.opening;
  }

  /** The graphics API in use. */
  get backend(): string {
    return this.canvas?.backend() ?? '';
  }

  get isOpen(): boolean {
    return this.canvas !== undefined;
  }

  resize({ width, height, ratio }: Size): void {
    this.ratio = ratio;
    this.view.resize(width, height);
    this.needsRedraw = true;
  }

  look(name: string, value: string): void {
    this.view.setLook(name, value);
    this.needsRedraw = true;
  }

  inspect(id: number | undefined): void {
    this.view.inspect(id);
    this.needsRedraw = true;
  }

  /** Makes what is found at a pixel follow a change at once; otherwise it does so with the next frame. */
  async see(flock: Flock): Promise<void> {
    if (this.view.needsState(flock)) await flock.fetch();
    this.inspection = this.view.see(flock);
  }

  /** Lets boids be found, also those of a flock that is drawn where it steps. */
  async seeBoids(flock: Flock): Promise<void> {
    if (!this.view.isCrowd()) return;
    await flock.fetch();
    this.inspection = this.view.seeBoids(flock);
  }

  async draw(flock: Flock): Promise<void> {
    this.needsRedraw = false;
    await this.see(flock);
    this.show(flock);
  }

  /** Draws what was seen of a flock. */
  show(flock: Flock): void {
    this.canvas?.drawFlock(this.view, this.ratio, flock);
  }

  /** Draws what was seen once more and copies it at once: the browser clears a canvas after showing it. */
  picture(flock: Flock): Promise<ImageBitmap> {
    this.show(flock);
    return createImageBitmap(this.surface!);
  }
}
