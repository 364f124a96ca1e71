// Pointer tools, with mouse and touch.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ask, boids, eventually, hash, inspected, inspection, lengthOfPixel, link, nextDraw, openLink, openPaused, pixelOf, positions, selectTool, step, studioFixture, values,
} from './support.mjs';

const fixture = studioFixture();

async function ready(preset = 'p5', options = {}) {
  const page = await fixture.open('', options);
  await openPaused(page, preset);
  await step(page, 150);
  await nextDraw(page);
  const box = await page.locator('#canvas').boundingBox();
  return { page, at: (x, y) => [box.x + box.width * x, box.y + box.height * y] };
}

/** Mean distance of the nearest 100 boids to a point of the world. */
async function meanDistance(page, point) {
  const all = await positions(page);
  const distances = [];
  for (let id = 0; id < all.length / 2; id += 1) distances.push(Math.hypot(all[2 * id] - point[0], all[2 * id + 1] - point[1]));
  distances.sort((a, b) => a - b);
  return distances.slice(0, 100).reduce((sum, x) => sum + x) / 100;
}

test('attract and repel act on the flock while the button is held', async () => {
  for (const [tool, nearer] of [['attract', true], ['repel', false]]) {
    const { page, at } = await ready();
    await selectTool(page, tool);
    const before = await meanDistance(page, [320, 200]);
    await page.mouse.move(...at(0.5, 0.5));
    await page.mouse.down();
    assert.equal((await values(page))['pointer.mode'], `"${tool}"`);
    await step(page, 60);
    const after = await meanDistance(page, [320, 200]);
    assert.ok(nearer ? after < before : after > before, `${tool}: ${before} ${after}`);
    await page.mouse.up();
    assert.equal((await values(page))['pointer.mode'], '"off"');
    assert.equal((await values(page))['pointer.position'], undefined);
  }
});

test('a model with a pointer follows the mouse over the stage, and has none without it', async () => {
  const page = await fixture.open();
  await openPaused(page, 'harry');
  const pointer = async () => (await values(page))['pointer.position'];
  assert.equal(await pointer(), undefined, 'a pointer before there is a mouse');
  await step(page, 100);
  await nextDraw(page);
  const box = await page.locator('#canvas').boundingBox();
  // Beside the first boid, which flees it.
  const [x, y] = await positions(page);
  const scale = await page.evaluate(() => studio.viewport.toCanvasPixels(1, 0)[0]);
  const at = (await pixelOf(page, x + 30, y)).map((x) => x / scale);
  await page.mouse.move(box.x + at[0], box.y + at[1]);
  const [px, py] = JSON.parse(await pointer());
  assert.ok(Math.abs(px - x - 30) < 2 && Math.abs(py - y) < 2, `${px} ${py}`);
  assert.equal((await values(page))['pointer.mode'], '"repel"');
  await page.mouse.move(box.x + at[0] + 5, box.y + at[1]);
  assert.ok(JSON.parse(await pointer())[0] > px);
  const { force } = (await inspection(page, 0)).terms.find((term) => term.rule === 'pointer');
  assert.ok(force[0] < 0, `${force}`);
  await step(page, 5);
  // Attracting ends with the press, and the model is as it was.
  await selectTool(page, 'attract');
  assert.equal(await pointer(), undefined, 'the mouse is over the toolbar');
  await page.mouse.move(box.x + at[0], box.y + at[1]);
  await page.mouse.down();
  assert.equal((await values(page))['pointer.mode'], '"attract"');
  await page.mouse.up();
  assert.equal((await values(page))['pointer.mode'], '"repel"');
  await step(page, 5);
  await page.mouse.move(5, 5);
  assert.equal(await pointer(), undefined);
  assert.equal(await page.isDisabled('#redo'), true);
  const restored = await openLink(fixture, await link(page));
  assert.equal(await hash(restored), await hash(page));
});

test('dragging adds boids that fly in the direction of the drag', async () => {
  const { page, at } = await ready();
  await selectTool(page, 'add');
  await page.mouse.move(...at(0.3, 0.5));
  await page.mouse.down();
  await page.mouse.move(...at(0.6, 0.5), { steps: 20 });
  await page.mouse.up();
  const added = (await boids(page)) - 300;
  assert.ok(added > 5, `${added}`);
  const [x, y] = (await ask(page, 'velocities')).slice(-2);
  assert.ok(x > 1 && Math.abs(y) < 0.5, `${x} ${y}`);
});

test('dragging draws an obstacle of that size, and the flock avoids it', async () => {
  const { page, at } = await ready();
  await selectTool(page, 'obstacle');
  await page.mouse.move(...at(0.5, 0.5));
  await page.mouse.down();
  const [x, y] = at(0.5, 0.5);
  await page.mouse.move(x + 60, y, { steps: 5 });
  assert.ok(await page.isVisible('#obstacle-preview'));
  await page.mouse.up();
  const radius = Number((await ask(page, 'toToml')).match(/\[\[obstacle\]\][^]*?radius = ([\d.]+)/)[1]);
  const length = await lengthOfPixel(page);
  assert.ok(Math.abs(radius - 60 * length) < 1, `${radius} ${60 * length}`);
  const inside = await page.evaluate(async (radius) => {
    const { experiment } = studio;
    await experiment.step(300);
    let inside = 0;
    for (let step = 0; step < 200; step += 1) {
      await experiment.step(1);
      const positions = await experiment.ask('positions');
      for (let id = 0; id < 300; id += 1) if (Math.hypot(positions[2 * id] - 320, positions[2 * id + 1] - 200) < radius * 0.9) inside += 1;
    }
    return inside;
  }, radius);
  assert.ok(inside < 30, `${inside} of 60000`);
});

