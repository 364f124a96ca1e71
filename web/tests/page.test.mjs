// The whole page: layout, exports, offline use, the server.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { get } from 'node:http';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { SCREENSHOTS, eventually, nextDraw, openTab, pixelDifference, studioFixture, waitForSteps } from './support.mjs';

const fixture = studioFixture();

/**
 * Limit for the gzipped size of a first visit, in bytes: the size when the limit was set, plus some room. Two fifths of
 * it are there for browsers without WebGPU (docs/studio.md). The pictures of the gallery, in a folder of their own, are
 * loaded when it is opened.
 */
const MAX_SIZE = 1_800_000;
/** The same for the studio in a page that is isolated from others: its library has threads and graphics cards, too. */
const MAX_SIZE_ISOLATED = 2_030_000;

for (const [width, height, colorScheme, preset, locale] of [
  [380, 780, 'light', 'p5', 'en'], [380, 780, 'light', 'opensteer', 'ko'], [844, 390, 'dark', 'p5', 'en'], [667, 375, 'dark', 'opensteer', 'ko'],
  [1280, 800, 'dark', 'opensteer', 'en'], [1280, 800, 'light', 'p5', 'en'],
]) {
  test(`at ${width} × ${height} pixels, ${colorScheme}, ${locale}, nothing overflows`, async () => {
    const page = await fixture.open(`?preset=${preset}`, { viewport: { width, height }, colorScheme, locale });
    await page.waitForFunction(() => studio.experiment.steps > 120);
    await page.keyboard.press('n');
    await nextDraw(page);
    for (const tab of ['parameters', 'boid', 'plots', 'search', 'share']) {
      await openTab(page, tab);
      const { overflow, scrolling, outside } = await page.evaluate(() => ({
        overflow: document.documentElement.scrollWidth - innerWidth,
        scrolling: document.querySelector('.panel section:not([hidden])').scrollWidth - document.querySelector('.panel section:not([hidden])').clientWidth,
        outside: [...document.querySelectorAll('.bar *, .playback *, .tools svg, .panel section:not([hidden]) *')]
          .filter((element) => element.checkVisibility() && !element.closest('.visually-hidden, .tabs, option, svg') && element.getBoundingClientRect().right > innerWidth + 1)
          .map((element) => element.outerHTML.slice(0, 80)),
      }));
      assert.ok(overflow <= 0, `${tab}: ${overflow} pixels too wide`);
      assert.ok(scrolling <= 0, `${tab}: the panel is ${scrolling} pixels too wide`);
      assert.deepEqual(outside, [], tab);
    }
    mkdirSync(SCREENSHOTS, { recursive: true });
    await openTab(page, 'boid');
    await page.screenshot({ path: `${SCREENSHOTS}/${width}-${colorScheme}-${locale}.png` });
  });
}

for (const [width, height] of [[380, 780], [800, 380], [844, 390], [915, 412], [667, 375]]) {
  test(`on a phone of ${width} × ${height} pixels the flock has half the screen, and every control of the panel can be reached`, async () => {
    const page = await fixture.open('', { viewport: { width, height }, hasTouch: true, isMobile: true });
    await page.tap('#run');
    const stage = await page.locator('#canvas').boundingBox();
    assert.ok(stage.width * stage.height >= 0.5 * width * height, `${stage.width} × ${stage.height}`);
    await openTab(page, 'parameters');
    for (const tab of await page.$$eval('[role=tab]', (tabs) => tabs.map(({ id }) => id.slice(4)))) {
      await page.tap(`#tab-${tab}`);
      // The last control is reached by scrolling, and nothing lies on top of it.
      const hidden = await page.evaluate((tab) => {
        const controls = [...document.querySelectorAll(`#panel-${tab} :is(button, input, select, textarea, summary)`)].filter((control) => control.checkVisibility() && !control.matches('.file input'));
        return [controls.at(0), controls.at(-1)].filter(Boolean).filter((control) => {
          control.scrollIntoView({ block: 'nearest' });
          const { left, top, width, height } = control.getBoundingClientRect();
          return !control.contains(document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 20)));
        }).map((control) => control.outerHTML);
      }, tab);
      assert.deepEqual(hidden, [], tab);
    }
    const small = await page.locator('#canvas').boundingBox();
    assert.ok(small.width >= 200 && small.height >= 150, 'the flock stays visible beside the panel');
    await page.tap('#panel-close');
    await eventually(async () => assert.deepEqual(await page.locator('#canvas').boundingBox(), stage));
  });
}

test('a presentation shows the flock and a button to run it, until Esc', async () => {
  const page = await fixture.open();
  await page.keyboard.press('h');
  const { width, height } = await page.locator('#canvas').boundingBox();
  assert.deepEqual([width, height], [1280, 800]);
  const shown = () => page.$$eval('button, select, input, summary, a', (all) => all.filter((element) => element.checkVisibility()).map((element) => element.id || element.className));
  assert.deepEqual((await shown()).filter((name) => !/full-screen/.test(name)), ['run', 'leave-presentation']);
  await page.click('#run');
  assert.equal(await page.evaluate(() => studio.clock.running), false);
  await page.keyboard.press('Escape');
  assert.ok((await shown()).includes('tab-boid'));
});

