// The search panel: how neighbours are found, which engine runs, and a comparison of the searches.

import type { Flock } from 'quelea';
import { type Control, createControl } from './control';
import { byId, el, headerRow } from './dom';
import type { Experiment } from './experiment';
import { errorProblem } from './errors';
import { choiceLabel, parameterLabel } from './labels';
import { onLanguageChange, t } from './language';
import { type Parameter, timeSteps } from './library';

/** How long each search is timed. */
const TIMING_MS = 120;
/** Brute force compares all pairs: beyond this many boids the comparison would take too long. */
const MAX_BOIDS_FOR_BRUTE = 20000;
const PATHS = ['search', 'engine', 'representative.algorithm', 'representative.cells', 'representative.o', 'representative.stop'];

export class Search {
  private controls: Control[] = [];

  constructor(private table: Parameter[], private experiment: Experiment) {
    experiment.on('opened', () => this.clearComparison());
    experiment.on(['opened', 'changed'], () => this.update());
    onLanguageChange(() => this.build());
    byId('compare').addEventListener('click', () => void this.compare());
    this.build();
  }

  private build(): void {
    const values = this.experiment.values();
    const rows = PATHS.flatMap((path) => this.table.find((row) => row.path === path) ?? []);
    this.controls = rows.map((parameter) => {
      const { path } = parameter;
      const onChange = (path: string, value: string) => void this.experiment.set(path, value);
      return createControl({ parameter, path, label: parameterLabel(path), value: values[path], typical: Number(values[path]), onChange });
    });
    byId('search-controls').replaceChildren(...this.controls.map((control) => control.element));
    this.clearComparison();
    this.update();
  }

  private update(): void {
    const values = this.experiment.values();
    const isFast = JSON.parse(values.engine) === 'fast';
    const isApproximate = JSON.parse(values.search) === 'representative';
    for (const control of this.controls) {
      control.update(values[control.path]);
      if (control.path.startsWith('representative.')) control.element.hidden = !isFast || !isApproximate;
    }
    const hint = byId('search-hint');
    hint.hidden = isFast && !isApproximate;
    hint.textContent = isFast ? t('approximate') : t('fastOnly');
    byId<HTMLButtonElement>('compare').disabled = !isFast;
  }

  /** Times every search on copies of the flock, and compares one step of each with the grid's. */
  private async compare(): Promise<void> {
    const searches = this.table.find((row) => row.path === 'search')?.choices ?? [];
    byId<HTMLButtonElement>('compare').disabled = true;
    const body = el('tbody');
    const head = el('thead', {}, headerRow(t('search'), t('msPerStep'), t('result')));
    this.clearComparison();
    byId('comparison').append(el('table', { class: 'numbers' }, head, body));
    const trials: Trial[] = [];
    for (const { word } of searches) {
      const [time, result] = [el('td', {}, t('comparing')), el('td')];
      body.append(el('tr', { 'data-search': word }, el('th', { scope: 'row' }, choiceLabel('search', word)), time, result));
      // Let the browser paint the new row.
      await new Promise((resolve) => setTimeout(resolve));
      try {
        const trial = runTrial(this.experiment.flock, word);
        trials.push(trial);
        time.textContent = trial.time.toPrecision(3);
        result.textContent = trial.same
          ? t('sameBits')
          : t('headingError', { mean: trial.angle.toPrecision(2), max: trial.largestAngle.toPrecision(2) });
      } catch (error) {
        time.textContent = '–';
        result.textContent = errorProblem(error);
      }
    }
    byId('verdict').textContent = verdict(trials);
    this.update();
  }

  private clearComparison(): void {
    byId('comparison').replaceChildren();
    byId('verdict').textContent = '';
  }
}

interface Trial {
  search: string;
  /** Milliseconds per step. */
  time: number;
  /** Whether one step gives the same bits as the grid. */
  same: boolean;
  /** Mean and largest heading error after one step, in degrees. */
  angle: number;
  largestAngle: number;
}

/** Times one search; throws the reason if the scenario does not allow it. */
function runTrial(flock: Flock, search: string): Trial {
  if (search === 'brute' && flock.boids() > MAX_BOIDS_FOR_BRUTE) throw new Error(t('tooMany'));
  return { search, time: timeSteps(flock, search, TIMING_MS), ...JSON.parse(flock.accuracy(search)) };
}

/** Compares the approximate search with the fastest exact one, in words. Empty if one of them was not run. */
function verdict(trials: Trial[]): string {
  const approximate = trials.find((trial) => trial.search === 'representative');
  const exact = trials.filter((trial) => trial !== approximate).sort((a, b) => a.time - b.time)[0];
  if (!approximate || !exact) return '';
  const saved = Math.round(100 * (1 - approximate.time / exact.time));
  const times = t('verdictTimes', {
    approximate: approximate.time.toPrecision(3),
    exact: exact.time.toPrecision(3),
    search: choiceLabel('search', exact.search),
  });
  const saving = saved > 0 ? t('verdictSaves', { percent: saved }) : t('verdictSavesNothing');
  const error = t('verdictError', { mean: approximate.angle.toPrecision(2), max: approximate.largestAngle.toPrecision(2) });
  return [times, saving, approximate.same ? '' : error].join(' ');
}
