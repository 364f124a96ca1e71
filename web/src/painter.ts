// One canvas out of sight that draws for all flocks of a page: browsers allow a page few canvases of that kind,
// and opening one takes longer than drawing many pictures.

import { Canvas, View } from 'quelea';
import { library } from './library';

let opening: Promise<Painter> | undefined;

export class Painter {
  private constructor(private canvas: Canvas, private element: HTMLCanvasElement) {}

  /** The page's one painter. */
  static open(): Promise<Painter> {
    opening ??= library().then(async () => {
      const webgl2 = new URLSearchParams(location.search).get('draw') === 'webgl2';
      try {
        return await Painter.on(webgl2);
      } catch (error) {
        if (webgl2) throw error;
        return Painter.on(true);
      }
    });
    return opening;
  }

  private static async on(webgl2: boolean): Promise<Painter> {
    const element = document.createElement('canvas');
    return new Painter(await Canvas.open(element, webgl2), element);
  }

  /** Draws a view, and copies it before the browser throws it away. */
  draw(view: View, ratio: number, onto: CanvasRenderingContext2D): void {
    this.canvas.draw(view, ratio);
    onto.drawImage(this.element, 0, 0);
  }
}
