// Tests that must pass with every graphics API.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextDraw, openPaused, pixelDifference, screenshot, studioFixture, waitForSteps } from './support.mjs';

export function testRendering(backend, options, query) {
  const fixture = studioFixture(options);

  for (const preset of ['p5', 'opensteer']) {
    test(`${preset} moves under ${backend}: pixels change`, async () => {
      const page = await fixture.open(`?preset=${preset}${query}`);
      assert.equal(await page.evaluate(() => studio.viewport.backend), backend);
      const changed = await pixelDifference(page, '#canvas', () => waitForSteps(page));
      assert.ok(changed.pixels > 300, `${changed.pixels} pixels`);
      assert.ok(changed.colours > 20, `${changed.colours} colours`);
    });
  }

  test(`a paused flock under ${backend} does not change`, async () => {
    const page = await fixture.open(`?preset=p5${query}`);
    await waitForSteps(page);
    await page.click('#run');
    await nextDraw(page);
    assert.equal((await pixelDifference(page, '#canvas', () => page.waitForTimeout(500))).pixels, 0);
  });

  test(`the background under ${backend} has the colour of the page`, async () => {
    const page = await fixture.open(`?preset=p5${query}`);
    await openPaused(page, 'p5');
    await nextDraw(page);
    const pixel = await page.evaluate(async (png) => {
      const { data, width } = await decodePng(png);
      const index = 4 * (12 * width + Math.floor(width / 2));
      return [...data.slice(index, index + 4)];
    }, await screenshot(page, '#canvas'));
    // #0c0f14, the background of the dark theme in quelea-draw and in palette.css.
    assert.deepEqual(pixel, [12, 15, 20, 255]);
  });

  test(`several elements on a page each draw their own flock under ${backend}`, async () => {
    const page = await fixture.open(`guide.html?${query}`);
    const reaches = (steps) => page.waitForFunction((steps) => document.querySelector('quelea-flock').flock?.steps() >= steps, steps);
    await reaches(6);
    assert.ok((await page.locator('quelea-flock').count()) > 8);
    const first = page.locator('quelea-flock').first();
    const changed = await pixelDifference(page, 'quelea-flock >> nth=0', async () => {
      await reaches((await first.evaluate((element) => element.flock.steps())) + 20);
      await nextDraw(page);
    });
    assert.ok(changed.pixels > 200 && changed.colours > 20, JSON.stringify(changed));
    assert.ok(await first.evaluate((element) => element.flock.boids() === Number(element.getAttribute('boids'))));
  });
}
