// The panel of parameters, made from the parameter table: whatever the library can do has a control here.

import { control, type Control } from './control';
import { get, make } from './element';
import type { Experiment } from './experiment';
import { fullLabel, groupTitle, parameterLabel } from './korean';
import { onLanguage } from './language';
import type { Parameter } from './library';

/** What most people look for first. They stand in their groups too. */
const ESSENTIALS = [
  'boids', 'separation.weight', 'alignment.weight', 'cohesion.weight', 'perception.radius', 'perception.view',
  'separation.radius', 'motion.max_speed', 'seed',
];

export class Parameters {
  private controls: Control[] = [];
  private open = new Set(['essentials']);
  private species = '';

  constructor(private table: Parameter[], private experiment: Experiment) {
    experiment.on('opened', () => this.build());
    experiment.on('changed', () => this.show());
    onLanguage(() => this.build());
    get('reset').addEventListener('click', () => experiment.reset());
    get<HTMLSelectElement>('species').addEventListener('change', (event) => {
      this.species = (event.target as HTMLSelectElement).value;
      this.build();
    });
    this.build();
  }

  private build(): void {
    const values = this.values();
    this.chooseSpecies();
    this.controls = [];
    const groups = new Map<string, HTMLElement[]>();
    const put = (group: string, parameter: Parameter) => {
      const path = this.path(parameter);
      const name = group === 'essentials' ? fullLabel(parameter.path) : parameterLabel(parameter.path);
      const made = control(parameter, path, name, values[path], (path, value) => this.send(path, value));
      this.controls.push(made);
      groups.set(group, [...(groups.get(group) ?? []), made.element]);
    };
    for (const path of ESSENTIALS) {
      const parameter = this.table.find((row) => row.path === path);
      if (parameter) put('essentials', parameter);
    }
    for (const parameter of this.table) put(group(parameter.path), parameter);
    get('parameters').replaceChildren(...[...groups].map(([name, elements]) => this.group(name, elements)));
  }

  private group(name: string, elements: HTMLElement[]): HTMLElement {
    const details = make('details', { open: this.open.has(name), 'data-group': name });
    details.append(make('summary', {}, groupTitle(name)), ...elements);
    details.addEventListener('toggle', () => (details.open ? this.open.add(name) : this.open.delete(name)));
    return details;
  }

  /** Several species have several sets of most parameters. */
  private chooseSpecies(): void {
    const names = this.experiment.flock.speciesNames();
    if (!names.includes(this.species)) this.species = names[0];
    get('species-choice').hidden = names.length < 2;
    const options = names.map((name) => make('option', { value: name, selected: name === this.species }, name));
    get('species').replaceChildren(...options);
  }

  private path(parameter: Parameter): string {
    const first = this.experiment.flock.speciesNames()[0] === this.species;
    return parameter.ofSpecies && !first ? `species.${this.species}.${parameter.path}` : parameter.path;
  }

  private send(path: string, value: string): void {
    if (path === 'boids') {
      this.experiment.setBoids(Number(value), get<HTMLInputElement>('density').checked);
    } else {
      this.experiment.set(path, value);
    }
  }

  private show(): void {
    const names = this.experiment.flock.speciesNames();
    if (names.length !== get<HTMLSelectElement>('species').options.length) return this.build();
    const values = this.values();
    for (const control of this.controls) control.show(values[control.path]);
  }

  private values(): Record<string, string> {
    return JSON.parse(this.experiment.flock.values());
  }
}

/** The section that a parameter stands in; what stands in none concerns the experiment. */
function group(path: string): string {
  const dot = path.lastIndexOf('.');
  return dot < 0 ? 'experiment' : path.slice(0, dot);
}
