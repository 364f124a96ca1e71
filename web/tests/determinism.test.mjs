// The page and the program run the same engine.

import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { ask, hash, openPaused, run, step, steps, studioFixture } from './support.mjs';

const fixture = studioFixture();

// 2D, 3D, several species with obstacles, the k nearest neighbours, and the reference engine.
for (const preset of ['p5', 'opensteer', 'veldic', 'lee2008', 'jyanar']) {
  test(`${preset} has the state hash of \`quelea run\` after 200 steps`, async () => {
    const page = await fixture.open();
    await openPaused(page, preset);
    await step(page, 200);
    assert.equal(await steps(page), 200);
    assert.equal(await hash(page), run(preset, '--steps', '200').state_hash);
  });
}

test('a changed seed and parameter give the hash of `quelea run --set`', async () => {
  const page = await fixture.open();
  await openPaused(page, 'p5');
  await page.evaluate(async () => {
    await studio.experiment.set('seed', '42');
    await studio.experiment.set('separation.weight', '2.5');
    await studio.experiment.step(200);
  });
  assert.equal(await hash(page), run('p5', '--steps', '200', '--seed', '42', '--set', 'separation.weight=2.5').state_hash);
});

test('the program reaches the same state with the TOML from the page', async () => {
  const page = await fixture.open();
  await openPaused(page, 'buckland');
  await page.evaluate(() => studio.experiment.set('perception.view', '200'));
  const file = `${mkdtempSync('/tmp/quelea-')}/flock.toml`;
  writeFileSync(file, await ask(page, 'toToml'));
  await page.evaluate(async () => {
    await studio.experiment.restart();
    await studio.experiment.step(100);
  });
  assert.equal(await hash(page), run(file, '--steps', '100').state_hash);
});
