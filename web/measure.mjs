// Measures the size of the page, the time to the first motion, the cost of a step and of a frame, and how long the page
// takes to answer. Run by `cargo xtask measure-web`.

import { readFileSync, readdirSync } from 'node:fs';
import { cpus } from 'node:os';
import { gzipSync } from 'node:zlib';
import { launch, serve } from './tests/support.mjs';

/** How many times the page is opened. */
const VISITS = 7;
/** How long the frame rate of a flock is measured. */
const RUN_MS = 6000;
const VIEWPORT = { width: 1280, height: 800 };
/** How many steps are timed in the worker. */
const STEPS = 200;
/** How many times a slider or the pointer moves while the tasks of the page are traced. */
const MOVES = 60;

/** What is done while the tasks are traced. */
const ACTS = {
  'the flock runs': (page) => page.waitForTimeout(RUN_MS),
  'a slider moves': async (page) => {
    const slider = page.locator('[data-section=essentials] [data-path="cohesion.weight"] input[type=range]');
    await slider.scrollIntoViewIfNeeded();
    const { x, y, width, height } = await slider.boundingBox();
    await drag(page, MOVES, (share) => [x + width * (0.3 + 0.5 * share), y + height / 2]);
  },
  'the pointer moves': async (page) => {
    const { x, y, width, height } = await page.locator('#canvas').boundingBox();
    const at = (share) => [x + width * (0.2 + 0.6 * share), y + height * (0.3 + 0.4 * share)];
    for (let move = 0; move < MOVES; move += 1) await page.mouse.move(...at(move / MOVES));
    await drag(page, MOVES, at);
  },
};

const server = await serve();
console.log(`${cpus()[0].model}, ${cpus().length} cores; ${process.platform}; software rendering\n`);
printSizes();
for (const backend of ['WebGL2', 'WebGPU']) {
  const browser = await launch(backend === 'WebGPU');
  console.log(`\nChromium ${browser.version()}, ${backend}`);
  await measureFirstMotion(browser);
  for (const boids of [1000, 10000, 50000]) await measureFlock(browser, boids);
  await measureThreads(browser, 50000);
  await measureTasks(browser, 50000);
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
  const { step, prepare } = await measureCosts(browser, boids);
  const page = await openFlock(browser, boids);
  const { frames, steps } = await page.evaluate(async (duration) => {
    const { client, experiment, clock } = studio;
    clock.running = true;
    await client.settled();
    let frames = 0;
    client.listen(({ frame }) => (frames += frame === undefined ? 0 : 1));
    const [stepsBefore, start] = [experiment.steps, performance.now()];
    await new Promise((resolve) => setTimeout(resolve, duration));
    const seconds = (performance.now() - start) / 1000;
    return { frames: frames / seconds, steps: (experiment.steps - stepsBefore) / seconds };
  }, RUN_MS);
  const rates = `${frames.toFixed(1)} frames/s, ${steps.toFixed(1)} steps/s`;
  printRow(`${boids} boids`, `${step.toFixed(2)} ms per step`, `${prepare.toFixed(2)} ms to prepare a frame; running: ${rates}`);
  await page.close();
}

/** Milliseconds per step and per prepared frame, without a worker and without drawing: of flocks like those of the guide. */
async function measureCosts(browser, boids) {
  const page = await browser.newPage({ viewport: VIEWPORT });
  await page.goto(`${server.address}guide.html`);
  await page.waitForFunction(() => document.querySelector('quelea-flock').flock !== undefined);
  const costs = await page.evaluate((boids) => {
    const element = document.querySelector('quelea-flock');
    const flock = element.flock.constructor.ofPreset('p5');
    const view = new element.view.constructor(870, 690);
    for (const other of document.querySelectorAll('quelea-flock')) other.toggle(false);
    flock.set('start.position', '"uniform"');
    flock.setBoids(boids, true);
    const time = (action, count) => {
      const start = performance.now();
      for (let i = 0; i < count; i += 1) action();
      return (performance.now() - start) / count;
    };
    const step = () => flock.step(1);
    // Let groups form first: the cost of a step depends on the local density.
    time(step, 200);
    return { step: time(step, 40), prepare: time(() => view.see(flock), 20) };
  }, boids);
  await page.close();
  return costs;
}

