// Canvas sizes in device pixels.

/** Higher ratios cost time and show no visible difference. */
const MAX_PIXEL_RATIO = 2;

/** Canvas pixels per CSS pixel. */
export function pixelRatio(): number {
  return Math.min(devicePixelRatio || 1, MAX_PIXEL_RATIO);
}

/** The size a canvas needs for its place on the page, in canvas pixels. */
export function canvasSize(element: HTMLCanvasElement): { width: number; height: number } {
  const pixels = (length: number) => Math.max(1, Math.round(length * pixelRatio()));
  return { width: pixels(element.clientWidth), height: pixels(element.clientHeight) };
}
