// Measures while the flock runs, as curves.

import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { get, make } from './element';
import type { Experiment } from './experiment';
import { onLanguage, t } from './language';
import type { Word } from './words';

/** How often measures are taken, in milliseconds, unless that would cost more than a fiftieth of the time. */
const OFTEN = 200;
const SHARE = 50;
const LONGEST = 600;

interface Curve {
  title: Word;
  series: Word[];
  range?: [number, number];
}

const CURVES: Curve[] = [
  { title: 'polarisation', series: ['polarisation', 'milling'], range: [0, 1] },
  { title: 'mean_nearest_distance', series: ['mean_nearest_distance'] },
  { title: 'clusters', series: ['clusters'] },
  { title: 'frames', series: ['frames'] },
];

export class Plots {
  private rows: Record<string, number>[] = [];
  private plots: uPlot[] = [];
  private due = 0;

  constructor(private experiment: Experiment) {
    for (const event of ['opened', 'restarted']) experiment.on(event, () => this.clear());
    onLanguage(() => this.build());
    new ResizeObserver(() => this.resize()).observe(get('plots'));
    this.build();
  }

  /** Takes a sample if one is due. */
  tick(now: number, frames: number): void {
    if (now < this.due) return;
    const began = performance.now();
    const row = JSON.parse(this.experiment.flock.sample());
    this.due = now + Math.max(OFTEN, (performance.now() - began) * SHARE);
    this.rows.push({ ...row, frames });
    if (this.rows.length > LONGEST) this.rows.shift();
    if (!get('panel-plots').hidden) this.show();
  }

  /** The newest value of a measure. */
  newest(measure: string): number | undefined {
    return this.rows.at(-1)?.[measure];
  }

  show(): void {
    const steps = this.rows.map((row) => row.step);
    this.plots.forEach((plot, index) => {
      plot.setData([steps, ...CURVES[index].series.map((name) => this.rows.map((row) => row[name]))] as uPlot.AlignedData);
    });
  }

  /** Draws again: the theme or the panel changed. */
  redraw(): void {
    this.resize();
    this.show();
  }

  private clear(): void {
    this.rows = [];
    this.due = 0;
    this.show();
  }

  private build(): void {
    this.plots.forEach((plot) => plot.destroy());
    const holders = CURVES.map((curve) => make('div', { class: 'plot', role: 'img', 'aria-label': curve.series.map(t).join(', ') }));
    get('plots').replaceChildren(...holders);
    this.plots = CURVES.map((curve, index) => new uPlot(options(curve), [[]], holders[index]));
    this.redraw();
  }

  private resize(): void {
    const width = get('plots').clientWidth;
    if (width > 0) this.plots.forEach((plot) => plot.setSize({ width, height: HEIGHT }));
  }
}

const HEIGHT = 140;

/** Colours are asked for when a plot is drawn, so that they follow the theme. */
function colour(name: string): () => string {
  return () => {
    // A canvas does not understand `light-dark`: let an element work it out.
    const plots = get('plots');
    plots.style.color = `var(${name})`;
    const computed = getComputedStyle(plots).color;
    plots.style.color = '';
    return computed;
  };
}

function options(curve: Curve): uPlot.Options {
  const axis = { stroke: colour('--muted'), grid: { stroke: colour('--line'), width: 1 }, ticks: { show: false }, font: '11px system-ui' };
  return {
    width: 300,
    height: HEIGHT,
    title: curve.series.length > 1 ? undefined : t(curve.title),
    cursor: { y: false },
    legend: { show: curve.series.length > 1, live: false },
    scales: { x: { time: false }, y: { range: curve.range ?? ((_, low, high) => [Math.min(0, low ?? 0), Math.max(high ?? 1, 1e-9) * 1.1]) } },
    axes: [{ ...axis, size: 26 }, { ...axis, size: 44 }],
    series: [{}, ...curve.series.map((name, index) => ({ label: t(name), stroke: colour(`--curve-${index + 1}`), width: 2, points: { show: false } }))],
  };
}
