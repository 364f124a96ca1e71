// What must hold whatever draws.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { difference, drawn, runs, still, studio } from './support.mjs';

export function drawing(backend, options, query) {
  const it = studio(options);

  for (const preset of ['p5', 'opensteer']) {
    test(`${preset} moves under ${backend}: pixels change`, async () => {
      const page = await it.open(`?preset=${preset}${query}`);
      assert.equal(await page.evaluate(() => studio.stage.backend), backend);
      const changed = await difference(page, '#canvas', () => runs(page));
      assert.ok(changed.pixels > 300, `${changed.pixels} pixels`);
      assert.ok(changed.colours > 20, `${changed.colours} colours`);
    });
  }

  test(`a paused flock under ${backend} stays as it is`, async () => {
    const page = await it.open(`?preset=p5${query}`);
    await runs(page);
    await page.click('#run');
    await drawn(page);
    assert.equal((await difference(page, '#canvas', () => page.waitForTimeout(500))).pixels, 0);
  });

  test(`the ground has the same colour under ${backend} as in the page`, async () => {
    const page = await it.open(`?preset=p5${query}`);
    await still(page, 'p5');
    await drawn(page);
    const shot = (await page.locator('#canvas').screenshot()).toString('base64');
    const pixel = await page.evaluate(async (png) => {
      const bytes = Uint8Array.from(atob(png), (c) => c.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
      context.drawImage(image, 0, 0);
      return [...context.getImageData(image.width / 2, 12, 1, 1).data];
    }, shot);
    // #0c0f14, the background of quelea-draw's dark theme and of studio.css.
    assert.deepEqual(pixel, [12, 15, 20, 255]);
  });

  test(`several elements on one page each draw their own flock under ${backend}`, async () => {
    const page = await it.open(`guide.html?${query}`);
    const reaches = (steps) => page.waitForFunction((steps) => document.querySelector('quelea-flock').flock?.steps() >= steps, steps);
    await reaches(6);
    assert.ok((await page.locator('quelea-flock').count()) > 8);
    const first = page.locator('quelea-flock').first();
    const changed = await difference(page, 'quelea-flock >> nth=0', async () => {
      await reaches((await first.evaluate((element) => element.flock.steps())) + 20);
      await drawn(page);
    });
    assert.ok(changed.pixels > 200 && changed.colours > 20, JSON.stringify(changed));
    assert.equal(await first.evaluate((element) => element.flock.boids()), 220);
  });
}
