// The inspected boid: arrows and numbers are the engine's own forces.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, eventually, inspected, inspection, lengthOfPixel, nextDraw, openPaused, pixelOf, positions, settled, step, studioFixture } from './support.mjs';

const fixture = studioFixture();

/** Returns the arrows on the canvas, the numbers in the panel and the inspections of both engines, all of one state. */
async function inspect(page, id) {
  await page.evaluate((id) => studio.viewport.inspect(id), id);
  await nextDraw(page);
  return page.evaluate(async (id) => {
    const { experiment, viewport } = studio;
    const rows = [...document.querySelectorAll('#boid [data-rule]')].map((row) => [row.dataset.rule, JSON.parse(row.dataset.force)]);
    const arrows = JSON.parse(await viewport.ask('arrows'));
    const fast = JSON.parse(await experiment.ask('inspect', id));
    await experiment.set('engine', 'reference');
    const reference = JSON.parse(await experiment.ask('inspect', id));
    await experiment.set('engine', 'fast');
    return { arrows, rows, fast, reference };
  }, id);
}

const length = (vector) => Math.hypot(...vector);

// Limited forces, raw forces, 3D, and rules applied in turn.
for (const preset of ['p5', 'harry', 'opensteer', 'veldic', 'eater']) {
  test(`${preset}: the arrows are the engine's forces and their sum, to one scale`, async () => {
    const page = await fixture.open();
    await openPaused(page, preset);
    const scales = [];
    await step(page, 120);
    for (const id of [0, 7, 13]) {
      await step(page, 10);
      const { arrows, rows, fast, reference } = await inspect(page, id);
      const forces = new Map([...fast.terms.map(({ rule, force }) => [rule, force]), ['sum', fast.sum]]);
      const nonzero = [...forces].filter(([, force]) => length(force) > 0);
      const rules = nonzero.map(([rule]) => rule);
      const sumFirst = rules.includes('sum') ? ['sum', ...rules.slice(0, -1)] : rules;
      assert.deepEqual(arrows.map((arrow) => arrow.rule), sumFirst, 'an arrow for each nonzero force, the sum below the others');

      const longest = Math.max(...nonzero.map(([, force]) => length(force)));
      const scale = Math.max(...arrows.map((arrow) => length(arrow.vector))) / longest;
      scales.push(scale);
      for (const { rule, vector } of arrows) {
        forces.get(rule).forEach((x, axis) => assert.ok(Math.abs(vector[axis] - x * scale) <= 1e-4 * scale * longest, `${rule} ${vector} ${x * scale}`));
      }
      assert.deepEqual(rows, [...forces], 'the panel shows the same numbers');

      // On Harry's page, the arrow of the sum shows only one of its terms.
      const sum = fast.sum.map((_, axis) => fast.terms.reduce((sum, term) => sum + term.force[axis], 0));
      fast.sum.forEach((x, axis) => assert.ok(Math.abs(x - sum[axis]) < 1e-9));

      // The reference engine agrees, term by term.
      for (const { rule, force } of reference.terms) {
        const fastForce = forces.get(rule) ?? force.map(() => 0);
        force.forEach((x, axis) => assert.ok(Math.abs(x - fastForce[axis]) <= 2e-3 * longest, `${rule}: ${force} ${fastForce}`));
      }
    }
    for (const scale of scales) assert.ok(Math.abs(scale / scales[0] - 1) < 1e-3, `a given force is always equally long: ${scales}`);
  });
}

