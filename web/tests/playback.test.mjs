// Run, pause, step, restart, speed; and everything by keyboard.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawn, hash, soon, steps, still, studio, values } from './support.mjs';

const it = studio();

test('pause really pauses, and run goes on from there', async () => {
  const page = await it.open();
  await page.click('#run');
  const [at, before] = [await steps(page), await hash(page)];
  await page.waitForTimeout(600);
  assert.equal(await steps(page), at);
  assert.equal(await hash(page), before);
  await soon(async () => assert.equal(await page.textContent('#frames'), '–'));
  await page.click('#run');
  await page.waitForFunction((at) => studio.experiment.flock.steps() > at, at);
});

test('a single step is one step', async () => {
  const page = await it.open();
  await still(page, 'p5');
  for (let step = 1; step <= 3; step += 1) {
    await page.click('#step');
    assert.equal(await steps(page), step);
  }
});

test('back to the start is the first state, with the parameters as they are', async () => {
  const page = await it.open();
  await still(page, 'p5');
  const first = await hash(page);
  await page.evaluate(() => studio.experiment.set('cohesion.weight', '2'));
  await page.evaluate(() => studio.experiment.flock.step(50));
  await page.click('#restart');
  assert.equal(await steps(page), 0);
  assert.equal(await hash(page), first);
  assert.equal((await values(page))['cohesion.weight'], '2');
});

test('the speed says how many steps a second are due, however many frames are drawn', async () => {
  const page = await it.open();
  await page.fill('#speed', '1');
  assert.equal(await page.evaluate(() => studio.clock.speed), 8);
  assert.equal(await page.textContent('#speed-value'), '8×');
  await page.fill('#speed', '0');
  assert.equal(await page.evaluate(() => studio.clock.speed), 0.1);
  // Ten seconds of a screen's clock, for a flock whose steps take no time: 60 steps a second at 1×.
  const due = (speed, frames) => page.evaluate(([speed, frames]) => {
    const clock = Object.assign(new studio.clock.constructor(), { speed });
    let steps = 0;
    for (let frame = 0; frame <= 10 * frames; frame += 1) clock.tick((1000 * frame) / frames, () => (steps += 1));
    return steps;
  }, [speed, frames]);
  for (const frames of [24, 60, 144]) {
    for (const speed of [0.1, 1, 8]) assert.ok(Math.abs((await due(speed, frames)) - 600 * speed) <= 1, `${speed}× at ${frames}`);
  }
});

test('a flock that is too slow for its speed leaves time to draw, and does not fall behind for ever', async () => {
  const page = await it.open();
  const { most, later } = await page.evaluate(() => {
    const clock = Object.assign(new studio.clock.constructor(), { speed: 8 });
    const slow = () => {
      for (const began = performance.now(); performance.now() - began < 5; );
    };
    let [most, now] = [0, 1000];
    for (let frame = 0; frame < 30; frame += 1) most = Math.max(most, clock.tick((now += 50), slow));
    // Steps that were not done are not made up for once they are quick.
    return { most, later: clock.tick(now, () => undefined) };
  });
  // A frame spends 10 ms on stepping, and finishes the step it is in: three of 5 ms at most, where 24 are due.
  assert.ok(most >= 1 && most <= 3, `${most}`);
  assert.ok(later <= 1, `${later}`);
});

test('the keyboard drives everything', async () => {
  const page = await it.open();
  await still(page, 'p5');
  const press = (...keys) => keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
  const studioIs = (what) => page.evaluate((what) => new Function('studio', `return ${what}`)(studio), what);

  await press('.', '.', '.');
  assert.equal(await steps(page), 3);
  await press('Space');
  assert.equal(await studioIs('studio.clock.running'), true);
  await press('Space');
  await press('Home');
  assert.equal(await steps(page), 0);
  const speed = await studioIs('studio.clock.speed');
  await press(']', ']', '[');
  assert.ok((await studioIs('studio.clock.speed')) > speed);

  await press('n', 'n');
  assert.equal(await studioIs('studio.stage.inspected'), 1);
  await press('b');
  assert.equal(await studioIs('studio.stage.inspected'), 0);
  await press('f');
  assert.equal(await page.isChecked('#follow'), true);
  await press('f', 'Escape');
  assert.equal(await studioIs('studio.stage.inspected'), undefined);

  for (const [index, tab] of ['parameters', 'boid', 'plots', 'search', 'share'].entries()) {
    await press(`Alt+Digit${index + 1}`);
    assert.equal(await page.getAttribute(`#tab-${tab}`, 'aria-selected'), 'true');
  }
  await press('l');
  assert.equal(await page.getAttribute('html', 'lang'), 'ko');
  await press('l', 'd');
  assert.equal(await page.getAttribute('html', 'data-theme'), 'light');
  await press('?');
  assert.ok(await page.isVisible('#keys'));
  assert.equal(await page.textContent('#keys button'), 'Close');
  await press('Escape');

  // Tools at the crosshair.
  await page.focus('#canvas');
  await press('7', 'ArrowRight', 'ArrowDown', 'Enter');
  assert.equal(await page.evaluate(() => studio.experiment.flock.boids()), 301);
  await press('5', 'Enter');
  assert.deepEqual(await page.evaluate(() => studio.experiment.flock.speciesNames()), ['boid', 'predator']);
  await press('6', 'Enter');
  assert.ok((await values(page))['goal.position']);
  await press('4', 'Enter');
  assert.match(await page.evaluate(() => studio.experiment.flock.toToml()), /\[\[obstacle\]\]/);
  await press('2', 'Enter');
  assert.equal((await values(page))['pointer.mode'], '"attract"');
  await press('Enter');
  assert.equal((await values(page))['pointer.mode'], '"off"');
  await press('Shift+ArrowLeft', '+', '-', '0');

  await press('c');
  await soon(async () => assert.match(page.url(), /#1\./));
});

test('every control can be reached with the tab key, and has a name', async () => {
  const page = await it.open();
  await still(page, 'p5');
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
  for (const id of ['preset', 'guide', 'language', 'theme', 'help', 'tool', 'canvas', 'restart', 'run', 'step', 'speed', 'tab-parameters', 'density', 'reset']) {
    assert.ok(reached.has(id), `${id}: ${[...reached].join(' ')}`);
  }
});

test('the page says when the flock first moved', async () => {
  const page = await it.open();
  await page.waitForSelector('html[data-first-motion]');
  const first = Number(await page.getAttribute('html', 'data-first-motion'));
  const [library, canvas] = await page.evaluate(() => ['library', 'canvas'].map((name) => performance.getEntriesByName(name)[0].startTime));
  assert.ok(0 < library && library < canvas && canvas <= first + 1, `${library} ${canvas} ${first}`);
});
