// Run, pause, step, restart, speed; and everything by keyboard.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawn, hash, steps, still, studio, values } from './support.mjs';

const it = studio();

test('pause really pauses, and run goes on from there', async () => {
  const page = await it.open();
  await page.click('#run');
  const [at, before] = [await steps(page), await hash(page)];
  await page.waitForTimeout(600);
  assert.equal(await steps(page), at);
  assert.equal(await hash(page), before);
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

test('the speed says how many steps a second are done, not how many frames are drawn', async () => {
  const page = await it.open();
  const rate = async (share) => {
    await page.fill('#speed', String(share));
    const [before, began] = [await steps(page), Date.now()];
    await page.waitForTimeout(2000);
    return ((await steps(page)) - before) / ((Date.now() - began) / 1000);
  };
  // 60 steps a second at 1×; the machine may be busy, so there is room.
  const slow = await rate(0);
  assert.ok(slow > 3 && slow < 8, `0.1×: ${slow}`);
  const fast = await rate(1);
  assert.ok(fast > 240 && fast < 560, `8×: ${fast}`);
  assert.equal(await page.textContent('#speed-value'), '8×');
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
  assert.match(page.url(), /#1\./);
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

test('the flock moves within seconds even without a graphics card', async () => {
  const page = await it.open();
  await page.waitForSelector('html[data-first-motion]');
  const milliseconds = Number(await page.getAttribute('html', 'data-first-motion'));
  console.log(`first motion after ${milliseconds} ms`);
  assert.ok(milliseconds < 8000, `${milliseconds} ms`);
  await drawn(page);
});