/** Opens a uniform flock, paused after its groups have formed. */
async function openFlock(browser, boids, path = '') {
  const page = await browser.newPage({ viewport: VIEWPORT });
  await page.goto(server.address + path);
  await page.waitForSelector('html[data-ready]');
  await page.evaluate(async (boids) => {
    const { experiment, clock } = studio;
    clock.running = false;
    await experiment.editAll([['openPreset', 'p5'], ['set', 'start.position', '"uniform"'], ['setBoids', boids, true], ['step', 200]]);
  }, boids);
  return page;
}

/** Prints what a step costs in the worker, on all threads and on one. */
async function measureThreads(browser, boids) {
  for (const path of ['', '?threads=off']) {
    const page = await openFlock(browser, boids, path);
    const { threads, cost } = await page.evaluate(async (steps) => {
      const start = performance.now();
      await studio.experiment.step(steps);
      return { threads: studio.experiment.threads, cost: (performance.now() - start) / steps };
    }, STEPS);
    printRow(`${boids} boids in a worker`, `${cost.toFixed(2)} ms per step`, `threads: ${threads}`);
    await page.close();
  }
}

/** Prints the longest tasks of the thread that answers the user, from Chromium's trace, in the worker and without it. */
async function measureTasks(browser, boids) {
  // In the page, software drawing would make every move of the pointer take seconds.
  for (const [where, path, acts] of [['in a worker', '', Object.keys(ACTS)], ['in the page', '?worker=off', ['the flock runs']]]) {
    const page = await openFlock(browser, boids, path);
    await page.evaluate(() => (studio.clock.running = true));
    for (const what of acts) {
      await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'] });
      await ACTS[what](page);
      const { longest, processor } = longestTask(JSON.parse((await browser.stopTracing()).toString()));
      printRow(`${boids} boids ${where}`, `${longest.toFixed(0)} ms`, `longest task while ${what}; ${processor.toFixed(0)} ms on the processor`);
    }
    await page.close();
  }
}

async function drag(page, moves, at) {
  await page.mouse.move(...at(0));
  await page.mouse.down();
  for (let move = 1; move <= moves; move += 1) await page.mouse.move(...at(move / moves));
  await page.mouse.up();
  await page.evaluate(() => studio.client.settled());
}

/**
 * The longest task of a page's main thread in ms, less the time in which it waits for the picture to be drawn (software
 * drawing holds up the commit of a frame), and the longest time that a task needs of the processor.
 */
function longestTask({ traceEvents }) {
  const threadOf = ({ pid, tid }) => `${pid} ${tid}`;
  const mainThreads = traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(threadOf);
  // The page that is measured has more to do than any other.
  const [events] = mainThreads.map((thread) => traceEvents.filter((event) => event.dur && threadOf(event) === thread)).sort((a, b) => b.length - a.length);
  const commits = events.filter(({ name }) => name === 'Commit');
  const tasks = events.filter(({ name }) => name === 'RunTask').map(({ ts, dur, tdur }) => {
    const drawing = commits.filter((commit) => commit.ts >= ts && commit.ts + commit.dur <= ts + dur).reduce((sum, commit) => sum + commit.dur, 0);
    return { longest: (dur - drawing) / 1000, processor: tdur / 1000 };
  });
  return { longest: Math.max(...tasks.map(({ longest }) => longest)), processor: Math.max(...tasks.map(({ processor }) => processor)) };
}

function median(sorted) {
  return sorted[Math.floor(sorted.length / 2)].toFixed(0);
}

function printRow(name, first, second) {
  console.log(`${name.padEnd(26)}${first.padStart(24)}  ${second}`);
}
