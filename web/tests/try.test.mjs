// Things to try: each opens from its address, and what it promises happens.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boids, importTypeScript, inspection, measure, nextDraw, positions, presetNames, settled, step, stepBoth, studioFixture, values } from './support.mjs';

const fixture = studioFixture();
const { CARDS } = await importTypeScript('../src/things-to-try.ts');

/** Cards whose promise was checked. */
const opened = new Set();

/** Opens a card by its address and pauses; with two flocks, both at step 0. Checks that it says what to look for. */
async function openCard(id) {
  const page = await fixture.open(`?try=${id}`);
  const card = CARDS.find((card) => card.id === id);
  await page.evaluate(() => (studio.clock.running = false));
  if (card.compare) {
    await page.waitForFunction(() => studio.sideBySide.isOpen);
    await page.evaluate(() => studio.experiment.restart());
  }
  await nextDraw(page);
  assert.equal(await page.textContent('#try-note h2'), card.title[0]);
  assert.equal(await page.locator('.error').count(), 0);
  assert.match(page.url(), new RegExp(`\\?try=${id}$`));
  opened.add(id);
  return page;
}

test('there are at least ten cards with texts in both languages', () => {
  assert.ok(CARDS.length >= 10);
  assert.equal(new Set(CARDS.map(({ id }) => id)).size, CARDS.length);
  for (const { id, title, look, picture } of CARDS) {
    assert.match(id, /^[a-z-]+$/);
    for (const [english, korean] of [title, look]) assert.ok(english.length > 5 && /[가-힣]/u.test(korean), id);
    assert.ok([...presetNames(), 'u-trap'].includes(picture), id);
  }
});

test('cards follow each other, open from the list, and are gone with another flock', async () => {
  const page = await fixture.open();
  await page.keyboard.press('t');
  assert.equal(await page.locator('.try-item').count(), CARDS.length);
  await page.click('[data-try=torus]');
  await settled(page);
  assert.equal(await page.textContent('#try-note h2'), CARDS.find(({ id }) => id === 'torus').title[0]);
  await page.click('#try-next');
  await settled(page);
  assert.equal(await page.textContent('#try-note h2'), CARDS.find(({ id }) => id === 'dead-end').title[0]);
  await page.click('#gallery-open');
  await page.click('[data-preset=mesa]');
  await settled(page);
  assert.equal(await page.isVisible('#try-note'), false);
});

test('an unknown card shows an error and keeps the flock', async () => {
  const page = await fixture.open('?try=nonsense');
  assert.match(await page.textContent('.error'), /nonsense/);
  assert.equal((await values(page)).name, '"p5"');
});

test('predator: boids keep away from it', async () => {
  const page = await openCard('predator');
  await step(page, 150);
  const all = await positions(page);
  const [x, y] = all.slice(-2);
  let near = 0;
  for (let index = 0; index < all.length - 2; index += 2) near += Math.hypot(all[index] - x, all[index + 1] - y) < 40;
  const expected = (300 * Math.PI * 40 ** 2) / (640 * 400);
  assert.ok(near < expected / 2, `${near} boids within 40 of it; ${expected.toFixed(1)} if they did not care`);
});

test('nearest: the number of neighbours varies in A and is always seven in B', async () => {
  const page = await openCard('nearest');
  const counts = [];
  for (let count = 0; count < 12; count += 1) {
    await stepBoth(page, 50);
    counts.push(await page.evaluate(() => Promise.all([studio.experiment, studio.sideBySide].map(async (flock) => JSON.parse(await flock.ask('inspect', 20)).neighbours.length))));
  }
  assert.ok(counts.every(([, b]) => b === 7), counts.join(' '));
  assert.ok(new Set(counts.map(([a]) => a)).size > 3, counts.join(' '));
});

test('noise: order in A, none in B', async () => {
  const [a, b] = await stepBoth(await openCard('noise'), 1000);
  assert.ok(a.polarisation > 0.9 && b.polarisation < 0.2, `${a.polarisation}, ${b.polarisation}`);
});

test('torus: the swarm mills', async () => {
  const page = await openCard('torus');
  await step(page, 2000);
  const { milling, polarisation } = await measure(page);
  assert.ok(milling > 0.6 && polarisation < 0.4, `${milling}, ${polarisation}`);
});

