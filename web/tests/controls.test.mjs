// Controls change what their labels say.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, boids, inspection, nextDraw, openPaused, parameterTable, screenshot, settled, step, steps, studioFixture, values } from './support.mjs';

const fixture = studioFixture();

test('every parameter of the table has a labelled control with a sentence', async () => {
  const page = await fixture.open();
  // Obstacles are drawn with a tool, relations have their own table, and schedules are written in the editor.
  const elsewhere = ['obstacle.', 'relations.', 'schedule.'];
  const paths = parameterTable().map((row) => row.path).filter((path) => !elsewhere.some((part) => path.startsWith(part)));
  const shown = await page.$$eval('#parameters .control', (controls) =>
    controls.map((control) => ({
      path: control.dataset.path,
      label: control.querySelector('label')?.textContent,
      labelled: control.querySelector('label')?.control !== null,
      sentence: control.querySelector('.sentence')?.textContent,
    })));
  for (const path of paths) {
    const found = shown.find((control) => control.path === path);
    assert.ok(found?.labelled && found.label && found.sentence.length > 5, path);
  }
});

test('every slider, checkbox and select changes its parameter, without a restart if the parameter is live', async () => {
  const page = await fixture.open();
  await openPaused(page, 'p5');
  await page.$$eval('#parameters details', (sections) => sections.forEach((section) => (section.open = true)));
  const tried = await page.evaluate(async () => {
    const problems = [];
    let count = 0;
    for (const control of document.querySelectorAll('#parameters details:not([data-section=essentials]) .control')) {
      const path = control.dataset.path;
      if (['dimension', 'name', 'title', 'source'].includes(path) || control.querySelector('.badge, .reason:not([hidden])') !== null) continue;
      const read = async () => {
        await studio.client.settled();
        return JSON.parse(await studio.experiment.ask('values'))[path];
      };
      const before = await read();
      document.querySelector('.error')?.remove();
      const fire = (element, type) => element.dispatchEvent(new Event(type, { bubbles: true }));
      await studio.experiment.step(1);
      const optional = control.querySelector('.control-head > input[type=checkbox]:not(.switch)');
      if (optional && !optional.checked) optional.click();
      const slider = control.querySelector('input[type=range]');
      const select = control.querySelector('select');
      const flag = control.querySelector('.switch');
      if (slider) {
        slider.value = Number(slider.value) > 0.5 ? 0.2 : 0.8;
        fire(slider, 'input');
      } else if (select) {
        const other = [...select.options].find((option) => option.value !== select.value);
        if (!other) continue;
        select.value = other.value;
        fire(select, 'change');
      } else if (flag) {
        flag.click();
      } else continue;
      count += 1;
      const after = await read();
      const error = document.querySelector('.error')?.textContent;
      // Some values are valid only together with others: an error is shown, and the control goes back.
      if (error) {
        document.querySelector('.error button').click();
        if (after !== before) problems.push(`${path}: failed, but changed`);
        continue;
      }
      if (after === before) problems.push(`${path}: still ${before}`);
      if (studio.experiment.steps === 0) problems.push(`${path}: restarted`);
      await studio.experiment.reset();
    }
    return { problems, count };
  });
  assert.deepEqual(tried.problems, []);
  assert.ok(tried.count > 50, `${tried.count}`);
});

test('the number input next to a slider accepts typed values', async () => {
  const page = await fixture.open();
  await openPaused(page, 'p5');
  const box = page.locator('[data-section=essentials] [data-path="perception.radius"] input[type=number]');
  await box.fill('72.5');
  await box.press('Enter');
  assert.equal((await values(page))['perception.radius'], '72.5');
  // A value out of range shows an error and leaves the old value.
  await box.fill('-3');
  await box.press('Enter');
  await settled(page);
  assert.match(await page.textContent('.error'), /perception\.radius/);
  assert.equal((await values(page))['perception.radius'], '72.5');
});

