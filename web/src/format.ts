// Numbers as text.

/** Formats a number with three significant digits. */
export function formatNumber(x: number): string {
  if (x === 0) return '0';
  const magnitude = Math.abs(x);
  return magnitude >= 1e5 || magnitude < 1e-3 ? x.toExponential(1) : String(Number(x.toPrecision(3)));
}

/** Formats a vector. 3D components are rounded to four decimals, so that they fit the width of a 2D vector. */
export function formatVector(components: number[]): string {
  const is3d = components.length > 2;
  return components.map((x) => formatNumber(is3d && Math.abs(x) < 100 ? Number(x.toFixed(4)) : x)).join(', ');
}
