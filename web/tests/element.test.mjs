// The element <quelea-flock>: attributes, controls, pointer and view.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually, nextDraw, studioFixture } from './support.mjs';

const fixture = studioFixture();
/** Selects the element that a test adds to the guide. */
const ELEMENT = 'quelea-flock#element';

/** Opens a page whose first flock is this one, and waits until it is shown. */
async function open(attributes, { content = '', ...options } = {}) {
  const page = await fixture.open('guide.html', options);
  await page.evaluate(([attributes, content]) => {
    document.querySelector('.page').remove();
    document.body.insertAdjacentHTML('beforeend', `<quelea-flock id="element" ${attributes}>${content}</quelea-flock>`);
    // The policy of the server forbids style attributes in HTML.
    document.getElementById('element').style.maxWidth = '600px';
    document.body.style.height = '4000px';
  }, [attributes, content]);
  await page.waitForFunction(() => document.getElementById('element').flock);
  await nextDraw(page);
  return page;
}

// The flock of the element, which a later version may keep elsewhere: all access is here.
const values = (page) => page.evaluate(() => JSON.parse(document.getElementById('element').flock.values()));
const steps = (page) => page.evaluate(() => document.getElementById('element').flock.steps());
const boids = (page) => page.evaluate(() => document.getElementById('element').flock.boids());
const stepBy = (page, count) => page.evaluate((count) => document.getElementById('element').flock.step(count), count);
const error = (page) => page.locator(`${ELEMENT} .error`).textContent();
const pixelOf = (page, point) => page.evaluate((point) => [...document.getElementById('element').view.pixel(new Float32Array(point))], point);
const worldPoint = (page, x, y) => page.evaluate(([x, y]) => {
  const ratio = Math.min(devicePixelRatio, 2);
  return [...document.getElementById('element').view.point(x * ratio, y * ratio)];
}, [x, y]);
const lengthOfPixel = (page) => page.evaluate(() => document.getElementById('element').view.lengthOfPixel());
/** The position of every boid and the force of the pointer on it. */
const pointerForces = (page) => page.evaluate(() => {
  const { flock } = document.getElementById('element');
  return Array.from({ length: flock.boids() }, (_, id) => {
    const { position, terms } = JSON.parse(flock.inspect(id));
    return { position, force: terms.find(({ rule }) => rule === 'pointer')?.force ?? [0, 0] };
  });
});

test('the element applies its attributes, and shows an error for an invalid one', async () => {
  // The radius is so large that the inspected boid always has neighbours.
  const page = await open('preset="mesa" boids="44" set="perception.radius=30" inspect');
  const reachStep = (step) => page.waitForFunction((step) => document.getElementById('element').flock?.steps() >= step, step);
  await reachStep(3);
  assert.equal(await boids(page), 44);
  assert.equal((await values(page))['perception.radius'], '30');
  assert.ok((await page.evaluate(() => JSON.parse(document.getElementById('element').view.arrows()).length)) > 0);
  await page.evaluate(() => document.getElementById('element').setAttribute('preset', 'mess'));
  assert.match(await error(page), /mesa/);
  await reachStep((await steps(page)) + 3);
});

test('every invalid attribute shows an error, and the flock keeps running', async () => {
  const page = await open('');
  const invalid = [
    ['boids', 'many', /boids="many" is not a number/], ['boids', '-3', /boids="-3" is not a whole number/],
    ['set', 'separation.weight', /has no "="/], ['set', 'separation.wait=3', /did you mean `separation\.weight`/],
    ['obstacles', '10,x,3', /obstacles="x" is not a number/], ['seed', 'x', /seed/], ['colour', 'pink', /`colour` cannot be `pink`/],
    ['speed', 'fast', /speed="fast" is not a number/], ['inspect', 'x', /inspect="x" is not a number/], ['trails', 'long', /`trails` cannot be `long`/],
    ['tool', 'hammer', /tool="hammer" is not a tool; allowed: goal/], ['controls', 'separation.wait', /controls="separation\.wait" is not a parameter/],
    ['controls', 'goal.waypoints', /neither a number nor a choice/], ['measures', 'happiness', /measures="happiness" is not a measure; allowed: .*polarisation/],
    ['scenario', 'boids = "many"', /boids/],
  ];
  for (const [name, value, message] of invalid) {
    await page.evaluate(([name, value]) => document.getElementById('element').setAttribute(name, value), [name, value]);
    const before = await steps(page);
    await page.waitForFunction((before) => document.getElementById('element').flock.steps() > before, before);
    await eventually(async () => assert.match(await error(page), message));
    await page.evaluate((name) => {
      const element = document.getElementById('element');
      element.removeAttribute(name);
      element.setAttribute('preset', 'p5');
    }, name);
  }
});

