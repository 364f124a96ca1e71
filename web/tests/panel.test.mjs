// The panel tells the truth: values after a link, ranges of sliders, what acts and what does not, plots, errors.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boids, dimension, eventually, hash, nextDraw, openPaused, positions, preset, settled, step, steps, studioFixture, values } from './support.mjs';

const fixture = studioFixture();
const essential = (page, path) => page.locator(`[data-section=essentials] [data-path="${path}"]`);

async function type(page, path, text) {
  const box = essential(page, path).locator('input[type=number]');
  await box.fill(text);
  await box.press('Enter');
  await settled(page);
}

test('after a shared link the panel shows the values, species, relations and preset of the sender', async () => {
  const page = await fixture.open();
  await openPaused(page, 'p5');
  await step(page, 10);
  await page.locator('#tools input[value=predator]').check({ force: true });
  await page.click('#canvas', { position: { x: 200, y: 200 } });
  await page.waitForFunction(() => studio.experiment.species.length === 2);
  await type(page, 'separation.weight', '2.2');
  await page.click('#tab-share');
  await page.click('#copy-link');
  await settled(page);
  const link = await page.inputValue('#link');

  const fresh = await fixture.open(link.slice(fixture.address().length));
  await fresh.waitForFunction(() => !studio.experiment.isReplaying());
  await eventually(async () => assert.equal(await essential(fresh, 'separation.weight').locator('input[type=number]').inputValue(), '2.2'));
  assert.equal(await hash(fresh), await hash(page));
  assert.ok(await fresh.isVisible('#species'), 'the species can be chosen');
  assert.deepEqual(await fresh.$$eval('#species option', (options) => options.map((option) => option.value)), ['boid', 'predator']);
  assert.ok(await fresh.isVisible('#relations-table'), 'the relations are shown');
  assert.equal(await preset(fresh), 'p5');
  assert.match(await fresh.textContent('#title'), /Shiffman/);
});

for (const name of ['veldic', 'eater', 'mesa', 'lee2008', 'parker']) {
  test(`one percent of a slider is a small change in ${name}`, async () => {
    const page = await fixture.open();
    await openPaused(page, name);
    const sliders = await page.$$eval('[data-section=essentials] .control:has(input[type=range])', async (controls) => {
      const sliders = [];
      for (const control of controls) {
        const path = control.dataset.path;
        const slider = control.querySelector('input[type=range]');
        const read = () => Number(studio.experiment.values()[path]);
        const [before, position] = [read(), Number(slider.value)];
        slider.value = position + (position > 0.5 ? -0.01 : 0.01);
        slider.dispatchEvent(new Event('input', { bubbles: true }));
        await studio.client.settled();
        sliders.push({ path, before, position, after: read() });
      }
      return sliders;
    });
    assert.ok(sliders.length >= 6, JSON.stringify(sliders));
    for (const { path, before, position, after } of sliders) {
      const change = Math.abs(after / before - 1);
      const oneMore = Number.isInteger(before) && Math.abs(after - before) <= 1;
      assert.ok(position > 0.05 && (change < 0.12 || oneMore), `${path}: ${before} at ${position} becomes ${after}`);
    }
    // Any allowed number can be typed.
    await type(page, 'alignment.weight', '123.5');
    assert.equal((await values(page))['alignment.weight'], '123.5');
  });
}

test('what has no effect is greyed under "More" with the reason, and all other sliders change the motion', async () => {
  const page = await fixture.open();
  await openPaused(page, 'p5');
  const control = (path) => page.locator(`#parameters [data-path="${path}"]`).last();
  for (const [path, reason] of [['wander.weight', /Wander/], ['space.push', /Edges of the world.*wrap/], ['flee.weight', /flee/], ['steps', /program/]]) {
    assert.ok(await control(path).locator('input').first().isDisabled(), path);
    assert.match(await control(path).locator('.reason').textContent(), reason);
    assert.ok(await control(path).evaluate((element) => element.closest('.more') !== null), path);
  }
  const idle = await page.evaluate(async () => {
    const { experiment } = studio;
    // From the centre, boids would take long to reach the edges.
    await experiment.set('start.position', 'uniform');
    await experiment.openToml(await experiment.ask('toToml'));
    const run = async () => {
      await studio.client.settled();
      await experiment.restart();
      await experiment.step(40);
      return experiment.ask('hash');
    };
    const before = await run();
    const idle = [];
    for (const control of document.querySelectorAll('#parameters details:not([data-section=essentials]) .control')) {
      const slider = control.querySelector('input[type=range]');
      if (!slider || slider.disabled || control.querySelector('.badge')) continue;
      const optional = control.querySelector('.control-head > input[type=checkbox]');
      if (optional && !optional.checked) {
        optional.click();
        await studio.client.settled();
      }
      slider.value = 0.05;
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      if ((await run()) === before) {
        slider.value = 0.9;
        slider.dispatchEvent(new Event('input', { bubbles: true }));
        if ((await run()) === before) idle.push(control.dataset.path);
      }
      await experiment.reset();
    }
    return idle;
  });
  // The body counts collisions and does nothing else.
  assert.deepEqual(idle, ['body']);
});

