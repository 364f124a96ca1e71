// The parameter panel, generated from the parameter table. What acts in the model comes first; the rest is greyed out
// under "More", with the reason.

import { type Control, createControl } from './control';
import { byId, type Child, el } from './dom';
import type { Experiment } from './experiment';
import { fullLabel, parameterLabel, sectionOf, sectionTitle } from './labels';
import { onLanguageChange, t } from './language';
import type { Parameter } from './library';
import { isForPrograms, type Reason, reasonText } from './reasons';
import { typicalMagnitude } from './slider-scale';

/** Parameters most users look for first, if they act in the model. They also appear in their own sections. */
const ESSENTIALS = [
  'boids', 'separation.weight', 'alignment.weight', 'cohesion.weight', 'perception.neighbours', 'perception.radius', 'perception.view',
  'separation.radius', 'motion.max_speed',
];
/** Parameters that matter in the models that set them. */
const ESSENTIAL_IF_SET = [
  'alignment.radius', 'cohesion.radius', 'separation.length', 'alignment.length', 'cohesion.length', 'alignment.exponent',
  'separation.max_turn', 'alignment.max_turn', 'cohesion.max_turn', 'noise.strength', 'flee.weight', 'flee.radius', 'hunt.weight',
  'hunt.radius', 'herd.weight', 'herd.spacing', 'goal.weight', 'avoid.weight', 'wander.weight', 'flow.speed', 'motion.inertia',
  'motion.max_force', 'motion.turn_rate', 'motion.propulsion', 'motion.drag', 'motion.cruise_speed',
];
const LAST_ESSENTIAL = 'seed';
const MOST_BOIDS_ON_GPU = 1_000_000;

/** A control in its place. */
interface Placed {
  control: Control;
  section: HTMLElement;
  /** Why it has no effect, as JSON; empty if it has one. */
  reason: string;
}

export class Parameters {
  private placed: Placed[] = [];
  private openSections = new Set(['essentials']);
  /** Name of the species whose parameters are shown. */
  private species = '';
  /** How many boids the slider reaches to at least. */
  private reach = 0;

  constructor(private table: Parameter[], private experiment: Experiment) {
    experiment.on('opened', () => this.build());
    experiment.on('changed', () => this.update());
    onLanguageChange(() => this.build());
    experiment.on('computing', () => {
      if (this.reach !== this.boidsInReach()) this.build();
    });
    byId('reset').addEventListener('click', () => void experiment.reset());
    const select = byId<HTMLSelectElement>('species');
    select.addEventListener('change', () => {
      this.species = select.value;
      this.build();
    });
    this.build();
  }

  private build(): void {
    const values = this.experiment.values();
    const reasons = this.reasons();
    this.buildSpeciesSelect();
    this.placed = [];
    this.reach = this.boidsInReach();
    const sections = new Map<string, HTMLElement>([['essentials', this.section('essentials')]]);
    const add = (name: string, parameter: Parameter, label: string) => {
      const section = sections.get(name) ?? this.section(name);
      sections.set(name, section);
      const control = this.control(parameter, label, values);
      const acts = name === 'essentials' || !reasons[control.path];
      (acts ? section : moreOf(section)).append(control.element);
      this.placed.push({ control, section, reason: '' });
    };
    for (const parameter of this.essentials(values, reasons)) add('essentials', parameter, fullLabel(parameter.path));
    for (const parameter of this.table) add(sectionOf(parameter.path) || 'experiment', parameter, parameterLabel(parameter.path));
    const more = el('details', { 'data-section': 'more', open: this.openSections.has('more') }, el('summary', {}, t('moreSections')));
    this.rememberOpen(more);
    for (const section of sections.values()) {
      const inert = moreOf(section);
      section.append(inert);
      if (section.querySelector(':scope > .control')) continue;
      more.append(section);
      inert.open = true;
    }
    byId('parameters').replaceChildren(...[...sections.values()].filter((section) => section.parentElement !== more), more);
    this.showReasons(reasons);
  }

  private essentials(values: Record<string, string>, reasons: Record<string, Reason>): Parameter[] {
    const find = (path: string) => this.table.filter((row) => row.path === path);
    const acts = (row: Parameter) => !reasons[this.pathInSpecies(row)];
    const isSet = (row: Parameter) => {
      const value = values[this.pathInSpecies(row)];
      return value !== undefined && Number(value) !== 0 && value !== row.default;
    };
    const hasValue = (row: Parameter) => !row.optional || values[this.pathInSpecies(row)] !== undefined;
    return [...ESSENTIALS.flatMap(find).filter((row) => acts(row) && hasValue(row)), ...ESSENTIAL_IF_SET.flatMap(find).filter((row) => acts(row) && isSet(row)), ...find(LAST_ESSENTIAL)];
  }

