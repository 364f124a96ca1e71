// Measures of a <quelea-flock> as numbers with a short history, below the picture.

import type { Flock } from 'quelea';
import { el } from './dom';
import { formatNumber } from './format';

/** Steps between two samples. */
const INTERVAL_STEPS = 12;
const HISTORY = 100;
const WIDTH = 120;
const HEIGHT = 24;
/** Measures from 0 to 1: their history is drawn on that scale. */
const SHARES = ['polarisation', 'milling'];

export class FlockMeasures {
  readonly element = el('div', { class: 'measures' });
  private rows: { name: string; output: HTMLOutputElement; line: SVGPolylineElement; values: number[] }[] = [];
  private nextStep = 0;

  /** Chooses the measures, each with its label. */
  show(measures: { name: string; label: string }[]): void {
    this.rows = measures.map(({ name }) => ({ name, output: el('output'), line: svg('polyline'), values: [] }));
    const elements = this.rows.map(({ output, line }, index) => {
      const picture = svg('svg');
      picture.setAttribute('viewBox', `0 0 ${WIDTH} ${HEIGHT}`);
      picture.setAttribute('preserveAspectRatio', 'none');
      picture.setAttribute('aria-hidden', 'true');
      picture.append(line);
      return el('div', { class: 'measure' }, el('span', {}, measures[index].label), picture, output);
    });
    this.element.replaceChildren(...elements);
    this.nextStep = 0;
  }

  /** Samples the flock if it is time; throws if a measure does not exist. */
  sample(flock: Flock): void {
    const step = flock.steps();
    if (this.rows.length === 0 || (step < this.nextStep && step >= this.nextStep - INTERVAL_STEPS)) return;
    this.nextStep = step + INTERVAL_STEPS;
    const sample = JSON.parse(flock.sample()) as Record<string, number | null>;
    for (const row of this.rows) {
      if (!(row.name in sample)) throw new Error(`measures="${row.name}" is not a measure; allowed: ${Object.keys(sample).slice(1).join(', ')}`);
      const value = sample[row.name] ?? 0;
      row.values = [...row.values, value].slice(-HISTORY);
      row.output.textContent = SHARES.includes(row.name) ? value.toFixed(2) : formatNumber(value);
      row.line.setAttribute('points', points(row.values, SHARES.includes(row.name) ? 1 : Math.max(...row.values) || 1));
    }
  }
}

function points(values: number[], highest: number): string {
  return values.map((value, index) => `${((index / (HISTORY - 1)) * WIDTH).toFixed(1)},${(HEIGHT - 1 - (value / highest) * (HEIGHT - 2)).toFixed(1)}`).join(' ');
}

function svg<K extends 'svg' | 'polyline'>(tag: K): SVGElementTagNameMap[K] {
  return document.createElementNS('http://www.w3.org/2000/svg', tag);
}
