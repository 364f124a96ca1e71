// The guide's own figures: how far the approximation is off, and what a step costs.

import './guide.css';
import { Flock } from 'quelea';
import { make } from './element';
import { library } from './library';
import type { QueleaFlock } from './quelea-flock';

/** Numbers of boids whose steps are timed, and for how long, in milliseconds. */
const FLOCKS = [250, 500, 1000, 2000, 4000, 8000];
const LASTS = 60;

const error = document.getElementById('error') as HTMLOutputElement;
setInterval(() => {
  const flock = (document.getElementById('representative') as QueleaFlock | null)?.flock;
  if (!flock || document.hidden) return;
  const { angle } = JSON.parse(flock.accuracy('representative')) as { angle: number };
  error.textContent = error.dataset.text!.replace('{}', `${angle.toPrecision(2)}°`);
}, 1000);

const button = document.getElementById('measure') as HTMLButtonElement;
button.addEventListener('click', () => void measure());

/** Times steps of flocks of all sizes, and draws a bar for each. */
async function measure(): Promise<void> {
  button.disabled = true;
  await library();
  const table = document.getElementById('cost') as HTMLTableElement;
  table.hidden = false;
  document.getElementById('cost-caption')!.hidden = false;
  const body = table.tBodies[0];
  body.replaceChildren();
  const times: number[][] = [];
  for (const boids of FLOCKS) {
    const flock = Flock.ofPreset('p5');
    flock.set('start.position', 'uniform');
    flock.setBoids(boids, true);
    times.push([perStep(flock, 'brute'), perStep(flock, 'grid')]);
    flock.free();
    show(body, times);
    // Let the page draw in between.
    await new Promise((resume) => setTimeout(resume));
  }
  button.disabled = false;
  button.textContent = button.dataset.again!;
}

function perStep(flock: Flock, search: string): number {
  const trial = flock.trial(search);
  trial.step();
  const began = performance.now();
  let steps = 0;
  do {
    trial.step();
    steps += 1;
  } while (performance.now() - began < LASTS);
  trial.free();
  return (performance.now() - began) / steps;
}

function show(body: HTMLTableSectionElement, times: number[][]): void {
  const most = Math.max(...times.flat());
  const cell = (time: number) => {
    const bar = make('i', { class: 'cost-bar' });
    bar.style.width = `${(100 * time) / most}%`;
    return make('td', {}, make('span', {}, time.toPrecision(2)), bar);
  };
  body.replaceChildren(...times.map((row, index) => make('tr', {}, make('th', { scope: 'row' }, FLOCKS[index].toLocaleString()), ...row.map(cell))));
}
