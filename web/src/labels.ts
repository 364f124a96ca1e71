// Texts on parameters, choices, rules and presets in the page's language.

import { el } from './dom';
import * as korean from './korean';
import { language, t } from './language';
import type { Choice, Parameter, Preset } from './library';
import { parameterText, SECTION_TITLES } from './parameter-texts';
import { KOREAN_SCENES, PRESET_NAMES } from './preset-names';

/** Words that do not read as English once their hyphens are spaces. */
const ENGLISH_CHOICES: Record<string, string> = { 'kd-tree': 'k-d tree' };

/** Label of a parameter within its section. */
export function parameterLabel(path: string): string {
  const text = parameterText(withoutSpecies(path));
  return text ? inLanguage(text.label) : capitalise(lastPart(path).replaceAll('_', ' '));
}

/** Label outside the section. */
export function fullLabel(path: string): string {
  const name = parameterText(withoutSpecies(path))?.name;
  if (name) return inLanguage(name);
  const label = parameterLabel(path);
  const section = sectionOf(withoutSpecies(path));
  return section === '' ? label : `${sectionTitle(section)}: ${lowerFirst(label)}`;
}

/** What one sees when the parameter changes. */
export function parameterSentence(parameter: Parameter): string {
  const text = parameterText(withoutSpecies(parameter.path));
  return text ? inLanguage(text.see) : parameterDefinition(parameter);
}

/** The exact definition of a parameter. */
export function parameterDefinition(parameter: Parameter): string {
  return translated(korean.parameterSentence(withoutSpecies(parameter.path))) ?? parameter.sentence;
}

/** How the parameter enters the step; empty if there is no formula. */
export function parameterFormula(path: string): string {
  return parameterText(withoutSpecies(path))?.formula ?? '';
}

export function unitLabel(unit: string): string {
  return translated(korean.unit(unit)) ?? unit;
}

export function choiceLabel(path: string, word: string): string {
  return translated(korean.choiceName(path, word)) ?? ENGLISH_CHOICES[word] ?? word.replaceAll('-', ' ');
}

export function choiceMeaning(path: string, word: string, choices: Choice[]): string {
  return translated(korean.choiceMeaning(path, word)) ?? choices.find((choice) => choice.word === word)?.meaning ?? '';
}

/** Creates the options of a `<select>`, with their meanings as tooltips. */
export function choiceOptions(path: string, choices: Choice[]): HTMLOptionElement[] {
  return choices.map(({ word }) => el('option', { value: word, title: choiceMeaning(path, word, choices) }, choiceLabel(path, word)));
}

export function sectionTitle(section: string): string {
  const title = SECTION_TITLES[section];
  return title ? inLanguage(title) : capitalise(section.replaceAll('_', ' '));
}

export function ruleLabel(rule: string): string {
  if (rule === 'sum') return t('sum');
  return translated(korean.RULES[rule]) ?? capitalise(rule);
}

export function presetTitle(preset: Preset): string {
  return translated(korean.PRESETS[preset.name] ?? KOREAN_SCENES[preset.name]) ?? preset.title;
}

/** Name of a preset or scene for people; a scenario that is neither has its own. */
export function presetName(name: string): string {
  return PRESET_NAMES[name]?.[language() === 'ko' ? 1 : 0] ?? name;
}

/** Section of a parameter: its path without the last part. Empty for a parameter outside all sections. */
export function sectionOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('.')));
}

function inLanguage([english, korean]: readonly [string, string]): string {
  return language() === 'ko' ? korean : english;
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

/** Only a capital of its own is lowered: "Field of view" but not "k". */
function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
