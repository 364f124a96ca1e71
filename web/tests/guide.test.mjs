// The guide: its figures, its code, its measurements, and that both languages say the same.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import english from '../guide/english.mjs';
import korean from '../guide/korean.mjs';
import { SECTIONS } from '../guide/sections.mjs';
import { eventually, studioFixture } from './support.mjs';

const fixture = studioFixture();
const LANGUAGES = [['guide.html', 'en'], ['guide.ko.html', 'ko']];
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Waits until all flocks are open, and stops them. */
async function openPaused(name, options) {
  const page = await fixture.open(name, options);
  await page.waitForFunction(() => [...document.querySelectorAll('quelea-flock')].every((element) => element.flock));
  await page.evaluate(() => document.querySelectorAll('quelea-flock').forEach((element) => element.toggle(false)));
  return page;
}

for (const [name, language] of LANGUAGES) {
  test(`${name}: every figure runs when it is scrolled into view, only then, and without an error`, async () => {
    const page = await fixture.open(name);
    assert.equal(await page.getAttribute('html', 'lang'), language);
    await page.waitForFunction(() => [...document.querySelectorAll('quelea-flock')].every((element) => element.flock));
    const flocks = page.locator('quelea-flock');
    assert.equal(await flocks.count(), SECTIONS.length);
    const steps = (index) => flocks.nth(index).evaluate((element) => element.flock.steps());
    assert.equal(await steps(SECTIONS.length - 1), 0, 'the last figure waits');
    for (let index = 0; index < SECTIONS.length; index += 1) {
      const flock = flocks.nth(index);
      await flock.scrollIntoViewIfNeeded();
      await page.waitForFunction((element) => element.flock.steps() > 2, await flock.elementHandle());
      assert.equal(await flock.evaluate((element) => element.shadowRoot.querySelector('.error').textContent), '');
    }
    const before = await steps(0);
    await page.waitForFunction((element) => element.flock.steps() > 8, await flocks.last().elementHandle());
    assert.equal(await steps(0), before, 'the first one has stopped');
  });
}

/** The measures of a figure at the start and after some steps, with other parameters if given. */
const measure = (page, id, { set = {}, steps = 1500 } = {}) => page.evaluate(([id, set, steps]) => {
  const { flock } = document.querySelector(`#${id} quelea-flock`);
  for (const [path, value] of Object.entries(set)) flock.set(path, value);
  flock.restart();
  const before = JSON.parse(flock.sample());
  flock.step(steps);
  return { before, after: JSON.parse(flock.sample()) };
}, [id, set, steps]);

test('the figures behave as the text says', async () => {
  const page = await openPaused('guide.html');
  const cohesion = await measure(page, 'cohesion');
  assert.ok(cohesion.after.mean_nearest_distance < cohesion.before.mean_nearest_distance / 5, 'a knot');
  const alignment = await measure(page, 'alignment');
  assert.ok(alignment.before.polarisation < 0.3 && alignment.after.polarisation > 0.95, 'all fly the same way');
  assert.ok(Math.abs(alignment.after.mean_nearest_distance / alignment.before.mean_nearest_distance - 1) < 0.25, 'the spacing stays');
  const separation = await measure(page, 'separation');
  // The separation radius is 25: beyond it there is no push.
  assert.ok(separation.after.mean_nearest_distance > 24, 'spread out evenly');
  assert.ok(separation.after.polarisation < 0.3, 'no common direction');
  const rules = { 'alignment.weight': '1', 'cohesion.weight': '1' };
  const balanced = await measure(page, 'separation', { set: rules });
  const apart = await measure(page, 'separation', { set: { ...rules, 'separation.radius': '80' } });
  const [near, far] = [balanced, apart].map(({ after }) => after.mean_nearest_distance);
  assert.ok(far > 1.1 * near, `the flock spreads: ${near} ${far}`);
  const together = await measure(page, 'combining');
  assert.ok(together.after.polarisation > 0.9 && together.after.mean_nearest_distance < 24, 'a flock');
  const quiet = await measure(page, 'noise', { set: { 'noise.strength': '0.5' } });
  const loud = await measure(page, 'noise', { set: { 'noise.strength': '5' } });
  assert.ok(quiet.after.polarisation > 0.9 && loud.after.polarisation < 0.3, 'order breaks down');
});

