// What is on the stage can be erased, moved and switched off, and large flocks are spread over it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  boids, drag, eventually, hash, inspected, lengthOfPixel, link, nextDraw, obstacles, openLink, openPaused, pagePoint, positions, preset, selectTool, speciesNames, step, steps,
  studioFixture, values,
} from './support.mjs';

const fixture = studioFixture();

async function ready(preset = 'p5') {
  const page = await fixture.open();
  await openPaused(page, preset);
  await step(page, 150);
  await nextDraw(page);
  return page;
}

/** Adds an obstacle of radius 30, a goal and a predator. */
async function furnish(page) {
  await page.evaluate(async () => {
    await studio.experiment.edit('addObstacle', new Float64Array([120, 100]), 30);
    await studio.experiment.edit('setGoal', new Float64Array([520, 300]));
    await studio.experiment.edit('addPredator', new Float64Array([60, 320]), new Float64Array([1, 0]));
  });
  await nextDraw(page);
}

test('the eraser removes boids, predators, obstacles and the goal', async () => {
  const page = await ready();
  await furnish(page);
  await selectTool(page, 'erase');
  await page.mouse.click(...(await pagePoint(page, 120, 100)));
  assert.equal((await obstacles(page)).length, 0);
  await page.mouse.click(...(await pagePoint(page, 520, 300)));
  assert.equal((await values(page))['goal.position'], undefined);
  await page.mouse.click(...(await pagePoint(page, 60, 320)));
  assert.deepEqual(await speciesNames(page), ['boid']);
  const left = await boids(page);
  await drag(page, await pagePoint(page, 20, 200), await pagePoint(page, 620, 200), await pagePoint(page, 620, 100), await pagePoint(page, 20, 100));
  assert.ok((await boids(page)) < left, `${left}`);
  await page.keyboard.press('Control+z');
  assert.equal(await boids(page), left);
  await page.keyboard.press('Control+y');
  await step(page, 10);
  const restored = await openLink(fixture, await link(page));
  assert.deepEqual([await boids(restored), await hash(restored)], [await boids(page), await hash(page)]);
});

test('the eraser removes what it touches and nothing else, and the inspected boid stays inspected', async () => {
  const page = await ready();
  const id = 120;
  const before = await positions(page);
  const [x, y] = before.slice(2 * id, 2 * id + 2);
  await page.evaluate(() => studio.viewport.inspect(200));
  await selectTool(page, 'erase');
  await page.mouse.click(...(await pagePoint(page, x, y)));
  const after = await positions(page);
  assert.ok(after.length < before.length);
  const points = (list) => list.flatMap((x, index) => (index % 2 ? [] : [[x, list[index + 1]]]));
  const gone = points(before).filter(([x, y]) => !points(after).some(([ax, ay]) => ax === x && ay === y));
  const reach = 12 * (await lengthOfPixel(page)) * (await page.evaluate(() => studio.viewport.toCanvasPixels(1, 0)[0]));
  assert.equal(gone.length, (before.length - after.length) / 2);
  for (const [gx, gy] of gone) assert.ok(Math.hypot(gx - x, gy - y) <= reach, `${gx} ${gy}`);
  const now = await inspected(page);
  if (now !== undefined) assert.deepEqual(after.slice(2 * now, 2 * now + 2), before.slice(400, 402));
});

test('obstacles and the goal can be dragged', async () => {
  const page = await ready();
  await furnish(page);
  await drag(page, await pagePoint(page, 130, 110), await pagePoint(page, 230, 160));
  const [x, y] = JSON.parse((await obstacles(page))[0].match(/centre = (.*)/)[1]);
  assert.ok(Math.abs(x - 220) < 2 && Math.abs(y - 150) < 2, `${x} ${y}`);
  await drag(page, await pagePoint(page, 520, 300), await pagePoint(page, 420, 250));
  const [gx, gy] = JSON.parse((await values(page))['goal.position']);
  assert.ok(Math.abs(gx - 420) < 2 && Math.abs(gy - 250) < 2, `${gx} ${gy}`);
  // The view has not moved, and each drag is one action.
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  assert.match((await obstacles(page))[0], /centre = \[120, 100\]/);
  assert.equal((await values(page))['goal.position'], '[520, 300]');
  const restored = await openLink(fixture, await link(page));
  assert.equal(await hash(restored), await hash(page));
});

