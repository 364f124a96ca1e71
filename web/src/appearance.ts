// The appearance menu on the canvas, and the legend of the colours.

import { byId, el, swatch } from './dom';
import { formatNumber } from './format';
import { onLanguageChange, t } from './language';
import type { MessageKey } from './translations';
import type { Viewport } from './viewport';

interface Option {
  title: MessageKey;
  choices: { value: string; label: () => string }[];
}

const COLOURS: Record<string, MessageKey> = {
  species: 'species', heading: 'heading', speed: 'boidSpeed', neighbours: 'neighbours', cluster: 'cluster',
};

const OPTIONS: Record<string, Option> = {
  colour: { title: 'colour', choices: Object.entries(COLOURS).map(([value, key]) => ({ value, label: () => t(key) })) },
  form: { title: 'shape', choices: (['fitting', 'dart', 'cone', 'bird'] as const).map((value) => ({ value, label: () => t(value) })) },
  trails: { title: 'trails', choices: ['0', '10', '30', '100'].map((value) => ({ value, label: () => (value === '0' ? '–' : value) })) },
  backdrop: { title: 'backdrop', choices: (['plain', 'sky', 'water'] as const).map((value) => ({ value, label: () => t(value) })) },
  size: { title: 'size', choices: ['0.5', '1', '1.5', '2', '3'].map((value) => ({ value, label: () => `${value}×` })) },
};

/** Marks of the inspected boid that can be switched off. */
const MARKS: Record<string, MessageKey> = { forces: 'forces', velocities: 'velocities', mean: 'meanPoint' };

interface Legend {
  by: string;
  low: number;
  high: number;
  species: { name: string; colour: string }[];
  /** Species that hunt, which keep their colour in every colouring. */
  hunters: { name: string; colour: string }[];
  scale: string[];
}

export class Appearance {
  private shownLegend = '';

  constructor(private viewport: Viewport) {
    onLanguageChange(() => this.build());
    this.build();
  }

  private build(): void {
    const row = ([name, { title, choices }]: [string, Option]) => {
      const select = el('select', { 'data-option': name });
      for (const { value, label } of choices) select.append(el('option', { value }, label()));
      select.value = this.viewport.appearance(name);
      select.addEventListener('change', () => this.viewport.setAppearance(name, select.value));
      return el('label', {}, el('span', {}, t(title)), select);
    };
    const mark = ([name, title]: [string, MessageKey]) => {
      const box = el('input', { type: 'checkbox', 'data-option': name });
      box.checked = this.viewport.appearance(name) === 'on';
      box.addEventListener('change', () => this.viewport.setAppearance(name, box.checked ? 'on' : 'off'));
      return el('label', {}, el('span', {}, t(title)), box);
    };
    const rows = [...Object.entries(OPTIONS).map(row), this.arrowRow(), ...Object.entries(MARKS).map(mark)];
    const summary = el('summary', {}, el('span', { id: 'colour-legend' }), el('span', { class: 'visually-hidden' }, t('appearance')));
    const details = el('details', {}, summary, el('div', { class: 'appearance-options' }, ...rows));
    byId('appearance').replaceChildren(details);
    this.shownLegend = '';
  }

  /** The slider that makes all arrows longer or shorter, from a tenth to a hundred times. */
  private arrowRow(): HTMLElement {
    const factor = Number(this.viewport.appearance('arrows'));
    const slider = el('input', { type: 'range', min: -1, max: 2, step: 0.1, value: Math.log10(factor), 'data-option': 'arrows' });
    const output = el('output', {}, `${formatNumber(factor)}×`);
    slider.addEventListener('input', () => {
      const factor = Number((10 ** Number(slider.value)).toPrecision(2));
      this.viewport.setAppearance('arrows', String(factor));
      output.textContent = `${formatNumber(factor)}×`;
    });
    return el('label', {}, el('span', {}, t('arrowLength')), slider, output);
  }

  /** Updates the legend if the colours of the last frame meant something else. */
  update(): void {
    const text = this.viewport.legend;
    const colour = byId('appearance').querySelector<HTMLSelectElement>('[data-option=colour]');
    if (colour) colour.value = this.viewport.appearance('colour');
    if (text === this.shownLegend || text === '') return;
    this.shownLegend = text;
    byId('colour-legend').replaceChildren(...legendContent(JSON.parse(text)));
  }
}

function legendContent(legend: Legend): (Node | string)[] {
  if (legend.by === 'species') {
    return legend.species.map(({ name, colour }) => el('span', { class: 'legend-dot' }, swatch(colour), name));
  }
  const hunters = legend.hunters.map(({ name, colour }) => el('span', { class: 'legend-dot' }, swatch(colour), name));
  if (legend.by === 'cluster') return [t('cluster'), ...hunters];
  const isHeading = legend.by === 'heading';
  const scale = el('i', { class: isHeading ? 'colour-wheel' : 'colour-ramp' });
  scale.style.background = isHeading
    ? `conic-gradient(from 90deg, ${[...legend.scale].reverse().join(', ')})`
    : `linear-gradient(90deg, ${legend.scale.join(', ')})`;
  if (isHeading) return [scale, t('heading'), ...hunters];
  return [`${t(COLOURS[legend.by])} ${formatNumber(legend.low)}`, scale, formatNumber(legend.high), ...hunters];
}
