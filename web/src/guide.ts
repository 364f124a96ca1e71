// The guide: tabs of code, the contents, the error and the cost of searches, and the plot of the phase transition.

import './guide.css';
import { Flock } from 'quelea';
import { byId, el } from './dom';
import { loadLibrary, timeSteps } from './library';
import { PhasePlot } from './phase-plot';
import type { QueleaFlock } from './quelea-flock';
import { loadSetting, saveSetting } from './storage';

const CODE_SETTING = 'quelea-guide-code';
const BOID_COUNTS = [250, 500, 1000, 2000, 4000];
const SEARCHES = ['brute', 'grid', 'kd-tree', 'representative'];
/** How long each search is timed. */
const TIMING_MS = 40;
const ERROR_INTERVAL_MS = 1000;
const { lang } = document.documentElement;

// Code in tabs: all sections show the same language.

function showCode(code: string): void {
  for (const tab of document.querySelectorAll<HTMLElement>('[role=tab]')) {
    const selected = tab.dataset.code === code;
    tab.setAttribute('aria-selected', String(selected));
    tab.tabIndex = selected ? 0 : -1;
  }
  for (const panel of document.querySelectorAll<HTMLElement>('[role=tabpanel]')) panel.hidden = panel.dataset.code !== code;
}

for (const list of document.querySelectorAll('[role=tablist]')) {
  const tabs = [...list.querySelectorAll<HTMLElement>('[role=tab]')];
  const choose = (tab: HTMLElement) => {
    // The tab stays where it is on the screen, although the panels above change their heights.
    const before = tab.getBoundingClientRect().top;
    showCode(tab.dataset.code!);
    scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' });
    saveSetting(CODE_SETTING, tab.dataset.code!);
    tab.focus({ preventScroll: true });
  };
  for (const tab of tabs) tab.addEventListener('click', () => choose(tab));
  list.addEventListener('keydown', (event) => {
    const { key } = event as KeyboardEvent;
    const current = tabs.indexOf(document.activeElement as HTMLElement);
    const next: Record<string, number | undefined> = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: -1 };
    if (next[key] === undefined) return;
    event.preventDefault();
    choose(tabs.at(next[key] % tabs.length)!);
  });
}
showCode(loadSetting(CODE_SETTING) ?? 'pseudocode');

// Contents: always open beside the text, closed above it. The present section is marked.

const wide = matchMedia('(min-width: 1100px)');
const contents = byId('contents').querySelector('details')!;
const openContents = () => (contents.open = wide.matches);
wide.addEventListener('change', openContents);
openContents();

// A link to a section: the panels that are hidden now and the figures that open later move what the browser has scrolled to.

const target = location.hash ? document.getElementById(location.hash.slice(1)) : null;
if (target) {
  const keepInView = new ResizeObserver(() => target.scrollIntoView({ behavior: 'instant' }));
  keepInView.observe(document.body);
  // From then on the reader scrolls.
  for (const type of ['wheel', 'touchstart', 'pointerdown', 'keydown']) addEventListener(type, () => keepInView.disconnect(), { once: true, passive: true });
}

const otherLanguage = byId<HTMLAnchorElement>('other-language');
const reading = new IntersectionObserver(
  (entries) => {
    const section = entries.find((entry) => entry.isIntersecting)?.target;
    if (!section) return;
    for (const link of contents.querySelectorAll('a')) {
      link.hash === `#${section.id}` ? link.setAttribute('aria-current', 'true') : link.removeAttribute('aria-current');
    }
    otherLanguage.hash = section.id;
  },
  { rootMargin: '-30% 0px -65% 0px' },
);
for (const section of document.querySelectorAll('section')) reading.observe(section);

// The error of representative boids, while that figure can be seen.

const meanError = byId('mean-error');
const lee = byId<QueleaFlock>('lee');
let leeVisible = false;
new IntersectionObserver(([entry]) => (leeVisible = entry.isIntersecting)).observe(lee);
setInterval(() => {
  const { flock } = lee;
  if (!flock || !leeVisible || document.hidden) return;
  const { angle } = JSON.parse(flock.accuracy('representative')) as { angle: number };
  meanError.textContent = meanError.dataset.text!.replace('{}', `${formatTwoDigits(angle)}°`);
}, ERROR_INTERVAL_MS);

// The phase transition: every noise that the reader tries becomes a dot.

new PhasePlot(byId('transition') as unknown as SVGSVGElement, byId<QueleaFlock>('vicsek'), byId('clear-transition'));

// The cost of a step.

const button = byId<HTMLButtonElement>('measure');
button.addEventListener('click', () => void measure());

/** Times a step for every number of boids, and shows the times as bars. */
async function measure(): Promise<void> {
  button.disabled = true;
  await loadLibrary();
  const nearest = document.querySelector<HTMLInputElement>('input[name=whom]:checked')!.value === 'nearest';
  const table = byId<HTMLTableElement>('times');
  table.hidden = false;
  const body = table.tBodies[0];
  const times: (number | undefined)[][] = [];
  for (const boids of BOID_COUNTS) {
    const flock = Flock.ofPreset(nearest ? 'lee2008' : 'p5');
    if (nearest) flock.set('perception.neighbours', '20');
    else flock.set('start.position', 'uniform');
    flock.setBoids(boids, true);
    // Representative boids stand for the nearest neighbours only.
    const searches = SEARCHES.filter((search) => nearest || search !== 'representative');
    const row: (number | undefined)[] = SEARCHES.map(() => undefined);
    times.push(row);
    for (const search of searches) {
      row[SEARCHES.indexOf(search)] = timeSteps(flock, search, TIMING_MS);
      showTimes(body, times);
      // Let the browser paint the new cell and answer the reader.
      await new Promise((resolve) => setTimeout(resolve));
    }
    flock.free();
  }
  button.disabled = false;
  button.textContent = button.dataset.again!;
}

function showTimes(body: HTMLTableSectionElement, times: (number | undefined)[][]): void {
  const longest = Math.max(...times.flat().map((time) => time ?? 0));
  const cell = (time: number | undefined) => {
    if (time === undefined) return el('td', {}, '–');
    const bar = el('i', { class: 'cost-bar' });
    bar.style.width = `${(100 * time) / longest}%`;
    return el('td', {}, el('span', {}, formatTwoDigits(time)), bar);
  };
  body.replaceChildren(...times.map((row, index) => el('tr', {}, el('th', { scope: 'row' }, BOID_COUNTS[index].toLocaleString(lang)), ...row.map(cell))));
}

/** A number with two digits, never as a power of ten: 0.042, 1.6, 160. */
function formatTwoDigits(x: number): string {
  return x.toLocaleString(lang, { maximumSignificantDigits: 2 });
}
