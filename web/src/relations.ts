// What each species does about each: a table of choices, there as soon as there are two species.

import { get, make } from './element';
import type { Experiment } from './experiment';
import { choiceMeaning, choiceWord } from './korean';
import { onLanguage } from './language';
import type { Parameter } from './library';

interface Table {
  choices: NonNullable<Parameter['choices']>;
  /** A word for each species (row) about each (column). */
  rows: string[][];
}

export class Relations {
  constructor(private experiment: Experiment) {
    for (const event of ['opened', 'changed']) experiment.on(event, () => this.show());
    onLanguage(() => this.show());
    this.show();
  }

  private show(): void {
    const { flock } = this.experiment;
    const names = flock.speciesNames();
    get('relations').hidden = names.length < 2;
    if (names.length < 2) return;
    const { choices, rows }: Table = JSON.parse(flock.relations());
    const selects = () => [...get('relations-table').querySelectorAll('select')];
    const focused = selects().indexOf(document.activeElement as HTMLSelectElement);
    const head = make('tr', {}, make('td'), ...names.map((name) => make('th', { scope: 'col' }, name)));
    const body = rows.map((row, of) => {
      const cells = row.map((word, about) => make('td', {}, this.select(names[of], names[about], word, choices)));
      return make('tr', {}, make('th', { scope: 'row' }, names[of]), ...cells);
    });
    get('relations-table').replaceChildren(make('thead', {}, head), make('tbody', {}, ...body));
    // Whoever chose by keyboard goes on from there.
    selects()[focused]?.focus();
  }

  private select(of: string, about: string, word: string, choices: Table['choices']): HTMLSelectElement {
    const select = make('select', { 'aria-label': `${of} → ${about}`, title: choiceMeaning('relation', word, choices) });
    for (const choice of choices) {
      const meaning = choiceMeaning('relation', choice.word, choices);
      select.append(make('option', { value: choice.word, title: meaning }, choiceWord('relation', choice.word)));
    }
    select.value = word;
    select.addEventListener('change', () => this.experiment.act((flock) => flock.setRelation(of, about, select.value)));
    return select;
  }
}
