// How neighbours are found and which engine steps, switched while the flock runs; what each search costs.

import { control, type Control } from './control';
import { get, make } from './element';
import type { Experiment } from './experiment';
import { choiceWord, parameterLabel } from './korean';
import { onLanguage, t } from './language';
import type { Parameter } from './library';

/** For how long each search is timed, in milliseconds. */
const LASTS = 120;
/** Everyone compared with everyone: beyond this many boids one would wait too long for it. */
const MOST_FOR_BRUTE = 20000;
const PATHS = ['search', 'engine', 'representative.algorithm', 'representative.cells', 'representative.o', 'representative.stop'];

export class Search {
  private controls: Control[] = [];

  constructor(private table: Parameter[], private experiment: Experiment) {
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
    get('comparison').replaceChildren();
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
    const body = make('tbody');
    const head = make('tr', {}, ...[t('search'), t('perStep'), t('result')].map((text) => make('th', { scope: 'col' }, text)));
    get('comparison').replaceChildren(make('table', { class: 'numbers' }, make('thead', {}, head), body));
    for (const { word } of searches) {
      const cells = [make('td', {}, t('comparing')), make('td')];
      body.append(make('tr', { 'data-search': word }, make('th', { scope: 'row' }, choiceWord('search', word)), ...cells));
      // Let the page draw in between.
      await new Promise((resume) => setTimeout(resume));
      const flock = this.experiment.flock;
      if (word === 'brute' && flock.boids() > MOST_FOR_BRUTE) {
        cells[0].textContent = t('tooMany');
        continue;
      }
      const trial = flock.trial(word);
      trial.step();
      let steps = 0;
      const began = performance.now();
      do {
        trial.step();
        steps += 1;
      } while (performance.now() - began < LASTS);
      cells[0].textContent = ((performance.now() - began) / steps).toPrecision(3);
      trial.free();
      const { same, angle, largestAngle } = JSON.parse(flock.accuracy(word));
      cells[1].textContent = same ? t('sameBits') : `${t('off')} ${angle.toPrecision(2)}°, ${t('atMost')} ${largestAngle.toPrecision(2)}°`;
    }
  }
}
