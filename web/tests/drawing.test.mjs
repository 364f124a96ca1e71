// How the flock is drawn: forms, predators, backdrops, moving wings. The pictures themselves are checked in quelea-draw.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextDraw, openPaused, pixelDifference, pixelOf, positions, screenshot, step, studioFixture } from './support.mjs';

/** Sets a style as the appearance menu does, and waits until it is drawn. */
async function setOption(page, name, value) {
  await page.evaluate(() => (document.querySelector('#appearance details').open = true));
  await page.selectOption(`[data-option=${name}]`, value);
  await nextDraw(page);
}

/** The share of the pixels round a boid, within a distance, that differ from the ground of the dark theme. */
async function coverage(page, id, distance) {
  const [x, y] = await pixelOf(page, ...(await positions(page)).slice(2 * id, 2 * id + 2));
  return page.evaluate(async ({ png, x, y, distance }) => {
    const { data, width } = await decodePng(png);
    let [shown, all] = [0, 0];
    for (let dy = -distance; dy <= distance; dy += 1) {
      for (let dx = -distance; dx <= distance; dx += 1) {
        const index = 4 * ((Math.round(y) + dy) * width + Math.round(x) + dx);
        all += 1;
        if (data[index] !== 0x12 || data[index + 1] !== 0x17 || data[index + 2] !== 0x1f) shown += 1;
      }
    }
    return shown / all;
  }, { png: await screenshot(page, '#canvas'), x, y, distance });
}

for (const webgpu of [false, true]) {
  const backend = webgpu ? 'WebGPU' : 'WebGL2';
  const fixture = studioFixture({ webgpu });

  test(`every form is solid in 2D under ${backend}`, async () => {
    const page = await fixture.open();
    assert.equal(await page.evaluate(() => studio.viewport.backend), backend);
    await openPaused(page, 'p5');
    await step(page, 100);
    const [x, y] = await pixelOf(page, ...(await positions(page)).slice(0, 2));
    await page.evaluate(([x, y]) => {
      studio.viewport.setAppearance('size', '3');
      studio.viewport.zoom(4, x, y);
    }, [x, y]);
    for (const form of ['dart', 'cone', 'bird']) {
      await setOption(page, 'form', form);
      assert.equal(await coverage(page, 0, 3), 1, form);
    }
  });

  test(`every backdrop changes the picture under ${backend}`, async () => {
    const page = await fixture.open();
    await openPaused(page, 'veldic');
    await nextDraw(page);
    for (const backdrop of ['sky', 'water', 'plain']) {
      const { pixels } = await pixelDifference(page, '#canvas', () => setOption(page, 'backdrop', backdrop));
      assert.ok(pixels > 100_000, `${backdrop}: ${pixels}`);
    }
  });
}

const fixture = studioFixture();

test('a predator keeps its colour in every colouring, and the legend names it', async () => {
  const page = await fixture.open();
  for (const preset of ['p5', 'eater']) {
    await openPaused(page, preset);
    await page.evaluate(() => studio.experiment.edit('addPredator', new Float64Array([300, 200]), new Float64Array([1, 0])));
    for (const colour of ['heading', 'speed', 'neighbours', 'cluster', 'species']) {
      await setOption(page, 'colour', colour);
      assert.match(await page.textContent('#colour-legend'), /predator/, `${preset} ${colour}`);
      const danger = await page.evaluate(async () => {
        const { hunters, species } = JSON.parse(await studio.viewport.ask('legend'));
        return [hunters.map(({ colour }) => colour), species.at(-1).colour];
      });
      assert.deepEqual(danger, [['#ff7a45'], '#ff7a45']);
    }
  }
});

test('birds beat their wings, unless the user prefers reduced motion', async () => {
  const moved = async (reducedMotion) => {
    const page = await fixture.open('', { reducedMotion });
    await openPaused(page, 'p5');
    await page.evaluate(async () => {
      // A flock at rest: only the wings can move.
      await studio.experiment.set('motion.max_speed', '0');
      studio.viewport.setAppearance('form', 'bird');
      studio.viewport.setAppearance('size', '3');
    });
    await step(page, 2);
    await nextDraw(page);
    return (await pixelDifference(page, '#canvas', async () => {
      await step(page, 7);
      await nextDraw(page);
    })).pixels;
  };
  assert.ok((await moved('no-preference')) > 300);
  assert.equal(await moved('reduce'), 0);
});
