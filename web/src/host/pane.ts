// How a flock is seen, and the canvas it is drawn on. Seeing and drawing may take their time: a flock that is on a
// graphics card has to be read back first.

import { Canvas, type Flock, View } from 'quelea';
import type { Size, Surface } from './messages';

export class Pane {
  readonly view = new View(1, 1);
  /** Whether something other than the state has changed since the last frame. */
  needsRedraw = true;
  /** The inspected boid, as JSON, when the flock was last seen. */
  inspection: string | undefined;
  private canvas: Canvas | undefined;
  private surface: Surface | undefined;
  private ratio = 1;

  /** Opens the canvas. Returns the graphics API in use: `WebGPU` or `WebGL2`. */
  async open(surface: Surface, webgl2: boolean): Promise<string> {
    this.canvas = await Canvas.open(surface, webgl2);
    this.surface = surface;
    return this.canvas.backend();
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
    this.inspection = await this.view.see(flock);
  }

  async draw(flock: Flock): Promise<void> {
    this.needsRedraw = false;
    await this.see(flock);
    this.show();
  }

  /** Draws what was seen. */
  show(): void {
    this.canvas?.draw(this.view, this.ratio);
  }

  /** Draws what was seen once more and copies it at once: the browser clears a canvas after showing it. */
  picture(): Promise<ImageBitmap> {
    this.show();
    return createImageBitmap(this.surface!);
  }
}
