// The page and the program are the same engine.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hash, run, steps, still, studio } from './support.mjs';

const it = studio();

// Two dimensions, three, several species with obstacles, the k nearest, and the reference engine.
for (const preset of ['p5', 'opensteer', 'veldic', 'lee2008', 'jyanar']) {
  test(`${preset} after 200 steps has the state hash of \`quelea run\``, async () => {
    const page = await it.open();
    await still(page, preset);
    await page.evaluate(() => studio.experiment.flock.step(200));
    assert.equal(await steps(page), 200);
    assert.equal(await hash(page), run(preset, '--steps', '200').state_hash);
  });
}

test('another seed and other parameters have the hash of `quelea run --set`', async () => {
  const page = await it.open();
  await still(page, 'p5');
  await page.evaluate(() => {
    studio.experiment.set('seed', '42');
    studio.experiment.set('separation.weight', '2.5');
    studio.experiment.flock.step(200);
  });
  assert.equal(await hash(page), run('p5', '--steps', '200', '--seed', '42', '--set', 'separation.weight=2.5').state_hash);
});

test('the scenario that the page writes runs to the same state in the program', async () => {
  const { writeFileSync, mkdtempSync } = await import('node:fs');
  const page = await it.open();
  await still(page, 'buckland');
  await page.evaluate(() => studio.experiment.set('perception.view', '200'));
  const file = `${mkdtempSync('/tmp/quelea-')}/flock.toml`;
  writeFileSync(file, await page.evaluate(() => studio.experiment.flock.toToml()));
  await page.evaluate(() => {
    studio.experiment.restart();
    studio.experiment.flock.step(100);
  });
  assert.equal(await hash(page), run(file, '--steps', '100').state_hash);
});
