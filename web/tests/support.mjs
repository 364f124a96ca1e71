// Test fixtures: the program that serves the page, and a browser that opens it.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { after, afterEach, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';
import { chromium, firefox } from 'playwright-core';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PROGRAM = resolve(ROOT, process.env.CARGO_TARGET_DIR ?? 'target', 'debug/quelea');
export const SCREENSHOTS = fileURLToPath(new URL('../shots/', import.meta.url));

const FLAGS = [
  '--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update',
  '--disable-sync', '--enable-unsafe-swiftshader',
];
// WebGPU without a graphics card. Without the last flag, all calls succeed but the canvas stays blank.
const WEBGPU_FLAGS = [
  '--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader', '--enable-features=Vulkan', '--use-vulkan=swiftshader',
  '--use-angle=swiftshader',
];

/** Ends a test that hangs. Long, because the tests must not depend on the speed of the machine. */
const TIMEOUT_MS = 10 * 60 * 1000;

/** Starts the server, with so many file descriptors. Returns its address, and a function that stops it. */
export async function serve({ descriptors = 1024 } = {}) {
  const script = `ulimit -n ${descriptors}; exec "$0" studio --port 0`;
  const program = spawn('sh', ['-c', script, PROGRAM], { stdio: ['ignore', 'pipe', 'inherit'] });
  const address = await new Promise((resolve, reject) => {
    program.stdout.on('data', (text) => {
      const match = String(text).match(/http:\S+/);
      if (match) resolve(match[0]);
    });
    program.on('exit', () => reject(new Error('the program exited before it served the page')));
  });
  return { address, stop: () => program.kill() };
}

/** Launches a browser that renders in software: WebGL2 only, or WebGPU too. */
export function launch(webgpu = false) {
  return chromium.launch({
    executablePath: which(process.env.CHROMIUM ?? 'chromium'),
    args: webgpu ? [...FLAGS, ...WEBGPU_FLAGS] : FLAGS,
    ignoreDefaultArgs: ['--disable-gpu'],
  });
}

/** Launches Firefox, which draws with WebGL2 only where there is a display: a virtual one. */
export async function launchFirefox() {
  const display = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const number = await new Promise((resolve, reject) => {
    display.on('error', reject);
    display.on('exit', () => reject(new Error('Xvfb has no display')));
    display.stdout.once('data', (text) => resolve(String(text).trim()));
  });
  const browser = await firefox.launch({
    // Debian's Firefox speaks WebDriver BiDi, not the protocol of Playwright's own build.
    channel: 'moz-firefox',
    executablePath: which(process.env.FIREFOX ?? 'firefox-esr'),
    env: { ...process.env, DISPLAY: `:${number}` },
  });
  browser.on('disconnected', () => display.kill());
  return browser;
}

/**
 * A server and a browser for the tests of one file. Any error in the console of a page fails the tests, except for those
 * that the driver of the browser causes.
 */
export function studioFixture({ webgpu = false, launchBrowser = () => launch(webgpu), causedByDriver = () => false } = {}) {
  const fixture = {};
  const pages = [];
  const errors = [];
  before(async () => {
    fixture.server = await serve();
    fixture.browser = await launchBrowser();
  });
  // An open page keeps drawing, and software rendering takes all the CPU time there is.
  afterEach(async () => {
    for (const page of pages.splice(0)) {
      errors.push(...page.errors.filter((error) => !causedByDriver(error)));
      await page.context().close();
    }
  });
  after(async () => {
    await fixture.browser?.close();
    fixture.server?.stop();
    assert.deepEqual(errors, [], 'the console has errors');
  });
  fixture.address = () => fixture.server.address;
  // `prepare` gets the browser's profile before the page is opened.
  fixture.open = async (path = '', { prepare = () => undefined, ...options } = {}) => {
    const context = await fixture.browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme: 'dark', locale: 'en', ...options });
    await context.addInitScript(defineDecodePng);
    await prepare(context);
    const page = await context.newPage();
    page.setDefaultTimeout(TIMEOUT_MS);
    page.errors = [];
    page.warnings = [];
    pages.push(page);
    page.on('console', (message) => message.type() === 'error' && page.errors.push(message.text()));
    page.on('console', (message) => message.type() === 'warning' && page.warnings.push(message.text()));
    page.on('pageerror', (error) => page.errors.push(error.message));
    await page.goto(fixture.server.address + path);
    if (!path.startsWith('guide')) await page.waitForSelector('html[data-ready]');
    return page;
  };
  return fixture;
}

/** Runs in the page: defines `decodePng`, which returns the ImageData of a base64-encoded screenshot. */
function defineDecodePng() {
  window.decodePng = async (png) => {
    const bytes = Uint8Array.from(atob(png), (c) => c.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, image.width, image.height);
  };
}

function which(name) {
  return name.startsWith('/') ? name : execFileSync('which', [name], { encoding: 'utf8' }).trim();
}

function quelea(...args) {
  return execFileSync(PROGRAM, args, { encoding: 'utf8' });
}

/** Returns the report of `quelea run`. */
export const run = (...options) => JSON.parse(quelea('run', '--json', ...options));

export const parameterTable = () => JSON.parse(quelea('describe', '--json'));

/** Names of the presets: the first column of `quelea presets`; headings have no dimension. */
export const presetNames = () => quelea('presets').split('\n').filter((line) => /\s[23]D\s/.test(line)).map((line) => line.split(/\s/)[0]);

/** Imports a TypeScript module that imports nothing itself. */
export async function importTypeScript(path) {
  const source = readFileSync(new URL(path, import.meta.url), 'utf8');
  const { code } = transformSync(source, { loader: 'ts', format: 'esm' });
  return import(`data:text/javascript,${encodeURIComponent(code)}`);
}