test('the sum of the forces is the change of the velocity', async () => {
  const page = await fixture.open();
  await openPaused(page, 'p5');
  const checked = await page.evaluate(async () => {
    const { experiment } = studio;
    let checked = 0;
    for (let step = 0; step < 30; step += 1) {
      await experiment.step(3);
      const before = await experiment.ask('velocities');
      const sums = await Promise.all(Array.from({ length: 40 }, async (_, id) => JSON.parse(await experiment.ask('inspect', id)).sum));
      await experiment.step(1);
      const now = await experiment.ask('velocities');
      for (let id = 0; id < 40; id += 1) {
        const expected = [before[2 * id] + sums[id][0], before[2 * id + 1] + sums[id][1]];
        // Skip boids at the speed limit.
        if (Math.hypot(...expected) > 2.999) continue;
        if (Math.hypot(now[2 * id] - expected[0], now[2 * id + 1] - expected[1]) > 1e-5) return -1;
        checked += 1;
      }
    }
    return checked;
  });
  assert.ok(checked > 500, `${checked}`);
});

test('neighbours are within the radius, seen ones in the field of view, too close ones within the separation radius', async () => {
  const page = await fixture.open();
  await openPaused(page, 'p5');
  await step(page, 150);
  await page.evaluate(() => studio.experiment.set('perception.view', '200'));
  const [fast, at] = [await inspection(page, 5), await positions(page)];
  const speed = length(fast.velocity);
  const expected = [];
  for (let id = 0; id < 300; id += 1) {
    const d = [at[2 * id] - fast.position[0], at[2 * id + 1] - fast.position[1]];
    const r = length(d);
    if (id === 5 || r >= 50 || r === 0) continue;
    const seen = (d[0] * fast.velocity[0] + d[1] * fast.velocity[1]) / speed > Math.cos((100 * Math.PI) / 180) * r;
    expected.push([id, seen, seen && r < 25]);
  }
  assert.deepEqual(fast.neighbours.map(({ id, seen, close }) => [id, seen, close]), expected);
  assert.ok(expected.length > 3);
});

/** Position of a boid on the canvas, in pixels, for a 2D flock. */
const pixelOfBoid = async (page, id) => pixelOf(page, ...(await positions(page)).slice(2 * id, 2 * id + 2));

test('a click inspects the boid under it, and shows the legend', async () => {
  const page = await fixture.open();
  await openPaused(page, 'p5');
  await step(page, 100);
  await nextDraw(page);
  const [x, y] = await pixelOfBoid(page, 10);
  await page.locator('#canvas').click({ position: { x, y } });
  await eventually(async () => {
    assert.equal(await inspected(page), 10);
    assert.match(await page.textContent('#inspection-legend'), /Neighbour.*Sum/);
  });
});

test('while paused, the boid under the pointer is inspected', async () => {
  const page = await fixture.open();
  await openPaused(page, 'p5');
  await step(page, 100);
  await nextDraw(page);
  const [x, y] = await pixelOfBoid(page, 20);
  await page.locator('#canvas').hover({ position: { x, y } });
  await eventually(async () => assert.equal(await inspected(page), 20));
});

for (const preset of ['p5', 'opensteer']) {
  test(`${preset}: a followed boid stays at the centre of the canvas`, async () => {
    const page = await fixture.open();
    await openPaused(page, preset);
    await page.keyboard.press('n');
    await page.click('#tab-boid');
    await page.check('#follow');
    for (let round = 0; round < 3; round += 1) {
      await step(page, 40);
      await nextDraw(page);
      const pixel = await pixelOf(page, ...(await positions(page)).slice(0, await ask(page, 'dimension')));
      const centre = await page.evaluate(() => {
        const { element, toCanvasPixels } = studio.viewport;
        return toCanvasPixels(element.clientWidth / 2, element.clientHeight / 2);
      });
      assert.ok(Math.hypot(pixel[0] - centre[0], pixel[1] - centre[1]) < 2, `${pixel} ${centre}`);
    }
  });
}

/** The bar of a quantity in the legend: its number and its length on the screen. */
const scaleBar = (page, quantity) =>
  page.locator(`[data-scale=${quantity}]`).evaluate((entry) => ({
    value: Number(entry.dataset.value), pixels: entry.querySelector('.scale-bar').getBoundingClientRect().width, text: entry.textContent,
  }));

