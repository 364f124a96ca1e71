// What the page weighs, how soon the flock moves, and what a step and a picture cost: `cargo xtask measure-web`.

import { readFileSync, readdirSync } from 'node:fs';
import { cpus } from 'node:os';
import { gzipSync } from 'node:zlib';
import { launch, serve } from './tests/support.mjs';

/** How often the page is opened, and for how long a flock is watched, in milliseconds. */
const OPENINGS = 7;
const WATCHED = 6000;

const server = await serve();
console.log(`${cpus()[0].model}, ${cpus().length} cores; ${process.platform}; everything is drawn in software\n`);
sizes();
for (const backend of ['WebGL2', 'WebGPU']) {
  const browser = await launch(backend === 'WebGPU');
  console.log(`\nChromium ${browser.version()}, ${backend}`);
  await firstMotion(browser);
  for (const boids of [1000, 10000, 50000]) await flock(browser, boids);
  await browser.close();
}
server.stop();

function sizes() {
  const site = new URL('./dist/', import.meta.url);
  let [all, sent] = [0, 0];
  for (const name of readdirSync(site)) {
    const bytes = readFileSync(new URL(name, site));
    const packed = gzipSync(bytes, { level: 9 }).length;
    [all, sent] = [all + bytes.length, sent + packed];
    row(name, `${bytes.length} bytes`, `${packed} gzipped`);
  }
  row('all', `${all} bytes`, `${sent} gzipped`);
}

/** From the click on a link to the second state on the screen, with nothing cached, and then again. */
async function firstMotion(browser) {
  const times = { first: [], again: [] };
  for (let opening = 0; opening < OPENINGS; opening += 1) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    for (const visit of ['first', 'again']) {
      const page = await context.newPage();
      await page.goto(server.address);
      await page.waitForSelector('html[data-first-motion]');
      times[visit].push(await page.evaluate(() => ({
        library: performance.getEntriesByName('library')[0].startTime,
        canvas: performance.getEntriesByName('canvas')[0].startTime,
        motion: Number(document.documentElement.dataset.firstMotion),
      })));
      await page.close();
    }
    await context.close();
  }
  for (const [visit, all] of Object.entries(times)) {
    const [library, canvas, motion] = ['library', 'canvas', 'motion'].map((what) => all.map((time) => time[what]).sort((a, b) => a - b));
    const range = `${motion[0].toFixed(0)} to ${motion.at(-1).toFixed(0)}`;
    row(`moves, ${visit} visit`, `${middle(motion)} ms (${range})`, `library there at ${middle(library)}, canvas open at ${middle(canvas)}`);
  }
}

/** One flock: what its steps take, what its pictures take, and how often both happen when it runs. */
async function flock(browser, boids) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(server.address);
  await page.waitForSelector('html[data-ready]');
  const { step, prepare } = await page.evaluate((boids) => {
    const { experiment, clock, stage } = studio;
    clock.running = false;
    experiment.openPreset('p5');
    experiment.set('start.position', '"uniform"');
    experiment.setBoids(boids, true);
    const timed = (what, times) => {
      const began = performance.now();
      for (let time = 0; time < times; time += 1) what();
      return (performance.now() - began) / times;
    };
    const step = () => experiment.flock.step(1);
    // Flocks form: what a step costs at first is not what it costs later.
    timed(step, 200);
    return { step: timed(step, 40), prepare: timed(() => stage.view.see(experiment.flock), 20) };
  }, boids);
  const { frames, steps } = await page.evaluate(async (lasts) => {
    const { experiment, clock } = studio;
    clock.running = true;
    const [before, began] = [experiment.flock.steps(), performance.now()];
    let frames = 0;
    const passed = await new Promise((done) => {
      const tick = (now) => {
        frames += 1;
        now - began < lasts ? requestAnimationFrame(tick) : done(now - began);
      };
      requestAnimationFrame(tick);
    });
    return { frames: (frames * 1000) / passed, steps: ((experiment.flock.steps() - before) * 1000) / passed };
  }, WATCHED);
  const shown = `${frames.toFixed(1)} frames/s, ${steps.toFixed(1)} steps/s`;
  row(`${boids} boids`, `${step.toFixed(2)} ms a step`, `${prepare.toFixed(2)} ms to lay out a picture; running: ${shown}`);
  await page.close();
}

function middle(sorted) {
  return sorted[Math.floor(sorted.length / 2)].toFixed(0);
}

function row(name, first, second) {
  console.log(`${name.padEnd(26)}${first.padStart(24)}  ${second}`);
}
