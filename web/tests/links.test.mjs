// A link restores the whole experiment.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boids, hash, nextDraw, openLink, openPaused, settled, step, steps, studioFixture, values } from './support.mjs';

const fixture = studioFixture();

test('a link restores scenario, seed and step with the same state hash', async () => {
  const page = await fixture.open();
  await openPaused(page, 'mesa');
  await page.evaluate(async () => {
    await studio.experiment.set('seed', '7');
    await studio.experiment.set('cohesion.weight', '0.05');
    await studio.experiment.restart();
    await studio.experiment.step(137);
  });
  await page.click('#tab-share');
  await page.click('#copy-link');
  await settled(page);
  const restored = await openLink(fixture, await page.inputValue('#link'));
  assert.equal(await steps(restored), 137);
  assert.equal(await hash(restored), await hash(page));
  assert.equal((await values(restored)).seed, '7');
});

test('a link restores changes made while the flock ran', async () => {
  const page = await fixture.open();
  await openPaused(page, 'p5');
  await page.evaluate(async () => {
    const { experiment } = studio;
    await experiment.step(20);
    await experiment.set('alignment.weight', '3');
    await experiment.step(15);
    await experiment.edit('addPredator', new Float64Array([100, 100]), new Float64Array([1, 0]));
    await experiment.step(15);
    await experiment.edit('addObstacle', new Float64Array([300, 200]), 30);
    await experiment.edit('addBoid', new Float64Array([10, 10]), new Float64Array([1, 1]));
    await experiment.edit('setPointerMode', 'attract');
    await experiment.edit('setPointer', new Float64Array([400, 100]));
    await experiment.step(15);
    await experiment.set('engine', 'reference');
    await experiment.step(3);
    await experiment.set('separation.radius', '');
    await experiment.step(4);
  });
  const restored = await openLink(fixture, await page.evaluate(() => studio.share.link()));
  assert.equal(await steps(restored), 72);
  assert.equal(await boids(restored), 302);
  assert.equal(await hash(restored), await hash(page));
});

test('a link restores a restart with boids that were added before', async () => {
  const page = await fixture.open();
  await openPaused(page, 'p5');
  await page.evaluate(async () => {
    await studio.experiment.edit('addPredator', new Float64Array([100, 100]), new Float64Array([1, 0]));
    await studio.experiment.restart();
    await studio.experiment.step(30);
  });
  const restored = await openLink(fixture, await page.evaluate(() => studio.share.link()));
  assert.equal(await hash(restored), await hash(page));
});

for (const [name, link] of [
  ['an invalid link', '1.!!!'],
  ['a truncated link', '1.q1bKzE0tLslMLVayUjI0MDA'],
  ['a link of an unknown version', '9.abc'],
]) {
  test(`${name} shows an error and keeps the flock`, async () => {
    const page = await fixture.open(`#${link}`);
    await page.waitForSelector('.error');
    assert.match(await page.textContent('.error'), /This link cannot be read/);
    const before = await steps(page);
    await page.waitForFunction((before) => studio.experiment.steps > before, before);
    assert.equal(await page.getAttribute('#gallery-open', 'data-preset'), 'p5');
  });
}

test('opening a link replaces the running flock', async () => {
  const page = await fixture.open();
  await openPaused(page, 'noc');
  await step(page, 33);
  const [link, expected] = [await page.evaluate(() => studio.share.link()), await hash(page)];
  await openPaused(page, 'p5');
  await page.evaluate((link) => (location.hash = new URL(link).hash), link);
  await page.waitForFunction(() => studio.experiment.steps === 33);
  await nextDraw(page);
  assert.equal(await hash(page), expected);
});