test('a scale bar shows how long the arrow of a force is, also when zoomed or exaggerated', async () => {
  const page = await fixture.open();
  await openPaused(page, 'p5');
  await step(page, 120);
  const check = async () => {
    await nextDraw(page);
    const { value, pixels, text } = await scaleBar(page, 'force');
    const { arrow, force } = await page.evaluate(async () => {
      const { viewport } = studio;
      return { arrow: JSON.parse(await viewport.ask('arrows'))[0].vector, force: viewport.inspection.sum };
    });
    const expected = (length(arrow) / (await lengthOfPixel(page)) / length(force)) * value;
    assert.ok(Math.abs(pixels - expected) < 1, `${pixels} ${expected}`);
    assert.ok(pixels > 15 && pixels <= 61, `${pixels}`);
    assert.match(text, /Force .*length\/time²/);
    return length(arrow);
  };
  await page.evaluate(() => studio.viewport.inspect(7));
  const before = await check();
  await page.evaluate(() => studio.viewport.zoom(3, 400, 300));
  assert.equal(await check(), before, 'zooming does not change the arrow in the world');
  await page.evaluate(() => (document.querySelector('#appearance details').open = true));
  await page.locator('[data-option=arrows]').fill('1');
  assert.ok(Math.abs((await check()) / before - 10) < 0.01, 'the slider makes arrows ten times as long');
});

test('velocities, mean point and forces have entries in the legend, and can be switched off', async () => {
  const page = await fixture.open();
  await openPaused(page, 'p5');
  await step(page, 120);
  await page.evaluate(() => studio.viewport.inspect(7));
  await eventually(async () => assert.match(await page.textContent('#inspection-legend'), /Mean point.*Velocity.*Mean velocity.*Sum/));
  await page.evaluate(() => (document.querySelector('#appearance details').open = true));
  for (const [option, words] of [['velocities', /velocit/i], ['mean', /Mean point/], ['forces', /Sum/]]) {
    await page.uncheck(`[data-option=${option}]`);
    await eventually(async () => assert.doesNotMatch(await page.textContent('#inspection-legend'), words));
  }
  assert.equal(await page.evaluate(() => studio.viewport.ask('arrows')), '[]');
});

test('no two entries of the legend share a colour but a rule and the mean it steers towards', async () => {
  const page = await fixture.open();
  for (const theme of ['light', 'dark']) {
    const colours = await page.evaluate((theme) =>
      ['neighbour', 'close', 'separation', 'alignment', 'cohesion', 'sum', 'velocity'].map((name) => studio.markColours[theme][name]), theme);
    assert.ok(colours.every((colour) => /^#/.test(colour)), `${theme}: ${colours}`);
    assert.equal(new Set(colours).size, colours.length, `${theme}: ${colours}`);
  }
});

test('the camera flies behind an inspected boid in 3D, looks through its eyes, and shows all again afterwards', async () => {
  const page = await fixture.open();
  await openPaused(page, 'veldic');
  await nextDraw(page);
  await page.click('#tab-boid');
  const pixelLength = () => lengthOfPixel(page);
  const whole = await pixelLength();
  await page.keyboard.press('n');
  for (const how of ['behind', 'first-person']) {
    await page.selectOption('#ride', how);
    await eventually(async () => assert.ok((await pixelLength()) < whole / 3));
    assert.equal(await page.isChecked('#follow'), true);
  }
  await page.uncheck('#follow');
  await nextDraw(page);
  assert.equal(await pixelLength(), whole);
  await openPaused(page, 'p5');
  assert.deepEqual(await page.locator('#ride option').evaluateAll((options) => options.map(({ value }) => value)), ['centre', 'behind']);
});

test('a camera chosen while no boid is inspected follows nobody', async () => {
  const page = await fixture.open();
  await openPaused(page, 'veldic');
  await page.click('#tab-boid');
  await nextDraw(page);
  await page.selectOption('#ride', 'behind');
  await settled(page);
  await eventually(async () => assert.equal(await page.isChecked('#follow'), false));
  assert.equal(await page.evaluate(() => studio.viewport.following), undefined);
});
