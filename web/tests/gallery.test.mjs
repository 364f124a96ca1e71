// The gallery: every preset and scene with a name and a picture, search, keyboard, and the hint of a first visit.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { eventually, importTypeScript, nextDraw, presetNames, studioFixture, values } from './support.mjs';

const fixture = studioFixture();
const { PRESET_NAMES, KOREAN_SCENES } = await importTypeScript('../src/preset-names.ts');

const scenes = readdirSync(new URL('../../scenarios/scenes/', import.meta.url)).map((file) => file.replace('.toml', ''));
const everything = [...presetNames(), ...scenes];

/** Names of the flocks that the gallery shows. */
const shown = (page) => page.$$eval('[data-preset].gallery-item', (items) => items.map((item) => item.dataset.preset));

test('every preset and scene has a name in both languages and a small picture', () => {
  assert.ok(everything.length >= 41, everything.join());
  assert.deepEqual(Object.keys(PRESET_NAMES).sort(), [...everything].sort());
  assert.deepEqual(Object.keys(KOREAN_SCENES).sort(), [...scenes].sort());
  const names = Object.values(PRESET_NAMES);
  for (const language of [0, 1]) assert.equal(new Set(names.map((texts) => texts[language])).size, names.length, 'no two have the same name');
  for (const name of everything) {
    assert.match(PRESET_NAMES[name][1], /[가-힣]/u, name);
    const picture = readFileSync(new URL(`../static/thumbnails/${name}.webp`, import.meta.url));
    assert.equal(picture.subarray(8, 12).toString(), 'WEBP', name);
    assert.ok(picture.length > 500 && picture.length < 20_000, `${name}: ${picture.length} bytes`);
  }
  assert.equal(readdirSync(new URL('../static/thumbnails/', import.meta.url)).length, everything.length);
});

test('the gallery offers every preset and scene in groups, and loads no picture before it is opened', async () => {
  const page = await fixture.open();
  const pictures = () => page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/thumbnails/')).length);
  assert.equal(await pictures(), 0);
  await page.click('#gallery-open');
  assert.deepEqual((await shown(page)).sort(), [...everything].sort());
  assert.deepEqual(await page.$$eval('#gallery h2', (titles) => titles.map((title) => title.textContent)), ['Classic boids', 'Research', 'Frameworks', 'Scenes with obstacles']);
  await page.waitForFunction(() => [...document.querySelectorAll('.gallery-item img')].slice(0, 3).every((image) => image.naturalWidth === 360));
  assert.equal(await page.textContent('.gallery-item[aria-current] strong'), 'Shiffman’s flock');
});

test('a scene opens by a click, and the address opens it again', async () => {
  const page = await fixture.open();
  await page.click('#gallery-open');
  await page.click('[data-preset=u-trap]');
  await page.waitForFunction(() => !document.getElementById('gallery').open);
  assert.equal((await values(page)).name, '"u-trap"');
  assert.equal(await page.textContent('#preset-name'), 'Dead end');
  assert.match(await page.textContent('#title'), /dead end/);
  assert.match(page.url(), /\?preset=u-trap$/);
  await page.reload();
  await page.waitForSelector('html[data-ready]');
  assert.equal((await values(page)).name, '"u-trap"');
  assert.equal(await page.locator('.error').count(), 0);
});

test('the search finds flocks by words of either language, and Enter opens the first', async () => {
  const page = await fixture.open();
  await page.keyboard.press('g');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'gallery-search');
  for (const [words, expected] of [['shiffman', ['p5']], ['커즌', ['couzin2002', 'couzin2005']], ['scenes', scenes], ['vicsek 1995', ['vicsek']]]) {
    await page.fill('#gallery-search', words);
    assert.deepEqual((await shown(page)).sort(), [...expected].sort(), words);
  }
  await page.fill('#gallery-search', 'no such flock');
  assert.match(await page.textContent('#gallery-content'), /Nothing matches/);
  await page.fill('#gallery-search', 'sheepdog');
  await page.press('#gallery-search', 'Enter');
  assert.equal((await values(page)).name, '"strombom"');
});