test('on a phone, presentation and full screen are in the menu', async () => {
  const page = await fixture.open('', { viewport: { width: 380, height: 780 }, hasTouch: true, isMobile: true });
  await page.tap('#menu-toggle');
  await page.tap('#present');
  assert.ok(!(await page.locator('.bar').isVisible()));
  await page.tap('#leave-presentation');
  assert.ok(await page.locator('.bar').isVisible());
  assert.ok(!(await page.locator('#menu').isVisible()), 'the menu is closed');
  await page.tap('#menu-toggle');
  await page.tap('#menu .full-screen');
  await page.waitForFunction(() => document.fullscreenElement);
});

test('the key M enters and leaves full screen', async () => {
  const page = await fixture.open();
  await page.keyboard.press('m');
  await page.waitForFunction(() => document.fullscreenElement);
  // The browser reports the change a little later.
  await page.waitForSelector('.full-screen[aria-label="Leave full screen"]');
  await page.keyboard.press('m');
  await page.waitForFunction(() => !document.fullscreenElement);
});

test('the link is shown before it is copied, and follows the paused flock', async () => {
  const page = await fixture.open();
  await page.click('#run');
  await page.click('#tab-share');
  const shown = () => page.inputValue('#link');
  const link = () => page.evaluate(() => studio.share.link());
  await eventually(async () => assert.equal(await shown(), await link()));
  const before = await shown();
  await page.click('#step');
  await eventually(async () => assert.equal(await shown(), await link()));
  assert.notEqual(await shown(), before);
});

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
  await page.waitForFunction(() => studio.experiment.steps > 60);
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

test('the page preloads the chunks that its scripts share, and no other', async () => {
  const page = await fixture.open();
  const preloaded = await page.$$eval('link[rel=modulepreload]', (links) => links.map((link) => new URL(link.href).pathname));
  const scripts = await page.$$eval('script', (scripts) => scripts.map((script) => new URL(script.src).pathname));
  const imported = new Set();
  for (const names = [...scripts]; names.length > 0; ) {
    const text = readFileSync(new URL(`../dist${names.pop()}`, import.meta.url), 'utf8');
    for (const [, name] of text.matchAll(/(?:from|import)"\.(\/chunk-[^"]+)"/g)) {
      if (!imported.has(name)) names.push(name);
      imported.add(name);
    }
  }
  assert.ok(imported.size > 0);
  assert.deepEqual(preloaded.sort(), [...imported].sort());
});

for (const [width, height] of [[360, 740], [380, 780], [844, 390]]) {
  test(`at ${width} × ${height} pixels, nothing covers anything in the row of buttons`, async () => {
    const page = await fixture.open('', { viewport: { width, height }, hasTouch: true, isMobile: true });
    await page.waitForFunction(() => studio.experiment.steps > 5);
    const overlaps = await page.$$eval('.playback > :not(.speed), .speed > :not(span)', (elements) => {
      // As wide as it may get.
      document.getElementById('steps').replaceChildren('123,456');
      const seen = elements.filter((element) => element.checkVisibility()).map((element) => [element.id || element.className, element.getBoundingClientRect()]);
      return seen.slice(1).filter(([, box], index) => box.left < seen[index][1].right - 0.5 || box.right > innerWidth).map(([name]) => name);
    });
    assert.deepEqual(overlaps, []);
  });
}

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

// Pictures of the gallery are loaded when they are seen.
test('a visit of the studio or of the guide stays within the size limit', async () => {
  const site = new URL('../dist/', import.meta.url);
  assert.ok(existsSync(site));
  const names = readdirSync(site, { withFileTypes: true }).filter((entry) => entry.isFile()).map(({ name }) => name);
  const files = names.map((name) => ({ name, bytes: readFileSync(new URL(name, site)) }));
  const sizes = files.map(({ name, bytes }) => [name, bytes.length, gzipSync(bytes, { level: 9 }).length]);
  for (const [name, raw, gzipped] of sizes) console.log(`${String(raw).padStart(9)} ${String(gzipped).padStart(9)} gzipped  ${name}`);
  const sum = (isLoaded) => sizes.filter(([name]) => isLoaded(name)).reduce((sum, [, , gzipped]) => sum + gzipped, 0);
  const studio = sum((name) => !/^guide|^quelea-flock/.test(name));
  const guide = sum((name) => !/^studio|^index|^guide.ko/.test(name));
  console.log(`${studio} bytes gzipped for the studio, ${guide} for the guide`);
  assert.ok(studio < MAX_SIZE && guide < MAX_SIZE, `${studio} and ${guide} bytes gzipped`);

  const replaced = ['quelea_wasm_bg.wasm', 'studio-worker.js'];
  const folder = new URL('threads/', site);
  const others = readdirSync(folder).map((name) => gzipSync(readFileSync(new URL(name, folder)), { level: 9 }).length);
  const isolated = studio - sum((name) => replaced.includes(name)) + others.reduce((sum, size) => sum + size, 0);
  console.log(`${isolated} bytes gzipped for the studio in an isolated page`);
  assert.ok(isolated < MAX_SIZE_ISOLATED, `${isolated} bytes gzipped`);
});

test('50,000 boids move, and the page stays responsive', async () => {
  const page = await fixture.open();
  await page.evaluate(async () => {
    await studio.experiment.set('start.position', '"uniform"');
    await studio.experiment.setBoids(50000, true);
  });
  const changed = await pixelDifference(page, '#canvas', () => page.waitForFunction(() => studio.experiment.steps > 10));
  assert.ok(changed.pixels > 5000, `${changed.pixels}`);
  await page.click('#run');
  assert.equal(await page.evaluate(() => studio.clock.running), false);
});
