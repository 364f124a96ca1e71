// Undo and redo.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  boids, drag, hash, link, nextDraw, obstacles, openLink, openPaused, pagePoint, preset, selectTool, speciesNames, step, steps, studioFixture, values,
} from './support.mjs';

const fixture = studioFixture();
const weight = async (page) => (await values(page))['cohesion.weight'];

test('Ctrl+Z undoes and Ctrl+Shift+Z or Ctrl+Y redoes, without a restart', async () => {
  const page = await fixture.open();
  await openPaused(page, 'p5');
  const number = page.locator('[data-section=essentials] [data-path="cohesion.weight"] input[type=number]');
  for (const value of ['2', '3']) {
    await number.fill(value);
    await number.press('Enter');
    await step(page, 10);
  }
  // The focus is in the number box.
  await page.keyboard.press('Control+z');
  assert.equal(await weight(page), '2');
  assert.equal(await number.inputValue(), '2');
  await page.keyboard.press('Control+z');
  assert.equal(await weight(page), '1');
  await page.keyboard.press('Control+Shift+z');
  assert.equal(await weight(page), '2');
  await page.keyboard.press('Control+y');
  assert.equal(await weight(page), '3');
  assert.equal(await steps(page), 20);
});

test('the buttons undo and redo what there is', async () => {
  const page = await fixture.open();
  assert.deepEqual([await page.isDisabled('#undo'), await page.isDisabled('#redo')], [true, true]);
  await openPaused(page, 'p5');
  await page.evaluate(() => studio.experiment.set('cohesion.weight', '2'));
  await page.click('#undo');
  assert.equal(await weight(page), '1');
  await page.click('#redo');
  assert.equal(await weight(page), '2');
  assert.deepEqual([await page.isDisabled('#undo'), await page.isDisabled('#redo')], [false, true]);
});

test('a dragged slider is undone at once', async () => {
  const page = await fixture.open();
  await openPaused(page, 'p5');
  const slider = page.locator('[data-section=essentials] [data-path="cohesion.weight"] input[type=range]');
  await slider.scrollIntoViewIfNeeded();
  const box = await slider.boundingBox();
  const at = (share) => [box.x + box.width * share, box.y + box.height / 2];
  await drag(page, at(0.3), at(0.5), at(0.9));
  assert.ok(Number(await weight(page)) > 1.5, await weight(page));
  await page.keyboard.press('Control+z');
  assert.equal(await weight(page), '1');
});

test('whatever a tool adds is undone by gesture, and links stay true', async () => {
  const page = await fixture.open();
  await openPaused(page, 'p5');
  await step(page, 50);
  await nextDraw(page);
  const undo = async () => {
    await step(page, 3);
    await page.keyboard.press('Control+z');
  };
  await selectTool(page, 'add');
  await drag(page, await pagePoint(page, 100, 100), await pagePoint(page, 300, 100));
  assert.ok((await boids(page)) > 304);
  await undo();
  assert.equal(await boids(page), 300);
  await selectTool(page, 'predator');
  await page.mouse.click(...(await pagePoint(page, 100, 100)));
  assert.deepEqual(await speciesNames(page), ['boid', 'predator']);
  await undo();
  assert.deepEqual([await speciesNames(page), await boids(page)], [['boid'], 300]);
  await selectTool(page, 'goal');
  await drag(page, await pagePoint(page, 100, 100), await pagePoint(page, 300, 100));
  await undo();
  assert.equal((await values(page))['goal.position'], undefined);
  await selectTool(page, 'obstacle');
  await drag(page, await pagePoint(page, 100, 100), await pagePoint(page, 130, 100));
  assert.equal((await obstacles(page)).length, 1);
  await undo();
  assert.equal((await obstacles(page)).length, 0);
  await page.keyboard.press('Control+y');
  assert.equal((await obstacles(page)).length, 1);
  await step(page, 5);
  const restored = await openLink(fixture, await link(page));
  assert.equal(await hash(restored), await hash(page));
});

test('undo returns from another preset and from a restart to the flock as it was', async () => {
  const page = await fixture.open();
  await openPaused(page, 'p5');
  await page.evaluate(() => studio.experiment.set('cohesion.weight', '2'));
  await step(page, 30);
  const before = await hash(page);
  await openPaused(page, 'opensteer');
  await page.keyboard.press('Control+z');
  assert.deepEqual([await hash(page), await weight(page)], [before, '2']);
  assert.equal(await preset(page), 'p5');
  await page.keyboard.press('Home');
  assert.equal(await steps(page), 0);
  await page.keyboard.press('Control+z');
  assert.deepEqual([await hash(page), await steps(page)], [before, 30]);
});

test('a text field keeps its own undo', async () => {
  const page = await fixture.open();
  await openPaused(page, 'p5');
  await page.evaluate(() => studio.experiment.set('cohesion.weight', '2'));
  await page.click('#tab-share');
  await page.focus('#toml');
  await page.keyboard.type('x');
  await page.keyboard.press('Control+z');
  assert.equal(await weight(page), '2');
});
