// Plots of the measures while the flock runs.

import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { byId, el } from './dom';
import type { Experiment } from './experiment';
import { onLanguageChange, t } from './language';
import type { MessageKey } from './translations';

/** Shortest time between samples. */
const SAMPLE_INTERVAL_MS = 200;
/** The interval is at least this many times the cost of a sample: sampling takes at most 1/50 of the time. */
const INTERVAL_PER_COST = 50;
const MAX_SAMPLES = 600;
const HEIGHT_PX = 140;

interface Plot {
  title: MessageKey;
  series: MessageKey[];
  range?: [number, number];
}

const PLOTS: Plot[] = [
  { title: 'polarisation', series: ['polarisation', 'milling'], range: [0, 1] },
  { title: 'mean_nearest_distance', series: ['mean_nearest_distance'] },
  { title: 'clusters', series: ['clusters'] },
  { title: 'frames', series: ['frames'] },
];

export class Plots {
  private samples: Record<string, number>[] = [];
  private plots: uPlot[] = [];
  private nextSample = 0;

  constructor(private experiment: Experiment) {
    experiment.on(['opened', 'restarted'], () => this.clear());
    onLanguageChange(() => this.build());
    new ResizeObserver(() => this.resize()).observe(byId('plots'));
    this.build();
  }

  /** Takes a sample if one is due. */
  tick(now: number, framesPerSecond: number): void {
    if (now < this.nextSample) return;
    const start = performance.now();
    const sample = JSON.parse(this.experiment.flock.sample());
    this.nextSample = now + Math.max(SAMPLE_INTERVAL_MS, (performance.now() - start) * INTERVAL_PER_COST);
    this.samples.push({ ...sample, frames: framesPerSecond });
    if (this.samples.length > MAX_SAMPLES) this.samples.shift();
    if (!byId('panel-plots').hidden) this.update();
  }

  /** Latest value of a measure. */
  latest(measure: string): number | undefined {
    return this.samples.at(-1)?.[measure];
  }

  /** Draws the plots again, after a change of theme or panel. */
  redraw(): void {
    this.resize();
    this.update();
  }

  private update(): void {
    const steps = this.samples.map((sample) => sample.step);
    this.plots.forEach((plot, index) => {
      const series = PLOTS[index].series.map((name) => this.samples.map((sample) => sample[name]));
      plot.setData([steps, ...series] as uPlot.AlignedData);
    });
  }

  private clear(): void {
    this.samples = [];
    this.nextSample = 0;
    this.update();
  }

  private build(): void {
    this.plots.forEach((plot) => plot.destroy());
    const containers = PLOTS.map(({ series }) => el('div', { class: 'plot', role: 'img', 'aria-label': series.map((key) => t(key)).join(', ') }));
    byId('plots').replaceChildren(...containers);
    this.plots = PLOTS.map((plot, index) => new uPlot(options(plot), [[]], containers[index]));
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

function options(plot: Plot): uPlot.Options {
  const axis = { stroke: themeColour('--muted'), grid: { stroke: themeColour('--line'), width: 1 }, ticks: { show: false }, font: '11px system-ui' };
  const series = plot.series.map((key, index) => ({ label: t(key), stroke: themeColour(`--curve-${index + 1}`), width: 2, points: { show: false } }));
  return {
    width: 300,
    height: HEIGHT_PX,
    title: plot.series.length > 1 ? undefined : t(plot.title),
    cursor: { y: false },
    legend: { show: plot.series.length > 1, live: false },
    scales: { x: { time: false }, y: { range: plot.range ?? ((_, low, high) => [Math.min(0, low ?? 0), Math.max(high ?? 1, 1e-9) * 1.1]) } },
    axes: [{ ...axis, size: 26 }, { ...axis, size: 44 }],
    series: [{}, ...series],
  };
}
