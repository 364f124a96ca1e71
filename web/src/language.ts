// English or Korean: what the browser prefers, until somebody chooses.

import { remember, remembered } from './theme';
import { isWord, say, type Word } from './words';

export type Language = 'en' | 'ko';

const KEY = 'quelea-language';
const listeners: (() => void)[] = [];
let current: Language = chosen() ?? preferred();

function chosen(): Language | undefined {
  const language = new URLSearchParams(location.search).get('lang') ?? remembered(KEY);
  return language === 'en' || language === 'ko' ? language : undefined;
}

function preferred(): Language {
  const first = navigator.languages.find((language) => /^(en|ko)\b/.test(language));
  return first?.startsWith('ko') ? 'ko' : 'en';
}

export function language(): Language {
  return current;
}

export function chooseLanguage(language: Language): void {
  current = language;
  remember(KEY, language);
  translate();
  listeners.forEach((listener) => listener());
}

/** Calls back when the language changes. */
export function onLanguage(listener: () => void): void {
  listeners.push(listener);
}

/** A word of the page in the present language. */
export function t(word: Word): string {
  return say(word, current);
}

/** Puts the page's own text into the present language: `data-t` is an element's text, `data-t-label` its label. */
export function translate(root: ParentNode = document): void {
  document.documentElement.lang = current;
  for (const element of root.querySelectorAll<HTMLElement>('[data-t]')) {
    const word = element.dataset.t!;
    if (isWord(word)) element.textContent = t(word);
  }
  for (const element of root.querySelectorAll<HTMLElement>('[data-t-label]')) {
    const word = element.dataset.tLabel!;
    if (!isWord(word)) continue;
    element.setAttribute('aria-label', t(word));
    if (element instanceof HTMLButtonElement) element.title = t(word);
  }
}
