// Texts of the parameter table in the page's language. The English ones come from the table itself; a text without a
// Korean translation stays English.

import { el } from './dom';
import * as korean from './korean';
import { language, t } from './language';
import type { Choice, Parameter, Preset } from './library';

/** Label of a parameter: the last part of its path. */
export function parameterLabel(path: string): string {
  return capitalise(translated(korean.parameterName(withoutSpecies(path))) ?? lastPart(path).replaceAll('_', ' '));
}

/** Label with the section in front, for use outside the section. */
export function fullLabel(path: string): string {
  const label = parameterLabel(path);
  const section = sectionOf(withoutSpecies(path));
  return section === '' ? label : `${sectionTitle(section)}: ${label.toLowerCase()}`;
}

export function parameterSentence(parameter: Parameter): string {
  return translated(korean.parameterSentence(withoutSpecies(parameter.path))) ?? parameter.sentence;
}

export function unitLabel(unit: string): string {
  return translated(korean.unit(unit)) ?? unit;
}

export function choiceLabel(path: string, word: string): string {
  return translated(korean.choiceName(path, word)) ?? word;
}

export function choiceMeaning(path: string, word: string, choices: Choice[]): string {
  return translated(korean.choiceMeaning(path, word)) ?? choices.find((choice) => choice.word === word)?.meaning ?? '';
}

/** Creates the options of a `<select>`, with their meanings as tooltips. */
export function choiceOptions(path: string, choices: Choice[]): HTMLOptionElement[] {
  return choices.map(({ word }) => el('option', { value: word, title: choiceMeaning(path, word, choices) }, choiceLabel(path, word)));
}

export function sectionTitle(section: string): string {
  if (section === 'essentials' || section === 'experiment') return t(section);
  return translated(korean.SECTIONS[section]) ?? capitalise(section.replaceAll('_', ' '));
}

export function ruleLabel(rule: string): string {
  if (rule === 'sum') return t('sum');
  return translated(korean.RULES[rule]) ?? capitalise(rule);
}

export function presetTitle(preset: Preset): string {
  return translated(korean.PRESETS[preset.name]) ?? preset.title;
}

/** Section of a parameter: its path without the last part. Empty for a parameter outside all sections. */
export function sectionOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('.')));
}

function translated(text: string | undefined): string | undefined {
  return language() === 'ko' ? text : undefined;
}

function withoutSpecies(path: string): string {
  return path.replace(/^species\.[^.]+\./, '');
}

function lastPart(path: string): string {
  return path.split('.').at(-1)!;
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
