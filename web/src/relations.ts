// The table of relations between species. Shown if there are at least two species.

import { byId, el } from './dom';
import type { Experiment } from './experiment';
import { choiceMeaning, choiceOptions } from './labels';
import { onLanguageChange } from './language';
import type { Choice } from './library';

export class Relations {
  constructor(private experiment: Experiment) {
    experiment.on(['opened', 'changed'], () => this.build());
    onLanguageChange(() => this.build());
    this.build();
  }

  private build(): void {
    const names = this.experiment.species;
    byId('relations').hidden = names.length < 2;
    if (names.length < 2) return;
    const { choices, rows } = this.experiment.relations();
    const selects = () => [...byId('relations-table').querySelectorAll('select')];
    const focused = selects().indexOf(document.activeElement as HTMLSelectElement);
    const head = el('tr', {}, el('td'), ...names.map((name) => el('th', { scope: 'col' }, name)));
    const body = rows.map((row, i) => {
      const cells = row.map((relation, j) => el('td', {}, this.select(names[i], names[j], relation, choices)));
      return el('tr', {}, el('th', { scope: 'row' }, names[i]), ...cells);
    });
    byId('relations-table').replaceChildren(el('thead', {}, head), el('tbody', {}, ...body));
    // Rebuilding the table must not take the focus from a keyboard user.
    selects()[focused]?.focus();
  }

  private select(species: string, other: string, relation: string, choices: Choice[]): HTMLSelectElement {
    const title = choiceMeaning('relation', relation, choices);
    const select = el('select', { 'aria-label': `${species} → ${other}`, title }, ...choiceOptions('relation', choices));
    select.value = relation;
    select.addEventListener('change', () => void this.experiment.edit('setRelation', species, other, select.value));
    return select;
  }
}