  private control(parameter: Parameter, label: string, values: Record<string, string>): Control {
    const path = this.pathInSpecies(parameter);
    const prefix = path.slice(0, path.length - parameter.path.length);
    const value = values[path];
    const magnitude = typicalMagnitude(parameter, value, values, prefix);
    const typical = parameter.path === 'boids' ? Math.max(magnitude, this.reach) : magnitude;
    return createControl({ parameter, path, label, value, typical, onChange: (path, value) => this.set(path, value) });
  }

  /** On a graphics card, flocks may be large. */
  private boidsInReach(): number {
    return this.experiment.computing.isPossible ? MOST_BOIDS_ON_GPU : 0;
  }

  private section(name: string): HTMLElement {
    const details = el('details', { open: this.openSections.has(name), 'data-section': name });
    const more = el('details', { class: 'more', open: this.openSections.has(`${name}-more`), 'data-more': name }, el('summary', {}, t('more')));
    details.append(el('summary', {}, sectionTitle(name)), more);
    this.rememberOpen(details);
    this.rememberOpen(more);
    return details;
  }

  private rememberOpen(details: HTMLDetailsElement): void {
    const name = details.dataset.section ?? `${details.dataset.more}-more`;
    details.addEventListener('toggle', () => (details.open ? this.openSections.add(name) : this.openSections.delete(name)));
  }

  private buildSpeciesSelect(): void {
    const names = this.experiment.species;
    if (!names.includes(this.species)) this.species = names[0];
    byId('species-select').hidden = names.length < 2;
    const options = names.map((name) => el('option', { value: name, selected: name === this.species }, name));
    byId('species').replaceChildren(...options);
  }

  private pathInSpecies(parameter: Parameter): string {
    const isFirst = this.experiment.species[0] === this.species;
    return parameter.ofSpecies && !isFirst ? `species.${this.species}.${parameter.path}` : parameter.path;
  }

  private set(path: string, value: string): Promise<boolean> {
    if (path === 'boids') return this.experiment.setBoids(Number(value), byId<HTMLInputElement>('keep-density').checked);
    return this.experiment.set(path, value);
  }

  private update(): void {
    const names = this.experiment.species;
    const shown = [...byId<HTMLSelectElement>('species').options].map((option) => option.value);
    if (names.join() !== shown.join()) return this.build();
    const values = this.experiment.values();
    for (const { control } of this.placed) control.update(values[control.path]);
    this.showReasons(this.reasons());
  }

  /** Why parameters have no effect, by path. */
  private reasons(): Record<string, Reason> {
    const reasons = { ...this.experiment.inert() };
    for (const { path } of this.table.filter(({ path }) => isForPrograms(path))) reasons[path] = { kind: 'program' };
    return reasons;
  }

  /**
   * Greys out what has no effect. What begins to act leaves "More"; what no longer acts stays where it is until the
   * panel is built again, so that nothing moves away under the pointer.
   */
  private showReasons(reasons: Record<string, Reason>): void {
    const inertSections = byId('parameters').querySelector<HTMLElement>(':scope > [data-section=more]')!;
    for (const placed of this.placed) {
      const { control, section } = placed;
      const reason = reasons[control.path];
      const text = reason ? JSON.stringify(reason) : '';
      if (text === placed.reason) continue;
      placed.reason = text;
      control.setInert(reason && this.reasonContent(reason));
      if (reason || control.element.parentElement === section) continue;
      section.insertBefore(control.element, moreOf(section));
      if (section.parentElement === inertSections) inertSections.before(section);
    }
    for (const more of byId('parameters').querySelectorAll<HTMLElement>('.more')) more.hidden = !more.querySelector('.control');
    inertSections.hidden = !inertSections.querySelector('.control');
  }

  /** The reason in words, with a button that adds a missing rule or leads to the parameter that would have to change. */
  private reasonContent(reason: Reason): Child[] {
    const { kind, path, rule } = reason;
    const text = reasonText(reason);
    const target = path && this.placed.find(({ control }) => control.path === path);
    if (!path || !target) return [text];
    const button = el('button', { type: 'button', class: 'remedy' }, kind === 'not-in-order' ? t('useRule') : t('showParameter'));
    button.addEventListener('click', () => {
      if (kind === 'not-in-order') void this.set(path, JSON.stringify([...JSON.parse(this.experiment.values()[path]), rule]));
      else showControl(target.control.element);
    });
    return [text, ' ', button];
  }
}

/** The part of a section for what has no effect. */
function moreOf(section: HTMLElement): HTMLDetailsElement {
  return section.querySelector<HTMLDetailsElement>(':scope > .more')!;
}

/** Opens the sections around a control and moves the focus to it. */
function showControl(control: HTMLElement): void {
  for (let parent = control.closest('details'); parent; parent = parent.parentElement!.closest('details')) parent.open = true;
  control.querySelector<HTMLElement>('.control-head input:not([disabled]), select, input')?.focus();
  control.scrollIntoView({ block: 'nearest' });
}
