// The names and sentences of the parameter table in the page's language. English comes from the table itself;
// what has no Korean yet stays English.

import { CHOICES, GROUPS, KEYS, MEANINGS, PRESETS, RULES, SENTENCES, UNITS } from './korean-words';
import { language, t } from './language';
import type { Parameter, Preset } from './library';

/** The name of a parameter: its key, in words. */
export function parameterLabel(path: string): string {
  const key = lastKey(path);
  return capital((language() === 'ko' ? KEYS[key] : undefined) ?? key.replaceAll('_', ' '));
}

/** The same with the section in front, for where it does not stand under its section's heading. */
export function fullLabel(path: string): string {
  const dot = bare(path).lastIndexOf('.');
  const name = parameterLabel(path);
  return dot < 0 ? name : `${groupTitle(bare(path).slice(0, dot))}: ${name.toLowerCase()}`;
}

export function parameterSentence(parameter: Parameter): string {
  const path = bare(parameter.path);
  if (language() !== 'ko') return parameter.sentence;
  return SENTENCES[path] ?? SENTENCES[path.split('.').at(-1)!] ?? parameter.sentence;
}

export function unitWord(unit: string): string {
  if (language() !== 'ko') return unit;
  return unit.replace(/[a-z]+/g, (word) => UNITS[word] ?? word);
}

/** What a choice is called. */
export function choiceWord(path: string, word: string): string {
  if (language() !== 'ko') return word;
  return CHOICES[`${lastKey(path)}:${word}`] ?? CHOICES[word] ?? word;
}

/** What a choice means. */
export function choiceMeaning(path: string, word: string, choices: Parameter['choices']): string {
  const english = choices?.find((choice) => choice.word === word)?.meaning ?? '';
  if (language() !== 'ko') return english;
  return MEANINGS[`${lastKey(path)}:${word}`] ?? MEANINGS[word] ?? english;
}

export function groupTitle(section: string): string {
  if (section === 'essentials' || section === 'experiment') return t(section);
  const title = language() === 'ko' ? GROUPS[section] : undefined;
  return title ?? capital(section.replaceAll('_', ' '));
}

export function ruleWord(rule: string): string {
  if (rule === 'sum') return t('sum');
  return language() === 'ko' ? (RULES[rule] ?? rule) : capital(rule);
}

export function presetTitle(preset: Preset): string {
  return (language() === 'ko' ? PRESETS[preset.name] : undefined) ?? preset.title;
}

/** A path without the name of a species in front. */
function bare(path: string): string {
  return path.replace(/^species\.[^.]+\./, '');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function lastKey(path: string): string {
  return path.split('.').at(-1)!;
}
