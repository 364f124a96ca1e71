// The flock runs in a worker, so that the page answers however long a step takes, and in the page where it has to.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  boids, eventually, hash, inspected, link, nextDraw, openLink, openPaused, pagePoint, pixelDifference, positions, run, settled, step, steps, studioFixture,
  values, waitForSteps,
} from './support.mjs';

const fixture = studioFixture();

/** As many steps as a command can ask for: no machine finishes them. */
const ENDLESS = 2 ** 32 - 1;

const workers = (page, script) => page.workers().filter((worker) => worker.url().endsWith(`/${script}`));
const hosts = (page) => workers(page, 'studio-worker.js');

/** Forgets the browser's own message about a file that could not be loaded: it is no error of the page. */
function forgetFailedRequest(page) {
  page.errors.splice(0, Infinity, ...page.errors.filter((text) => !/Failed to load resource/.test(text)));
}

test('the page answers while steps of the flock go on and on', async () => {
  const page = await fixture.open();
  assert.equal(hosts(page).length, 1);
  await page.evaluate((count) => void studio.experiment.step(count), ENDLESS);
  await page.click('#theme');
  assert.equal(await page.getAttribute('html', 'data-theme'), 'light');
  await page.click('#gallery-open');
  await page.fill('#gallery-search', 'vicsek');
  assert.ok(await page.isVisible('[data-preset=vicsek].gallery-item'));
  await page.keyboard.press('Escape');
  const control = page.locator('[data-section=essentials] [data-path="cohesion.weight"]');
  await control.locator('input[type=range]').fill('0.9');
  assert.ok(Number(await control.locator('input[type=number]').inputValue()) > 1, 'the number follows the slider at once');
  assert.equal(await page.evaluate(() => studio.client.isSettled), false, 'the flock has not answered yet');
});

test('of the values of a slider that moves on, only the first and the last reach the flock', async () => {
  const page = await fixture.open();
  await openPaused(page, 'p5');
  const { sent, shown } = await page.evaluate(async () => {
    const { client } = studio;
    const sent = [];
    const { send } = client.connection;
    client.connection.send = (command, transfer) => {
      if (command.name === 'change') sent.push(command.args[1][0]);
      send(command, transfer);
    };
    const control = document.querySelector('[data-section=essentials] [data-path="cohesion.weight"]');
    const slider = control.querySelector('input[type=range]');
    for (let position = 0.5; position <= 0.9; position += 0.01) {
      slider.value = position;
      slider.dispatchEvent(new Event('input', { bubbles: true }));
    }
    await client.settled();
    return { sent, shown: control.querySelector('input[type=number]').value };
  });
  assert.equal(sent.length, 2, JSON.stringify(sent));
  assert.equal((await values(page))['cohesion.weight'], sent[1][2]);
  assert.equal(Number(shown), Number(sent[1][2]));
});

test('commands are done in order, and a refused one leaves the flock as it was', async () => {
  const page = await fixture.open();
  await openPaused(page, 'p5');
  const accepted = await page.evaluate(() => {
    const { experiment } = studio;
    return Promise.all([
      experiment.set('cohesion.weight', '2'), experiment.set('cohesion.weight', 'much'), experiment.edit('addBoid', new Float64Array([9, 9]), new Float64Array([1, 0])),
      experiment.step(3), experiment.undo(),
    ]);
  });
  assert.deepEqual([accepted[0], accepted[1], accepted[2], accepted[4]], [true, false, true, true]);
  assert.match(await page.textContent('.error'), /cohesion\.weight/);
  assert.deepEqual([(await values(page))['cohesion.weight'], await boids(page), await steps(page)], ['2', 300, 3]);
});

const threads = (page) => page.evaluate(() => studio.experiment.threads);
const processors = (page) => page.evaluate(() => navigator.hardwareConcurrency);

/** Compares a flock that is large enough for threads with `quelea run`. */
async function checkLargeFlock(page) {
  await openPaused(page, 'p5');
  await page.evaluate(() => studio.experiment.editAll([['set', 'start.position', '"uniform"'], ['setBoids', 20000, true]]));
  await step(page, 200);
  const size = (await values(page))['space.size'];
  const report = run('p5', '--steps', '200', '--set', 'boids=20000', '--set', 'start.position=uniform', '--set', `space.size=${size}`);
  assert.equal(await hash(page), report.state_hash);
}

