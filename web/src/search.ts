// How neighbours are found and which engine steps, switched while the flock runs; what each search costs.

import type { Flock } from 'quelea';
import { control, type Control } from './control';
import { get, make } from './element';
import type { Experiment } from './experiment';
import { choiceWord, parameterLabel } from './korean';
import { onLanguage, t } from './language';
import { problem, type Parameter } from './library';

/** For how long each search is timed, in milliseconds. */
const LASTS = 120;
/** Everyone compared with everyone: beyond this many boids one would wait too long for it. */
const MOST_FOR_BRUTE = 20000;
const PATHS = ['search', 'engine', 'representative.algorithm', 'representative.cells', 'representative.o', 'representative.stop'];

export class Search {
  private controls: Control[] = [];

  constructor(private table: Parameter[], private experiment: Experiment) {
    experiment.on('opened', () => this.clear());
    for (const event of ['opened', 'changed']) experiment.on(event, () => this.show());
    onLanguage(() => this.build());
    get('compare').addEventListener('click', () => void this.compare());
    this.build();
  }

  private build(): void {
    const values = JSON.parse(this.experiment.flock.values());
    const rows = PATHS.flatMap((path) => this.table.find((row) => row.path === path) ?? []);
    this.controls = rows.map((row) => control(row, row.path, parameterLabel(row.path), values[row.path], (path, value) => this.experiment.set(path, value)));
    get('search-controls').replaceChildren(...this.controls.map((control) => control.element));
    this.clear();
    this.show();
  }

  private show(): void {
    const values = JSON.parse(this.experiment.flock.values());
    for (const control of this.controls) control.show(values[control.path]);
    const fast = JSON.parse(values.engine) === 'fast';
    const search = JSON.parse(values.search);
    const hint = get('approximate');
    hint.hidden = fast && search !== 'representative';
    hint.textContent = fast ? t('approximate') : t('onlyFast');
    for (const control of this.controls) {
      const lee = control.path.startsWith('representative.');
      if (lee) control.element.hidden = search !== 'representative' || !fast;
    }
    get<HTMLButtonElement>('compare').disabled = !fast;
  }

  /** Times every search on copies of the flock as it is, and compares one step of each with the grid's. */
  private async compare(): Promise<void> {
    const searches = this.table.find((row) => row.path === 'search')?.choices ?? [];
    const button = get<HTMLButtonElement>('compare');
    button.disabled = true;
    const body = make('tbody');
    const head = make('tr', {}, ...[t('search'), t('perStep'), t('result')].map((text) => make('th', { scope: 'col' }, text)));
    this.clear();
    get('comparison').append(make('table', { class: 'numbers' }, make('thead', {}, head), body));
    const trials: Trial[] = [];
    for (const { word } of searches) {
      const cells = [make('td', {}, t('comparing')), make('td')];
      body.append(make('tr', { 'data-search': word }, make('th', { scope: 'row' }, choiceWord('search', word)), ...cells));
      // Let the page draw in between.
      await new Promise((resume) => setTimeout(resume));
      const trial = attempt(this.experiment.flock, word);
      cells[0].textContent = trial.refused === undefined ? trial.time.toPrecision(3) : '–';
      cells[1].textContent = trial.refused ?? (trial.same ? t('sameBits') : `${t('off')} ${trial.angle.toPrecision(2)}°, ${t('atMost')} ${trial.largestAngle.toPrecision(2)}°`);
      if (trial.refused === undefined) trials.push(trial);
    }
    get('verdict').textContent = verdict(trials);
    this.show();
  }

  private clear(): void {
    get('comparison').replaceChildren();
    get('verdict').textContent = '';
  }
}

interface Trial {
  search: string;
  /** Milliseconds for a step. */
  time: number;
  same: boolean;
  /** How far headings are off after one step, in degrees: in the mean, and at most. */
  angle: number;
  largestAngle: number;
  /** Why it was not tried. */
  refused?: string;
}

/** Steps a copy of the flock with one search for a while. */
function attempt(flock: Flock, search: string): Trial {
  const none = { search, time: 0, same: false, angle: 0, largestAngle: 0 };
  if (search === 'brute' && flock.boids() > MOST_FOR_BRUTE) return { ...none, refused: t('tooMany') };
  try {
    const trial = flock.trial(search);
    trial.step();
    let steps = 0;
    const began = performance.now();
    do {
      trial.step();
      steps += 1;
    } while (performance.now() - began < LASTS);
    const time = (performance.now() - began) / steps;
    trial.free();
    return { ...none, time, ...JSON.parse(flock.accuracy(search)) };
  } catch (error) {
    return { ...none, refused: problem(error) };
  }
}

/** What the approximate search saves and costs against the fastest that is exact; nothing where it was not tried. */
function verdict(trials: Trial[]): string {
  const approximate = trials.find((trial) => trial.search === 'representative');
  const exact = trials.filter((trial) => trial !== approximate).sort((one, other) => one.time - other.time)[0];
  if (!approximate || !exact) return '';
  const saved = Math.round(100 * (1 - approximate.time / exact.time));
  const times = t('verdictTimes').replace('{a}', approximate.time.toPrecision(3)).replace('{b}', exact.time.toPrecision(3)).replace('{search}', choiceWord('search', exact.search));
  const saves = saved > 0 ? t('verdictSaves').replace('{p}', String(saved)) : t('verdictSavesNothing');
  const costs = t('verdictCosts').replace('{angle}', approximate.angle.toPrecision(2)).replace('{most}', approximate.largestAngle.toPrecision(2));
  return [times, saves, approximate.same ? '' : costs].join(' ');
}
