// The code in the guide runs, and its three languages agree.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const CODE = fileURLToPath(new URL('../guide/code/', import.meta.url));
const HARNESS = fileURLToPath(new URL('guide-code/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'quelea-guide-'));
after(() => rmSync(folder, { recursive: true }));

/** Numbers by name, from lines such as `limit 1.2 1.6`. */
function parse(output) {
  return output.trim().split('\n').map((line) => {
    const [name, ...numbers] = line.split(' ');
    return { name, numbers: numbers.map(Number) };
  });
}

/** The rules followed by the harness, as one program. */
function program(extension) {
  const path = join(folder, `program.${extension}`);
  writeFileSync(path, [join(CODE, `flock.${extension}`), join(HARNESS, `harness.${extension}`)].map((file) => readFileSync(file, 'utf8')).join('\n'));
  return path;
}

function runRust() {
  const binary = join(folder, 'harness');
  execFileSync('rustc', ['--edition', '2024', '-o', binary, join(HARNESS, 'harness.rs')], { env: { ...process.env, GUIDE_CODE: CODE } });
  return parse(execFileSync(binary, { encoding: 'utf8' }));
}

const close = (a, b) => Math.abs(a - b) < 1e-9;

test('the code in Rust, JavaScript and Python gives the same numbers', () => {
  const rust = runRust();
  const javascript = parse(execFileSync('node', [program('js')], { encoding: 'utf8' }));
  const python = parse(execFileSync('python3', [program('py')], { encoding: 'utf8' }));
  assert.ok(rust.length > 30, `${rust.length}`);
  for (const [language, results] of [['JavaScript', javascript], ['Python', python]]) {
    assert.deepEqual(results.map(({ name }) => name), rust.map(({ name }) => name));
    rust.forEach(({ name, numbers }, index) => {
      const other = results[index].numbers;
      assert.ok(numbers.length === other.length && numbers.every((x, i) => close(x, other[i])), `${name}: Rust ${numbers}, ${language} ${other}`);
    });
  }
});

test('the code gives the numbers that the text promises', () => {
  const results = new Map(parse(execFileSync('node', [program('js')], { encoding: 'utf8' })).map(({ name, numbers }) => [name, numbers]));
  const equal = (name, expected) => assert.ok(results.get(name).every((x, i) => close(x, expected[i])), `${name}: ${results.get(name)}`);
  equal('limit', [1.2, 1.6]);
  equal('unit-zero', [0, 0]);
  equal('cohesion-alone', [0, 0]);
  // Separation takes 0.3 of a budget of 1, alignment what is left, and nothing remains for cohesion.
  equal('by-priority', [0.3, 0.7]);
  equal('wrap', [7, 3.5, 4]);
  equal('torus-offset', [-2, 2, 4]);
  equal('friends', [1, 2, 3]);
  equal('steer-around-behind', [0, 0]);
  equal('steer-around-ahead', [0, -1]);
  assert.ok(close(Math.hypot(...results.get('direction')), 1));
});
