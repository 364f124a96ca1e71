// The whole page: layout, exports, offline use, the guide, the element, the server.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { get } from 'node:http';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { SCREENSHOTS, eventually, nextDraw, pixelDifference, studioFixture, waitForSteps } from './support.mjs';

const fixture = studioFixture();

/** Limit for the gzipped size of all files, in bytes: the size when the limit was set, plus some room. */
const MAX_SIZE = 1_700_000;

for (const [width, height, colorScheme, preset, locale] of [
  [380, 780, 'light', 'p5', 'en'], [380, 780, 'light', 'p5', 'ko'], [844, 390, 'dark', 'p5', 'en'],
  [1280, 800, 'dark', 'opensteer', 'en'], [1280, 800, 'light', 'p5', 'en'],
]) {
  test(`at ${width} × ${height} pixels, ${colorScheme}, ${locale}, nothing overflows`, async () => {
    const page = await fixture.open(`?preset=${preset}`, { viewport: { width, height }, colorScheme, locale });
    await page.waitForFunction(() => studio.experiment.flock.steps() > 120);
    await page.keyboard.press('n');
    await nextDraw(page);
    for (const tab of ['parameters', 'boid', 'plots', 'search', 'share']) {
      await page.click(`#tab-${tab}`);
      const { overflow, outside } = await page.evaluate(() => ({
        overflow: document.documentElement.scrollWidth - innerWidth,
        outside: [...document.querySelectorAll('.bar *, .playback *, .tools svg, .panel section:not([hidden]) *')]
          .filter((element) => element.checkVisibility() && !element.closest('.visually-hidden, .tabs, option, svg') && element.getBoundingClientRect().right > innerWidth + 1)
          .map((element) => element.outerHTML.slice(0, 80)),
      }));
      assert.ok(overflow <= 0, `${tab}: ${overflow} pixels too wide`);
      assert.deepEqual(outside, [], tab);
    }
    mkdirSync(SCREENSHOTS, { recursive: true });
    await page.click('#tab-boid');
    await page.screenshot({ path: `${SCREENSHOTS}/${width}-${colorScheme}-${locale}.png` });
  });
}

test('plots are drawn while the flock runs', async () => {
  const page = await fixture.open();
  await page.click('#tab-plots');
  await page.waitForFunction(() => studio.plots.latest('polarisation') > 0);
  assert.equal(await page.locator('.plot canvas').count(), 4);
  await eventually(async () => {
    const colours = await page.$$eval('.plot canvas', (all) => all.map((canvas) => new Set(new Uint32Array(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.buffer)).size));
    assert.ok(colours.every((count) => count > 3), colours.join());
  });
});

test('image, video, measures and state can be saved', async () => {
  const page = await fixture.open();
  await page.click('#tab-share');
  await page.waitForFunction(() => studio.experiment.flock.steps() > 60);
  const save = async (click) => {
    const [download] = await Promise.all([page.waitForEvent('download'), click()]);
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  };
  const image = await save(() => page.click('#save-png'));
  assert.match(image.name, /\.png$/);
  assert.equal(image.bytes.subarray(1, 4).toString(), 'PNG');
  assert.ok(image.bytes.length > 5000, 'the image is not blank');

  // The sampling interval depends on the speed of the machine, so wait for the samples.
  await eventually(async () => {
    const measures = (await save(() => page.click('#save-csv'))).bytes.toString().trim().split('\n');
    assert.match(measures[0], /^step,polarisation,milling/);
    assert.ok(measures.length > 2);
  });

  const state = (await save(() => page.click('#save-state'))).bytes.toString().trim().split('\n');
  assert.equal(state.length, 301);
  assert.match(state[0], /^id,x,y,vx,vy/);

  await page.click('#save-webm');
  await waitForSteps(page, 60);
  const video = await save(() => page.click('#save-webm'));
  assert.equal(video.name, 'quelea.webm');
  // Magic number of WebM.
  assert.equal(video.bytes.subarray(0, 4).toString('hex'), '1a45dfa3');
});

test('once loaded, the page works offline', async () => {
  const page = await fixture.open();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(async () => (await caches.keys()).length > 0);
  await page.context().setOffline(true);
  await page.reload();
  await page.waitForSelector('html[data-first-motion]');
  await page.goto(`${fixture.address()}guide.html`);
  await page.waitForFunction(() => document.querySelector('quelea-flock').flock?.steps() > 3);
  // The browser's own messages about the missing network are no errors of the page.
  page.errors.splice(0, Infinity, ...page.errors.filter((text) => !/ERR_INTERNET_DISCONNECTED|Failed to load resource/.test(text)));
});

