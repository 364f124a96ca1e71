// The program that serves the page, and a browser that opens it.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { after, afterEach, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const PROGRAM = fileURLToPath(new URL('../../target/release/quelea', import.meta.url));
export const SHOTS = fileURLToPath(new URL('../shots/', import.meta.url));

const FLAGS = [
  '--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update',
  '--disable-sync', '--enable-unsafe-swiftshader',
];
// WebGPU without a graphics card. Without the last of these, calls succeed and the picture stays blank.
const WEBGPU = [
  '--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader', '--enable-features=Vulkan', '--use-vulkan=swiftshader',
  '--use-angle=swiftshader',
];

const PATIENCE = 10 * 60 * 1000;

/** What the program says it is at, and how to stop it. */
export async function serve(...options) {
  const program = spawn(PROGRAM, ['studio', '--port', '0', ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  const address = await new Promise((found, failed) => {
    program.stdout.on('data', (text) => {
      const match = String(text).match(/http:\S+/);
      if (match) found(match[0]);
    });
    program.on('exit', () => failed(new Error('the program ended before it served anything')));
  });
  return { address, stop: () => program.kill() };
}

/** A browser that draws without a graphics card, with WebGL2 or with WebGPU too. */
export function launch(webgpu = false) {
  return chromium.launch({
    executablePath: which(process.env.CHROMIUM ?? 'chromium'),
    args: webgpu ? [...FLAGS, ...WEBGPU] : FLAGS,
    ignoreDefaultArgs: ['--disable-gpu'],
  });
}

/** A server and a browser for the tests of one file. `open` gives a page that fails the test on any error. */
export function studio({ webgpu = false } = {}) {
  const it = {};
  const opened = [];
  const errors = [];
  before(async () => {
    it.server = await serve();
    it.browser = await launch(webgpu);
  });
  // A page that is left open goes on drawing, and drawing without a graphics card takes all there is.
  afterEach(async () => {
    for (const page of opened.splice(0)) {
      errors.push(...page.errors);
      await page.context().close();
    }
  });
  after(async () => {
    await it.browser?.close();
    it.server?.stop();
    assert.deepEqual(errors, [], 'the console has errors');
  });
  it.address = () => it.server.address;
  it.open = async (path = '', options = {}) => {
    const context = await it.browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme: 'dark', locale: 'en', ...options });
    const page = await context.newPage();
    // How long a machine takes says nothing about the page: this only ends what would never end.
    page.setDefaultTimeout(PATIENCE);
    page.errors = [];
    opened.push(page);
    page.on('console', (message) => message.type() === 'error' && page.errors.push(message.text()));
    page.on('pageerror', (error) => page.errors.push(error.message));
    await page.goto(it.server.address + path);
    if (!path.startsWith('guide')) await page.waitForSelector('html[data-ready]');
    return page;
  };
  return it;
}

function which(name) {
  return name.startsWith('/') ? name : execFileSync('which', [name], { encoding: 'utf8' }).trim();
}

/** Runs the program, and gives back what it prints as JSON. */
export function run(...options) {
  return JSON.parse(execFileSync(PROGRAM, ['run', '--json', ...options], { encoding: 'utf8' }));
}

/** The hash of the flock in a page. */
export const hash = (page) => page.evaluate(() => studio.experiment.flock.hash());
export const steps = (page) => page.evaluate(() => studio.experiment.flock.steps());
export const values = (page) => page.evaluate(() => JSON.parse(studio.experiment.flock.values()));

/** Stops the flock, in a preset's first state. */
export async function still(page, preset) {
  await page.evaluate((preset) => {
    studio.clock.running = false;
    studio.experiment.openPreset(preset);
  }, preset);
}

/** Two frames later, so that what was asked for is drawn. */
export const drawn = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** Waits until what was done to the page has come about: repeats a check that asserts until it holds. */
export async function soon(check) {
  for (const began = Date.now(); ; ) {
    try {
      return await check();
    } catch (error) {
      if (!(error instanceof assert.AssertionError) || Date.now() - began > PATIENCE / 10) throw error;
    }
    await new Promise((resume) => setTimeout(resume, 50));
  }
}

/** Waits until the flock of the page has done some more steps, and they are drawn. */
export async function runs(page, more = 20) {
  const before = await steps(page);
  await page.waitForFunction((end) => studio.experiment.flock.steps() >= end, before + more);
  await drawn(page);
}

/** How many pixels of two pictures of an element differ, and how many colours the second one has. */
export async function difference(page, selector, between) {
  const shot = async () => (await page.locator(selector).screenshot()).toString('base64');
  const one = await shot();
  await between();
  const other = await shot();
  return page.evaluate(async ([one, other]) => {
    const pixels = async (png) => {
      const bytes = Uint8Array.from(atob(png), (c) => c.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
      context.drawImage(image, 0, 0);
      return new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer);
    };
    const [a, b] = [await pixels(one), await pixels(other)];
    return { pixels: a.filter((pixel, index) => pixel !== b[index]).length, colours: new Set(b).size };
  }, [one, other]);
}