test('goal, predators and obstacles are switched off and on without a restart', async () => {
  const page = await ready();
  assert.equal(await page.isVisible('#switches'), false);
  await furnish(page);
  const there = async () => ({
    goal: (await values(page))['goal.position'] !== undefined,
    predators: (await boids(page)) === 301,
    obstacles: (await obstacles(page)).length === 1,
  });
  for (const name of ['goal', 'predators', 'obstacles']) {
    const label = page.locator(`#switches label:has([data-switch=${name}])`);
    await label.click();
    assert.deepEqual(await there(), { goal: true, predators: true, obstacles: true, [name]: false });
    assert.equal(await page.isChecked(`[data-switch=${name}]`), false);
    await label.click();
    assert.deepEqual(await there(), { goal: true, predators: true, obstacles: true });
  }
  assert.equal(await steps(page), 150);
});

test('every scene opens by its name', async () => {
  const page = await fixture.open();
  for (const name of ['wall', 'corner', 'u-trap', 'gate', 'moving', 'spheres', 'scenes/u-trap']) {
    await openPaused(page, name);
    assert.equal(await preset(page), name);
    assert.ok((await obstacles(page)).length > 0, name);
    assert.equal(await page.locator('.error').count(), 0, name);
  }
});

test('a large flock starts spread out, and the page says so', async () => {
  const page = await fixture.open();
  await openPaused(page, 'p5');
  const number = page.locator('[data-section=essentials] [data-path=boids] input[type=number]');
  // It goes away by itself.
  const note = page.waitForSelector('.notification').then((note) => note.textContent());
  await number.fill('20000');
  await number.press('Enter');
  await eventually(async () => assert.equal(await boids(page), 20000));
  const x = (await positions(page)).filter((_, index) => index % 2 === 0);
  const spread = x.reduce((most, x) => Math.max(most, x), -Infinity) - x.reduce((least, x) => Math.min(least, x), Infinity);
  assert.ok(spread > 3000, `${spread}`);
  assert.match(await note, /starts spread out/);
  await page.keyboard.press('Control+z');
  assert.equal(await boids(page), 300);
});

test('the tools on the stage are large enough for a finger', async () => {
  const page = await fixture.open('', { hasTouch: true, isMobile: true, viewport: { width: 380, height: 780 } });
  await openPaused(page, 'p5');
  await furnish(page);
  await page.tap('[data-tool=obstacle]');
  for (const selector of ['.tool', '#shapes label', '#switches label', '.playback button']) {
    for (const target of await page.locator(`${selector}:visible`).all()) {
      const { width, height } = await target.boundingBox();
      assert.ok(width >= 36 && height >= 36, `${selector}: ${width} × ${height}`);
    }
  }
});

test('on a phone no two labels of tools touch, and all tools are visible', async () => {
  const page = await fixture.open('', { hasTouch: true, isMobile: true, viewport: { width: 380, height: 780 } });
  const [row, labels] = await page.$eval('.tools', (tools) => {
    const sides = (element) => (({ left, right }) => [left, right])(element.getBoundingClientRect());
    return [sides(tools), [...tools.querySelectorAll('.tool span')].map(sides)];
  });
  assert.equal(labels.length, 8);
  for (const [index, [left, right]] of labels.entries()) {
    assert.ok(left >= row[0] && right <= row[1], `label ${index}: ${left} to ${right}`);
    if (index > 0) assert.ok(left >= labels[index - 1][1] + 1, `labels ${index - 1} and ${index}: ${labels[index - 1][1]}, ${left}`);
  }
});