for (const [name, language] of [['guide.html', 'en'], ['guide.ko.html', 'ko']]) {
  test(`${name}: every flock runs when it is scrolled into view, and none shows an error`, async () => {
    const page = await fixture.open(name);
    assert.equal(await page.getAttribute('html', 'lang'), language);
    const flocks = page.locator('quelea-flock');
    for (let index = 0; index < (await flocks.count()); index += 1) {
      const flock = flocks.nth(index);
      await flock.scrollIntoViewIfNeeded();
      await page.waitForFunction((element) => element.flock?.steps() > 2, await flock.elementHandle());
      assert.equal(await flock.evaluate((element) => element.shadowRoot.querySelector('.error').textContent), '');
    }
    await page.click('#measure');
    await page.waitForFunction(() => document.querySelectorAll('#cost tbody tr').length === 6);
    await page.waitForFunction(() => /°/.test(document.getElementById('mean-error').textContent));
  });
}

test('the flocks of the guide behave as the text says', async () => {
  const page = await fixture.open('guide.html');
  await page.waitForFunction(() => [...document.querySelectorAll('quelea-flock')].every((element) => element.flock));
  // Returns the measures at the start and after 1500 steps.
  const measure = (label) => page.evaluate((label) => {
    const element = document.querySelector(`quelea-flock[aria-label="${label}"]`);
    element.toggle(false);
    element.restart();
    const before = JSON.parse(element.flock.sample());
    element.flock.step(1500);
    return { before, after: JSON.parse(element.flock.sample()) };
  }, label);
  const cohesion = await measure('Cohesion only');
  assert.ok(cohesion.after.mean_nearest_distance < cohesion.before.mean_nearest_distance / 5, 'a knot');
  const alignment = await measure('Alignment only');
  assert.ok(alignment.before.polarisation < 0.3 && alignment.after.polarisation > 0.95, 'all fly the same way');
  assert.ok(Math.abs(alignment.after.mean_nearest_distance / alignment.before.mean_nearest_distance - 1) < 0.25, 'the spacing stays');
  const separation = await measure('Separation only');
  // The separation radius is 25: beyond it there is no push.
  assert.ok(separation.after.mean_nearest_distance > 24, 'spread out evenly');
  assert.ok(separation.after.polarisation < 0.3, 'no common direction');
  const together = await measure('Three rules and their weights');
  assert.ok(together.after.polarisation > 0.9 && together.after.mean_nearest_distance < 24, 'a flock');
});