/** Waits until the flock has heard of everything that was done in a page, and the page of what came of it. */
export const settled = (page) => page.evaluate(() => studio.client.settled());

/** Asks the flock in a page, after everything that was done before. Arrays of numbers come as plain arrays. */
export const ask = (page, method, ...args) =>
  page.evaluate(async ([method, args]) => {
    await studio.client.settled();
    const answer = await studio.experiment.ask(method, ...args);
    return ArrayBuffer.isView(answer) ? [...answer] : answer;
  }, [method, args]);

/** The state of the flock in a page. */
export const hash = (page) => ask(page, 'hash');
export const steps = (page) => ask(page, 'steps');
export const values = async (page) => JSON.parse(await ask(page, 'values'));

export const boids = (page) => ask(page, 'boids');
export const dimension = (page) => ask(page, 'dimension');
export const speciesNames = (page) => ask(page, 'speciesNames');
export const positions = (page) => ask(page, 'positions');
/** What a boid perceives, and the forces on it. */
export const inspection = async (page, id) => JSON.parse(await ask(page, 'inspect', id));

/** Name of the preset that the page shows. */
export async function preset(page) {
  await settled(page);
  return page.evaluate(() => studio.experiment.preset);
}

/** Id of the inspected boid. */
export async function inspected(page) {
  await settled(page);
  return page.evaluate(() => studio.viewport.inspected);
}

/** The obstacles of the flock, each as its lines of TOML. */
export const obstacles = async (page) => (await ask(page, 'toToml')).split('[[obstacle]]').slice(1);

/** A link to the present state. */
export const link = (page) => page.evaluate(() => studio.share.link());

/** Selects a tool as a user does. */
export const selectTool = (page, tool) => page.locator(`label[data-tool=${tool}] svg`).click();

/** Drags the mouse through points of the page. */
export async function drag(page, ...points) {
  await page.mouse.move(...points[0]);
  await page.mouse.down();
  for (const point of points.slice(1)) await page.mouse.move(...point, { steps: 6 });
  await page.mouse.up();
}

/** The point of the page where a point of the world is drawn. */
export async function pagePoint(page, ...world) {
  const box = await page.locator('#canvas').boundingBox();
  const scale = await page.evaluate(() => studio.viewport.toCanvasPixels(1, 0)[0]);
  const [x, y] = await pixelOf(page, ...world);
  return [box.x + x / scale, box.y + y / scale];
}

/** The canvas pixel of a point of the world. */
export const pixelOf = (page, ...world) =>
  page.evaluate(async (world) => [...(await studio.viewport.ask('pixel', new Float32Array(world)))], world);

/** The length of a canvas pixel in the world. */
export const lengthOfPixel = (page) => page.evaluate(() => studio.viewport.ask('lengthOfPixel'));

/** Opens a link in a new browser profile and waits for the end of the replay. */
export async function openLink(fixture, link) {
  const page = await fixture.open(link.slice(fixture.address().length));
  await page.waitForFunction(() => !studio.experiment.isReplaying() && !studio.clock.running);
  return page;
}

/** Runs steps without drawing, then asks for a redraw. */
export const step = (page, count) => page.evaluate((count) => studio.experiment.step(count), count);

/** Every measure of the flock. */
export const measure = async (page) => JSON.parse(await ask(page, 'sample'));

/** Steps two flocks that are compared. Returns the measures of both. */
export const stepBoth = (page, count) =>
  page.evaluate(async (count) => {
    await studio.experiment.step(count);
    return Promise.all([studio.experiment, studio.sideBySide].map(async (flock) => JSON.parse(await flock.ask('sample'))));
  }, count);

/** Opens a preset, paused at step 0. */
export const openPaused = (page, preset) =>
  page.evaluate((preset) => {
    studio.clock.running = false;
    return studio.experiment.openPreset(preset);
  }, preset);

/** Opens a tab of the panel, and the panel if it is closed. */
export async function openTab(page, tab) {
  if (!(await page.locator(`#tab-${tab}`).isVisible())) await page.click('#panel-toggle');
  await page.click(`#tab-${tab}`);
}

/**
 * Waits until all pending changes are drawn, and for two frames of the page, after which it shows them. Of the pictures
 * of a worker the browser holds two back at most, so with the third the first is on the screen.
 */
export const nextDraw = (page) =>
  page.evaluate(async () => {
    await window.studio?.client.settled();
    for (let picture = 0; picture < 3; picture += 1) await window.studio?.viewport.drawn();
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });

/** Repeats a check until its assertions hold. */
export async function eventually(check) {
  for (const start = Date.now(); ; ) {
    try {
      return await check();
    } catch (error) {
      if (!(error instanceof assert.AssertionError) || Date.now() - start > TIMEOUT_MS / 10) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Waits until the running flock has advanced and been drawn. */
export async function waitForSteps(page, count = 20) {
  const end = (await steps(page)) + count;
  await page.waitForFunction((end) => studio.experiment.steps >= end, end);
  await nextDraw(page);
}

/** Takes a screenshot of an element, base64-encoded. */
export async function screenshot(page, selector) {
  return (await page.locator(selector).screenshot()).toString('base64');
}

/** Counts the pixels of an element that an action changes, and the colours after it. */
export async function pixelDifference(page, selector, action) {
  const before = await screenshot(page, selector);
  await action();
  const after = await screenshot(page, selector);
  return page.evaluate(async (screenshots) => {
    const images = await Promise.all(screenshots.map(decodePng));
    const [a, b] = images.map(({ data }) => new Uint32Array(data.buffer));
    return { pixels: a.filter((pixel, index) => pixel !== b[index]).length, colours: new Set(b).size };
  }, [before, after]);
}
