// Every text of the page has a Korean translation. Needs the program, but no browser.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { transformSync } from 'esbuild';
import { parameterTable, presetNames } from './support.mjs';

const korean = await importTypeScript('../src/korean.ts');
const { MESSAGES } = await importTypeScript('../src/translations.ts');

// The page has no controls for obstacles: they are drawn, or written as TOML.
const parameters = parameterTable().filter(({ path }) => !path.startsWith('obstacle.'));
const choices = parameters.flatMap(({ path, choices = [] }) => choices.map(({ word }) => ({ path: pagePath(path), word })));

const HANGUL = /[가-힣]/;
/** Names that are the same in Korean. */
const INTERNATIONAL = new Set(['o', '1/r', '1/r²', 'fps']);

/** Imports a TypeScript module that imports nothing itself. */
async function importTypeScript(path) {
  const source = readFileSync(new URL(path, import.meta.url), 'utf8');
  const { code } = transformSync(source, { loader: 'ts', format: 'esm' });
  return import(`data:text/javascript,${encodeURIComponent(code)}`);
}

/** The page looks up the choices of all `relations.SPECIES` as `relation`. */
function pagePath(path) {
  return path.startsWith('relations.') ? 'relation' : path;
}

function assertKorean(text, what) {
  assert.ok(text !== undefined && (HANGUL.test(text) || INTERNATIONAL.has(text)), `${what}: ${text}`);
}

test('every parameter has a Korean name, sentence, section and unit', () => {
  assert.ok(parameters.length > 100, `${parameters.length} parameters`);
  for (const { path, unit } of parameters.filter(({ path }) => !path.startsWith('relations.'))) {
    assertKorean(korean.parameterName(path), `name of ${path}`);
    assertKorean(korean.parameterSentence(path), `sentence of ${path}`);
    const section = path.split('.').slice(0, -1).join('.');
    if (section) assertKorean(korean.SECTIONS[section], `section of ${path}`);
    assert.doesNotMatch(korean.unit(unit), /[a-z]/, `unit of ${path}`);
  }
});

test('every choice has a Korean name and meaning', () => {
  assert.ok(choices.length > 50, `${choices.length} choices`);
  for (const { path, word } of choices) {
    assertKorean(korean.choiceName(path, word), `name of ${path} = ${word}`);
    assertKorean(korean.choiceMeaning(path, word), `meaning of ${path} = ${word}`);
  }
});

test('every rule has a Korean name', () => {
  const { default: order } = parameters.find(({ path }) => path === 'motion.order');
  const rules = JSON.parse(order);
  assert.ok(rules.length > 5, order);
  for (const rule of rules) assertKorean(korean.RULES[rule], rule);
});

test('every preset has a Korean title', () => {
  const names = presetNames();
  assert.ok(names.length >= 15, names.join());
  for (const name of names) assertKorean(korean.PRESETS[name], name);
});

test('every message of the page has a Korean text with the same placeholders', () => {
  const placeholders = (text) => (text.match(/\{\w+\}/g) ?? []).sort();
  for (const [key, [english, text]] of Object.entries(MESSAGES)) {
    assertKorean(text, key);
    assert.deepEqual(placeholders(text), placeholders(english), key);
  }
});

test('no Korean text belongs to a parameter, choice or preset that no longer exists', () => {
  const paths = parameters.map(({ path }) => path);
  const keys = [...paths.map((path) => `*.${path.split('.').at(-1)}`), ...paths];
  const words = choices.flatMap(({ path, word }) => [word, `${path.split('.').at(-1)}:${word}`]);
  const unused = (texts, used) => Object.keys(texts).filter((key) => !used.includes(key));
  assert.deepEqual(unused(korean.SENTENCES, keys), []);
  assert.deepEqual(unused(korean.KEYS, paths.map((path) => path.split('.').at(-1))), []);
  assert.deepEqual(unused(korean.CHOICES, words), []);
  assert.deepEqual(unused(korean.MEANINGS, words), []);
  assert.deepEqual(unused(korean.PRESETS, presetNames()), []);
});
