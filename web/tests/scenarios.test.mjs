// Presets and scenarios.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ask, hash, openPaused, settled, steps, studioFixture, values } from './support.mjs';

const fixture = studioFixture();

test('every preset opens, moves and shows its title', async () => {
  const page = await fixture.open();
  await page.click('#gallery-open');
  const names = await page.$$eval('[data-preset].gallery-item', (items) => items.map((item) => item.dataset.preset));
  assert.ok(names.length >= 41, names.join());
  await page.keyboard.press('Escape');
  for (const name of names) {
    await page.click('#gallery-open');
    await page.click(`.gallery-item[data-preset="${name}"]`);
    await page.waitForFunction((name) => JSON.parse(studio.experiment.values().name) === name, name);
    const first = await hash(page);
    await page.waitForFunction(async (first) => (await studio.experiment.ask('hash')) !== first, first);
    assert.ok((await page.textContent('#title')).length > 20, name);
    assert.equal(await page.locator('.error').count(), 0, name);
  }
});

test('a scenario can be pasted and applied', async () => {
  const page = await fixture.open();
  await page.click('#tab-share');
  await page.fill('#toml', 'name = "mine"\nboids = 12\nspace.size = [400, 300]\n');
  await page.click('#apply-toml');
  assert.equal((await values(page)).boids, '12');
  assert.equal(await page.locator('.error').count(), 0);
});

test('an invalid scenario shows an error and keeps the flock', async () => {
  const page = await fixture.open();
  await page.click('#tab-share');
  for (const [text, error] of [
    ['boids = = 3', /TOML|expected|invalid/i],
    ['separation.radus = 3\nspace.size = [10, 10]', /separation\.radus.*\n?.*separation\.radius/s],
    ['boids = -5\nspace.size = [10, 10]', /boids/],
    ['', /space\.size/],
  ]) {
    const before = await steps(page);
    await page.fill('#toml', text);
    await page.click('#apply-toml');
    await settled(page);
    assert.match(await page.textContent('.error'), error);
    await page.waitForFunction((before) => studio.experiment.steps > before, before);
    assert.equal((await values(page)).name, '"p5"');
    assert.equal(await page.inputValue('#toml'), text, 'the text stays, so that it can be corrected');
  }
});

test('a scenario can be dropped anywhere on the page', async () => {
  const page = await fixture.open();
  const data = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['name = "dropped"\nboids = 9\nspace.size = [200, 200]'], 'flock.toml'));
    return data;
  });
  await page.dispatchEvent('#viewport', 'drop', { dataTransfer: data });
  await page.waitForFunction(() => studio.experiment.boids === 9);
});

test('a scenario can be opened from a file and downloaded', async () => {
  const page = await fixture.open();
  await page.click('#tab-share');
  await page.setInputFiles('#open-toml', { name: 'a.toml', mimeType: 'text/plain', buffer: Buffer.from('boids = 8\nspace.size = [200, 200]') });
  await page.waitForFunction(() => studio.experiment.boids === 8);
  await settled(page);
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#save-toml')]);
  assert.match(readFileSync(await download.path(), 'utf8'), /boids = 8/);
});

test('a scenario can be copied', async () => {
  const page = await fixture.open('', { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.click('#tab-share');
  await settled(page);
  await page.click('#copy-toml');
  await page.waitForSelector('.notification');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(copied, await ask(page, 'toToml'));
});

test('reset restores the scenario as it was opened', async () => {
  const page = await fixture.open();
  await openPaused(page, 'eater');
  const before = await values(page);
  await page.evaluate(async () => {
    await studio.experiment.set('cohesion.weight', '0.5');
    await studio.experiment.setBoids(33, true);
  });
  await page.click('#reset');
  assert.deepEqual(await values(page), before);
  assert.equal(await steps(page), 0);
});