test('arrow keys move between the flocks, Enter opens one, and Escape closes the gallery', async () => {
  const page = await fixture.open();
  await page.click('#gallery-open');
  await page.keyboard.press('ArrowDown');
  const focused = () => page.evaluate(() => document.activeElement.dataset.preset);
  assert.equal(await focused(), 'p5');
  await page.keyboard.press('ArrowRight');
  assert.equal(await focused(), 'noc');
  await page.keyboard.press('ArrowDown');
  const below = await focused();
  assert.notEqual(below, 'noc');
  await page.keyboard.press('ArrowUp');
  assert.equal(await focused(), 'noc');
  await page.keyboard.press('Enter');
  assert.equal((await values(page)).name, '"noc"');
  await page.keyboard.press('g');
  await page.keyboard.press('Escape');
  assert.equal(await page.evaluate(() => document.getElementById('gallery').open), false);
});

test('on a phone in Korean the gallery fits, and a tap opens a flock', async () => {
  const page = await fixture.open('', { viewport: { width: 380, height: 780 }, locale: 'ko', hasTouch: true });
  await page.tap('#gallery-open');
  const overflow = await page.evaluate(() => {
    const content = document.getElementById('gallery-content');
    return [content.scrollWidth - content.clientWidth, document.documentElement.scrollWidth - innerWidth];
  });
  assert.ok(overflow.every((pixels) => pixels <= 0), overflow.join());
  assert.equal(await page.textContent('[data-preset=gate] strong'), '좁은 문');
  assert.match(await page.textContent('[data-preset=gate] .gallery-sentence'), /[가-힣]/u);
  await page.tap('[data-preset=gate]');
  assert.equal((await values(page)).name, '"gate"');
});

test('a link shows the name of the flock that it restores', async () => {
  const page = await fixture.open('?preset=vicsek');
  const link = await page.evaluate(() => studio.share.link());
  const other = await fixture.open(new URL(link).hash);
  await eventually(async () => assert.equal(await other.textContent('#preset-name'), 'Vicsek’s order from noise'));
});

test('the hint of a first visit goes when a boid is inspected, and never comes back', async () => {
  const page = await fixture.open();
  assert.match(await page.textContent('#first-visit'), /Click a boid/);
  await page.keyboard.press('n');
  await nextDraw(page);
  await page.waitForSelector('#first-visit', { state: 'hidden' });
  await page.reload();
  await page.waitForSelector('html[data-ready]');
  assert.equal(await page.isVisible('#first-visit'), false);
});

test('the hint can be dismissed, and leads to the things to try', async () => {
  const page = await fixture.open();
  await page.click('#first-visit-close');
  assert.equal(await page.isVisible('#first-visit'), false);
  const other = await fixture.open();
  await other.click('#first-visit-try');
  assert.equal(await other.getAttribute('#gallery-try', 'aria-selected'), 'true');
});

test('the help explains the page and links to the guide in the language of the page', async () => {
  for (const [locale, guide] of [['en', './guide.html'], ['ko', './guide.ko.html']]) {
    const page = await fixture.open('', { locale });
    await page.keyboard.press('?');
    assert.equal(await page.locator('#shortcuts li').count(), 6);
    assert.equal(await page.getAttribute('#help-guide', 'href'), guide);
    assert.ok(existsSync(new URL(`../dist/${guide}`, import.meta.url)));
  }
});

for (const [width, height] of [[1280, 800], [844, 390], [667, 375], [380, 780]]) {
  test(`at ${width} × ${height} the hint of a first visit does not cover the middle of the stage`, async () => {
    const page = await fixture.open('', { viewport: { width, height }, ...(width < 1000 && { hasTouch: true, isMobile: true }) });
    const hint = await page.locator('#first-visit').boundingBox();
    const stage = await page.locator('#canvas').boundingBox();
    // The flock starts there, and the hint asks to click a boid.
    const middle = stage.y + stage.height / 2;
    assert.ok(hint.y + hint.height < middle - 20 || hint.y > middle + 20, `${JSON.stringify(hint)}, ${JSON.stringify(stage)}`);
    assert.ok(hint.x >= stage.x && hint.x + hint.width <= stage.x + stage.width, `${JSON.stringify(hint)}, ${JSON.stringify(stage)}`);
  });
}
