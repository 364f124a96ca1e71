// The names and sentences of the parameter table in the page's language. English comes from the table itself;
// what has no Korean yet stays English.

import { CHOICES, GROUPS, KEYS, MEANINGS, PRESETS, RULES, SENTENCES, UNITS } from './korean-words';
import { language, t } from './language';
import type { Parameter, Preset } from './library';

/** The name of a parameter: its key, in words. */
export function parameterLabel(path: string): string {
  const parts = bare(path).split('.');
  const key = parts.at(-1)!;
  const name = language() === 'ko' ? (KEYS[key] ?? key) : key.replaceAll('_', ' ');
  const section = parts.length > 1 ? groupTitle(parts.slice(0, -1).join('.')) : '';
  return section ? `${section}: ${name}` : name[0].toUpperCase() + name.slice(1);
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
  return title ?? section[0].toUpperCase() + section.slice(1).replaceAll('_', ' ');
}

export function ruleWord(rule: string): string {
  if (rule === 'sum') return t('sum');
  return language() === 'ko' ? (RULES[rule] ?? rule) : rule[0].toUpperCase() + rule.slice(1);
}

export function presetTitle(preset: Preset): string {
  return (language() === 'ko' ? PRESETS[preset.name] : undefined) ?? preset.title;
}

/** A path without the name of a species in front. */
function bare(path: string): string {
  return path.replace(/^species\.[^.]+\./, '');
}

function lastKey(path: string): string {
  return path.split('.').at(-1)!;
}