test('an element without a flock shows the error in its place', async () => {
  const page = await fixture.open('guide.html');
  await page.evaluate(() => document.body.insertAdjacentHTML('afterbegin', '<quelea-flock id="element" preset="nonsense"></quelea-flock>'));
  const element = page.locator(ELEMENT);
  await page.waitForFunction(() => document.getElementById('element').shadowRoot.querySelector('.error').textContent);
  assert.match(await error(page), /nonsense.*not a preset/);
  assert.ok(!(await element.locator('.scene').isVisible()));
  await element.evaluate((node) => node.setAttribute('preset', 'mesa'));
  await page.waitForFunction(() => document.getElementById('element').flock?.steps() > 2);
  assert.ok(await element.locator('.scene').isVisible());
});

test('boids that shy away from a pointer follow the mouse, and nothing else repels them', async () => {
  const page = await open('preset="harry" set="start.position=uniform" paused');
  assert.equal((await values(page))['pointer.position'], undefined, 'no pointer in the corner');
  assert.ok((await pointerForces(page)).every(({ force }) => Math.hypot(...force) === 0), 'nothing repels');
  const canvas = page.locator(`${ELEMENT} canvas`);
  const box = await canvas.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const expected = await worldPoint(page, box.width / 2, box.height / 2);
  await eventually(async () => {
    const position = JSON.parse((await values(page))['pointer.position'] ?? '[]');
    assert.ok(position.length === 2 && Math.hypot(position[0] - expected[0], position[1] - expected[1]) < 2, `${position} ${expected}`);
  });
  // Its reach is 250, and that of its rim 5 more.
  const near = (await pointerForces(page)).filter(({ position }) => Math.hypot(position[0] - expected[0], position[1] - expected[1]) < 250);
  assert.ok(near.length > 20, `${near.length}`);
  for (const { position, force } of near) {
    const away = force[0] * (position[0] - expected[0]) + force[1] * (position[1] - expected[1]);
    assert.ok(away > 0, `${position}: ${force}`);
  }
  await page.mouse.move(box.x + box.width / 2, box.y + box.height + 400);
  await eventually(async () => assert.equal((await values(page))['pointer.position'], undefined));
  await page.locator(`${ELEMENT} button`).first().click();
  assert.equal((await values(page))['pointer.position'], undefined, 'after a restart');
});

test('dragging orbits in 3D but not in 2D; Ctrl and the wheel zoom, and the wheel alone scrolls', async () => {
  for (const [preset, point] of [['opensteer', [10, 10, 10]], ['p5', [10, 10]]]) {
    const page = await open(`preset="${preset}" paused`);
    const box = await page.locator(`${ELEMENT} canvas`).boundingBox();
    const middle = [box.x + box.width / 2, box.y + box.height / 2];
    const before = await pixelOf(page, point);
    await page.mouse.move(...middle);
    await page.mouse.down();
    await page.mouse.move(middle[0] + 80, middle[1] + 30, { steps: 4 });
    await page.mouse.up();
    const moved = JSON.stringify(await pixelOf(page, point)) !== JSON.stringify(before);
    assert.equal(moved, preset === 'opensteer', preset);

    const length = await lengthOfPixel(page);
    await page.mouse.move(...middle);
    // The wheel scrolls smoothly, for a while.
    await page.evaluate(() => (window.scrolled = new Promise((resolve) => addEventListener('scrollend', () => resolve(scrollY), { once: true }))) && undefined);
    await page.mouse.wheel(0, 200);
    assert.ok((await page.evaluate(() => window.scrolled)) > 0);
    assert.equal(await lengthOfPixel(page), length, 'the wheel alone does not zoom');
    await page.evaluate(() => scrollTo(0, 0));
    await eventually(async () => {
      await page.keyboard.down('Control');
      await page.mouse.wheel(0, -200);
      await page.keyboard.up('Control');
      await nextDraw(page);
      assert.ok((await lengthOfPixel(page)) < length * 0.8);
    });
    assert.equal(await page.evaluate(() => scrollY), 0);
    await page.mouse.dblclick(...middle);
    await eventually(async () => assert.ok(Math.abs((await lengthOfPixel(page)) / length - 1) < 0.01));
  }
});