test('a click adds a predator, and the flock flees from it', async () => {
  for (const preset of ['p5', 'opensteer', 'mesa', 'buckland']) {
    const { page, at } = await ready(preset);
    const before = await boids(page);
    await selectTool(page, 'predator');
    await page.mouse.click(...at(0.5, 0.5));
    assert.equal(await boids(page), before + 1, preset);
    const flees = await page.evaluate(async () => {
      const { experiment } = studio;
      for (let step = 0; step < 60; step += 1) {
        await experiment.step(1);
        for (let id = 0; id < 60; id += 1) {
          const term = JSON.parse(await experiment.ask('inspect', id)).terms.find((term) => term.rule === 'flee');
          if (term?.force.some((x) => x !== 0)) return true;
        }
      }
      return false;
    });
    assert.ok(flees, preset);
    assert.equal(await page.locator('.error').count(), 0, preset);
  }
});

test('clicks set and move the goal', async () => {
  const { page, at } = await ready();
  await selectTool(page, 'goal');
  await page.mouse.click(...at(0.5, 0.5));
  const [x, y] = JSON.parse((await values(page))['goal.position']);
  assert.ok(Math.abs(x - 320) < 5 && Math.abs(y - 200) < 5, `${x} ${y}`);
  const before = await meanDistance(page, [320, 200]);
  await step(page, 150);
  assert.ok((await meanDistance(page, [320, 200])) < before);
  await page.mouse.click(...at(0.7, 0.5));
  assert.ok(JSON.parse((await values(page))['goal.position'])[0] > 400);
});

test('dragging orbits in 3D and pans in 2D; the wheel zooms', async () => {
  for (const preset of ['opensteer', 'p5']) {
    const { page, at } = await ready(preset);
    const pixel = () => pixelOf(page, 10, 10, 10);
    const before = await pixel();
    await page.mouse.move(...at(0.5, 0.5));
    await page.mouse.down();
    await page.mouse.move(...at(0.6, 0.6), { steps: 4 });
    await page.mouse.up();
    const after = await pixel();
    assert.notDeepEqual(after, before);
    const scale = () => lengthOfPixel(page);
    const scaleBefore = await scale();
    await page.mouse.wheel(0, -300);
    await eventually(async () => assert.ok((await scale()) < scaleBefore));
  }
});

test('a tap inspects, and two fingers zoom', async () => {
  const { page } = await ready('p5', { hasTouch: true, viewport: { width: 380, height: 780 }, isMobile: true });
  const canvas = await page.locator('#canvas').boundingBox();
  const ratio = await page.evaluate(() => Math.min(devicePixelRatio, 2));
  const [x, y] = (await pixelOf(page, ...(await positions(page)).slice(60, 62))).map((x) => x / ratio);
  await page.touchscreen.tap(canvas.x + x, canvas.y + y);
  await eventually(async () => assert.notEqual(await inspected(page), undefined));
  // The panel of the boid has opened, and has taken a part of the screen.
  await page.waitForSelector('#boid h2');
  await nextDraw(page);
  const box = await page.locator('#canvas').boundingBox();

  const scale = () => lengthOfPixel(page);
  const before = await scale();
  const touch = await page.context().newCDPSession(page);
  const fingers = (offset) => [-1, 1].map((side, id) => ({ x: box.x + box.width / 2 + side * offset, y: box.y + box.height / 2, id }));
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(30) });
  for (const offset of [50, 70, 90]) await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(offset) });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await eventually(async () => assert.ok((await scale()) < before * 0.6, `${before} ${await scale()}`));
});

test('touch selects a tool, attracts, adds boids and moves a slider', async () => {
  const { page } = await ready('p5', { hasTouch: true, viewport: { width: 380, height: 780 }, isMobile: true });
  const box = await page.locator('#canvas').boundingBox();
  const touch = await page.context().newCDPSession(page);
  const finger = (type, x, y) => touch.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });

  await page.tap('[data-tool=attract]');
  await finger('touchStart', box.x + 150, box.y + 150);
  await eventually(async () => assert.equal((await values(page))['pointer.mode'], '"attract"'));
  await finger('touchMove', box.x + 200, box.y + 160);
  const [expected] = await page.evaluate(async ([x, y]) => [...(await studio.viewport.ask('point', ...studio.viewport.toCanvasPixels(x, y)))], [200, 160]);
  await eventually(async () => {
    const [x] = JSON.parse((await values(page))['pointer.position']);
    assert.ok(Math.abs(x - expected) < 2, `${x} ${expected}`);
  });
  await finger('touchEnd');
  await eventually(async () => assert.equal((await values(page))['pointer.mode'], '"off"'));

  await page.tap('[data-tool=add]');
  await finger('touchStart', box.x + 100, box.y + 200);
  for (let dx = 20; dx <= 160; dx += 20) await finger('touchMove', box.x + 100 + dx, box.y + 200);
  await finger('touchEnd');
  await eventually(async () => assert.ok((await boids(page)) > 304, `${await boids(page)}`));

  const slider = page.locator('[data-section=essentials] [data-path="cohesion.weight"] input[type=range]');
  // A tap right after a fast drag only ends the browser's fling.
  await eventually(async () => {
    await page.tap('#tab-parameters');
    assert.equal(await page.getAttribute('html', 'data-panel'), 'open');
  });
  await slider.scrollIntoViewIfNeeded();
  await slider.tap();
  await eventually(async () => assert.notEqual((await values(page))['cohesion.weight'], '1'));
});
