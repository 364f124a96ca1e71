// One hidden canvas that draws all flocks of a page: browsers limit the number of GPU canvases per page, and opening
// one takes longer than drawing many frames.

import { Canvas, type View } from 'quelea';
import { openCanvas } from './canvas';
import { loadLibrary } from './library';
import { pixelRatio } from './pixels';

let opening: Promise<SharedRenderer> | undefined;

export class SharedRenderer {
  private constructor(private canvas: Canvas, private element: HTMLCanvasElement) {}

  /** Returns the page's renderer; the first call opens it. */
  static get(): Promise<SharedRenderer> {
    opening ??= loadLibrary()
      .then(() => openCanvas(async (webgl2) => {
        const element = document.createElement('canvas');
        return new SharedRenderer(await Canvas.open(element, webgl2), element);
      }));
    return opening;
  }

  /** Draws a view and copies it to `target` at once, because the browser clears the canvas after the frame. */
  draw(view: View, target: CanvasRenderingContext2D): void {
    this.canvas.draw(view, pixelRatio());
    target.drawImage(this.element, 0, 0);
  }
}