test('two circles of friends agree with each other only over bridges', async () => {
  const page = await openPaused('guide.html');
  const agreement = async (variant) => {
    await page.locator('#friends quelea-flock').getByRole('radio', { name: variant }).check();
    return (await measure(page, 'friends')).after.polarisation;
  };
  assert.ok((await agreement('two circles')) < 0.5);
  assert.ok((await agreement('twelve bridges')) > 0.9);
});

test('the dog brings the sheep to the corner', async () => {
  const page = await openPaused('guide.html');
  // Distance of the mean of all sheep to the corner, the smallest in 1500 steps.
  const distance = await page.evaluate(() => {
    const { flock } = document.querySelector('#uses quelea-flock');
    return Math.min(...Array.from({ length: 75 }, () => {
      flock.step(20);
      const positions = flock.positions().slice(0, 100);
      const mean = (axis) => positions.filter((_, index) => index % 2 === axis).reduce((sum, x) => sum + x) / 50;
      return Math.hypot(mean(0), mean(1));
    }));
  });
  assert.ok(distance < 20, `${distance}`);
});

test('a scene keeps the method, and boids get out of the U', async () => {
  const page = await openPaused('guide.html');
  const figure = page.locator('#obstacles quelea-flock');
  await figure.getByLabel('force field').check();
  await figure.getByLabel('U-trap').check();
  const method = () => figure.evaluate(({ flock }) => JSON.parse(flock.values())['avoid.method']);
  assert.equal(await method(), '"force-field"');
  await figure.getByLabel('steering').check();
  // Inside the U: x from 90 to 200, y from 60 to 140.
  const inside = () => figure.evaluate(({ flock }) => {
    const positions = flock.positions();
    let count = 0;
    for (let i = 0; i < positions.length; i += 2) if (positions[i] > 90 && positions[i] < 200 && positions[i + 1] > 60 && positions[i + 1] < 140) count += 1;
    return count;
  });
  assert.equal(await inside(), 60);
  await figure.evaluate(({ flock }) => flock.step(2000));
  assert.ok((await inside()) < 15, `${await inside()}`);
});

test('the cost of a step is measured, in numbers that people can read', async () => {
  const page = await openPaused('guide.html');
  for (const [whom, empty] of [['within a radius', 5], ['the 20 nearest', 0]]) {
    await page.getByLabel(whom).check();
    await page.click('#measure');
    await page.waitForFunction(() => document.querySelectorAll('#times tbody tr').length === 5 && !document.getElementById('measure').disabled);
    const cells = await page.locator('#times tbody td').allTextContents();
    assert.equal(cells.length, 20);
    assert.equal(cells.filter((cell) => cell === '–').length, empty);
    for (const cell of cells.filter((cell) => cell !== '–')) assert.match(cell, /^[\d,]+(\.\d+)?$/, cell);
    assert.deepEqual(await page.locator('#times tbody th').allTextContents(), ['250', '500', '1,000', '2,000', '4,000']);
  }
  await page.locator('#lee').scrollIntoViewIfNeeded();
  await page.waitForFunction(() => /: [\d.]+°$/.test(document.getElementById('mean-error').textContent));
});

test('each strength of noise leaves a dot in the plot', async () => {
  const page = await openPaused('guide.html');
  await page.locator('#transition').scrollIntoViewIfNeeded();
  const dots = page.locator('#transition circle');
  const tryNoise = async (noise, count) => {
    await page.locator('#noise quelea-flock input[type=range]').fill(noise);
    // Some steps to see the new noise, and some to settle.
    await eventually(async () => {
      await page.locator('#vicsek').evaluate(({ flock }) => flock.step(100));
      assert.equal(await dots.count(), count);
    });
  };
  await tryNoise('0.5', 1);
  await tryNoise('5.5', 2);
  const heights = await dots.evaluateAll((dots) => dots.map((dot) => Number(dot.getAttribute('cy'))));
  assert.ok(heights[0] < heights[1], `more noise, less order: ${heights}`);
  await page.click('#clear-transition');
  assert.equal(await dots.count(), 0);
});

