// Measures the size of the page, the time to the first motion, and the cost of a step and of a frame. Run by
// `cargo xtask measure-web`.

import { readFileSync, readdirSync } from 'node:fs';
import { cpus } from 'node:os';
import { gzipSync } from 'node:zlib';
import { launch, serve } from './tests/support.mjs';

/** How many times the page is opened. */
const VISITS = 7;
/** How long the frame rate of a flock is measured. */
const RUN_MS = 6000;
const VIEWPORT = { width: 1280, height: 800 };

const server = await serve();
console.log(`${cpus()[0].model}, ${cpus().length} cores; ${process.platform}; software rendering\n`);
printSizes();
for (const backend of ['WebGL2', 'WebGPU']) {
  const browser = await launch(backend === 'WebGPU');
  console.log(`\nChromium ${browser.version()}, ${backend}`);
  await measureFirstMotion(browser);
  for (const boids of [1000, 10000, 50000]) await measureFlock(browser, boids);
  await browser.close();
}
server.stop();

function printSizes() {
  const site = new URL('./dist/', import.meta.url);
  let [totalRaw, totalGzipped] = [0, 0];
  // The pictures of the gallery, in a folder, are not part of a first visit.
  for (const { name } of readdirSync(site, { withFileTypes: true }).filter((entry) => entry.isFile())) {
    const bytes = readFileSync(new URL(name, site));
    const gzipped = gzipSync(bytes, { level: 9 }).length;
    [totalRaw, totalGzipped] = [totalRaw + bytes.length, totalGzipped + gzipped];
    printRow(name, `${bytes.length} bytes`, `${gzipped} gzipped`);
  }
  printRow('all', `${totalRaw} bytes`, `${totalGzipped} gzipped`);
}

/** Measures the time from navigation to the second drawn state, with an empty cache and with a warm one. */
async function measureFirstMotion(browser) {
  const times = { first: [], second: [] };
  for (let visit = 0; visit < VISITS; visit += 1) {
    const context = await browser.newContext({ viewport: VIEWPORT });
    for (const load of ['first', 'second']) {
      const page = await context.newPage();
      await page.goto(server.address);
      await page.waitForSelector('html[data-first-motion]');
      times[load].push(await page.evaluate(() => ({
        library: performance.getEntriesByName('library')[0].startTime,
        canvas: performance.getEntriesByName('canvas')[0].startTime,
        motion: Number(document.documentElement.dataset.firstMotion),
      })));
      await page.close();
    }
    await context.close();
  }
  for (const [load, samples] of Object.entries(times)) {
    const [library, canvas, motion] = ['library', 'canvas', 'motion'].map((event) => samples.map((sample) => sample[event]).sort((a, b) => a - b));
    const range = `${motion[0].toFixed(0)} to ${motion.at(-1).toFixed(0)}`;
    printRow(`motion, ${load} visit`, `${median(motion)} ms (${range})`, `library loaded at ${median(library)}, canvas open at ${median(canvas)}`);
  }
}

/** Measures the cost of a step and of preparing a frame, and the rates of both while the flock runs. */
async function measureFlock(browser, boids) {
  const page = await browser.newPage({ viewport: VIEWPORT });
  await page.goto(server.address);
  await page.waitForSelector('html[data-ready]');
  const { step, prepare } = await page.evaluate((boids) => {
    const { experiment, clock, viewport } = studio;
    clock.running = false;
    experiment.openPreset('p5');
    experiment.set('start.position', '"uniform"');
    experiment.setBoids(boids, true);
    const time = (action, count) => {
      const start = performance.now();
      for (let i = 0; i < count; i += 1) action();
      return (performance.now() - start) / count;
    };
    const step = () => experiment.flock.step(1);
    // Let groups form first: the cost of a step depends on the local density.
    time(step, 200);
    return { step: time(step, 40), prepare: time(() => viewport.view.see(experiment.flock), 20) };
  }, boids);
  const { frames, steps } = await page.evaluate(async (duration) => {
    const { experiment, clock } = studio;
    clock.running = true;
    const [stepsBefore, start] = [experiment.flock.steps(), performance.now()];
    let frames = 0;
    const elapsed = await new Promise((resolve) => {
      const tick = (now) => {
        frames += 1;
        now - start < duration ? requestAnimationFrame(tick) : resolve(now - start);
      };
      requestAnimationFrame(tick);
    });
    return { frames: (frames * 1000) / elapsed, steps: ((experiment.flock.steps() - stepsBefore) * 1000) / elapsed };
  }, RUN_MS);
  const rates = `${frames.toFixed(1)} frames/s, ${steps.toFixed(1)} steps/s`;
  printRow(`${boids} boids`, `${step.toFixed(2)} ms per step`, `${prepare.toFixed(2)} ms to prepare a frame; running: ${rates}`);
  await page.close();
}

function median(sorted) {
  return sorted[Math.floor(sorted.length / 2)].toFixed(0);
}

function printRow(name, first, second) {
  console.log(`${name.padEnd(26)}${first.padStart(24)}  ${second}`);
}
