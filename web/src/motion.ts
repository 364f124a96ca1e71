// The preference for less motion. What moves by itself asks here first.

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

export function prefersReducedMotion(): boolean {
  return reducedMotion.matches;
}

/** Adds a listener for changes of the preference. */
export function onMotionPreference(listener: () => void): void {
  reducedMotion.addEventListener('change', listener);
}