test('two fingers zoom', async () => {
  const page = await open('preset="opensteer" paused', { hasTouch: true, isMobile: true, viewport: { width: 380, height: 780 } });
  const box = await page.locator(`${ELEMENT} canvas`).boundingBox();
  const before = await lengthOfPixel(page);
  const touch = await page.context().newCDPSession(page);
  const fingers = (offset) => [-1, 1].map((side, id) => ({ x: box.x + box.width / 2 + side * offset, y: box.y + box.height / 2, id }));
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(30) });
  for (const offset of [50, 70, 90]) await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(offset) });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await eventually(async () => assert.ok((await lengthOfPixel(page)) < before * 0.6));
});

test('arrow keys orbit, plus and minus zoom, 0 shows everything', async () => {
  const page = await open('preset="opensteer" paused');
  await page.locator(`${ELEMENT} canvas`).focus();
  const start = await pixelOf(page, [10, 10, 10]);
  await page.keyboard.press('ArrowRight');
  assert.notDeepEqual(await pixelOf(page, [10, 10, 10]), start);
  const length = await lengthOfPixel(page);
  await page.keyboard.press('+');
  assert.ok((await lengthOfPixel(page)) < length);
  await page.keyboard.press('0');
  assert.deepEqual(await pixelOf(page, [10, 10, 10]), start);
});

test('sliders cover a range around the value, and keep it when a program changes the value', async () => {
  const page = await open('preset="veldic" controls="alignment.weight perception.view perception.radius:5..80 perception.neighbours" paused');
  const ranges = () => page.locator(`${ELEMENT} input[type=range]`).evaluateAll((sliders) => sliders.map(({ min, max, value }) => [min, max, value].map(Number)));
  const [alignment, view, radius] = await ranges();
  const weight = Number((await values(page))['alignment.weight']);
  assert.ok(weight < 0.01, `${weight}`);
  assert.deepEqual(alignment.slice(0, 2), [0, 4 * weight]);
  assert.ok(Math.abs(alignment[2] / weight - 1) < 0.05);
  assert.deepEqual(view, [0, 360, 360]);
  assert.deepEqual(radius.slice(0, 2), [5, 80]);
  await page.evaluate(() => document.getElementById('element').set('perception.radius', '60'));
  assert.deepEqual((await ranges())[2], [5, 80, 60]);
  await page.evaluate(() => document.getElementById('element').set('perception.radius', '120'));
  assert.deepEqual((await ranges())[2], [5, 120, 120]);
});

test('a choice and a switch change their parameters and tell of it', async () => {
  const page = await open('preset="p5" controls="separation.falloff:constant|inverse alignment.include_self" label-separation-falloff="Push" label-separation-falloff-inverse="1/r" paused');
  await page.evaluate(() => {
    window.told = [];
    document.getElementById('element').addEventListener('parameter', ({ detail }) => told.push(detail));
  });
  const element = page.locator(ELEMENT);
  assert.equal(await element.locator('legend').textContent(), 'Push');
  assert.ok(await element.getByLabel('1/r').isChecked());
  await element.getByLabel('constant').check();
  assert.equal((await values(page))['separation.falloff'], '"constant"');
  await element.getByLabel('alignment include self').check();
  assert.equal((await values(page))['alignment.include_self'], 'true');
  assert.deepEqual(await page.evaluate(() => told), [{ path: 'separation.falloff', value: 'constant' }, { path: 'alignment.include_self', value: 'true' }]);
});