test('changing the number of boids scales the world, unless that is switched off', async () => {
  const page = await fixture.open();
  await openPaused(page, 'p5');
  const box = page.locator('[data-section=essentials] [data-path=boids] input[type=number]');
  await box.fill('1200');
  await box.press('Enter');
  assert.equal(await boids(page), 1200);
  assert.equal((await values(page))['space.size'], '[1280, 800]');
  await page.uncheck('#keep-density');
  await box.fill('300');
  await box.press('Enter');
  assert.equal((await values(page))['space.size'], '[1280, 800]');
});

test('an optional parameter can be unset and set again', async () => {
  const page = await fixture.open();
  await openPaused(page, 'p5');
  const use = page.locator('[data-section=essentials] [data-path="separation.radius"] .control-head > input[type=checkbox]');
  await use.uncheck();
  assert.equal((await values(page))['separation.radius'], undefined);
  await use.check();
  assert.equal((await values(page))['separation.radius'], '25');
});

test('each species has its own controls', async () => {
  const page = await fixture.open('?preset=veldic');
  await page.selectOption('#species', 'predator');
  const box = page.locator('[data-section=essentials] [data-path="species.predator.motion.max_speed"] input[type=number]');
  await box.fill('5');
  await box.press('Enter');
  const now = await values(page);
  assert.equal(now['species.predator.motion.max_speed'], '5');
  assert.equal(now['motion.max_speed'], '2');
});

test('the relations between species are set in a table', async () => {
  const page = await fixture.open();
  await openPaused(page, 'p5');
  assert.ok(!(await page.isVisible('#relations')), 'one species has no relations');
  await openPaused(page, 'veldic');
  await step(page, 5);
  const select = (species, other) => page.locator('#relations').getByLabel(`${species} → ${other}`, { exact: true });
  assert.equal(await select('boid', 'predator').inputValue(), 'flee');
  assert.equal(await select('boid', 'boid').inputValue(), 'flock');
  assert.equal(await select('predator', 'boid').inputValue(), 'hunt');

  const activeRules = async (id) => (await inspection(page, id)).terms.filter(({ force }) => force.some((x) => x !== 0)).map(({ rule }) => rule);
  // Find a boid near a predator.
  let near = 0;
  while (!(await activeRules(near)).includes('flee')) near += 1;
  assert.ok(near < 30, `${near}`);
  await select('boid', 'predator').selectOption('hunt');
  assert.ok(!(await activeRules(near)).includes('flee'));
  assert.ok((await activeRules(near)).includes('hunt'), 'a model without this rule gets one');
  await select('predator', 'boid').focus();
  await page.keyboard.press('ArrowDown');
  await settled(page);
  assert.equal(await select('predator', 'boid').inputValue(), 'flee');
  assert.ok(await select('predator', 'boid').evaluate((select) => select === document.activeElement), 'the focus stays on the select');
  // Boids 30 and 31 are the predators.
  assert.ok((await activeRules(30)).includes('flee'));
  assert.equal(await steps(page), 5, 'the flock did not restart');
  assert.match(await ask(page, 'toToml'), /predator = "hunt"/);
});

test('the search and the engine can be switched while the flock runs', async () => {
  const page = await fixture.open('?preset=lee2008');
  await page.click('#tab-search');
  await page.waitForFunction(() => studio.experiment.steps > 3);
  await page.selectOption('#panel-search [data-path=search] select', 'representative');
  await settled(page);
  assert.ok(await page.isVisible('#search-hint'));
  assert.equal((await values(page)).search, '"representative"');
  assert.ok((await steps(page)) > 3);
  await page.selectOption('#panel-search [data-path=engine] select', 'reference');
  assert.equal((await values(page)).engine, '"reference"');
  assert.ok((await steps(page)) > 3);
});

