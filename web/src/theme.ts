// Light or dark theme: the browser's preference, until the user chooses one.

import { loadSetting, saveSetting } from './storage';

export type Theme = 'light' | 'dark';

const KEY = 'quelea-theme';
const prefersDark = matchMedia('(prefers-color-scheme: dark)');
let chosen = loadSetting(KEY);

export function theme(): Theme {
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return prefersDark.matches ? 'dark' : 'light';
}

/** Applies the current theme to the page. */
export function applyTheme(): void {
  document.documentElement.dataset.theme = theme();
}

/** Switches to the other theme and remembers it. */
export function toggleTheme(): void {
  chosen = theme() === 'dark' ? 'light' : 'dark';
  saveSetting(KEY, chosen);
}

/** Adds a listener for changes of the browser's preference. */
export function onPreferenceChange(listener: () => void): void {
  prefersDark.addEventListener('change', listener);
}