test('a rule that is not in use can be put to use where it is greyed', async () => {
  const page = await fixture.open();
  await openPaused(page, 'p5');
  await page.$$eval('#parameters details', (sections) => sections.forEach((section) => (section.open = true)));
  const wander = page.locator('[data-section=wander] [data-path="wander.weight"]');
  await wander.locator('.remedy').click();
  await settled(page);
  assert.match((await values(page))['motion.order'], /wander/);
  assert.ok(await wander.locator('input[type=number]').isEnabled());
  assert.ok(await wander.evaluate((element) => element.closest('.more, [data-section=more]') === null), 'it leaves "More"');
  // Without a weight of separation, what else it has is greyed in place.
  await type(page, 'separation.weight', '0');
  assert.ok(await essential(page, 'separation.radius').locator('input[type=number]').isDisabled());
  await type(page, 'separation.weight', '1');
  assert.ok(await essential(page, 'separation.radius').locator('input[type=number]').isEnabled());
});

test('what matters in a model is among the essentials', async () => {
  const page = await fixture.open();
  for (const [name, paths, absent] of [
    ['lee2008', ['perception.neighbours'], ['perception.radius', 'separation.radius']],
    ['vicsek', ['noise.strength'], ['cohesion.weight']],
    ['netlogo', ['alignment.max_turn'], []],
    ['dorsogna', ['motion.propulsion', 'motion.drag'], []],
  ]) {
    await openPaused(page, name);
    const shown = await page.$$eval('[data-section=essentials] .control', (controls) => controls.map((control) => control.dataset.path));
    for (const path of paths) assert.ok(shown.includes(path), `${name}: ${path}`);
    for (const path of absent) assert.ok(!shown.includes(path), `${name}: ${path}`);
  }
});

test('a parameter has a plain name, a unit, and its formula on demand', async () => {
  const page = await fixture.open();
  await openPaused(page, 'p5');
  const sight = essential(page, 'perception.radius');
  assert.equal(await sight.locator('label').textContent(), 'Sight length');
  assert.ok(!(await sight.locator('.definition').isVisible()));
  await sight.locator('.formula').click();
  assert.match(await sight.locator('.definition').textContent(), /r < radius.*Perception radius\..*perception\.radius/s);
  await sight.locator('.formula').click();
  assert.ok(!(await sight.locator('.definition').isVisible()));
});

test('a wrong number of boids says what is wrong', async () => {
  const page = await fixture.open();
  await openPaused(page, 'p5');
  for (const [typed, message] of [
    ['-5', /-5 is not a number of boids.*from 0 to 1,000,000/], ['2.5', /2\.5 is not a number of boids/],
    ['1e12', /1,000,000,000,000 boids are too many.*at most 1,000,000/],
  ]) {
    await type(page, 'boids', typed);
    assert.match(await page.textContent('.error'), message);
    assert.equal(await boids(page), 300);
    assert.equal(await essential(page, 'boids').locator('input[type=number]').inputValue(), '300');
  }
});

test('another dimension keeps the number of neighbours and spreads the boids in depth', async () => {
  const page = await fixture.open();
  await openPaused(page, 'p5');
  await page.$eval('[data-section=experiment]', (section) => (section.open = true));
  const box = page.locator('[data-section=experiment] [data-path=dimension] input[type=number]');
  await box.fill('3');
  await box.press('Enter');
  assert.equal(await dimension(page), 3);
  assert.equal(await page.locator('.error').count(), 0);
  await step(page, 50);
  const z = (await positions(page)).filter((_, index) => index % 3 === 2);
  const depth = Math.max(...z) - Math.min(...z);
  assert.ok(depth > 20, `${depth}`);
  await box.fill('2');
  await box.press('Enter');
  assert.equal(await dimension(page), 2);
  // What exists in the plane only is said.
  await openPaused(page, 'voronoi');
  await box.fill('3');
  await box.press('Enter');
  await settled(page);
  assert.match(await page.textContent('.error'), /voronoi.*2D only/);
  assert.equal(await dimension(page), 2);
});

