// Opens a canvas with the best graphics API that the browser offers.

import { Canvas } from 'quelea';

/**
 * Opens a canvas with WebGPU, or with WebGL2 if WebGPU is not available or the URL has `draw=webgl2`. Each attempt
 * needs a new element, because a canvas cannot change its API.
 */
export async function openCanvas(createElement: () => HTMLCanvasElement): Promise<{ canvas: Canvas; element: HTMLCanvasElement }> {
  const webgl2Only = new URLSearchParams(location.search).get('draw') === 'webgl2';
  const open = async (webgl2: boolean) => {
    const element = createElement();
    return { canvas: await Canvas.open(element, webgl2), element };
  };
  try {
    return await open(webgl2Only);
  } catch (error) {
    if (webgl2Only) throw error;
    return open(true);
  }
}
