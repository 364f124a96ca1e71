// The form controls below a <quelea-flock>: sliders, choices and switches for parameters, and its variants.

import type { Flock } from 'quelea';
import { el } from './dom';
import { type Parameter, tables } from './library';

/** One entry of the attribute `controls`: `path`, `path:low..high` or `path:word|word`. */
interface Request {
  path: string;
  range?: [number, number];
  words?: string[];
}

/** What the controls need to know about their element. */
export interface ControlHost {
  /** The text of a label, by the rest of its attribute's name; `undefined` if the element has none. */
  label(name: string): string | undefined;
  /** Called with each new value, as TOML; throws if it is not allowed. */
  onChange(path: string, value: string): void;
  onError(error: unknown): void;
}

export class FlockControls {
  readonly element = el('div', { class: 'controls' });
  /** The ranges of the sliders: they stay when a value changes. */
  private ranges = new Map<string, [number, number]>();
  private requests: Request[] = [];

  constructor(private host: ControlHost) {}

  /** Forgets the ranges: a new flock has been opened. */
  reset(): void {
    this.ranges.clear();
  }

  /** Creates the controls that the attribute asks for, below `first`; throws if one is not a parameter. */
  build(requests: string, flock: Flock, first: HTMLElement | undefined): void {
    const values = JSON.parse(flock.values()) as Record<string, string | undefined>;
    this.requests = parseRequests(requests);
    const controls = this.requests.map((request) => this.control(request, values[request.path]));
    for (const old of [...this.element.children]) if (old !== first) old.remove();
    if (first && first.parentElement !== this.element) this.element.prepend(first);
    this.element.append(...controls);
  }

  /** The parameters that have a control. */
  paths(): string[] {
    return this.requests.map(({ path }) => path);
  }

  /** Creates a group of radio buttons for the variants of an element. */
  variants(labels: string[], chosen: number, onChoose: (index: number) => void): HTMLElement {
    return radioGroup(this.host.label('variants') ?? '', labels, chosen, onChoose);
  }

  private control(request: Request, value: string | undefined): HTMLElement {
    const { path } = request;
    const parameter = findParameter(path);
    const label = this.host.label(labelName(path)) ?? path.replaceAll(/[._]/g, ' ');
    switch (parameter.kind) {
      case 'number':
      case 'whole':
        return this.slider(request, parameter, label, Number(value ?? (parameter.default || 0)));
      case 'flag':
        return this.flag(path, label, value === 'true');
      case 'choice':
        return this.choice(request, parameter, label, value);
      default:
        throw new Error(`controls="${path}" is neither a number nor a choice`);
    }
  }

  private slider({ path, range }: Request, parameter: Parameter, label: string, value: number): HTMLElement {
    const whole = parameter.kind === 'whole';
    const [low, high] = this.range(path, range ?? likelyRange(parameter, value), value);
    const step = whole ? 1 : niceStep((high - low) / 200);
    const slider = el('input', { type: 'range', min: low, max: high, step, value });
    const output = el('output', {}, formatValue(value));
    slider.addEventListener('input', () => {
      const next = Number(Number(slider.value).toPrecision(3));
      if (this.change(path, String(next))) output.textContent = formatValue(next);
    });
    return el('label', { class: 'slider' }, el('span', {}, label), slider, output);
  }

  /** The range of a slider, widened to a value that a program has set. */
  private range(path: string, likely: [number, number], value: number): [number, number] {
    const [low, high] = this.ranges.get(path) ?? likely;
    const range: [number, number] = [Math.min(low, value), Math.max(high, value)];
    this.ranges.set(path, range);
    return range;
  }

  private flag(path: string, label: string, checked: boolean): HTMLElement {
    const checkbox = el('input', { type: 'checkbox', checked });
    checkbox.addEventListener('change', () => this.change(path, String(checkbox.checked)));
    return el('label', { class: 'flag' }, checkbox, el('span', {}, label));
  }

  private choice({ path, words }: Request, parameter: Parameter, label: string, value: string | undefined): HTMLElement {
    const allowed = words ?? (parameter.choices ?? []).map(({ word }) => word);
    const labels = allowed.map((word) => this.host.label(`${labelName(path)}-${word}`) ?? word);
    const current = allowed.findIndex((word) => JSON.stringify(word) === value);
    return radioGroup(label, labels, current, (index) => this.change(path, JSON.stringify(allowed[index])));
  }

  private change(path: string, value: string): boolean {
    try {
      this.host.onChange(path, value);
      return true;
    } catch (error) {
      this.host.onError(error);
      return false;
    }
  }
}

/** The part of an attribute's name that stands for a path: `label-separation-weight`. */
function labelName(path: string): string {
  return path.replaceAll('.', '-');
}

function parseRequests(text: string): Request[] {
  return text.split(/\s+/).filter(Boolean).map((request) => {
    const [path, detail] = request.split(':');
    if (detail === undefined) return { path };
    const limits = detail.match(/^(-?[\d.]+)\.\.(-?[\d.]+)$/);
    if (!limits) return { path, words: detail.split('|') };
    return { path, range: [Number(limits[1]), Number(limits[2])] };
  });
}

function findParameter(path: string): Parameter {
  const common = path.replace(/^species\.[^.]+\./, '');
  const parameter = tables().parameters.find((row) => row.path === common);
  if (!parameter) throw new Error(`controls="${path}" is not a parameter`);
  return parameter;
}

/** All degrees of an angle; otherwise from 0 to four times the value, as far as it is allowed. */
function likelyRange(parameter: Parameter, value: number): [number, number] {
  const [lowest, highest] = [parameter.low ?? 0, parameter.high ?? Infinity];
  if (parameter.unit === 'degrees') return [lowest, highest];
  const far = 4 * Math.abs(value) || 1;
  return [value < 0 ? Math.max(lowest, -far) : Math.max(lowest, 0), Math.min(highest, far)];
}

/** Rounds down to 1, 2 or 5 times a power of ten. */
function niceStep(x: number): number {
  const power = 10 ** Math.floor(Math.log10(x));
  return Number((power * [5, 2, 1].find((factor) => factor * power <= x)!).toPrecision(1));
}

/** Formats a value with three digits, as the language of the page writes numbers. */
function formatValue(value: number): string {
  return value.toLocaleString(document.documentElement.lang || undefined, { maximumSignificantDigits: 3 });
}

let groupCount = 0;

function radioGroup(legend: string, labels: string[], chosen: number, onChoose: (index: number) => void): HTMLElement {
  const name = `group-${(groupCount += 1)}`;
  const buttons = labels.map((label, index) => {
    const radio = el('input', { type: 'radio', name, checked: index === chosen });
    radio.addEventListener('change', () => onChoose(index));
    return el('label', {}, radio, el('span', {}, label));
  });
  return el('fieldset', {}, el('legend', {}, legend), el('div', { class: 'choices' }, ...buttons));
}
