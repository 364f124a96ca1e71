// Light or dark theme: the browser's preference, until the user chooses one.

import { loadSetting, saveSetting } from './storage';

export type Theme = 'light' | 'dark';

const KEY = 'quelea-theme';
const prefersDark = matchMedia('(prefers-color-scheme: dark)');
let chosen = loadSetting(KEY);
let applied: Theme = 'light';

/** The theme of the page. Many ask in every frame, and a query that is read between a change and its event may lose the event. */
export function theme(): Theme {
  return applied;
}

/** Applies the chosen or preferred theme to the page. */
export function applyTheme(): void {
  const preferred = prefersDark.matches ? 'dark' : 'light';
  applied = chosen === 'light' || chosen === 'dark' ? chosen : preferred;
  document.documentElement.dataset.theme = applied;
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
