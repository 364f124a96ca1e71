// A flock on the graphics card is the same flock: its state, what is done with it, and its picture. In these tests the card
// is a program of the browser, which is slow, but computes what a card computes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  boids, eventually, hash, inspected, link, nextDraw, openPaused, openTab, pagePoint, positions, run, screenshot, settled, step, steps, studioFixture,
} from './support.mjs';

const fixture = studioFixture({ webgpu: true });

const computing = async (page) => {
  await settled(page);
  return page.evaluate(() => studio.experiment.computing);
};

/** Opens the studio with a preset, paused at step 0, with its flock where an engine is. */
async function open(preset, engine = 'gpu', options = '') {
  const page = await fixture.open(`?engine=${engine}${options}`);
  await openPaused(page, preset);
  return page;
}

async function assertOnCard(page) {
  const where = await computing(page);
  assert.equal(where.gpu, true, JSON.stringify(where));
}

const setProcessor = (page, processor) => page.evaluate((processor) => studio.experiment.setProcessor(processor), processor);

// In 2D and 3D, with one radius and with zones.
for (const preset of ['p5', 'reynolds1987', 'couzin2002']) {
  test(`on the card ${preset} has the state hash of \`quelea run\` after 200 steps, and of the processor`, async () => {
    const page = await open(preset);
    await step(page, 200);
    await assertOnCard(page);
    assert.equal((await computing(page)).isExact, true);
    const onCard = await hash(page);
    assert.equal(onCard, run(preset, '--steps', '200').state_hash);
    await setProcessor(page, 'cpu');
    await page.evaluate(() => studio.experiment.restart());
    await step(page, 200);
    assert.equal((await computing(page)).gpu, false);
    assert.equal(await hash(page), onCard);
  });
}

test('a flock changes between card and processor while it runs, with the same state', async () => {
  const page = await open('p5');
  await step(page, 40);
  await assertOnCard(page);
  await openTab(page, 'search');
  await page.click('#processors label:has([value=cpu])');
  await step(page, 40);
  assert.equal((await computing(page)).gpu, false);
  await page.click('#processors label:has([value=gpu])');
  await step(page, 20);
  await assertOnCard(page);
  assert.deepEqual([await steps(page), await hash(page)], [100, run('p5', '--steps', '100').state_hash]);
});