test('variants set parameters, and whole scenarios keep what the controls say', async () => {
  const content = '<data value="alignment.weight=0">Alone</data><data value="alignment.weight=1; cohesion.weight=2">Together</data>';
  const page = await open('controls="alignment.weight" label-variants="Rules" paused', { content });
  assert.equal((await values(page))['alignment.weight'], '0');
  await page.locator(ELEMENT).getByLabel('Together').check();
  const { 'alignment.weight': alignment, 'cohesion.weight': cohesion } = await values(page);
  assert.deepEqual([alignment, cohesion], ['1', '2']);
  assert.equal(await page.locator(`${ELEMENT} output`).textContent(), '1');

  const scene = (boids) => `boids = ${boids}\nspace = { size = [200, 100] }\nperception = { radius = 20 }`;
  const scenes = await open('controls="perception.view" paused', { content: `<data data-scenario='${scene(5)}'>Five</data><data data-scenario='${scene(9)}'>Nine</data>` });
  assert.equal(await boids(scenes), 5);
  await scenes.locator(`${ELEMENT} input[type=range]`).fill('90');
  await scenes.locator(ELEMENT).getByLabel('Nine').check();
  assert.equal(await boids(scenes), 9);
  assert.equal((await values(scenes))['perception.view'], '90');
});

test('tools: a click adds a predator, an obstacle or a boid, and sets the goal', async () => {
  for (const [tool, check] of [
    ['predator', async (page) => assert.equal(await boids(page), 61)],
    ['boid', async (page) => assert.equal(await boids(page), 61)],
    ['obstacle', async (page) => assert.match(await page.evaluate(() => document.getElementById('element').flock.toToml()), /\[\[obstacle\]\]/)],
    ['goal', async (page) => assert.equal(JSON.parse((await values(page))['goal.position']).length, 2)],
  ]) {
    const page = await open(`preset="p5" boids="60" tool="${tool}" paused`);
    await page.locator(`${ELEMENT} canvas`).click({ position: { x: 200, y: 100 } });
    await check(page);
    assert.equal(await error(page), '');
  }
});

test('measures are shown with their labels', async () => {
  const page = await open('preset="p5" measures="polarisation mean_nearest_distance" label-polarisation="Order" paused');
  const rows = () => page.locator(`${ELEMENT} .measure`).evaluateAll((rows) => rows.map((row) => [row.querySelector('span').textContent, Number(row.querySelector('output').textContent)]));
  await stepBy(page, 500);
  await page.locator(ELEMENT).getByLabel('Single step').click();
  await eventually(async () => {
    const [[order, polarisation], [distance]] = await rows();
    assert.deepEqual([order, distance], ['Order', 'mean nearest distance']);
    assert.ok(polarisation > 0.1 && polarisation <= 1, `${polarisation}`);
  });
});

test('the reader chooses the speed, and steps one at a time', async () => {
  const page = await open('preset="p5" speed-control paused');
  const speed = () => page.evaluate(() => document.getElementById('element').clock.speed);
  const select = page.locator(ELEMENT).getByLabel('Speed');
  assert.deepEqual(await select.locator('option').allTextContents(), ['0.25×', '0.5×', '1×', '2×', '4×']);
  assert.equal(await select.inputValue(), '1');
  for (const choice of ['0.25', '4']) {
    await select.selectOption(choice);
    assert.equal(await speed(), Number(choice));
  }
  const before = await steps(page);
  await page.locator(ELEMENT).getByLabel('Single step').click();
  assert.equal(await steps(page), before + 1);
  const plain = await open('preset="p5" paused');
  assert.ok(!(await plain.locator(ELEMENT).getByLabel('Speed').isVisible()));
});

test('with reduced motion, flocks wait for the reader', async () => {
  const page = await open('preset="p5"', { reducedMotion: 'reduce' });
  await nextDraw(page);
  assert.equal(await steps(page), 0);
  await page.locator(ELEMENT).getByLabel('Run').click();
  await page.waitForFunction(() => document.getElementById('element').flock.steps() > 2);
});
