// Polarisation against noise: a dot for every strength of noise that the reader has tried.

import type { QueleaFlock } from './quelea-flock';

const WIDTH = 320;
const HEIGHT = 160;
const LEFT = 34;
const BOTTOM = 38;
const TOP = 24;
const RIGHT = 8;
const MAX_NOISE = 2 * Math.PI;
/** A new strength of noise needs some steps to take effect. */
const SETTLING_STEPS = 150;
const SAMPLES = 60;
const INTERVAL_MS = 200;

export class PhasePlot {
  /** Mean polarisation by strength of noise. */
  private dots = new Map<string, { mean: number; samples: number; dot: SVGCircleElement }>();
  private noise = '';
  private changedAt = 0;
  private lastStep = -1;
  private visible = false;

  constructor(private svg: SVGSVGElement, private element: QueleaFlock, clear: HTMLElement) {
    svg.setAttribute('viewBox', `0 0 ${WIDTH} ${HEIGHT}`);
    this.drawAxes();
    clear.addEventListener('click', () => this.clear());
    new IntersectionObserver(([entry]) => (this.visible = entry.isIntersecting)).observe(svg);
    setInterval(() => this.sample(), INTERVAL_MS);
  }

  /** Adds the present polarisation to the mean of the present noise. */
  private sample(): void {
    const { flock } = this.element;
    if (!flock || !this.visible || document.hidden) return;
    const step = flock.steps();
    const noise = JSON.parse(flock.values())['noise.strength'] as string;
    if (noise !== this.noise || step < this.lastStep) {
      this.noise = noise;
      this.changedAt = step;
    }
    if (step === this.lastStep || step - this.changedAt < SETTLING_STEPS) return void (this.lastStep = step);
    this.lastStep = step;
    this.add(noise, polarisation(flock.velocities()));
  }

  private add(noise: string, value: number): void {
    const entry = this.dots.get(noise) ?? { mean: 0, samples: 0, dot: this.draw('circle', { r: 4, class: 'dot' }) };
    entry.samples = Math.min(entry.samples + 1, SAMPLES);
    entry.mean += (value - entry.mean) / entry.samples;
    entry.dot.setAttribute('cx', String(toX(Number(noise))));
    entry.dot.setAttribute('cy', String(toY(entry.mean)));
    this.dots.set(noise, entry);
  }

  private clear(): void {
    for (const { dot } of this.dots.values()) dot.remove();
    this.dots.clear();
  }

  private drawAxes(): void {
    for (const value of [0, 0.5, 1]) {
      this.draw('line', { x1: LEFT, x2: WIDTH - RIGHT, y1: toY(value), y2: toY(value), class: 'grid' });
      this.draw('text', { x: LEFT - 6, y: toY(value) + 4, 'text-anchor': 'end' }).textContent = String(value);
    }
    ['0', 'π/2', 'π', '3π/2', '2π'].forEach((label, index) => {
      const anchor = index === 4 ? 'end' : 'middle';
      this.draw('text', { x: toX((index * Math.PI) / 2), y: HEIGHT - BOTTOM + 15, 'text-anchor': anchor }).textContent = label;
    });
    const { x, y } = this.svg.dataset;
    this.draw('text', { x: WIDTH - RIGHT, y: HEIGHT - 6, 'text-anchor': 'end' }).textContent = `${x} →`;
    this.draw('text', { x: 6, y: 14 }).textContent = `↑ ${y}`;
    // If everybody sees everybody: sin(η/2)/(η/2).
    const points = Array.from({ length: 65 }, (_, index) => {
      const noise = (index / 64) * MAX_NOISE;
      return `${toX(noise)},${toY(noise === 0 ? 1 : Math.sin(noise / 2) / (noise / 2))}`;
    });
    this.draw('polyline', { points: points.join(' '), class: 'bound' });
  }

  private draw<K extends 'line' | 'text' | 'polyline' | 'circle'>(tag: K, attributes: Record<string, string | number>): SVGElementTagNameMap[K] {
    const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
    this.svg.append(element);
    return element;
  }
}

function toX(noise: number): number {
  return LEFT + (noise / MAX_NOISE) * (WIDTH - LEFT - RIGHT);
}

function toY(polarisation: number): number {
  return HEIGHT - BOTTOM - polarisation * (HEIGHT - BOTTOM - TOP);
}

/** Length of the mean heading in 2D. */
function polarisation(velocities: Float32Array): number {
  let [x, y] = [0, 0];
  for (let i = 0; i < velocities.length; i += 2) {
    const speed = Math.hypot(velocities[i], velocities[i + 1]) || 1;
    x += velocities[i] / speed;
    y += velocities[i + 1] / speed;
  }
  return Math.hypot(x, y) / (velocities.length / 2 || 1);
}
