// Each control does what it says.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawn, steps, still, studio, values } from './support.mjs';

const it = studio();

test('every parameter of the table has a labelled control with its unit and its sentence', async () => {
  const page = await it.open();
  const table = JSON.parse((await import('node:child_process')).execFileSync((await import('./support.mjs')).PROGRAM, ['describe', '--json'], { encoding: 'utf8' }));
  // Obstacles are drawn, and what species do about each other stands in a table of its own.
  const paths = table.map((row) => row.path).filter((path) => !path.startsWith('obstacle.') && !path.startsWith('relations.'));
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

test('every slider, number, switch and list changes its parameter, and only where it may restarts the flock', async () => {
  const page = await it.open();
  await still(page, 'p5');
  await page.$$eval('#parameters details', (groups) => groups.forEach((group) => (group.open = true)));
  const tried = await page.evaluate(async () => {
    const problems = [];
    let count = 0;
    for (const control of document.querySelectorAll('#parameters details:not([data-group=essentials]) .control')) {
      const path = control.dataset.path;
      if (['dimension', 'name', 'title', 'source'].includes(path) || control.querySelector('.badge') !== null) continue;
      const { flock } = studio.experiment;
      const read = () => JSON.parse(flock.values())[path];
      const before = read();
      document.querySelector('.complaint')?.remove();
      const fire = (element, type) => element.dispatchEvent(new Event(type, { bubbles: true }));
      flock.step(1);
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
      const complaint = document.querySelector('.complaint')?.textContent;
      // What is only allowed with something else is refused in words, and the control goes back.
      if (complaint) {
        document.querySelector('.complaint button').click();
        if (read() !== before) problems.push(`${path}: refused, but changed`);
        continue;
      }
      if (read() === before) problems.push(`${path}: still ${before}`);
      if (flock.steps() === 0) problems.push(`${path}: started anew`);
      studio.experiment.reset();
    }
    return { problems, count };
  });
  assert.deepEqual(tried.problems, []);
  assert.ok(tried.count > 50, `${tried.count}`);
});

test('the number beside a slider takes what is typed', async () => {
  const page = await it.open();
  await still(page, 'p5');
  const box = page.locator('[data-group=essentials] [data-path="perception.radius"] input[type=number]');
  await box.fill('72.5');
  await box.press('Enter');
  assert.equal((await values(page))['perception.radius'], '72.5');
  // Beyond what is allowed it says so, and shows the old value again.
  await box.fill('-3');
  await box.press('Enter');
  assert.match(await page.textContent('.complaint'), /perception\.radius/);
  assert.equal((await values(page))['perception.radius'], '72.5');
});

test('the number of boids grows the world with it, or not', async () => {
  const page = await it.open();
  await still(page, 'p5');
  const box = page.locator('[data-group=essentials] [data-path=boids] input[type=number]');
  await box.fill('1200');
  await box.press('Enter');
  assert.equal(await page.evaluate(() => studio.experiment.flock.boids()), 1200);
  assert.equal((await values(page))['space.size'], '[1280, 800]');
  await page.uncheck('#density');
  await box.fill('300');
  await box.press('Enter');
  assert.equal((await values(page))['space.size'], '[1280, 800]');
});

test('what may be left out can be left out and brought back', async () => {
  const page = await it.open();
  await still(page, 'p5');
  const use = page.locator('[data-group=essentials] [data-path="separation.radius"] .control-head > input[type=checkbox]');
  await use.uncheck();
  assert.equal((await values(page))['separation.radius'], undefined);
  await use.check();
  assert.equal((await values(page))['separation.radius'], '25');
});

test('each species has its own controls', async () => {
  const page = await it.open('?preset=veldic');
  await page.selectOption('#species', 'predator');
  const box = page.locator('[data-group=essentials] [data-path="species.predator.motion.max_speed"] input[type=number]');
  await box.fill('5');
  await box.press('Enter');
  const now = await values(page);
  assert.equal(now['species.predator.motion.max_speed'], '5');
  assert.equal(now['motion.max_speed'], '2');
});

test('what species do about each other is chosen in a table', async () => {
  const page = await it.open();
  await still(page, 'p5');
  assert.ok(!(await page.isVisible('#relations')), 'one species has no relations');
  await still(page, 'veldic');
  await page.evaluate(() => studio.experiment.flock.step(5));
  const choice = (of, about) => page.locator('#relations').getByLabel(`${of} → ${about}`, { exact: true });
  assert.equal(await choice('boid', 'predator').inputValue(), 'flee');
  assert.equal(await choice('boid', 'boid').inputValue(), 'flock');
  assert.equal(await choice('predator', 'boid').inputValue(), 'hunt');

  const acting = (id) => page.evaluate((id) =>
    JSON.parse(studio.experiment.flock.inspect(id)).terms.filter(({ force }) => force.some((x) => x !== 0)).map(({ rule }) => rule), id);
  // One that a predator is near: of thirty, some are.
  let near = 0;
  while (!(await acting(near)).includes('flee')) near += 1;
  assert.ok(near < 30, `${near}`);
  await choice('boid', 'predator').selectOption('hunt');
  assert.ok(!(await acting(near)).includes('flee'));
  assert.ok((await acting(near)).includes('hunt'), 'a model without such a rule gets one');
  await choice('predator', 'boid').focus();
  await page.keyboard.press('ArrowDown');
  assert.equal(await choice('predator', 'boid').inputValue(), 'flee');
  assert.ok(await choice('predator', 'boid').evaluate((select) => select === document.activeElement), 'the focus stays');
  // Predators are the last two.
  assert.ok((await acting(30)).includes('flee'));
  assert.equal(await steps(page), 5, 'the flock went on');
  assert.match(await page.evaluate(() => studio.experiment.flock.toToml()), /predator = "hunt"/);
});

test('the search and the engine are switched while the flock runs', async () => {
  const page = await it.open('?preset=lee2008');
  await page.click('#tab-search');
  await page.waitForFunction(() => studio.experiment.flock.steps() > 3);
  await page.selectOption('#panel-search [data-path=search] select', 'representative');
  assert.ok(await page.isVisible('#approximate'));
  assert.equal((await values(page)).search, '"representative"');
  assert.ok((await steps(page)) > 3);
  await page.selectOption('#panel-search [data-path=engine] select', 'reference');
  assert.equal((await values(page)).engine, '"reference"');
  assert.ok((await steps(page)) > 3);
});

test('comparing the searches says which are exact, and what the approximate one saves and costs', async () => {
  const page = await it.open('?preset=lee2008');
  await page.click('#tab-search');
  await page.click('#compare');
  await page.waitForFunction(() => document.getElementById('verdict').textContent);
  const rows = await page.$$eval('#comparison tbody tr', (rows) => rows.map((row) => [row.dataset.search, ...[...row.cells].slice(1).map((cell) => cell.textContent)]));
  assert.equal(rows.length, 4);
  for (const [search, time, result] of rows) {
    assert.ok(Number(time) > 0, `${search} ${time}`);
    assert.match(result, search === 'representative' ? /off by .*°/ : /same bits/);
  }
  // The sentence follows from the table, whichever search is faster here.
  const times = Object.fromEntries(rows.map(([search, time]) => [search, Number(time)]));
  const fastest = Math.min(times.brute, times.grid, times['kd-tree']);
  const verdict = await page.textContent('#verdict');
  assert.ok(verdict.includes(`${rows[3][1]} ms a step`) && verdict.includes(`${rows.find(([, time]) => Number(time) === fastest)[1]} ms:`), verdict);
  // The table is rounded, so that what follows from it may be off by a hundredth.
  const saved = 100 * (1 - times.representative / fastest);
  const said = verdict.match(/saves (\d+) % of the time/);
  if (said) assert.ok(Math.abs(Number(said[1]) - saved) <= 2, `${said[0]} ${saved}`);
  else assert.ok(/saves no time/.test(verdict) && saved <= 2, `${verdict} ${saved}`);
  assert.match(verdict, /° away from their exact heading on average/);
});

test('a search that a scenario does not allow says why when the searches are compared', async () => {
  const page = await it.open('?preset=opensteer');
  await page.click('#tab-search');
  await page.click('#compare');
  await page.waitForFunction(() => document.querySelector('[data-search=representative] td:last-child')?.textContent);
  assert.match(await page.textContent('[data-search=representative] td:last-child'), /representative/);
  assert.match(await page.textContent('[data-search=grid] td:last-child'), /same bits/);
  assert.ok(await page.isEnabled('#compare'));
});

test('colour, form, trails and size change the picture', async () => {
  const page = await it.open();
  await still(page, 'opensteer');
  await page.evaluate(() => studio.experiment.flock.step(100));
  await page.click('#colours summary');
  const picture = async () => {
    await drawn(page);
    return (await page.locator('#canvas').screenshot()).toString('base64');
  };
  for (const [what, value] of [['colour', 'speed'], ['colour', 'cluster'], ['colour', 'neighbours'], ['form', 'cone'], ['size', '2']]) {
    const before = await picture();
    await page.selectOption(`[data-look=${what}]`, value);
    assert.notEqual(await picture(), before, `${what} ${value}`);
  }
  // Trails show where boids have been since they were asked for.
  await page.selectOption('[data-look=trails]', '30');
  for (let step = 0; step < 10; step += 1) {
    await page.click('#step');
    await drawn(page);
  }
  const trails = await picture();
  await page.selectOption('[data-look=trails]', '0');
  assert.notEqual(await picture(), trails, 'trails');
});

test('the theme is light or dark, and stays so', async () => {
  const page = await it.open();
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.equal(await ground(), 'rgb(12, 15, 20)');
  await page.click('#theme');
  assert.equal(await ground(), 'rgb(243, 241, 236)');
  await page.reload();
  await page.waitForSelector('html[data-ready]');
  assert.equal(await ground(), 'rgb(243, 241, 236)');
});

test('a Korean browser gets a Korean page, and can have it in English', async () => {
  const page = await it.open('', { locale: 'ko-KR' });
  assert.equal(await page.getAttribute('html', 'lang'), 'ko');
  assert.equal(await page.textContent('#tab-parameters'), '매개변수');
  const english = await page.$$eval('#parameters .sentence', (all) => all.map((one) => one.textContent).filter((text) => !/[가-힣]/.test(text)));
  assert.deepEqual(english, [], 'sentences without Korean');
  await page.click('#language');
  assert.equal(await page.textContent('#tab-parameters'), 'Parameters');
});
