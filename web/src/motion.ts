// The preference for less motion. What moves by itself asks here first.

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

export function prefersReducedMotion(): boolean {
  return reducedMotion.matches;
}

/** Adds a listener for the moment when the user asks for less motion. */
export function onReducedMotion(listener: () => void): void {
  reducedMotion.addEventListener('change', () => reducedMotion.matches && listener());
}
