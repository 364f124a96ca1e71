// Moments that a page and its worker agree on: their own clocks start when they do.

/** Now, in milliseconds since 1970, as exact as the clock of the page. */
export function moment(): number {
  return performance.timeOrigin + performance.now();
}

/** A moment on the clock of this page or worker. */
export function onOwnClock(moment: number): number {
  return moment - performance.timeOrigin;
}
