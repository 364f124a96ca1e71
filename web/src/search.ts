// The search panel: how neighbours are found, which engine runs, and a comparison of the searches.

import type { Client } from './client';
import { type Control, createControl } from './control';
import { byId, el, headerRow } from './dom';
import type { Experiment } from './experiment';
import { errorProblem } from './errors';
import type { Trial } from './host/messages';
import { choiceLabel, parameterLabel } from './labels';
import { onLanguageChange, t } from './language';
import type { Parameter } from './library';

/** How long each search is timed. */
const TIMING_MS = 120;
/** Brute force compares all pairs: beyond this many boids the comparison would take too long. */
const MAX_BOIDS_FOR_BRUTE = 20000;
const PATHS = ['search', 'engine', 'representative.algorithm', 'representative.cells', 'representative.o', 'representative.stop'];

export class Search {
  private controls: Control[] = [];

  constructor(private table: Parameter[], private client: Client, private experiment: Experiment) {
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
      const onChange = (path: string, value: string) => this.experiment.set(path, value);
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
    const trials: NamedTrial[] = [];
    for (const { word } of searches) {
      const [time, result] = [el('td', {}, t('comparing')), el('td')];
      body.append(el('tr', { 'data-search': word }, el('th', { scope: 'row' }, choiceLabel('search', word)), time, result));
      try {
        if (word === 'brute' && this.experiment.boids > MAX_BOIDS_FOR_BRUTE) throw new Error(t('tooMany'));
        const trial = await this.client.call('trySearch', word, TIMING_MS);
        trials.push({ search: word, ...trial });
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

interface NamedTrial extends Trial {
  search: string;
}

/** Compares the approximate search with the fastest exact one, in words. Empty if one of them was not run. */
function verdict(trials: NamedTrial[]): string {
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