test('the link is there before it is copied', async () => {
  const page = await fixture.open();
  await openPaused(page, 'p5');
  await page.click('#tab-share');
  await settled(page);
  assert.match(await page.inputValue('#link'), /#1\./);
});

test('every plot has a title and an explanation, and hovering shows the value', async () => {
  const page = await fixture.open();
  await page.click('#tab-plots');
  // How often the flock is measured depends on how long that takes, so wait for two samples that differ.
  await page.waitForFunction(() => {
    const [first, latest] = [studio.plots.samples[0], studio.plots.samples.at(-1)];
    return latest && Math.abs(latest.mean_nearest_distance - first.mean_nearest_distance) > 1;
  });
  await page.click('#run');
  await settled(page);
  const plots = await page.$$eval('#plots .plot', (plots) => plots.map((plot) => [plot.querySelector('h2').textContent, plot.querySelector('.sentence').textContent]));
  assert.equal(plots.length, 4);
  for (const [title, sentence] of plots) assert.ok(title.length > 3 && sentence.length > 30, title);
  const value = page.locator('[data-plot=mean_nearest_distance] .u-value').last();
  const latest = await value.textContent();
  await page.locator('[data-plot=mean_nearest_distance] .u-over').hover({ position: { x: 2, y: 40 } });
  await eventually(async () => assert.notEqual(await value.textContent(), latest));
  assert.match(await value.textContent(), /^[\d.e+-]+$/);
  assert.match(await page.locator('[data-plot=mean_nearest_distance] .u-value').first().textContent(), /^\d+$/);
});

test('errors are in Korean on a Korean page', async () => {
  const page = await fixture.open('', { locale: 'ko-KR' });
  await openPaused(page, 'p5');
  const error = async (action) => {
    await action();
    const text = await page.textContent('.error pre');
    await page.click('.error button');
    // Keys, values and what the user wrote stay as they are; sentences do not.
    assert.match(text, /[가-힣]{2}/, text);
    assert.doesNotMatch(text, /\b(is|has|are|not|the|allowed|line)\b/i, text);
    return text;
  };
  const set = (path, value) => () => page.evaluate(([path, value]) => studio.experiment.set(path, value), [path, value]);
  const toml = (text) => () => page.evaluate((text) => studio.experiment.openToml(text), text);
  assert.match(await error(() => type(page, 'perception.radius', '-3')), /시야 거리.*-3/);
  await error(() => type(page, 'boids', '-5'));
  await error(() => type(page, 'boids', '1e12'));
  await error(set('perception.neighbours', '1.5'));
  await error(set('perception.radius', 'wide'));
  await error(set('space.kind', 'cube'));
  await error(set('motion.order', '["separation", "separation"]'));
  await error(set('motion.order', '["sing"]'));
  await error(set('separation.radus', '3'));
  await error(set('start.low', '5'));
  await error(set('motion.min_speed', '50'));
  await error(set('search', 'representative'));
  await error(set('motion.combine', 'budget-of-sum'));
  await error(set('space.size', '[1]'));
  await set('space.kind', 'torus')();
  await error(set('perception.radius', '300'));
  assert.match(await error(toml('boids = 3\nseparation.radus = 1\nspace.size = [9, 9]')), /2번째 줄/);
  await error(toml(''));
  await error(() => page.evaluate(() => studio.experiment.openPreset('p6')));
  for (const link of ['1.!!!', '9.abc']) await error(() => page.evaluate((link) => studio.experiment.openLink(link), link));
  // The parser of TOML speaks English, but the line and the sentence around it do not.
  await page.evaluate(() => studio.experiment.openToml('boids = 3\nboids = = 3'));
  assert.match(await page.textContent('.error pre'), /2번째 줄: TOML 문법에 맞지 않습니다/);
  assert.equal(await steps(page), 0);
});

test('the comparison of searches says in plain words why one is not available', async () => {
  for (const [locale, expected] of [['en', /one species only/], ['ko-KR', /한 종에서만/]]) {
    const page = await fixture.open('?preset=veldic', { locale });
    await page.click('#tab-search');
    await page.click('#compare');
    const cell = page.locator('[data-search=representative] td').last();
    await eventually(async () => assert.match(await cell.textContent(), expected));
    const text = await cell.textContent();
    assert.doesNotMatch(text, /`/);
    const sentences = text.split('. ').map((sentence) => sentence.replace(/\.$/, ''));
    assert.equal(new Set(sentences).size, sentences.length, text);
  }
});

test('the table of an inspected boid in 3D fits the panel', async () => {
  const page = await fixture.open();
  await openPaused(page, 'veldic');
  await step(page, 30);
  await page.click('#tab-boid');
  for (const click of [1, 2, 3]) {
    await page.click('#boid-next');
    await nextDraw(page);
    await page.waitForSelector('#boid .numbers');
    const overflow = await page.$eval('#panel-boid', (panel) => panel.scrollWidth - panel.clientWidth);
    assert.equal(overflow, 0, `boid ${click}`);
  }
});
