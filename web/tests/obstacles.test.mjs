// Drawing obstacles: circles, boxes, walls and polygons.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drag, nextDraw, obstacles, openPaused, pagePoint, selectTool, studioFixture } from './support.mjs';

const fixture = studioFixture();

async function ready(preset = 'p5') {
  const page = await fixture.open();
  await openPaused(page, preset);
  await nextDraw(page);
  await selectTool(page, 'obstacle');
  return page;
}

const selectShape = (page, shape) => page.click(`#shapes [data-shape=${shape}]`);

/** The numbers of a key of an obstacle. */
const numbers = (obstacle, key) => JSON.parse(obstacle.match(new RegExp(`^${key} = (.*)$`, 'm'))[1]);

function assertNear(actual, expected, tolerance = 2) {
  assert.equal(actual.flat().length, expected.flat().length, JSON.stringify(actual));
  actual.flat().forEach((x, index) => assert.ok(Math.abs(x - expected.flat()[index]) <= tolerance, JSON.stringify(actual)));
}

test('the shapes are offered with the obstacle tool only', async () => {
  const page = await fixture.open();
  assert.equal(await page.isVisible('#shapes'), false);
  await selectTool(page, 'obstacle');
  assert.deepEqual(await page.locator('#shapes label:visible').allTextContents(), ['Circle', 'Box', 'Wall', 'Polygon']);
  await selectTool(page, 'goal');
  assert.equal(await page.isVisible('#shapes'), false);
});

test('dragging draws a box from corner to corner', async () => {
  const page = await ready();
  await selectShape(page, 'box');
  const [from, to] = [await pagePoint(page, 100, 100), await pagePoint(page, 200, 160)];
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(...to, { steps: 4 });
  assert.ok(await page.isVisible('#obstacle-preview rect'));
  await page.mouse.up();
  assert.equal(await page.isVisible('#obstacle-preview'), false);
  const [box] = await obstacles(page);
  assert.match(box, /shape = "box"/);
  assertNear(numbers(box, 'centre'), [150, 130]);
  assertNear(numbers(box, 'size'), [100, 60]);
});

test('dragging or two clicks draw a wall from end to end', async () => {
  const page = await ready();
  await selectShape(page, 'wall');
  await drag(page, await pagePoint(page, 100, 100), await pagePoint(page, 200, 160));
  await page.mouse.click(...(await pagePoint(page, 300, 100)));
  await page.mouse.move(...(await pagePoint(page, 320, 150)));
  assert.ok(await page.isVisible('#obstacle-preview line'));
  await page.mouse.click(...(await pagePoint(page, 300, 200)));
  const walls = await obstacles(page);
  assert.equal(walls.length, 2);
  assertNear([numbers(walls[0], 'from'), numbers(walls[0], 'to')], [[100, 100], [200, 160]]);
  assertNear([numbers(walls[1], 'from'), numbers(walls[1], 'to')], [[300, 100], [300, 200]]);
});

test('a polygon is closed by a double click, by Enter or at its first corner', async () => {
  const page = await ready();
  await selectShape(page, 'polygon');
  const corners = [[100, 100], [200, 100], [150, 180]];
  const closings = [
    async () => page.mouse.dblclick(...(await pagePoint(page, 250, 180))),
    async () => page.keyboard.press('Enter'),
    async () => page.mouse.click(...(await pagePoint(page, ...corners[0]))),
  ];
  for (const [index, close] of closings.entries()) {
    for (const corner of corners) await page.mouse.click(...(await pagePoint(page, ...corner)));
    assert.ok(await page.isVisible('#obstacle-preview polygon'));
    assert.equal((await obstacles(page)).length, index);
    await close();
    const drawn = await obstacles(page);
    assert.equal(drawn.length, index + 1);
    assertNear(numbers(drawn[index], 'points'), index === 0 ? [...corners, [250, 180]] : corners);
    assert.equal(await page.isVisible('#obstacle-preview'), false);
  }
});

test('Esc gives a polygon up, and one of two corners is refused', async () => {
  const page = await ready();
  await selectShape(page, 'polygon');
  for (const corner of [[100, 100], [200, 100]]) await page.mouse.click(...(await pagePoint(page, ...corner)));
  const note = page.waitForSelector('.notification').then((note) => note.textContent());
  await page.keyboard.press('Enter');
  assert.match(await note, /three corners/);
  await page.keyboard.press('Escape');
  assert.equal(await page.isVisible('#obstacle-preview'), false);
  assert.equal((await obstacles(page)).length, 0);
});

test('every shape can be drawn with the keyboard', async () => {
  const page = await ready();
  await page.focus('#canvas');
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const move = (key, count) => press(...Array(count).fill(key));
  await press('ArrowLeft', 'Enter');
  // The key of the tool chooses the next shape.
  await press('4', 'Enter', '4', 'Enter');
  await move('ArrowRight', 5);
  await press('Enter', '4');
  await press('Enter');
  await move('ArrowRight', 5);
  await press('Enter');
  await move('ArrowDown', 5);
  await press('Enter', 'Enter');
  const shapes = (await obstacles(page)).map((obstacle) => obstacle.match(/shape = "(.*)"/)?.[1] ?? 'sphere');
  assert.deepEqual(shapes, ['sphere', 'box', 'capsule', 'polygon']);
});

test('in 3D there are spheres, boxes and walls', async () => {
  const page = await ready('opensteer');
  assert.deepEqual(await page.locator('#shapes label:visible').allTextContents(), ['Sphere', 'Box', 'Wall']);
  const box = await page.locator('#canvas').boundingBox();
  const at = (x, y) => [box.x + box.width * x, box.y + box.height * y];
  for (const shape of ['circle', 'box', 'wall']) {
    await selectShape(page, shape);
    await drag(page, at(0.5, 0.5), at(0.55, 0.5));
  }
  const drawn = await obstacles(page);
  assert.equal(drawn.length, 3);
  const [x, y, z] = numbers(drawn[1], 'size');
  assert.ok(x > 0 && x === y && y === z, `${x} ${y} ${z}`);
});
