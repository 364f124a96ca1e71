// English or Korean: the browser's preference, until the user chooses one.

import { loadSetting, saveSetting } from './storage';
import { isMessageKey, type MessageKey, translation } from './translations';

export type Language = 'en' | 'ko';

const KEY = 'quelea-language';
const listeners: (() => void)[] = [];
let current: Language = chosenLanguage() ?? preferredLanguage();

function chosenLanguage(): Language | undefined {
  const language = new URLSearchParams(location.search).get('lang') ?? loadSetting(KEY);
  return language === 'en' || language === 'ko' ? language : undefined;
}

function preferredLanguage(): Language {
  const first = navigator.languages.find((language) => /^(en|ko)\b/.test(language));
  return first?.startsWith('ko') ? 'ko' : 'en';
}

export function language(): Language {
  return current;
}

/** Switches to the other language and remembers it. */
export function toggleLanguage(): void {
  current = current === 'ko' ? 'en' : 'ko';
  saveSetting(KEY, current);
  translatePage();
  listeners.forEach((listener) => listener());
}

export function onLanguageChange(listener: () => void): void {
  listeners.push(listener);
}

/** Returns a message in the current language, with `{name}` replaced by `values.name`. */
export function t(key: MessageKey, values: Record<string, string | number> = {}): string {
  return translation(key, current).replace(/\{(\w+)\}/g, (placeholder, name) => String(values[name] ?? placeholder));
}

/** Translates the static page: `data-i18n` is the key of an element's text, `data-i18n-label` of its label. */
export function translatePage(): void {
  document.documentElement.lang = current;
  for (const element of document.querySelectorAll<HTMLElement>('[data-i18n]')) {
    const key = element.dataset.i18n!;
    if (isMessageKey(key)) element.textContent = t(key);
  }
  for (const element of document.querySelectorAll<HTMLElement>('[data-i18n-label]')) {
    const key = element.dataset.i18nLabel!;
    if (!isMessageKey(key)) continue;
    element.setAttribute('aria-label', t(key));
    if (element instanceof HTMLButtonElement) element.title = t(key);
  }
}