test('comparing searches shows which are exact, and what the approximate one saves and costs', async () => {
  const page = await fixture.open('?preset=lee2008');
  await page.click('#tab-search');
  await page.click('#compare');
  await page.waitForFunction(() => document.getElementById('verdict').textContent);
  const rows = await page.$$eval('#comparison tbody tr', (rows) => rows.map((row) => [row.dataset.search, ...[...row.cells].slice(1).map((cell) => cell.textContent)]));
  assert.equal(rows.length, 4);
  for (const [search, time, result] of rows) {
    assert.ok(Number(time) > 0, `${search} ${time}`);
    assert.match(result, search === 'representative' ? /mean error .*°/ : /bit-identical/);
  }
  // The verdict must agree with the table, whichever search is faster on this machine.
  const times = Object.fromEntries(rows.map(([search, time]) => [search, Number(time)]));
  const fastest = Math.min(times.brute, times.grid, times['kd-tree']);
  const verdict = await page.textContent('#verdict');
  assert.ok(verdict.includes(`${rows[3][1]} ms per step`) && verdict.includes(`takes ${rows.find(([, time]) => Number(time) === fastest)[1]} ms.`), verdict);
  // The table is rounded to three digits, so a percentage computed from it may be off by 2.
  const saved = 100 * (1 - times.representative / fastest);
  const match = verdict.match(/saves (\d+) % of the time/);
  if (match) assert.ok(Math.abs(Number(match[1]) - saved) <= 2, `${match[0]} ${saved}`);
  else assert.ok(/saves no time/.test(verdict) && saved <= 2, `${verdict} ${saved}`);
  assert.match(verdict, /headings differ from the exact ones by .*° on average/);
});

test('comparing searches shows why a search is not available for the scenario', async () => {
  const page = await fixture.open('?preset=opensteer');
  await page.click('#tab-search');
  await page.click('#compare');
  await page.waitForFunction(() => document.querySelector('[data-search=representative] td:last-child')?.textContent);
  assert.match(await page.textContent('[data-search=representative] td:last-child'), /^Representative .*\.$/);
  assert.match(await page.textContent('[data-search=grid] td:last-child'), /bit-identical/);
  assert.ok(await page.isEnabled('#compare'));
});

test('colour, shape, trails and size change the image', async () => {
  const page = await fixture.open();
  await openPaused(page, 'opensteer');
  await step(page, 100);
  await page.click('#appearance summary');
  const image = async () => {
    await nextDraw(page);
    return screenshot(page, '#canvas');
  };
  for (const [option, value] of [['colour', 'speed'], ['colour', 'cluster'], ['colour', 'neighbours'], ['form', 'cone'], ['size', '2']]) {
    const before = await image();
    await page.selectOption(`[data-option=${option}]`, value);
    assert.notEqual(await image(), before, `${option} ${value}`);
  }
  // Trails begin when they are switched on, so run some steps.
  await page.selectOption('[data-option=trails]', '30');
  for (let click = 0; click < 10; click += 1) {
    await page.click('#step');
    await nextDraw(page);
  }
  const trails = await image();
  await page.selectOption('[data-option=trails]', '0');
  assert.notEqual(await image(), trails, 'trails');
});

test('the theme can be switched, and a reload keeps it', async () => {
  const page = await fixture.open();
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.equal(await background(), 'rgb(12, 15, 20)');
  await page.click('#theme');
  assert.equal(await background(), 'rgb(243, 241, 236)');
  await page.reload();
  await page.waitForSelector('html[data-ready]');
  assert.equal(await background(), 'rgb(243, 241, 236)');
});

test('a Korean browser gets a Korean page, and can switch to English', async () => {
  const page = await fixture.open('', { locale: 'ko-KR' });
  assert.equal(await page.getAttribute('html', 'lang'), 'ko');
  assert.equal(await page.textContent('#tab-parameters'), '매개변수');
  const english = await page.$$eval('#parameters :is(.sentence, .meaning), #parameters summary', (elements) => elements.map((element) => element.textContent).filter((text) => !/[가-힣]/.test(text)));
  assert.deepEqual(english, [], 'texts that are not in Korean');
  await page.click('#language');
  assert.equal(await page.textContent('#tab-parameters'), 'Parameters');
});
