// Playback controls and keyboard shortcuts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ask, boids, eventually, hash, importTypeScript, inspected, nextDraw, openPaused, pagePoint, positions, settled, speciesNames, step, steps, studioFixture, values,
} from './support.mjs';

const fixture = studioFixture();
const { Clock } = await importTypeScript('../src/clock.ts');

test('pause stops the flock, and run continues from there', async () => {
  const page = await fixture.open();
  await page.click('#run');
  const [stepsBefore, hashBefore] = [await steps(page), await hash(page)];
  await page.waitForTimeout(600);
  assert.equal(await steps(page), stepsBefore);
  assert.equal(await hash(page), hashBefore);
  await eventually(async () => assert.equal(await page.textContent('#frames'), '–'));
  await page.click('#run');
  await page.waitForFunction((before) => studio.experiment.steps > before, stepsBefore);
});

test('the step button runs one step', async () => {
  const page = await fixture.open();
  await openPaused(page, 'p5');
  for (let step = 1; step <= 3; step += 1) {
    await page.click('#step');
    assert.equal(await steps(page), step);
  }
});

test('restart returns to the first state and keeps the parameters', async () => {
  const page = await fixture.open();
  await openPaused(page, 'p5');
  const first = await hash(page);
  await page.evaluate(() => studio.experiment.set('cohesion.weight', '2'));
  await step(page, 50);
  await page.click('#restart');
  assert.equal(await steps(page), 0);
  assert.equal(await hash(page), first);
  assert.equal((await values(page))['cohesion.weight'], '2');
});

test('the speed determines the steps per second, whatever the frame rate', async () => {
  const page = await fixture.open();
  await page.fill('#speed', '1');
  assert.equal(await page.evaluate(() => studio.clock.speed), 8);
  assert.equal(await page.textContent('#speed-value'), '8×');
  await page.fill('#speed', '0');
  assert.equal(await page.evaluate(() => studio.clock.speed), 0.1);
  // Ten simulated seconds, with steps that take no time: 60 steps per second at 1×.
  const stepsIn10s = (speed, fps) => {
    const clock = Object.assign(new Clock(), { speed });
    let steps = 0;
    for (let frame = 0; frame <= 10 * fps; frame += 1) steps += [...clock.due((1000 * frame) / fps)].length;
    return steps;
  };
  for (const fps of [24, 60, 144]) {
    for (const speed of [0.1, 1, 8]) assert.ok(Math.abs(stepsIn10s(speed, fps) - 600 * speed) <= 1, `${speed}× at ${fps} fps`);
  }
});

test('a flock too slow for its speed leaves time to draw, and does not accumulate a backlog', () => {
  const clock = Object.assign(new Clock(), { speed: 8 });
  let [most, now] = [0, 1000];
  for (let frame = 0; frame < 30; frame += 1) {
    let steps = 0;
    for (const _ of clock.due((now += 50))) {
      steps += 1;
      for (const start = performance.now(); performance.now() - start < 5; );
    }
    most = Math.max(most, steps);
  }
  // Once steps are fast again, the missed ones are not made up.
  const later = [...clock.due(now)].length;
  // A frame may spend 10 ms on stepping and finishes the current step: at most three steps of 5 ms, although 24 are due.
  assert.ok(most >= 1 && most <= 3, `${most}`);
  assert.ok(later <= 1, `${later}`);
});