test('tabs show the same language of code in all sections, and remember it', async () => {
  const page = await openPaused('guide.html');
  const shown = () => page.locator('[role=tabpanel]:visible').evaluateAll((panels) => [...new Set(panels.map((panel) => panel.dataset.code))]);
  assert.deepEqual(await shown(), ['pseudocode']);
  await page.click('#cohesion-python-tab');
  assert.deepEqual(await shown(), ['python']);
  assert.match(await page.locator('#cohesion-python').textContent(), /def cohesion\(boid, neighbours\)/);
  await page.keyboard.press('ArrowLeft');
  assert.deepEqual(await shown(), ['javascript']);
  assert.ok(await page.evaluate(() => document.activeElement.id === 'cohesion-javascript-tab'));
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowLeft');
  assert.deepEqual(await shown(), ['python'], 'from the first to the last');
  await page.reload();
  assert.deepEqual(await shown(), ['python']);
});

test('links lead to sections, and the other language opens at the same one', async () => {
  const page = await fixture.open('guide.html#predators');
  await page.waitForFunction(() => Math.abs(document.getElementById('predators').getBoundingClientRect().top) < 200);
  await page.waitForFunction(() => document.querySelector('#contents [aria-current]')?.hash === '#predators');
  await page.click('#other-language');
  await page.waitForURL(/guide\.ko\.html#predators$/);
  await page.click('#contents a[href="#noise"]');
  await page.waitForFunction(() => document.querySelector('#contents [aria-current]')?.hash === '#noise');
});

test('both languages have the same sections, figures and code', () => {
  const outline = (name) => {
    const html = readFileSync(new URL(`../dist/${name}`, import.meta.url), 'utf8');
    const flocks = [...html.matchAll(/<quelea-flock([^>]*)>/g)].map(([, attributes]) => attributes.replaceAll(/ (aria-)?label[\w-]*="[^"]*"/g, ''));
    const code = [...html.matchAll(/<pre role="tabpanel" id="(\S+)-(?:rust|javascript|python)"[^>]*>([^]*?)<\/pre>/g)].map(([, id, text]) => [id, text]);
    return { ids: [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id), paragraphs: html.match(/<p[ >]/g).length, items: html.match(/<li>/g).length, flocks, code };
  };
  const pages = outline('guide.html');
  assert.deepEqual(outline('guide.ko.html'), pages);
  assert.equal(new Set(pages.ids).size, pages.ids.length, 'ids are unique');
  assert.equal(pages.code.length, 3 * SECTIONS.filter((section) => section.code).length);
  const shape = (value) => (typeof value === 'string' ? 'text' : Array.isArray(value) ? value.map(shape) : Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shape(item)]).sort()));
  assert.deepEqual(shape(korean), shape(english));
});

const SIZES = [[1280, 800], [380, 780], [844, 390]];

for (const [name, language] of LANGUAGES) {
  for (const colorScheme of ['light', 'dark']) {
    test(`${language}, ${colorScheme}: accessible, and nothing is cut off at any size`, async () => {
      const page = await openPaused(name, { colorScheme, bypassCSP: true });
      await page.addScriptTag({ path: AXE });
      await page.evaluate(() => (document.getElementById('times').hidden = false));
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(overflow <= 0, `${width}: ${overflow} pixels too wide`);
        for (const code of ['pseudocode', 'rust']) {
          await page.evaluate((code) => document.querySelector(`[role=tab][data-code=${code}]`).click(), code);
          const violations = await page.evaluate(async () => (await axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html)}`));
          assert.deepEqual(violations, [], `${width} × ${height}`);
        }
      }
    });
  }
}

test('on paper there are neither tabs nor contents, and the figures stay', async () => {
  const page = await openPaused('guide.html');
  await page.emulateMedia({ media: 'print' });
  for (const selector of ['#contents', '[role=tablist]', '.bar nav']) assert.ok(!(await page.locator(selector).first().isVisible()), selector);
  assert.ok(await page.locator('#cohesion quelea-flock').isVisible());
  assert.ok(await page.locator('#cohesion-pseudocode').isVisible());
});
