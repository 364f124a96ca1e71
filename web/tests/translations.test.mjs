// Every text of the page has a Korean translation. Needs the program, but no browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importTypeScript, parameterTable, presetNames } from './support.mjs';

const korean = await importTypeScript('../src/korean.ts');
const { MESSAGES } = await importTypeScript('../src/translations.ts');
const { PARAMETER_TEXTS, parameterText, SECTION_TITLES } = await importTypeScript('../src/parameter-texts.ts');
const { ALLOWED, PROBLEMS, translateByTemplate } = await importTypeScript('../src/error-texts.ts');

// The page has no controls for obstacles: they are drawn, or written as TOML.
const allParameters = parameterTable();
const parameters = allParameters.filter(({ path }) => !path.startsWith('obstacle.'));
const choices = parameters.flatMap(({ path, choices = [] }) => choices.map(({ word }) => ({ path: pagePath(path), word })));

const HANGUL = /[가-힣]/;
/** Names that are the same in Korean. */
const INTERNATIONAL = new Set(['o', '1/r', '1/r²', 'fps']);

/** The page looks up the choices of all `relations.SPECIES` as `relation`. */
function pagePath(path) {
  return path.startsWith('relations.') ? 'relation' : path;
}

function assertKorean(text, what) {
  assert.ok(text !== undefined && (HANGUL.test(text) || INTERNATIONAL.has(text)), `${what}: ${text}`);
}

test('every parameter has a label, a sentence and a definition in both languages', () => {
  assert.ok(parameters.length > 100, `${parameters.length} parameters`);
  for (const { path, unit } of allParameters) {
    const text = parameterText(path.replace(/^relations\..*/, 'relations.NAME'));
    assert.ok(text, path);
    for (const [english, korean] of [text.label, text.see, text.name ?? text.label]) {
      assert.ok(english.length > 1 && !HANGUL.test(english), `${path}: ${english}`);
      assertKorean(korean, path);
    }
    assert.match(text.see[0], /\.$/, path);
    assert.match(text.see[1], /[.]$/, path);
    const section = path.split('.').slice(0, -1).join('.').replace(/^relations.*/, '');
    if (section) assert.equal(SECTION_TITLES[section]?.length, 2, `section of ${path}`);
    assert.doesNotMatch(korean.unit(unit), /[a-z]/, `unit of ${path}`);
  }
  for (const { path } of parameters.filter(({ path }) => !path.startsWith('relations.'))) {
    assertKorean(korean.parameterSentence(path), `definition of ${path}`);
  }
});

test('no text belongs to a parameter or section that does not exist', () => {
  const paths = allParameters.map(({ path }) => path);
  const keys = [...paths, ...paths.map((path) => `*.${path.split('.').at(-1)}`), 'relations'];
  assert.deepEqual(Object.keys(PARAMETER_TEXTS).filter((key) => !keys.includes(key)), []);
  const sections = [...paths.map((path) => path.split('.').slice(0, -1).join('.')), 'essentials', 'experiment'];
  assert.deepEqual(Object.keys(SECTION_TITLES).filter((key) => !sections.includes(key)), []);
});

test('translations of errors have the placeholders of the English text', () => {
  const placeholders = (text) => (text.match(/\{\w+\}/g) ?? []).sort();
  for (const [english, text] of [...Object.entries(PROBLEMS), ...Object.entries(ALLOWED)]) {
    for (const placeholder of placeholders(text)) assert.ok(placeholders(english).includes(placeholder), english);
  }
  assert.equal(translateByTemplate('-3 is out of range', PROBLEMS), '-3: 허용 범위를 벗어났습니다');
  assert.equal(translateByTemplate('a number from 0 to 360', ALLOWED), '0부터 360까지의 수');
  assert.equal(translateByTemplate('something else', PROBLEMS), undefined);
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
  assert.deepEqual(unused(korean.CHOICES, words), []);
  assert.deepEqual(unused(korean.MEANINGS, words), []);
  assert.deepEqual(unused(korean.PRESETS, presetNames()), []);
});
