// Light or dark: what the browser prefers, until somebody chooses.

export type Theme = 'light' | 'dark';

const KEY = 'quelea-theme';
const prefersDark = matchMedia('(prefers-color-scheme: dark)');

export function theme(): Theme {
  const chosen = remembered(KEY);
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return prefersDark.matches ? 'dark' : 'light';
}

export function chooseTheme(theme: Theme): void {
  remember(KEY, theme);
  document.documentElement.dataset.theme = theme;
}

/** Calls back when the browser's preference changes and nobody chose. */
export function onPreference(listener: () => void): void {
  prefersDark.addEventListener('change', listener);
}

/** A page in a frame without storage still works; it only forgets. */
export function remembered(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Forgotten, then.
  }
}