test('a flock has a thread for each processor, and the state hash of `quelea run`', async () => {
  const page = await fixture.open();
  assert.ok(await page.evaluate(() => crossOriginIsolated));
  const count = await processors(page);
  await page.waitForFunction((count) => studio.experiment.threads === count, count);
  // The browser lists only what the page has started itself: a worker that starts workers may never answer in Firefox.
  assert.equal(workers(page, 'studio-thread.js').length, count);
  await checkLargeFlock(page);
  await page.keyboard.press('?');
  assert.match(await page.textContent('#renderer'), new RegExp(`flock: ${count}\\.`));
});

test('with threads=off a flock has one thread and the same state hash', async () => {
  const page = await fixture.open('?threads=off');
  await checkLargeFlock(page);
  assert.equal(await threads(page), 1);
});

test('a page that is not isolated from other origins has one thread', async () => {
  const withoutIsolation = async (route) => {
    const response = await route.fetch();
    const kept = Object.entries(response.headers()).filter(([name]) => !name.startsWith('cross-origin-'));
    await route.fulfill({ response, headers: Object.fromEntries(kept) });
  };
  const page = await fixture.open('', { prepare: (context) => context.route('**/*', withoutIsolation) });
  assert.equal(await page.evaluate(() => crossOriginIsolated), false);
  await waitForSteps(page);
  assert.equal(await threads(page), 1);
  assert.equal(hosts(page).length, 1);
});

test('if threads cannot be started, the flock runs on one', async () => {
  const page = await fixture.open('', { prepare: (context) => context.route('**/studio-thread.js', (route) => route.abort()) });
  await eventually(() => assert.match(page.warnings.join(), /The flock has one thread/));
  await waitForSteps(page);
  assert.equal(await threads(page), 1);
  forgetFailedRequest(page);
});

/** What the studio does, wherever its flock runs. */
async function checkStudio(page) {
  const changed = await pixelDifference(page, '#canvas', () => waitForSteps(page));
  assert.ok(changed.pixels > 300 && changed.colours > 20, JSON.stringify(changed));
  await openPaused(page, 'p5');
  await step(page, 200);
  assert.equal(await hash(page), run('p5', '--steps', '200').state_hash);
  await nextDraw(page);
  const [x, y] = await positions(page);
  await page.mouse.click(...(await pagePoint(page, x, y)));
  await eventually(async () => assert.notEqual(await inspected(page), undefined));
  await page.waitForSelector('#boid [data-rule=sum]');
  await page.click('#tab-parameters');
  const number = (path) => page.locator(`[data-section=essentials] [data-path="${path}"] input[type=number]`);
  await number('perception.radius').fill('-3');
  await number('perception.radius').press('Enter');
  await settled(page);
  assert.match(await page.textContent('.error'), /perception\.radius/);
  assert.equal(await number('perception.radius').inputValue(), '50');
  await number('cohesion.weight').fill('2');
  await number('cohesion.weight').press('Enter');
  await step(page, 5);
  const restored = await openLink(fixture, await link(page));
  assert.equal(await hash(restored), await hash(page));
  await page.keyboard.press('Control+z');
  assert.equal((await values(page))['cohesion.weight'], '1');
  await page.click('#tab-share');
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#save-png')]);
  assert.equal(download.suggestedFilename(), 'quelea-205.png');
}

test('with worker=off the same studio runs in the page', async () => {
  const page = await fixture.open('?worker=off');
  assert.equal(hosts(page).length, 0);
  await checkStudio(page);
});

test('a browser whose worker cannot draw runs the flock in the page', async () => {
  const page = await fixture.open('', { prepare: (context) => context.addInitScript(() => delete HTMLCanvasElement.prototype.transferControlToOffscreen) });
  assert.equal(hosts(page).length, 0);
  await waitForSteps(page);
});

test('if the worker cannot be loaded, the flock runs in the page', async () => {
  const page = await fixture.open('', { prepare: (context) => context.route('**/studio-worker.js', (route) => route.abort()) });
  assert.equal(hosts(page).length, 0);
  await waitForSteps(page);
  forgetFailedRequest(page);
});
