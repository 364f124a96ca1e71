// The studio for everyone: axe-core, focus, targets, reduced motion, messages for screen readers.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { violations } from './axe.mjs';
import { eventually, openTab, steps, studioFixture } from './support.mjs';

const fixture = studioFixture();

const tabs = (page) => page.$$eval('[role=tab]', (all) => all.map(({ id }) => id.slice(4)));

/** Inspects a boid, after which the hint of the first visit is gone. */
async function inspectFirst(page) {
  await page.keyboard.press('n');
  await page.waitForSelector('#first-visit', { state: 'hidden' });
}

/** Opens the studio, paused, with a boid inspected. */
async function openStill(path, options) {
  const page = await fixture.open(path, options);
  await page.waitForFunction(() => studio.experiment.steps > 5);
  await page.click('#run');
  await inspectFirst(page);
  return page;
}

for (const [width, height] of [[1280, 800], [380, 780], [844, 390]]) {
  for (const locale of ['en', 'ko']) {
    test(`axe-core finds nothing wrong at ${width} × ${height} pixels, ${locale}`, async () => {
      const isPhone = width < 900;
      const page = await fixture.open('', { viewport: { width, height }, colorScheme: 'light', locale, hasTouch: isPhone, isMobile: isPhone });
      assert.equal(await page.getAttribute('html', 'lang'), locale);
      const check = async (name, selector) => {
        assert.deepEqual(await violations(page, selector), [], name);
        // Of what axe-core checks, only the contrast depends on the theme. The button may be in a menu or behind a dialog.
        await page.$eval('#theme', (button) => button.click());
        assert.equal(await page.getAttribute('html', 'data-theme'), 'dark');
        assert.deepEqual(await violations(page, selector, ['color-contrast']), [], `${name}, dark`);
        await page.$eval('#theme', (button) => button.click());
      };
      await check('first visit', '#first-visit');
      await page.waitForFunction(() => studio.experiment.steps > 5);
      await page.click('#run');
      await inspectFirst(page);
      await check('page');
      for (const tab of await tabs(page)) {
        await openTab(page, tab);
        await check(tab, '#panel');
      }
      if (isPhone) {
        await page.tap('#menu-toggle');
        await check('menu', '#menu');
        await page.keyboard.press('Escape');
      }
      for (const id of await page.$$eval('dialog', (dialogs) => dialogs.map(({ id }) => id))) {
        await page.evaluate((id) => document.getElementById(id).showModal(), id);
        await check(id, `#${id}`);
        await page.evaluate((id) => document.getElementById(id).close(), id);
      }
      await page.keyboard.press('h');
      await check('presentation');
    });
  }
}

for (const [width, height] of [[380, 780], [844, 390]]) {
  test(`at ${width} × ${height} pixels on a touch screen, everything to press is 44 pixels high`, async () => {
    const page = await openStill('', { viewport: { width, height }, hasTouch: true, isMobile: true });
    for (const tab of await tabs(page)) {
      await openTab(page, tab);
      const small = await page.$$eval('button, select, textarea, input, summary, .bar a', (all) =>
        all
          .filter((element) => element.checkVisibility() && !element.matches('.visually-hidden *'))
          .map((element) => ({ element, heights: [element, ...(element.labels ?? [])].map((target) => target.getBoundingClientRect().height) }))
          .filter(({ heights }) => Math.max(...heights) < 43.5)
          .map(({ element, heights }) => `${element.outerHTML.slice(0, 90)} ${heights}`));
      assert.deepEqual(small, [], tab);
    }
  });
}

test('the theme is the one that the system prefers, until the user chooses one', async () => {
  const page = await fixture.open('', { colorScheme: 'light' });
  const theme = () => page.getAttribute('html', 'data-theme');
  assert.equal(await theme(), 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await eventually(async () => assert.equal(await theme(), 'dark'));
  await page.click('#theme');
  assert.equal(await theme(), 'light');
  await page.reload();
  await page.waitForSelector('html[data-ready]');
  assert.equal(await theme(), 'light');
});

test('no focus ring is cut off', async () => {
  const page = await openStill();
  for (const tab of await tabs(page)) {
    await openTab(page, tab);
    await page.focus(`#tab-${tab}`);
    // Focus that a script sets shows a ring after a key was pressed.
    await page.keyboard.press('Shift');
    const clipped = await page.evaluate(() => {
      const clipped = [];
      const focusable = document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]');
      for (const element of focusable) {
        if (!element.checkVisibility() || element.disabled) continue;
        element.focus({ focusVisible: true });
        element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
        const ringed = element.closest('.tool, .file, .segments label') ?? element;
        const style = getComputedStyle(ringed);
        if (style.outlineStyle === 'none') {
          clipped.push(`no ring: ${element.outerHTML.slice(0, 80)}`);
          continue;
        }
        const reach = parseFloat(style.outlineOffset) + parseFloat(style.outlineWidth);
        const { left, right } = ringed.getBoundingClientRect();
        for (let ancestor = ringed.parentElement; ancestor; ancestor = ancestor.parentElement) {
          if (getComputedStyle(ancestor).overflowX === 'visible') continue;
          const box = ancestor.getBoundingClientRect();
          if (left - reach < box.left - 0.5 || right + reach > box.right + 0.5) clipped.push(element.outerHTML.slice(0, 80));
        }
      }
      return clipped;
    });
    assert.deepEqual(clipped, [], tab);
  }
});

test('with reduced motion the studio starts paused, says why, and runs when asked', async () => {
  const page = await fixture.open('', { reducedMotion: 'reduce' });
  assert.equal(await page.evaluate(() => studio.clock.running), false);
  assert.equal(await steps(page), 0);
  assert.match(await page.textContent('#motion-note'), /less motion/);
  await page.click('#motion-run');
  await eventually(async () => assert.ok((await steps(page)) > 3));
  assert.ok(!(await page.locator('#motion-note').isVisible()));
  const moving = await page.$$eval('*', (all) => all.filter((element) => {
    const { transitionDuration, transitionProperty } = getComputedStyle(element);
    return transitionProperty !== 'none' && parseFloat(transitionDuration) > 0;
  }).length);
  assert.equal(moving, 0);
});

test('without that preference it starts moving, and a change of the preference pauses it', async () => {
  const page = await fixture.open();
  assert.ok(!(await page.locator('#motion-note').isVisible()));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.waitForFunction(() => !studio.clock.running);
});

test('screen readers hear errors at once and notes in time, and both leave the controls free', async () => {
  const page = await fixture.open('', { viewport: { width: 380, height: 780 }, permissions: ['clipboard-read', 'clipboard-write'] });
  await openTab(page, 'share');
  await page.fill('#toml', 'boids = "many"');
  await page.click('#apply-toml');
  await page.waitForSelector('[role=alert] .notification');
  await page.click('#copy-link');
  await page.waitForSelector('[role=status] .notification');
  const covered = await page.$$eval('.bar button, .playback button, .playback input, [role=tab]', (controls) =>
    controls.filter((control) => {
      const { left, top, width, height } = control.getBoundingClientRect();
      return width > 0 && document.elementFromPoint(left + width / 2, top + height / 2)?.closest('.notification');
    }).map(({ id }) => id));
  assert.deepEqual(covered, []);
});
