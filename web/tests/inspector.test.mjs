// The inspected boid: what is drawn and written is what the engine does.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawn, soon, still, studio } from './support.mjs';

const it = studio();

/** The arrows on the stage, the numbers in the panel, and what both engines say, in one state. */
async function seen(page, id) {
  await page.evaluate((id) => studio.stage.inspect(id), id);
  await drawn(page);
  return page.evaluate((id) => {
    const { experiment, stage } = studio;
    const rows = [...document.querySelectorAll('#boid [data-rule]')].map((row) => [row.dataset.rule, JSON.parse(row.dataset.force)]);
    const fast = JSON.parse(experiment.flock.inspect(id));
    experiment.set('engine', 'reference');
    const reference = JSON.parse(experiment.flock.inspect(id));
    experiment.set('engine', 'fast');
    return { arrows: JSON.parse(stage.view.arrows()), rows, fast, reference };
  }, id);
}

const length = (vector) => Math.hypot(...vector);

// Forces that are cut, raw ones, three dimensions, and rules that act in turn.
for (const preset of ['p5', 'harry', 'opensteer', 'veldic', 'eater']) {
  test(`${preset}: each arrow is the engine's term, all to one scale, and the last is their sum`, async () => {
    const page = await it.open();
    await still(page, preset);
    await page.evaluate(() => studio.experiment.flock.step(120));
    for (const id of [0, 7, 13]) {
      const { arrows, rows, fast, reference } = await seen(page, id);
      const forces = new Map([...fast.terms.map(({ rule, force }) => [rule, force]), ['sum', fast.sum]]);
      const drawable = [...forces].filter(([, force]) => length(force) > 0);
      const drawn = drawable.map(([rule]) => rule);
      const sumFirst = drawn.includes('sum') ? ['sum', ...drawn.slice(0, -1)] : drawn;
      assert.deepEqual(arrows.map((arrow) => arrow.rule), sumFirst, 'an arrow for each force there is, the sum below');

      const longest = Math.max(...drawable.map(([, force]) => length(force)));
      const scale = Math.max(...arrows.map((arrow) => length(arrow.vector))) / longest;
      for (const { rule, vector } of arrows) {
        forces.get(rule).forEach((x, axis) => assert.ok(Math.abs(vector[axis] - x * scale) <= 1e-4 * scale * longest, `${rule} ${vector} ${x * scale}`));
      }
      assert.deepEqual(rows, [...forces], 'the panel has the same numbers');

      // The sum is the sum, not one of its parts as on Harry's page.
      const sum = fast.sum.map((_, axis) => fast.terms.reduce((sum, term) => sum + term.force[axis], 0));
      fast.sum.forEach((x, axis) => assert.ok(Math.abs(x - sum[axis]) < 1e-9));

      // The plain engine in double precision says the same, term by term.
      for (const { rule, force } of reference.terms) {
        const same = forces.get(rule) ?? force.map(() => 0);
        force.forEach((x, axis) => assert.ok(Math.abs(x - same[axis]) <= 2e-3 * longest, `${rule}: ${force} ${same}`));
      }
    }
  });
}

test('the sum of the arrows is what the boid does', async () => {
  const page = await it.open();
  await still(page, 'p5');
  const checked = await page.evaluate(() => {
    const { flock } = studio.experiment;
    let checked = 0;
    for (let step = 0; step < 30; step += 1) {
      flock.step(3);
      const before = [...flock.velocities()];
      const sums = Array.from({ length: 40 }, (_, id) => JSON.parse(flock.inspect(id)).sum);
      flock.step(1);
      const now = flock.velocities();
      for (let id = 0; id < 40; id += 1) {
        const wanted = [before[2 * id] + sums[id][0], before[2 * id + 1] + sums[id][1]];
        // Where the speed limit cuts, the velocity is not the sum.
        if (Math.hypot(...wanted) > 2.999) continue;
        if (Math.hypot(now[2 * id] - wanted[0], now[2 * id + 1] - wanted[1]) > 1e-5) return -1;
        checked += 1;
      }
    }
    return checked;
  });
  assert.ok(checked > 500, `${checked}`);
});

test('neighbours are those nearer than the radius and in the field of view, too close those nearer than the separation radius', async () => {
  const page = await it.open();
  await still(page, 'p5');
  await page.evaluate(() => {
    studio.experiment.flock.step(150);
    studio.experiment.set('perception.view', '200');
  });
  const { fast, positions } = await page.evaluate(() => ({
    fast: JSON.parse(studio.experiment.flock.inspect(5)),
    positions: [...studio.experiment.flock.positions()],
  }));
  const speed = length(fast.velocity);
  const expected = [];
  for (let id = 0; id < 300; id += 1) {
    const d = [positions[2 * id] - fast.position[0], positions[2 * id + 1] - fast.position[1]];
    const r = length(d);
    if (id === 5 || r >= 50 || r === 0) continue;
    const seen = (d[0] * fast.velocity[0] + d[1] * fast.velocity[1]) / speed > Math.cos((100 * Math.PI) / 180) * r;
    expected.push([id, seen, seen && r < 25]);
  }
  assert.deepEqual(fast.neighbours.map(({ id, seen, close }) => [id, seen, close]), expected);
  assert.ok(expected.length > 3);
});

test('a click inspects the boid under it, and shows the legend', async () => {
  const page = await it.open();
  await still(page, 'p5');
  await page.evaluate(() => studio.experiment.flock.step(100));
  await page.evaluate(() => (studio.stage.stale = true));
  await drawn(page);
  const [x, y] = await page.evaluate(() => {
    const at = studio.experiment.flock.positions().slice(20, 22);
    return [...studio.stage.view.pixel(at)];
  });
  await page.locator('#canvas').click({ position: { x, y } });
  await soon(async () => {
    assert.equal(await page.evaluate(() => studio.stage.inspected), 10);
    assert.match(await page.textContent('#key'), /Neighbour.*Sum/);
  });
});

test('while paused, the boid under the pointer is inspected', async () => {
  const page = await it.open();
  await still(page, 'p5');
  await page.evaluate(() => {
    studio.experiment.flock.step(100);
    studio.stage.stale = true;
  });
  await drawn(page);
  const [x, y] = await page.evaluate(() => [...studio.stage.view.pixel(studio.experiment.flock.positions().slice(40, 42))]);
  await page.locator('#canvas').hover({ position: { x, y } });
  await soon(async () => assert.equal(await page.evaluate(() => studio.stage.inspected), 20));
});

for (const preset of ['p5', 'opensteer']) {
  test(`${preset}: a followed boid stays in the middle`, async () => {
    const page = await it.open();
    await still(page, preset);
    await page.keyboard.press('n');
    await page.click('#tab-boid');
    await page.check('#follow');
    for (let time = 0; time < 3; time += 1) {
      await page.evaluate(() => {
        studio.experiment.flock.step(40);
        studio.stage.stale = true;
      });
      await drawn(page);
      const { at, middle } = await page.evaluate(() => {
        const { experiment, stage } = studio;
        const dimension = experiment.flock.dimension();
        const canvas = stage.element;
        return { at: [...stage.view.pixel(experiment.flock.positions().slice(0, dimension))], middle: [canvas.width / 2, canvas.height / 2] };
      });
      assert.ok(Math.hypot(at[0] - middle[0], at[1] - middle[1]) < 2, `${at} ${middle}`);
    }
  });
}
