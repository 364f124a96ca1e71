// The studio in Firefox: WebGL2, the same bits, the panel and the inspector.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hash, launchFirefox, nextDraw, openPaused, openTab, pixelDifference, run, step, steps, studioFixture } from './support.mjs';

// For a screenshot, Playwright adds a style to the page, which the page's security policy blocks.
const causedByDriver = (error) => error.includes('blocked an inline style (style-src-elem)');
const fixture = studioFixture({ launchBrowser: launchFirefox, causedByDriver });

test('the flock is drawn with WebGL2, and moves', async () => {
  const page = await fixture.open();
  assert.match(await page.evaluate(() => navigator.userAgent), /Firefox/);
  assert.equal(await page.evaluate(() => studio.viewport.backend), 'WebGL2');
  await openPaused(page, 'mesa');
  await nextDraw(page);
  const { pixels, colours } = await pixelDifference(page, '#canvas', async () => {
    await step(page, 20);
    await nextDraw(page);
  });
  assert.ok(pixels > 500 && colours > 20, `${pixels} pixels changed, ${colours} colours`);
});

for (const preset of ['p5', 'opensteer']) {
  test(`${preset} has the state hash of \`quelea run\` after 200 steps`, async () => {
    const page = await fixture.open();
    await openPaused(page, preset);
    await step(page, 200);
    assert.equal(await steps(page), 200);
    assert.equal(await hash(page), run(preset, '--steps', '200').state_hash);
  });
}

test('panel and inspector work', async () => {
  const page = await fixture.open();
  await page.click('#run');
  await page.keyboard.press('n');
  await openTab(page, 'boid');
  await page.waitForSelector('#boid [data-rule=sum]');
  await openTab(page, 'parameters');
  // Firefox reports a change only of what is typed.
  await page.focus('[data-section=essentials] [data-path="separation.weight"] input[type=number]');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('2.5');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => studio.experiment.values()['separation.weight'] === '2.5');
  await page.keyboard.press('Escape');
  await page.click('#panel-toggle');
  assert.ok(!(await page.locator('#panel').isVisible()));
});
