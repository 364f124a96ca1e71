// Takes the pictures of the page that README and docs show. Run by `cargo xtask pictures`.

import { resolve } from 'node:path';
import { launch, nextDraw, openPaused, openTab, serve, settled, step } from './tests/support.mjs';

const FOLDER = resolve(process.argv[2]);
const DESKTOP = { viewport: { width: 1280, height: 800 } };
const PORTRAIT = { viewport: { width: 380, height: 780 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const LANDSCAPE = { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true, deviceScaleFactor: 1.5 };

/** By file name: the profile of the browser, and what to do before the picture is taken. The flock is paused. */
const PICTURES = {
  'studio-3d': [{ ...DESKTOP, colorScheme: 'light' }, async (page) => {
    await openPaused(page, 'opensteer');
    await look(page, { backdrop: 'sky' });
    await step(page, 420);
    await inspect(page, 86);
    await page.evaluate(() => studio.viewport.follow('centre'));
    await zoom(page, 2.4);
  }],
  'studio-2d': [{ ...DESKTOP, colorScheme: 'light' }, async (page) => {
    await openPaused(page, 'p5');
    await page.evaluate(() => studio.experiment.editAll([['set', 'start.position', '"uniform"']]));
    await step(page, 260);
    await inspect(page, 150);
    await page.evaluate(() => studio.viewport.follow('centre'));
    await zoom(page, 1.8);
  }],
  gallery: [{ ...DESKTOP, colorScheme: 'dark' }, async (page) => {
    await page.click('#gallery-open');
    await page.waitForFunction(() => [...document.querySelectorAll('#gallery img')].every((image) => image.loading === 'lazy' || image.complete));
  }],
  'studio-portrait': [{ ...PORTRAIT, colorScheme: 'dark' }, async (page) => {
    await openPaused(page, 'couzin2002');
    await step(page, 300);
    await openTab(page, 'parameters');
  }],
  'studio-landscape': [{ ...LANDSCAPE, colorScheme: 'dark' }, async (page) => {
    await openPaused(page, 'veldic');
    await step(page, 300);
  }],
};

const look = (page, looks) => page.evaluate((looks) => {
  for (const [name, value] of Object.entries(looks)) studio.viewport.setAppearance(name, value);
}, looks);

const zoom = (page, factor) => page.evaluate((factor) => {
  const { width, height } = studio.viewport.element;
  studio.client.call('zoom', factor, width / 2, height / 2);
}, factor);

async function inspect(page, id) {
  await page.evaluate((id) => studio.viewport.inspect(id), id);
  await openTab(page, 'boid');
}

const server = await serve();
const browser = await launch(true);
for (const [name, [options, prepare]] of Object.entries(PICTURES)) {
  const context = await browser.newContext({ locale: 'en', ...options });
  // The hint of a first visit would be in every picture.
  await context.addInitScript(() => localStorage.setItem('quelea-hint', 'done'));
  const page = await context.newPage();
  await page.goto(server.address);
  await page.waitForSelector('html[data-ready]');
  await page.click('#run');
  await prepare(page);
  await settled(page);
  await nextDraw(page);
  await page.screenshot({ path: resolve(FOLDER, `${name}.png`) });
  await context.close();
}
await takeGuide();
await browser.close();
server.stop();

async function takeGuide() {
  const page = await (await browser.newContext({ ...DESKTOP, colorScheme: 'light', locale: 'en' })).newPage();
  await page.goto(`${server.address}guide.html#alignment`);
  await page.locator('#alignment').scrollIntoViewIfNeeded();
  await page.waitForFunction(() => document.querySelector('#alignment quelea-flock').flock?.steps() > 60);
  await page.screenshot({ path: resolve(FOLDER, 'guide.png') });
}
