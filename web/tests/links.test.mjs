// A link restores the whole experiment.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawn, hash, steps, still, studio, values } from './support.mjs';

const it = studio();

/** Opens a link in a fresh browser profile and waits until all it says is done. */
async function follow(link) {
  const page = await it.open(link.slice(it.address().length));
  await page.waitForFunction(() => studio.experiment.flock.catchUpTo() === undefined && !studio.clock.running);
  return page;
}

test('a link restores scenario, seed and step, to the same hash', async () => {
  const page = await it.open();
  await still(page, 'mesa');
  await page.evaluate(() => {
    studio.experiment.set('seed', '7');
    studio.experiment.set('cohesion.weight', '0.05');
    studio.experiment.restart();
    studio.experiment.flock.step(137);
  });
  await page.click('#tab-share');
  await page.click('#copy-link');
  const restored = await follow(await page.inputValue('#link'));
  assert.equal(await steps(restored), 137);
  assert.equal(await hash(restored), await hash(page));
  assert.equal((await values(restored)).seed, '7');
});

test('a link restores what was done to the flock while it ran', async () => {
  const page = await it.open();
  await still(page, 'p5');
  await page.evaluate(() => {
    const { experiment } = studio;
    experiment.flock.step(20);
    experiment.set('alignment.weight', '3');
    experiment.flock.step(15);
    experiment.act((flock) => flock.addPredator(new Float64Array([100, 100]), new Float64Array([1, 0])));
    experiment.flock.step(15);
    experiment.act((flock) => flock.addObstacle(new Float64Array([300, 200]), 30));
    experiment.act((flock) => flock.addBoid(new Float64Array([10, 10]), new Float64Array([1, 1])));
    experiment.act((flock) => flock.setPointerMode('attract'));
    experiment.act((flock) => flock.setPointer(new Float64Array([400, 100])));
    experiment.flock.step(15);
    experiment.set('engine', 'reference');
    experiment.flock.step(3);
    experiment.set('separation.radius', '');
    experiment.flock.step(4);
  });
  const restored = await follow(await page.evaluate(() => studio.share.link()));
  assert.equal(await steps(restored), 72);
  assert.equal(await restored.evaluate(() => studio.experiment.flock.boids()), 302);
  assert.equal(await hash(restored), await hash(page));
});

test('a link restores after a restart with what was added to the flock', async () => {
  const page = await it.open();
  await still(page, 'p5');
  await page.evaluate(() => {
    studio.experiment.act((flock) => flock.addPredator(new Float64Array([100, 100]), new Float64Array([1, 0])));
    studio.experiment.restart();
    studio.experiment.flock.step(30);
  });
  const restored = await follow(await page.evaluate(() => studio.share.link()));
  assert.equal(await hash(restored), await hash(page));
});

for (const [what, link] of [
  ['no link at all', '1.!!!'],
  ['half a link', '1.q1bKzE0tLslMLVayUjI0MDA'],
  ['another form', '9.abc'],
]) {
  test(`${what} shows a message and keeps the flock`, async () => {
    const page = await it.open(`#${link}`);
    await page.waitForSelector('.complaint');
    assert.match(await page.textContent('.complaint'), /this link cannot be read/);
    const before = await steps(page);
    await page.waitForFunction((before) => studio.experiment.flock.steps() > before, before);
    assert.equal(await page.inputValue('#preset'), 'p5');
  });
}

test('a link that is opened while a flock runs takes its place', async () => {
  const page = await it.open();
  await still(page, 'noc');
  await page.evaluate(() => studio.experiment.flock.step(33));
  const [link, wanted] = [await page.evaluate(() => studio.share.link()), await hash(page)];
  await still(page, 'p5');
  await page.evaluate((link) => (location.hash = new URL(link).hash), link);
  await page.waitForFunction(() => studio.experiment.flock.steps() === 33);
  await drawn(page);
  assert.equal(await hash(page), wanted);
});