test('every action has a keyboard shortcut', async () => {
  const page = await fixture.open();
  await openPaused(page, 'p5');
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const evaluate = async (expression) => {
    await settled(page);
    return page.evaluate((expression) => new Function('studio', `return ${expression}`)(studio), expression);
  };

  await press('.', '.', '.');
  assert.equal(await steps(page), 3);
  await press('Space');
  assert.equal(await evaluate('studio.clock.running'), true);
  await press('Space');
  await press('Home');
  assert.equal(await steps(page), 0);
  const speed = await evaluate('studio.clock.speed');
  await press(']', ']', '[');
  assert.ok((await evaluate('studio.clock.speed')) > speed);

  await press('n', 'n');
  assert.equal(await evaluate('studio.viewport.inspected'), 1);
  await press('b');
  assert.equal(await evaluate('studio.viewport.inspected'), 0);
  await press('f');
  await nextDraw(page);
  assert.equal(await page.isChecked('#follow'), true);
  await press('f', 'Escape');
  assert.equal(await evaluate('studio.viewport.inspected'), undefined);

  for (const [index, tab] of ['parameters', 'boid', 'plots', 'search', 'share'].entries()) {
    await press(`Alt+Digit${index + 1}`);
    assert.equal(await page.getAttribute(`#tab-${tab}`, 'aria-selected'), 'true');
  }
  await press('l');
  assert.equal(await page.getAttribute('html', 'lang'), 'ko');
  await press('l', 'd');
  assert.equal(await page.getAttribute('html', 'data-theme'), 'light');
  await press('?');
  assert.ok(await page.isVisible('#shortcuts'));
  assert.equal(await page.textContent('#shortcuts button'), 'Close');
  await press('Escape');

  // Tools act at the crosshair.
  await page.focus('#canvas');
  await press('7', 'ArrowRight', 'ArrowDown', 'Enter');
  assert.equal(await boids(page), 301);
  await press('5', 'Enter');
  assert.deepEqual(await speciesNames(page), ['boid', 'predator']);
  await press('6', 'Enter');
  assert.ok((await values(page))['goal.position']);
  await press('4', 'Enter');
  assert.match(await ask(page, 'toToml'), /\[\[obstacle\]\]/);
  await press('2', 'Enter');
  assert.equal((await values(page))['pointer.mode'], '"attract"');
  await press('Enter');
  assert.equal((await values(page))['pointer.mode'], '"off"');
  await press('Shift+ArrowLeft', '+', '-', '0');

  await press('c');
  await eventually(async () => assert.match(page.url(), /#1\./));
});

test('shortcuts work while a number or a slider has the focus, except for keys it uses itself', async () => {
  const page = await fixture.open();
  await openPaused(page, 'p5');
  const running = () => page.evaluate(() => studio.clock.running);
  const control = page.locator('[data-section=essentials] [data-path="cohesion.weight"]');
  for (const field of [control.locator('input[type=number]'), control.locator('input[type=range]')]) {
    await field.focus();
    await page.keyboard.press('Space');
    assert.equal(await running(), true);
    await page.keyboard.press('Space');
    assert.equal(await running(), false);
    const before = (await inspected(page)) ?? -1;
    await page.keyboard.press('n');
    assert.equal(await inspected(page), before + 1);
    const stepsBefore = await steps(page);
    await page.keyboard.press('Home');
    assert.equal(await steps(page), stepsBefore, 'Home is for the field');
  }
  // Digits are typed, and select no tool.
  const number = control.locator('input[type=number]');
  await number.fill('');
  await number.focus();
  for (const key of ['2', '.', '5']) await page.keyboard.press(key);
  assert.equal(await number.inputValue(), '2.5');
  assert.equal(await page.isChecked('[data-tool=inspect] input'), true);
  await page.keyboard.press('Escape');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'canvas');
  assert.equal((await values(page))['cohesion.weight'], '2.5');
  // Text takes every key.
  await page.click('#tab-share');
  await page.fill('#toml', '');
  await page.keyboard.press('Space');
  assert.equal(await page.inputValue('#toml'), ' ');
  assert.equal(await running(), false);
});

test('shortcuts work with a Korean keyboard', async () => {
  const page = await fixture.open();
  await openPaused(page, 'p5');
  await page.evaluate(() => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ㅜ', code: 'KeyN', bubbles: true })));
  assert.equal(await inspected(page), 0);
});

test('a click on a boid opens its panel', async () => {
  const page = await fixture.open();
  await openPaused(page, 'p5');
  await step(page, 200);
  await nextDraw(page);
  assert.equal(await page.isVisible('#panel-boid'), false);
  const [x, y] = await positions(page);
  await page.mouse.click(...(await pagePoint(page, x, y)));
  await settled(page);
  assert.equal(await page.getAttribute('#tab-boid', 'aria-selected'), 'true');
  assert.ok(await page.isVisible('#panel-boid'));
  await page.waitForSelector('#boid h2');
});

test('every control can be reached with the tab key, and has a name', async () => {
  const page = await fixture.open();
  await openPaused(page, 'p5');
  const nameless = await page.evaluate(() =>
    [...document.querySelectorAll('button, input, select, textarea, a, canvas[tabindex]')]
      .filter((element) => !(element.getAttribute('aria-label') || element.labels?.length || element.textContent.trim()))
      .map((element) => element.outerHTML));
  assert.deepEqual(nameless, []);
  const reached = new Set();
  for (let press = 0; press < 60; press += 1) {
    await page.keyboard.press('Tab');
    reached.add(await page.evaluate(() => document.activeElement?.id || document.activeElement?.name || ''));
  }
  for (const id of ['gallery-open', 'try-open', 'guide', 'language', 'theme', 'help', 'tool', 'canvas', 'restart', 'run', 'step', 'speed', 'tab-parameters', 'keep-density', 'reset']) {
    assert.ok(reached.has(id), `${id}: ${[...reached].join(' ')}`);
  }
});

test('the page reports the time of the first motion', async () => {
  const page = await fixture.open();
  await page.waitForSelector('html[data-first-motion]');
  const first = Number(await page.getAttribute('html', 'data-first-motion'));
  const [library, canvas] = await page.evaluate(() => ['library', 'canvas'].map((name) => performance.getEntriesByName(name)[0].startTime));
  assert.ok(0 < library && library < canvas && canvas <= first + 1, `${library} ${canvas} ${first}`);
});
