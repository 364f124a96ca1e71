// Two flocks side by side: the same seed, the same steps, the same camera, and one plot for both.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually, nextDraw, pixelDifference, stepBoth, studioFixture, values, waitForSteps } from './support.mjs';

const fixture = studioFixture();

/** Opens a page with two flocks, paused at step 0. */
async function openPair(path = '', options = {}) {
  const page = await fixture.open(path, options);
  await page.click('#compare-flocks');
  await page.waitForFunction(() => studio.sideBySide.isOpen);
  await page.evaluate(() => {
    studio.clock.running = false;
    return studio.experiment.restart();
  });
  await nextDraw(page);
  return page;
}

/** Asks both flocks. */
const askBoth = (page, method) => page.evaluate((method) => Promise.all([studio.experiment, studio.sideBySide].map((flock) => flock.ask(method))), method);
const hashes = (page) => askBoth(page, 'hash');
const bothSteps = (page) => askBoth(page, 'steps');
const secondValues = (page) => page.evaluate(async () => JSON.parse(await studio.sideBySide.ask('values')));

test('a copy has the same states until something is changed', async () => {
  const page = await openPair();
  await stepBoth(page, 100);
  const [a, b] = await hashes(page);
  assert.equal(a, b);
  await page.evaluate(() => studio.experiment.set('separation.weight', '6'));
  await stepBoth(page, 50);
  const [changed, same] = await hashes(page);
  assert.notEqual(changed, same);
});

test('both flocks step together, by themselves and one step at a time', async () => {
  const page = await openPair();
  await page.click('#step');
  await eventually(async () => assert.deepEqual(await bothSteps(page), [1, 1]));
  await page.click('#run');
  await waitForSteps(page, 20);
  await page.click('#run');
  await eventually(async () => {
    const [a, b] = await bothSteps(page);
    assert.equal(a, b);
    assert.ok(a > 20);
  });
  await page.click('#restart');
  await eventually(async () => assert.deepEqual(await bothSteps(page), [0, 0]));
});

test('one parameter of the second flock can be changed, by its name and value', async () => {
  const page = await openPair();
  await page.selectOption('#second-parameter', 'cohesion.weight');
  await page.fill('#second-value', '0');
  await page.press('#second-value', 'Enter');
  await eventually(async () => assert.equal((await secondValues(page))['cohesion.weight'], '0'));
  assert.equal((await values(page))['cohesion.weight'], '1');
  await page.fill('#second-value', 'much');
  await page.press('#second-value', 'Enter');
  await page.waitForSelector('.error');
  assert.match(await page.textContent('.error'), /cohesion\.weight/);
  assert.equal((await secondValues(page))['cohesion.weight'], '0', 'what is refused leaves the flock as it was');
});

test('another preset can be compared, with the seed of the first', async () => {
  const page = await openPair();
  await page.evaluate(() => studio.experiment.set('seed', '9'));
  await page.selectOption('#second-preset', 'mesa');
  await eventually(async () => assert.equal((await secondValues(page)).name, '"mesa"'));
  assert.equal((await secondValues(page)).seed, '9');
  // Another first flock is compared with the same second one.
  await page.evaluate(() => studio.experiment.openPreset('noc'));
  assert.equal((await secondValues(page)).name, '"mesa"');
});

test('the second flock is seen from the same side', async () => {
  const page = await openPair();
  const moved = await pixelDifference(page, '#second canvas', async () => {
    await page.evaluate(() => studio.viewport.zoom(2, 50, 50));
    await nextDraw(page);
    await nextDraw(page);
  });
  assert.ok(moved.pixels > 100, `${moved.pixels}`);
  const corner = (view) => page.evaluate((view) => {
    const point = new Float32Array([100, 100]);
    return view === 'a' ? studio.viewport.ask('pixel', point) : studio.sideBySide.askView('pixel', point);
  }, view);
  // The canvases differ by the line between them.
  await eventually(async () => {
    const [a, b] = [await corner('a'), await corner('b')];
    assert.ok(Math.hypot(a[0] - b[0], a[1] - b[1]) < 3, `${a}; ${b}`);
  });
});

test('plots show the measures of both, and of one again after closing', async () => {
  const page = await openPair();
  await page.click('#tab-plots');
  await page.selectOption('#second-parameter', 'alignment.weight');
  await page.fill('#second-value', '0');
  await page.press('#second-value', 'Enter');
  await page.click('#run');
  await page.waitForFunction(() => studio.plots.latestOfSecond('polarisation') !== undefined);
  await page.waitForFunction(() => studio.plots.latest('polarisation') !== studio.plots.latestOfSecond('polarisation'));
  assert.match(await page.textContent('.plot .u-legend'), /Polarisation A.*Polarisation B/s);
  await page.click('#second-close');
  assert.equal(await page.isVisible('#second'), false);
  assert.doesNotMatch(await page.textContent('.plot .u-legend'), /Polarisation B/);
  await waitForSteps(page, 5);
});

for (const [width, height] of [[1280, 800], [844, 390], [380, 780]]) {
  test(`at ${width} × ${height} both flocks are visible and nothing overflows`, async () => {
    const page = await openPair('', { viewport: { width, height } });
    const [a, b, overflow] = await page.evaluate(() => {
      const box = (selector) => {
        const { left, top, right, bottom } = document.querySelector(selector).getBoundingClientRect();
        return { left, top, right, bottom };
      };
      return [box('#scene > canvas'), box('#second canvas'), document.documentElement.scrollWidth - innerWidth];
    });
    assert.ok(overflow <= 0, `${overflow} pixels too wide`);
    assert.ok(a.right <= b.left + 1 || a.bottom <= b.top + 1, 'they do not overlap');
    for (const box of [a, b]) assert.ok(box.right - box.left > 100 && box.bottom - box.top > 90, JSON.stringify(box));
  });
}