test('edits, restarts, undo and links do on the card what they do on the processor', async () => {
  const results = [];
  for (const engine of ['cpu', 'gpu']) {
    const page = await open('p5', engine);
    await page.evaluate(async () => {
      const { experiment } = studio;
      const at = (...numbers) => new Float64Array(numbers);
      await experiment.step(10);
      await experiment.edit('addBoid', at(10, 10), at(1, -1));
      await experiment.step(10);
      await experiment.edit('removeBoids', new Uint32Array([3, 7]));
      await experiment.edit('pressPointer', 'attract', at(100, 100));
      await experiment.step(5);
      experiment.movePointer(at(200, 100));
      await experiment.step(5);
      await experiment.edit('releasePointer');
      await experiment.edit('addObstacle', at(300, 200), 40);
      await experiment.edit('setGoal', at(500, 100));
      await experiment.step(10);
      await experiment.undo();
      await experiment.edit('addPredator', at(20, 20), at(1, 0));
      await experiment.step(10);
    });
    const before = await hash(page);
    await page.evaluate(() => studio.experiment.restart());
    await step(page, 15);
    const restarted = await hash(page);
    await page.evaluate(() => studio.experiment.undo());
    assert.equal(await hash(page), before, 'undoing a restart');
    await step(page, 5);
    assert.equal((await computing(page)).gpu, engine === 'gpu');
    results.push({ before, restarted, end: await hash(page), boids: await boids(page), link: (await link(page)).replace(/.*#/, '') });
  }
  assert.deepEqual(results[1], results[0]);
  const page = await fixture.open(`?engine=gpu#${results[0].link}`);
  await page.waitForFunction(() => !studio.experiment.isReplaying() && !studio.clock.running);
  await assertOnCard(page);
  assert.equal(await hash(page), results[0].end);
});

test('boids of a flock that is drawn where it steps can be picked, inspected, followed and erased', async () => {
  const page = await open('p5');
  await step(page, 60);
  await nextDraw(page);
  assert.equal(await page.evaluate(() => studio.viewport.ask('isCrowd')), true);
  const [x, y] = await positions(page);
  await page.mouse.click(...(await pagePoint(page, x, y)));
  await eventually(async () => assert.notEqual(await inspected(page), undefined));
  await page.waitForSelector('#boid [data-rule=sum]');
  await page.click('#follow');
  await step(page, 5);
  await nextDraw(page);
  await assertOnCard(page);
  await page.click('#boid-none');
  await page.evaluate(() => studio.viewport.fit());
  await nextDraw(page);
  assert.equal(await page.evaluate(() => studio.viewport.ask('isCrowd')), true);
  const [px, py] = await pagePoint(page, ...(await positions(page)).slice(0, 2));
  await page.keyboard.press('8');
  await page.mouse.click(px, py);
  await eventually(async () => assert.ok((await boids(page)) < 300));
  await assertOnCard(page);
});

/** Compares two screenshots: the pixels that differ by more than a rounding, and those that show a flock. */
const compare = (page, pictures) =>
  page.evaluate(async (pictures) => {
    const [a, b] = await Promise.all(pictures.map(async (png) => (await decodePng(png)).data));
    let [different, drawn] = [0, 0];
    for (let at = 0; at < a.length; at += 4) {
      different += [0, 1, 2].some((channel) => Math.abs(a[at + channel] - b[at + channel]) > 6);
      drawn += [0, 1, 2].some((channel) => Math.abs(a[at + channel] - a[channel]) > 30);
    }
    return { different, drawn };
  }, pictures);

for (const preset of ['p5', 'reynolds1987']) {
  test(`${preset} drawn from the memory of the card looks as it does from that of the processor`, async () => {
    const page = await open(preset);
    await step(page, 120);
    const pictures = [];
    for (const processor of ['gpu', 'cpu']) {
      await setProcessor(page, processor);
      await nextDraw(page);
      assert.equal(await page.evaluate(() => studio.viewport.ask('isCrowd')), processor === 'gpu');
      pictures.push(await screenshot(page, '#canvas'));
    }
    const { different, drawn } = await compare(page, pictures);
    // Where boids overlap, the order in which they are drawn decides.
    assert.ok(drawn > 1000 && different < 0.05 * drawn, `${different} of ${drawn} pixels`);
  });
}

test('two flocks step on the card side by side', async () => {
  const page = await open('p5');
  await page.keyboard.press('v');
  await page.waitForFunction(() => studio.sideBySide.isOpen);
  await step(page, 30);
  await nextDraw(page);
  await assertOnCard(page);
  const other = await page.evaluate(() => studio.sideBySide.ask('device'));
  assert.equal(JSON.parse(other).gpu, true);
  assert.equal(await page.evaluate(() => studio.sideBySide.ask('hash')), await hash(page));
});

/** Runs a function in the worker of the flock before its script. */
const inWorker = (prepare) => (context) => context.route('**/studio-worker.js', async (route) => {
  const response = await route.fetch();
  await route.fulfill({ response, body: `(${prepare})();\n${await response.text()}` });
});

test('a flock that the card does not take stays on the processor, and the page says why', async () => {
  // The fewest buffers at a time that a device may have: zones in 3D need more, p5 does not.
  const limit = () => {
    const { requestDevice } = GPUAdapter.prototype;
    GPUAdapter.prototype.requestDevice = function (options) {
      return requestDevice.call(this, { ...options, requiredLimits: { ...options.requiredLimits, maxStorageBuffersPerShaderStage: 8 } });
    };
  };
  const page = await fixture.open('?engine=gpu', { prepare: inWorker(limit) });
  await openPaused(page, 'couzin2002');
  await step(page, 20);
  const { gpu, setback } = await computing(page);
  assert.deepEqual([gpu, setback?.kind], [false, 'refused']);
  assert.match(await page.textContent('#processor-hint'), /does not take this flock: .*storage buffers/);
  assert.equal(await hash(page), run('couzin2002', '--steps', '20').state_hash);
  await openPaused(page, 'p5');
  await step(page, 20);
  await assertOnCard(page);
  assert.equal(await hash(page), run('p5', '--steps', '20').state_hash);
});

test('a card that fails leaves the flock to the processor, and the page says so', async () => {
  // The worker keeps its devices, so that one can be made to fail.
  const keepDevices = () => {
    const { requestDevice } = GPUAdapter.prototype;
    globalThis.devices = [];
    GPUAdapter.prototype.requestDevice = async function (...options) {
      const device = await requestDevice.apply(this, options);
      globalThis.devices.push(device);
      return device;
    };
  };
  const page = await fixture.open('?engine=gpu', { prepare: inWorker(keepDevices) });
  await openPaused(page, 'p5');
  await step(page, 20);
  await assertOnCard(page);
  const worker = page.workers().find((worker) => worker.url().endsWith('/studio-worker.js'));
  await worker.evaluate(() => void devices.at(-1).createBuffer({ size: 16, usage: 0xffff }));
  await step(page, 20);
  await page.waitForFunction(() => studio.experiment.computing.setback?.kind === 'failed');
  assert.equal((await computing(page)).gpu, false);
  assert.match(await page.textContent('#notes'), /graphics card has failed/);
  await step(page, 10);
  assert.deepEqual([await steps(page), await hash(page)], [50, run('p5', '--steps', '50').state_hash]);
  const { drawn } = await compare(page, [await screenshot(page, '#canvas'), await screenshot(page, '#canvas')]);
  assert.ok(drawn > 1000, 'it is still drawn');
  // Chosen again, the card gets another chance.
  await setProcessor(page, 'gpu');
  await step(page, 10);
  await assertOnCard(page);
  assert.equal(await hash(page), run('p5', '--steps', '60').state_hash);
  await nextDraw(page);
  assert.equal(await page.evaluate(() => studio.viewport.ask('isCrowd')), true);
});

test('the page says where the flock is computed and why, in both languages', async () => {
  const page = await open('p5', 'auto');
  const hint = () => page.textContent('#processor-hint');
  // The card of this browser is a program.
  await eventually(async () => assert.match(await hint(), /processor\..*only a program/));
  await openTab(page, 'search');
  await page.click('#processors label:has([value=gpu])');
  await step(page, 2);
  await eventually(async () => assert.match(await hint(), /on the graphics card .*exactly the results/));
  await page.evaluate(() => studio.experiment.set('engine', '"reference"'));
  await step(page, 2);
  await eventually(async () => assert.match(await hint(), /The reference engine runs on the processor only/));
  await page.click('#language');
  await eventually(async () => assert.match(await hint(), /기준 엔진은 프로세서에서만/));
  await page.reload();
  await page.waitForSelector('html[data-ready]');
  assert.equal((await computing(page)).choice, 'auto', 'the address goes before what was chosen');
});

test('a page that is not isolated from others has the small library, and says that it stays on the processor', async () => {
  const page = await open('p5', 'gpu', '&threads=off');
  await step(page, 10);
  assert.equal((await computing(page)).gpu, false);
  assert.match(await page.textContent('#processor-hint'), /only where the server isolates the page/);
});

test('the card with as many boids as are stepped in time asks the graphics card', async () => {
  const page = await fixture.open('?engine=gpu&try=many');
  await assertOnCard(page);
  assert.ok((await boids(page)) >= 2000);
  assert.equal(await page.locator('.error').count(), 0);
});

test('on the card the number of boids reaches a million, and a large flock is not searched for measures', async () => {
  const page = await open('p5');
  const slider = page.locator('[data-section=essentials] [data-path=boids] input[type=range]');
  await slider.fill('1');
  await settled(page);
  assert.equal(await boids(page), 1_000_000);
  await page.evaluate(() => studio.experiment.setBoids(120_000, true));
  await step(page, 2);
  await assertOnCard(page);
  await openTab(page, 'plots');
  await page.click('#run');
  await page.waitForFunction(() => studio.plots.latest('polarisation') > 0);
  const missing = await page.$$eval('.plot', (plots) => plots.filter((plot) => plot.querySelector('.not-measured').checkVisibility()).map((plot) => plot.dataset.plot));
  assert.deepEqual(missing, ['mean_nearest_distance', 'clusters']);
});