test('the guide has the same sections and flocks in both languages', async () => {
  const outline = (name) => {
    const html = readFileSync(new URL(`../guide/${name}`, import.meta.url), 'utf8');
    const flocks = [...html.matchAll(/<quelea-flock([^>]*)>/g)].map(([, attributes]) => attributes.replace(/ (aria-)?label[\w-]*="[^"]*"/g, ''));
    return { sections: html.match(/<section/g).length, paragraphs: html.match(/<p[ >]/g).length, flocks };
  };
  assert.deepEqual(outline('guide.ko.html'), outline('guide.html'));
});

test('the element applies its attributes, and shows an error for an invalid one', async () => {
  const page = await fixture.open('guide.html');
  // The radius is so large that the inspected boid always has neighbours.
  await page.evaluate(() =>
    document.body.insertAdjacentHTML('afterbegin', '<quelea-flock id="element" preset="mesa" boids="44" set="perception.radius=30" inspect></quelea-flock>'));
  const reachStep = (step) => page.waitForFunction((step) => document.getElementById('element').flock?.steps() >= step, step);
  await reachStep(3);
  const result = await page.evaluate(() => {
    const { flock, view } = document.getElementById('element');
    return { boids: flock.boids(), radius: JSON.parse(flock.values())['perception.radius'], arrows: JSON.parse(view.arrows()).length };
  });
  assert.equal(result.boids, 44);
  assert.equal(result.radius, '30');
  assert.ok(result.arrows > 0);
  const invalid = await page.evaluate(() => {
    const element = document.getElementById('element');
    element.setAttribute('preset', 'mess');
    return { error: element.shadowRoot.querySelector('.error').textContent, steps: element.flock.steps() };
  });
  assert.match(invalid.error, /mesa/);
  await reachStep(invalid.steps + 3);
});

test('every invalid attribute shows an error, and the flock keeps running', async () => {
  const page = await fixture.open('guide.html');
  const invalid = [
    ['boids', 'many', /boids="many" is not a number/], ['boids', '-3', /boids="-3" is not a whole number/],
    ['set', 'separation.weight', /has no "="/], ['set', 'separation.wait=3', /did you mean `separation\.weight`/],
    ['obstacles', '10,x,3', /obstacles="x" is not a number/], ['seed', 'x', /seed/], ['colour', 'pink', /`colour` cannot be `pink`/],
    ['speed', 'fast', /speed="fast" is not a number/], ['inspect', 'x', /inspect="x" is not a number/], ['trails', 'long', /`trails` cannot be `long`/],
  ];
  const errors = await page.evaluate(async (invalid) => {
    const flock = document.createElement('quelea-flock');
    document.body.prepend(flock);
    const waitFor = (condition) => new Promise((resolve) => {
      const poll = () => (condition() ? resolve() : setTimeout(poll, 20));
      poll();
    });
    await waitFor(() => flock.flock?.steps() > 2);
    const errors = [];
    for (const [name, value] of invalid) {
      flock.setAttribute(name, value);
      const before = flock.flock.steps();
      await waitFor(() => flock.flock.steps() > before);
      errors.push(flock.shadowRoot.querySelector('.error').textContent);
      flock.removeAttribute(name);
      flock.setAttribute('preset', 'p5');
    }
    return errors;
  }, invalid.map(([name, value]) => [name, value]));
  invalid.forEach(([, , error], index) => assert.match(errors[index], error));
});

test('an element without a flock shows the error in its place', async () => {
  const page = await fixture.open('guide.html');
  await page.evaluate(() => document.body.insertAdjacentHTML('afterbegin', '<quelea-flock id="element" preset="nonsense"></quelea-flock>'));
  const element = page.locator('#element');
  await page.waitForFunction(() => document.getElementById('element').shadowRoot.querySelector('.error').textContent);
  assert.match(await element.locator('.error').textContent(), /nonsense.*not a preset/);
  assert.ok(!(await element.locator('.scene').isVisible()));
  await element.evaluate((node) => node.setAttribute('preset', 'mesa'));
  await page.waitForFunction(() => document.getElementById('element').flock?.steps() > 2);
  assert.ok(await element.locator('.scene').isVisible());
});

test('the page preloads the chunks that its scripts share', async () => {
  const page = await fixture.open();
  const [preloaded, loaded] = await page.evaluate(() => [
    [...document.querySelectorAll('link[rel=modulepreload]')].map((link) => link.href),
    performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.includes('chunk-')),
  ]);
  assert.ok(loaded.length > 0);
  assert.deepEqual([...loaded].sort(), [...preloaded].sort());
});

test('the server sends a content-security policy and serves only its own files', async () => {
  const { hostname, port } = new URL(fixture.address());
  // `fetch` would normalise the path.
  const request = (path) =>
    new Promise((resolve) => get({ hostname, port, path }, (response) => {
      response.resume();
      resolve(response);
    }));
  const page = await request('/');
  assert.equal(page.statusCode, 200);
  assert.match(page.headers['content-security-policy'], /default-src 'self'/);
  assert.equal(page.headers['x-content-type-options'], 'nosniff');
  assert.equal((await request('/quelea_wasm_bg.wasm')).headers['content-type'], 'application/wasm');
  for (const path of ['/Cargo.toml', '/../Cargo.toml', '/%2e%2e/%2e%2e/Cargo.toml', '/..%2f..%2fCargo.toml', '//etc/passwd', '/./index.html/../../Cargo.toml']) {
    assert.equal((await request(path)).statusCode, 404, path);
  }
});

test('the page stays within its size limit', async () => {
  const site = new URL('../dist/', import.meta.url);
  assert.ok(existsSync(site));
  const files = readdirSync(site).map((name) => ({ name, bytes: readFileSync(new URL(name, site)) }));
  const sizes = files.map(({ name, bytes }) => [name, bytes.length, gzipSync(bytes, { level: 9 }).length]);
  for (const [name, raw, gzipped] of sizes) console.log(`${String(raw).padStart(9)} ${String(gzipped).padStart(9)} gzipped  ${name}`);
  const sum = sizes.reduce((sum, [, , gzipped]) => sum + gzipped, 0);
  assert.ok(sum < MAX_SIZE, `${sum} bytes gzipped`);
});

test('50,000 boids move, and the page stays responsive', async () => {
  const page = await fixture.open();
  await page.evaluate(() => {
    studio.experiment.set('start.position', '"uniform"');
    studio.experiment.setBoids(50000, true);
  });
  const changed = await pixelDifference(page, '#canvas', () => page.waitForFunction(() => studio.experiment.flock.steps() > 10));
  assert.ok(changed.pixels > 5000, `${changed.pixels}`);
  await page.click('#run');
  assert.equal(await page.evaluate(() => studio.clock.running), false);
});
