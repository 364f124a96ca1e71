// The page as a whole: layout, recording, offline, the guide, the server.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { get } from 'node:http';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { SHOTS, difference, drawn, runs, soon, studio } from './support.mjs';

const it = studio();

/** The page may weigh this much as it travels, in bytes: what it weighed when this was written, and some room. */
const BUDGET = 1_600_000;

for (const [width, height, colorScheme, preset] of [[380, 780, 'light', 'p5'], [1280, 800, 'dark', 'opensteer'], [1280, 800, 'light', 'p5']]) {
  test(`at ${width} pixels, ${colorScheme}, nothing sticks out`, async () => {
    const page = await it.open(`?preset=${preset}`, { viewport: { width, height }, colorScheme });
    await page.waitForFunction(() => studio.experiment.flock.steps() > 120);
    await page.keyboard.press('n');
    await drawn(page);
    for (const tab of ['parameters', 'boid', 'plots', 'search', 'share']) {
      await page.click(`#tab-${tab}`);
      const { wide, out } = await page.evaluate(() => ({
        wide: document.documentElement.scrollWidth - innerWidth,
        out: [...document.querySelectorAll('.bar *, .transport *, .tools svg, .panel section:not([hidden]) *')]
          .filter((element) => element.checkVisibility() && !element.closest('.hidden, .tabs, option, svg') && element.getBoundingClientRect().right > innerWidth + 1)
          .map((element) => element.outerHTML.slice(0, 80)),
      }));
      assert.ok(wide <= 0, `${tab}: ${wide} pixels too wide`);
      assert.deepEqual(out, [], tab);
    }
    mkdirSync(SHOTS, { recursive: true });
    await page.click('#tab-boid');
    await page.screenshot({ path: `${SHOTS}/${width}-${colorScheme}.png` });
  });
}

test('plots are drawn while the flock runs', async () => {
  const page = await it.open();
  await page.click('#tab-plots');
  await page.waitForFunction(() => studio.plots.newest('polarisation') > 0);
  assert.equal(await page.locator('.plot canvas').count(), 4);
  await soon(async () => {
    const colours = await page.$$eval('.plot canvas', (all) => all.map((canvas) => new Set(new Uint32Array(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.buffer)).size));
    assert.ok(colours.every((count) => count > 3), colours.join());
  });
});

test('a picture, a film, the measures and the state can be saved', async () => {
  const page = await it.open();
  await page.click('#tab-share');
  await page.waitForFunction(() => studio.experiment.flock.steps() > 60);
  const saved = async (click) => {
    const [download] = await Promise.all([page.waitForEvent('download'), click()]);
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  };
  const picture = await saved(() => page.click('#save-png'));
  assert.match(picture.name, /\.png$/);
  assert.equal(picture.bytes.subarray(1, 4).toString(), 'PNG');
  assert.ok(picture.bytes.length > 5000, 'the picture is not blank');

  // How often it measures follows from how long that takes.
  await soon(async () => {
    const measures = (await saved(() => page.click('#save-csv'))).bytes.toString().trim().split('\n');
    assert.match(measures[0], /^step,polarisation,milling/);
    assert.ok(measures.length > 2);
  });

  const state = (await saved(() => page.click('#save-state'))).bytes.toString().trim().split('\n');
  assert.equal(state.length, 301);
  assert.match(state[0], /^id,x,y,vx,vy/);

  await page.click('#save-webm');
  await runs(page, 60);
  const film = await saved(() => page.click('#save-webm'));
  assert.equal(film.name, 'quelea.webm');
  // The first bytes of every WebM file.
  assert.equal(film.bytes.subarray(0, 4).toString('hex'), '1a45dfa3');
});

test('once loaded, the page works without a network', async () => {
  const page = await it.open();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(async () => (await caches.keys()).length > 0);
  await page.context().setOffline(true);
  await page.reload();
  await page.waitForSelector('html[data-first-motion]');
  await page.goto(`${it.address()}guide.html`);
  await page.waitForFunction(() => document.querySelector('quelea-flock').flock?.steps() > 3);
  // What the browser says about the network itself is not the page's error.
  page.errors.splice(0, Infinity, ...page.errors.filter((text) => !/ERR_INTERNET_DISCONNECTED|Failed to load resource/.test(text)));
});

