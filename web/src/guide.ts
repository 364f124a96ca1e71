// The guide's measurements: the error of the approximate search, and the cost of a step.

import './guide.css';
import { Flock } from 'quelea';
import { byId, el } from './dom';
import { loadLibrary, timeSteps } from './library';
import type { QueleaFlock } from './quelea-flock';

const BOID_COUNTS = [250, 500, 1000, 2000, 4000, 8000];
/** How long each search is timed. */
const TIMING_MS = 60;
const ERROR_INTERVAL_MS = 1000;

const meanError = byId('mean-error');
setInterval(() => {
  const { flock } = byId<QueleaFlock>('representative');
  if (!flock || document.hidden) return;
  const { angle } = JSON.parse(flock.accuracy('representative')) as { angle: number };
  meanError.textContent = meanError.dataset.text!.replace('{}', `${angle.toPrecision(2)}°`);
}, ERROR_INTERVAL_MS);

const button = byId<HTMLButtonElement>('measure');
button.addEventListener('click', () => void measure());

/** Times a step for every number of boids, and shows the times as bars. */
async function measure(): Promise<void> {
  button.disabled = true;
  await loadLibrary();
  const table = byId<HTMLTableElement>('cost');
  table.hidden = false;
  byId('cost-caption').hidden = false;
  const body = table.tBodies[0];
  body.replaceChildren();
  const times: number[][] = [];
  for (const boids of BOID_COUNTS) {
    const flock = Flock.ofPreset('p5');
    flock.set('start.position', 'uniform');
    flock.setBoids(boids, true);
    times.push(['brute', 'grid'].map((search) => timeSteps(flock, search, TIMING_MS)));
    flock.free();
    showTimes(body, times);
    // Let the browser paint the new row.
    await new Promise((resolve) => setTimeout(resolve));
  }
  button.disabled = false;
  button.textContent = button.dataset.again!;
}

function showTimes(body: HTMLTableSectionElement, times: number[][]): void {
  const longest = Math.max(...times.flat());
  const cell = (time: number) => {
    const bar = el('i', { class: 'cost-bar' });
    bar.style.width = `${(100 * time) / longest}%`;
    return el('td', {}, el('span', {}, time.toPrecision(2)), bar);
  };
  body.replaceChildren(...times.map((row, index) => el('tr', {}, el('th', { scope: 'row' }, BOID_COUNTS[index].toLocaleString()), ...row.map(cell))));
}
