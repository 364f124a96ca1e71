// The parameter panel, generated from the parameter table.

import { type Control, createControl } from './control';
import { byId, el } from './dom';
import type { Experiment } from './experiment';
import { fullLabel, parameterLabel, sectionOf, sectionTitle } from './labels';
import { onLanguageChange } from './language';
import type { Parameter } from './library';

/** Parameters most users look for first. They also appear in their own sections. */
const ESSENTIALS = [
  'boids', 'separation.weight', 'alignment.weight', 'cohesion.weight', 'perception.radius', 'perception.view',
  'separation.radius', 'motion.max_speed', 'seed',
];

export class Parameters {
  private controls: Control[] = [];
  private openSections = new Set(['essentials']);
  /** Name of the species whose parameters are shown. */
  private species = '';

  constructor(private table: Parameter[], private experiment: Experiment) {
    experiment.on('opened', () => this.build());
    experiment.on('changed', () => this.update());
    onLanguageChange(() => this.build());
    byId('reset').addEventListener('click', () => experiment.reset());
    const select = byId<HTMLSelectElement>('species');
    select.addEventListener('change', () => {
      this.species = select.value;
      this.build();
    });
    this.build();
  }

  private build(): void {
    const values = this.experiment.values();
    this.buildSpeciesSelect();
    this.controls = [];
    const sections = new Map<string, HTMLElement[]>();
    const add = (section: string, parameter: Parameter) => {
      const path = this.pathInSpecies(parameter);
      const label = section === 'essentials' ? fullLabel(parameter.path) : parameterLabel(parameter.path);
      const control = createControl(parameter, path, label, values[path], (path, value) => this.set(path, value));
      this.controls.push(control);
      sections.set(section, [...(sections.get(section) ?? []), control.element]);
    };
    for (const path of ESSENTIALS) {
      const parameter = this.table.find((row) => row.path === path);
      if (parameter) add('essentials', parameter);
    }
    for (const parameter of this.table) add(sectionOf(parameter.path) || 'experiment', parameter);
    byId('parameters').replaceChildren(...[...sections].map(([name, controls]) => this.section(name, controls)));
  }

  private section(name: string, controls: HTMLElement[]): HTMLElement {
    const details = el('details', { open: this.openSections.has(name), 'data-section': name });
    details.append(el('summary', {}, sectionTitle(name)), ...controls);
    details.addEventListener('toggle', () => (details.open ? this.openSections.add(name) : this.openSections.delete(name)));
    return details;
  }

  private buildSpeciesSelect(): void {
    const names = this.experiment.flock.speciesNames();
    if (!names.includes(this.species)) this.species = names[0];
    byId('species-select').hidden = names.length < 2;
    const options = names.map((name) => el('option', { value: name, selected: name === this.species }, name));
    byId('species').replaceChildren(...options);
  }

  private pathInSpecies(parameter: Parameter): string {
    const isFirst = this.experiment.flock.speciesNames()[0] === this.species;
    return parameter.ofSpecies && !isFirst ? `species.${this.species}.${parameter.path}` : parameter.path;
  }

  private set(path: string, value: string): void {
    if (path === 'boids') {
      this.experiment.setBoids(Number(value), byId<HTMLInputElement>('keep-density').checked);
    } else {
      this.experiment.set(path, value);
    }
  }

  private update(): void {
    const names = this.experiment.flock.speciesNames();
    if (names.length !== byId<HTMLSelectElement>('species').options.length) return this.build();
    const values = this.experiment.values();
    for (const control of this.controls) control.update(values[control.path]);
  }
}