for (const [name, language] of [['guide.html', 'en'], ['guide.ko.html', 'ko']]) {
  test(`${name}: every flock runs when it comes into sight, and none has a problem`, async () => {
    const page = await it.open(name);
    assert.equal(await page.getAttribute('html', 'lang'), language);
    const flocks = page.locator('quelea-flock');
    for (let index = 0; index < (await flocks.count()); index += 1) {
      const flock = flocks.nth(index);
      await flock.scrollIntoViewIfNeeded();
      await page.waitForFunction((element) => element.flock?.steps() > 2, await flock.elementHandle());
      assert.equal(await flock.evaluate((element) => element.shadowRoot.querySelector('.problem').textContent), '');
    }
    await page.click('#measure');
    await page.waitForFunction(() => document.querySelectorAll('#cost tbody tr').length === 6);
    await page.waitForFunction(() => /°/.test(document.getElementById('error').textContent));
  });
}

test('the flocks of the guide do what the text beside them says', async () => {
  const page = await it.open('guide.html');
  await page.waitForFunction(() => [...document.querySelectorAll('quelea-flock')].every((element) => element.flock));
  // The measures of a flock at its start and 1500 steps later.
  const seen = (label) => page.evaluate((label) => {
    const element = document.querySelector(`quelea-flock[aria-label="${label}"]`);
    element.toggle(false);
    element.restart();
    const before = JSON.parse(element.flock.sample());
    element.flock.step(1500);
    return { before, after: JSON.parse(element.flock.sample()) };
  }, label);
  const cohesion = await seen('Cohesion alone');
  assert.ok(cohesion.after.mean_nearest_distance < cohesion.before.mean_nearest_distance / 5, 'a knot');
  const alignment = await seen('Alignment alone');
  assert.ok(alignment.before.polarisation < 0.3 && alignment.after.polarisation > 0.95, 'all fly one way');
  assert.ok(Math.abs(alignment.after.mean_nearest_distance / alignment.before.mean_nearest_distance - 1) < 0.25, 'the spacing stays');
  const separation = await seen('Separation alone');
  // Its radius is 25: beyond it nobody pushes.
  assert.ok(separation.after.mean_nearest_distance > 24, 'spread out evenly');
  assert.ok(separation.after.polarisation < 0.3, 'nobody minds where anybody is going');
  const together = await seen('All three rules, with weights');
  assert.ok(together.after.polarisation > 0.9 && together.after.mean_nearest_distance < 24, 'a flock');
});