test('dead end: both get out, with gentle turns in A and sharp ones in B', async () => {
  const page = await openCard('dead-end');
  const [a, b] = await page.evaluate(async () => {
    const flocks = [studio.experiment, studio.sideBySide];
    const largest = [0, 0];
    const velocities = () => Promise.all(flocks.map((flock) => flock.ask('velocities')));
    let before = await velocities();
    for (let count = 0; count < 2000; count += 1) {
      await studio.experiment.step(1);
      const now = await velocities();
      now.forEach((velocities, index) => {
        for (let i = 0; i < velocities.length; i += 2) {
          const [ux, uy, vx, vy] = [before[index][i], before[index][i + 1], velocities[i], velocities[i + 1]];
          const turn = Math.abs(Math.atan2(ux * vy - uy * vx, ux * vx + uy * vy)) * (180 / Math.PI);
          largest[index] = Math.max(largest[index], turn);
        }
      });
      before = now;
    }
    return Promise.all(flocks.map(async (flock, index) => {
      const positions = await flock.ask('positions');
      let outside = 0;
      for (let i = 0; i < positions.length; i += 2) outside += !(positions[i] > 90 && positions[i] < 200 && positions[i + 1] > 60 && positions[i + 1] < 140);
      return { outside: outside / (positions.length / 2), largest: largest[index] };
    }));
  });
  assert.ok(a.outside > 0.5 && b.outside > 0.5, `outside: ${a.outside}, ${b.outside}`);
  assert.ok(a.largest < 30 && b.largest > 90, `largest turns: ${a.largest}°, ${b.largest}°`);
});

test('separation: too much of it leaves no common direction', async () => {
  const [a, b] = await stepBoth(await openCard('separation'), 1500);
  assert.ok(a.polarisation > 0.85 && b.polarisation < 0.4, `${a.polarisation}, ${b.polarisation}`);
  assert.ok(b.mean_speed < 0.7 * a.mean_speed, `${a.mean_speed}, ${b.mean_speed}`);
});

test('single file: the flock becomes a line, and broad again with a full view', async () => {
  const page = await openCard('single-file');
  await page.evaluate(() => studio.experiment.restart());
  await step(page, 1500);
  const line = await measure(page);
  // In a line boids follow each other closely: separation has a radius of 25.
  assert.ok(line.mean_nearest_distance < 4, `${line.mean_nearest_distance}`);
  await page.evaluate(() => studio.experiment.set('perception.view', '360'));
  await step(page, 1000);
  const broad = await measure(page);
  assert.ok(broad.mean_nearest_distance > 5 * line.mean_nearest_distance, `${line.mean_nearest_distance}, ${broad.mean_nearest_distance}`);
});

test('friends: the neighbours never change', async () => {
  const page = await openCard('friends');
  const friends = async () => (await inspection(page, 12)).neighbours.map(({ id }) => id).sort();
  const before = await friends();
  assert.equal(before.length, 4);
  await step(page, 800);
  assert.deepEqual(await friends(), before);
});

test('many: the flock is large', async () => {
  const page = await openCard('many');
  assert.ok((await boids(page)) >= 2000);
});

test('murmuration: scattered boids condense into flocks', async () => {
  const page = await openCard('murmuration');
  assert.ok((await measure(page)).polarisation < 0.2);
  await step(page, 1000);
  const { polarisation, clusters } = await measure(page);
  assert.ok(polarisation > 0.4 && clusters < 10, `${polarisation}, ${clusters}`);
});

test('two species: nearly all neighbours are of one’s own kind', async () => {
  const page = await openCard('two-species');
  const share = () => page.evaluate(async () => {
    const positions = await studio.experiment.ask('positions');
    const [width, height] = [640, 400];
    const count = positions.length / 2;
    const distance = (i, j) => {
      const [dx, dy] = [Math.abs(positions[2 * i] - positions[2 * j]), Math.abs(positions[2 * i + 1] - positions[2 * j + 1])];
      return Math.hypot(Math.min(dx, width - dx), Math.min(dy, height - dy));
    };
    let own = 0;
    for (let i = 0; i < count; i += 1) {
      const nearest = [...Array(count).keys()].filter((j) => j !== i).sort((a, b) => distance(i, a) - distance(i, b)).slice(0, 5);
      own += nearest.filter((j) => j < 150 === i < 150).length;
    }
    return own / (5 * count);
  });
  await page.evaluate(() => studio.experiment.restart());
  assert.ok((await share()) < 0.6);
  await step(page, 1500);
  assert.ok((await share()) > 0.9, `${await share()}`);
});

test('leaders: ten take the group along', async () => {
  const [a, b] = await stepBoth(await openCard('leaders'), 1000);
  assert.ok(a.polarisation > 0.7 && b.polarisation < 0.4, `${a.polarisation}, ${b.polarisation}`);
});

test('sheepdog: scattered sheep are brought together', async () => {
  const page = await openCard('sheepdog');
  await page.evaluate(() => studio.experiment.restart());
  const before = await measure(page);
  await step(page, 1500);
  const after = await measure(page);
  assert.ok(before.clusters > 5 && after.clusters <= 2 && after.radius_of_gyration < before.radius_of_gyration / 3, JSON.stringify(after));
});

test('every card was tried', () => {
  assert.deepEqual([...opened].sort(), CARDS.map(({ id }) => id).sort());
});
