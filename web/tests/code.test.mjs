// The scenario as code: TOML, Rust, Python and HTML. That the programs run is tested with the library.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { settled, studioFixture, values } from './support.mjs';

const fixture = studioFixture();

/** Opens the code of a flock in a form. */
async function openCode(page, form) {
  await page.click('#tab-share');
  await page.check(`#code-forms [value=${form}]`, { force: true });
  await settled(page);
  return page.inputValue('#code');
}

test('code starts from the preset and has only what differs', async () => {
  const page = await fixture.open();
  await page.evaluate(() => studio.experiment.set('separation.weight', '2.25'));
  const rust = await openCode(page, 'rust');
  assert.match(rust, /Scenario::preset\("p5"\)\?\s+\.with\("separation\.weight", 2\.25\)\?/);
  assert.doesNotMatch(rust, /alignment/);
  assert.match(await openCode(page, 'python'), /q\.Flock\("p5", separation_weight=2\.25\)/);
  assert.match(await openCode(page, 'html'), /<quelea-flock preset="p5" set="separation\.weight=2\.25" inspect>/);
  await openCode(page, 'toml');
  assert.equal(await page.isVisible('#toml'), true);
  assert.equal(await page.isVisible('#code'), false);
});

test('code follows the flock, and says when the scenario is embedded', async () => {
  const page = await fixture.open();
  assert.doesNotMatch(await openCode(page, 'python'), /predator/);
  await page.evaluate(() => studio.experiment.edit('addPredator', new Float64Array([100, 100]), new Float64Array([1, 0])));
  await settled(page);
  assert.match(await page.inputValue('#code'), /\[\[species\]\]\s+name = "predator"/);
  assert.match(await page.textContent('#code-note'), /included as TOML/);
  assert.match(await openCode(page, 'rust'), /\.species\("predator", \|species\| \{/);
  assert.doesNotMatch(await page.textContent('#code-note'), /included as TOML/);
});

test('the HTML tag makes the same flock, with attributes and with an embedded scenario', async () => {
  const page = await fixture.open();
  await page.evaluate(() => studio.experiment.set('perception.radius', '33'));
  const short = await openCode(page, 'html');
  const shortValues = await values(page);
  await page.evaluate(() => studio.experiment.edit('addObstacle', new Float64Array([100, 100]), 20));
  const embeddedValues = await values(page);
  const embedded = await page.inputValue('#code');
  const guide = await fixture.open('guide.html');
  for (const [code, expected] of [[short, shortValues], [embedded, embeddedValues]]) {
    const actual = await guide.evaluate(async (code) => {
      document.body.insertAdjacentHTML('afterbegin', code);
      const element = document.querySelector('quelea-flock');
      while (!element.flock) await new Promise((resolve) => setTimeout(resolve, 20));
      return JSON.parse(element.flock.values());
    }, code.replace(/<script.*<\/script>\n/, ''));
    assert.deepEqual(actual, expected);
  }
});

test('code can be copied and downloaded', async () => {
  const page = await fixture.open('', { permissions: ['clipboard-read', 'clipboard-write'] });
  const code = await openCode(page, 'rust');
  await page.click('#copy-code');
  await page.waitForSelector('.notification');
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), code);
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#save-code')]);
  assert.equal(download.suggestedFilename(), 'main.rs');
  assert.equal(readFileSync(await download.path(), 'utf8'), code);
});