test('both languages of the guide have the same sections and the same flocks', async () => {
  const outline = (name) => {
    const html = readFileSync(new URL(`../guide/${name}`, import.meta.url), 'utf8');
    const flocks = [...html.matchAll(/<quelea-flock([^>]*)>/g)].map(([, attributes]) => attributes.replace(/ (aria-)?label[\w-]*="[^"]*"/g, ''));
    return { sections: html.match(/<section/g).length, paragraphs: html.match(/<p[ >]/g).length, flocks };
  };
  assert.deepEqual(outline('guide.ko.html'), outline('guide.html'));
});

test('the element takes its attributes, and shows what is wrong with them', async () => {
  const page = await it.open('guide.html');
  // Everyone sees so far that the inspected boid has neighbours at whichever step it is looked at.
  await page.evaluate(() =>
    document.body.insertAdjacentHTML('afterbegin', '<quelea-flock id="made" preset="mesa" boids="44" set="perception.radius=30" inspect></quelea-flock>'));
  const steps = (least) => page.waitForFunction((least) => document.getElementById('made').flock?.steps() >= least, least);
  await steps(3);
  const made = await page.evaluate(() => {
    const { flock, view } = document.getElementById('made');
    return { boids: flock.boids(), radius: JSON.parse(flock.values())['perception.radius'], arrows: JSON.parse(view.arrows()).length };
  });
  assert.equal(made.boids, 44);
  assert.equal(made.radius, '30');
  assert.ok(made.arrows > 0);
  const wrong = await page.evaluate(() => {
    const element = document.getElementById('made');
    element.setAttribute('preset', 'mess');
    return { problem: element.shadowRoot.querySelector('.problem').textContent, steps: element.flock.steps() };
  });
  assert.match(wrong.problem, /mesa/);
  await steps(wrong.steps + 3);
});

test('what an attribute says wrongly is shown, whichever it is, and the flock goes on', async () => {
  const page = await it.open('guide.html');
  const wrong = [
    ['boids', 'many', /boids="many" is not a number/], ['boids', '-3', /boids="-3" is not a whole number/],
    ['set', 'separation.weight', /has no "="/], ['set', 'separation.wait=3', /did you mean `separation\.weight`/],
    ['obstacles', '10,x,3', /obstacles="x" is not a number/], ['seed', 'x', /seed/], ['colour', 'pink', /`colour` cannot be `pink`/],
    ['speed', 'fast', /speed="fast" is not a number/], ['inspect', 'x', /inspect="x" is not a number/], ['trails', 'long', /`trails` cannot be `long`/],
  ];
  const tried = await page.evaluate(async (wrong) => {
    const flock = document.createElement('quelea-flock');
    document.body.prepend(flock);
    const wait = (what) => new Promise((done) => {
      const look = () => (what() ? done() : setTimeout(look, 20));
      look();
    });
    await wait(() => flock.flock?.steps() > 2);
    const said = [];
    for (const [name, value] of wrong) {
      flock.setAttribute(name, value);
      const before = flock.flock.steps();
      await wait(() => flock.flock.steps() > before);
      said.push(flock.shadowRoot.querySelector('.problem').textContent);
      flock.removeAttribute(name);
      flock.setAttribute('preset', 'p5');
    }
    return said;
  }, wrong.map(([name, value]) => [name, value]));
  wrong.forEach(([, , problem], index) => assert.match(tried[index], problem));
});

test('an element that never had a flock shows why in its place', async () => {
  const page = await it.open('guide.html');
  await page.evaluate(() => document.body.insertAdjacentHTML('afterbegin', '<quelea-flock id="wrong" preset="nonsense"></quelea-flock>'));
  const wrong = page.locator('#wrong');
  await page.waitForFunction(() => document.getElementById('wrong').shadowRoot.querySelector('.problem').textContent);
  assert.match(await wrong.locator('.problem').textContent(), /nonsense.*not a preset/);
  assert.ok(!(await wrong.locator('.scene').isVisible()));
  await wrong.evaluate((element) => element.setAttribute('preset', 'mesa'));
  await page.waitForFunction(() => document.getElementById('wrong').flock?.steps() > 2);
  assert.ok(await wrong.locator('.scene').isVisible());
});

test('the page announces what its scripts share', async () => {
  const page = await it.open();
  const [announced, loaded] = await page.evaluate(() => [
    [...document.querySelectorAll('link[rel=modulepreload]')].map((link) => link.href),
    performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.includes('chunk-')),
  ]);
  assert.ok(loaded.length > 0);
  assert.deepEqual([...loaded].sort(), [...announced].sort());
});

test('the server sends a content-security policy, and nothing but its own files', async () => {
  const { hostname, port } = new URL(it.address());
  // The path is sent as it is written.
  const ask = (path) =>
    new Promise((answer) => get({ hostname, port, path }, (response) => {
      response.resume();
      answer(response);
    }));
  const page = await ask('/');
  assert.equal(page.statusCode, 200);
  assert.match(page.headers['content-security-policy'], /default-src 'self'/);
  assert.equal(page.headers['x-content-type-options'], 'nosniff');
  assert.equal((await ask('/quelea_wasm_bg.wasm')).headers['content-type'], 'application/wasm');
  for (const path of ['/Cargo.toml', '/../Cargo.toml', '/%2e%2e/%2e%2e/Cargo.toml', '/..%2f..%2fCargo.toml', '//etc/passwd', '/./index.html/../../Cargo.toml']) {
    assert.equal((await ask(path)).statusCode, 404, path);
  }
});

test('the page keeps to its budget', async () => {
  const site = new URL('../dist/', import.meta.url);
  assert.ok(existsSync(site));
  const files = readdirSync(site).map((name) => ({ name, bytes: readFileSync(new URL(name, site)) }));
  const packed = files.map(({ name, bytes }) => [name, bytes.length, gzipSync(bytes, { level: 9 }).length]);
  for (const [name, raw, sent] of packed) console.log(`${String(raw).padStart(9)} ${String(sent).padStart(9)} gzipped  ${name}`);
  const sum = packed.reduce((sum, [, , sent]) => sum + sent, 0);
  assert.ok(sum < BUDGET, `${sum} bytes gzipped`);
});

test('fifty thousand boids still move, and the page still answers', async () => {
  const page = await it.open();
  await page.evaluate(() => {
    studio.experiment.set('start.position', '"uniform"');
    studio.experiment.setBoids(50000, true);
  });
  const changed = await difference(page, '#canvas', () => page.waitForFunction(() => studio.experiment.flock.steps() > 10));
  assert.ok(changed.pixels > 5000, `${changed.pixels}`);
  await page.click('#run');
  assert.equal(await page.evaluate(() => studio.clock.running), false);
});
