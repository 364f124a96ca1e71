// Plots of the measures while the flock runs.

import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { byId, el } from './dom';
import type { Experiment } from './experiment';
import { formatNumber } from './format';
import type { Sample } from './host/messages';
import { onLanguageChange, t } from './language';
import type { MessageKey } from './translations';

const MAX_SAMPLES = 600;
const HEIGHT_PX = 140;

interface Plot {
  title: MessageKey;
  /** What is plotted, in a sentence. */
  explanation: MessageKey;
  series: MessageKey[];
  range?: [number, number];
}

const PLOTS: Plot[] = [
  { title: 'order', explanation: 'explainOrder', series: ['polarisation', 'milling'], range: [0, 1] },
  { title: 'mean_nearest_distance', explanation: 'explainDistance', series: ['mean_nearest_distance'] },
  { title: 'clusters', explanation: 'explainClusters', series: ['clusters'] },
  { title: 'frames', explanation: 'explainFrames', series: ['frames'] },
];

export class Plots {
  private samples: Sample[] = [];
  /** Samples of a second flock at the same times. */
  private secondSamples: Sample[] = [];
  private compares = false;
  private plots: uPlot[] = [];
  private figures: HTMLElement[] = [];

  constructor(experiment: Experiment) {
    experiment.on(['opened', 'restarted'], () => this.clear());
    onLanguageChange(() => this.build());
    new ResizeObserver(() => this.resize()).observe(byId('plots'));
    this.build();
  }

  /** Adds a sample of the flock, and of the second one if there is one. */
  add([first, second]: Sample[], framesPerSecond: number): void {
    this.samples.push({ ...first, frames: framesPerSecond });
    // A second flock that comes or goes is heard of a little later than its samples.
    if (this.compares) this.secondSamples.push(second ?? {});
    if (this.samples.length > MAX_SAMPLES) {
      this.samples.shift();
      this.secondSamples.shift();
    }
    if (!byId('panel-plots').hidden) this.update();
  }

  /** Latest value of a measure. */
  latest(measure: string): number | undefined {
    return this.samples.at(-1)?.[measure] ?? undefined;
  }

  /** Latest value of a measure of the second flock. */
  latestOfSecond(measure: string): number | undefined {
    return this.secondSamples.at(-1)?.[measure] ?? undefined;
  }

  /** Draws the measures of a second flock over those of the first from now on, or no longer. */
  compare(compares: boolean): void {
    this.compares = compares;
    this.clear();
    this.build();
  }

  /** Draws the plots again, after a change of theme or panel. */
  redraw(): void {
    this.resize();
    this.update();
  }

  private update(): void {
    const steps = this.samples.map((sample) => sample.step);
    this.plots.forEach((plot, index) => {
      const series = (samples: Sample[]) => PLOTS[index].series.map((name) => samples.map((sample) => sample[name]));
      const second = this.compares && isOfFlock(PLOTS[index]) ? series(this.secondSamples) : [];
      plot.setData([steps, ...series(this.samples), ...second] as uPlot.AlignedData);
      const isMissing = PLOTS[index].series.some((name) => this.samples.at(-1)?.[name] === null);
      this.figures[index].querySelector<HTMLElement>('.not-measured')!.hidden = !isMissing;
    });
  }

  private clear(): void {
    this.samples = [];
    this.secondSamples = [];
    this.update();
  }

  private build(): void {
    this.plots.forEach((plot) => plot.destroy());
    const containers = PLOTS.map(() => el('div'));
    this.figures = PLOTS.map(({ title, explanation }, index) => {
      const missing = el('p', { class: 'sentence not-measured', hidden: true }, t('notMeasured'));
      const caption = el('figcaption', {}, el('h2', {}, t(title)), el('p', { class: 'sentence' }, t(explanation)), missing);
      return el('figure', { class: 'plot', 'data-plot': title }, caption, containers[index]);
    });
    byId('plots').replaceChildren(...this.figures);
    this.plots = PLOTS.map((plot, index) => new uPlot(options(plot, this.compares), [[]], containers[index]));
    this.redraw();
  }

  private resize(): void {
    const width = byId('plots').clientWidth;
    if (width > 0) this.plots.forEach((plot) => plot.setSize({ width, height: HEIGHT_PX }));
  }
}

/** A colour that is looked up when the plot is drawn, so that it follows the theme. */
function themeColour(property: string): () => string {
  return () => {
    // A 2D canvas does not understand `light-dark()`: let an element compute the colour.
    const plots = byId('plots');
    plots.style.color = `var(${property})`;
    const computed = getComputedStyle(plots).color;
    plots.style.color = '';
    return computed;
  };
}

/** Whether a plot shows measures of the flock, which a second flock has too. */
function isOfFlock(plot: Plot): boolean {
  return plot.title !== 'frames';
}

function options(plot: Plot, compares: boolean): uPlot.Options {
  const axis = { stroke: themeColour('--muted'), grid: { stroke: themeColour('--line'), width: 1 }, ticks: { show: false }, font: '11px system-ui' };
  const curve = (key: MessageKey, index: number) => ({
    label: t(key), value: valueAtCursor, stroke: themeColour(`--curve-${index + 1}`), width: 2, points: { show: false },
  });
  const curves = plot.series.map(curve);
  const second = compares && isOfFlock(plot) ? curves.map((series) => ({ ...series, label: `${series.label} B`, dash: [6, 5] })) : [];
  const first = second.length > 0 ? curves.map((series) => ({ ...series, label: `${series.label} A` })) : curves;
  const series = [...first, ...second];
  return {
    width: 300,
    height: HEIGHT_PX,
    cursor: { y: false },
    scales: { x: { time: false }, y: { range: plot.range ?? ((_, low, high) => [Math.min(0, low ?? 0), Math.max(high ?? 1, 1e-9) * 1.1]) } },
    axes: [{ ...axis, size: 26 }, { ...axis, size: 44 }],
    series: [{ label: t('plotStep'), value: valueAtCursor }, ...series],
  };
}

/** The value under the cursor, or the latest one while there is no cursor. */
function valueAtCursor(plot: uPlot, _value: number | null, series: number, index: number | null): string {
  const values = plot.data[series] ?? [];
  const value = values[index ?? values.length - 1];
  return value === undefined || value === null ? '–' : series === 0 ? String(value) : formatNumber(value);
}
