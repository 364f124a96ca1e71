// One parameter as a labelled HTML control: what kind follows from its row of the table.

import { make } from './element';
import { t } from './language';
import type { Parameter } from './library';
import { choiceMeaning, choiceWord, parameterSentence, unitWord } from './korean';

/** A control on the page. `show` puts a value into it: TOML, or nothing where it is left out. */
export interface Control {
  path: string;
  element: HTMLElement;
  show(value: string | undefined): void;
}

type Send = (path: string, value: string) => void;

let serial = 0;

/**
 * Makes the control of a parameter. `path` is where it is set: behind `species.NAME.` for a further species; `name`
 * is what it is called.
 */
export function control(parameter: Parameter, path: string, name: string, value: string | undefined, send: Send): Control {
  const id = `p${(serial += 1)}`;
  const help = make('p', { class: 'sentence', id: `${id}-help` }, parameterSentence(parameter));
  const label = make('label', { for: id }, name);
  // "Boids" are counted in boids.
  if (parameter.unit && parameter.unit !== parameter.path) label.append(' ', make('span', { class: 'unit' }, unitWord(parameter.unit)));
  const badge = parameter.live ? [] : [make('span', { class: 'badge' }, t('restarts'))];
  const head = make('div', { class: 'control-head' }, label, ...badge);
  const inner = field(parameter, id, name, value, (text) => send(path, text));
  const element = make('div', { class: `control control-${parameter.kind}`, 'data-path': path }, head, inner.element, help);
  if (inner.beside) head.append(inner.beside);
  if (!parameter.optional) return { path, element, show: inner.show };

  // What may be left out has a switch in front.
  const use = make('input', { type: 'checkbox', 'aria-label': `${t('use')}: ${name}` });
  head.prepend(use);
  const show = (value: string | undefined) => {
    use.checked = value !== undefined;
    element.classList.toggle('off', value === undefined);
    inner.show(value);
  };
  use.addEventListener('change', () => send(path, use.checked ? inner.text() : ''));
  show(value);
  return { path, element, show };
}

interface Field {
  element: HTMLElement;
  /** What stands in the head's line, beside the label. */
  beside?: HTMLElement;
  show(value: string | undefined): void;
  /** What it would send now. */
  text(): string;
}

function field(parameter: Parameter, id: string, name: string, value: string | undefined, send: (text: string) => void): Field {
  switch (parameter.kind) {
    case 'number':
    case 'whole':
      return number(parameter, id, name, value, send);
    case 'flag':
      return flag(id, value, send);
    case 'choice':
      return choice(parameter, id, value, send);
    default:
      return list(parameter, id, value, send);
  }
}

/** A slider with a number beside it. The slider covers what is likely, the number all that is allowed. */
function number(parameter: Parameter, id: string, name: string, value: string | undefined, send: (text: string) => void): Field {
  const help = `${id}-help`;
  const whole = parameter.kind === 'whole';
  const scale = sliderScale(parameter, Number(value ?? parameter.default));
  const box = make('input', {
    type: 'number', id, 'aria-describedby': help, inputmode: whole ? 'numeric' : 'decimal',
    min: parameter.low, max: parameter.high, step: whole ? 1 : 'any',
  });
  const slider = make('input', {
    type: 'range', min: 0, max: 1, step: 0.001, 'aria-describedby': help, 'aria-label': name,
  });
  let now = Number(value ?? (parameter.default || scale.high / 4));
  const show = (text: string | undefined) => {
    if (text !== undefined) now = Number(text);
    // What somebody is typing is not overwritten.
    if (document.activeElement !== box || Number(box.value) !== now) box.value = whole ? tidy(now) : brief(now);
    if (now > scale.high) scale.high = now;
    if (now < scale.low && scale.low < 0) scale.low = now;
    slider.value = String(scale.share(now));
    slider.setAttribute('aria-valuetext', box.value);
  };
  const take = (next: number) => {
    if (!Number.isFinite(next)) return show(String(now));
    send(tidy(whole ? Math.round(next) : next));
  };
  slider.addEventListener('input', () => take(rounded(scale.at(Number(slider.value)), scale, whole)));
  box.addEventListener('change', () => (box.value.trim() === '' ? show(String(now)) : take(Number(box.value))));
  show(value);
  const sliding = scale.slides ? slider : make('span', { hidden: true });
  return { element: sliding, beside: box, show, text: () => tidy(now) };
}

interface Scale {
  low: number;
  high: number;
  slides: boolean;
  at(share: number): number;
  share(value: number): number;
}

/** What a slider covers: the whole range where that is small, else some four times what there is now. */
function sliderScale(parameter: Parameter, value: number): Scale {
  const least = parameter.low ?? 0;
  const most = parameter.high ?? 1;
  if (parameter.kind === 'whole' && most > 1e6) {
    // Numbers of boids: equal ways are equal factors.
    const scale = {
      low: Math.max(1, least),
      high: parameter.path.endsWith('boids') ? Math.max(50000, value) : Math.max(400, 4 * value),
      slides: most < 1e12,
      at: (share: number) => scale.low * (scale.high / scale.low) ** share,
      share: (value: number) => Math.log(Math.max(value, scale.low) / scale.low) / Math.log(scale.high / scale.low),
    };
    return scale;
  }
  const small = most - least <= 1000;
  const about = Math.max(Math.abs(value) || 0, Math.abs(Number(parameter.default)) || 0) || 1;
  const high = small ? most : Math.min(most, nice(4 * about));
  const scale = {
    low: small ? least : least < 0 ? Math.max(least, -high) : least,
    high,
    slides: true,
    at: (share: number) => scale.low + (scale.high - scale.low) * share,
    share: (value: number) => (value - scale.low) / (scale.high - scale.low || 1),
  };
  return scale;
}

/** The next of 1, 2 or 5 times a power of ten. */
function nice(x: number): number {
  const power = 10 ** Math.floor(Math.log10(x));
  return power * ([1, 2, 5, 10].find((factor) => factor * power >= x * 0.999) ?? 10);
}

/** What a slider says has as many digits as it can tell apart. */
function rounded(x: number, scale: Scale, whole: boolean): number {
  if (whole) return Math.round(x < 100 ? x : Number(x.toPrecision(2)));
  const step = 10 ** Math.floor(Math.log10((scale.high - scale.low) / 200));
  const near = Math.round(x / step) * step;
  return Number(Math.min(scale.high, Math.max(scale.low, near)).toPrecision(6));
}

/** As many digits as fit into the box; what is sent has all. */
function brief(x: number): string {
  return tidy(Number(x.toPrecision(Math.abs(x) < 0.01 ? 4 : 6)));
}

function tidy(x: number): string {
  return String(Number(x.toPrecision(15)));
}

function flag(id: string, value: string | undefined, send: (text: string) => void): Field {
  const box = make('input', { type: 'checkbox', id, class: 'switch', 'aria-describedby': `${id}-help` });
  box.addEventListener('change', () => send(String(box.checked)));
  const show = (value: string | undefined) => void (box.checked = value === 'true');
  show(value);
  return { element: make('span', { hidden: true }), beside: box, show, text: () => String(box.checked) };
}

function choice(parameter: Parameter, id: string, value: string | undefined, send: (text: string) => void): Field {
  const select = make('select', { id, 'aria-describedby': `${id}-help` });
  for (const { word, meaning } of parameter.choices ?? []) {
    select.append(make('option', { value: word, title: meaning }, choiceWord(parameter.path, word)));
  }
  const meaning = make('p', { class: 'meaning' });
  const show = (value: string | undefined) => {
    if (value !== undefined) select.value = JSON.parse(value);
    meaning.textContent = choiceMeaning(parameter.path, select.value, parameter.choices);
  };
  select.addEventListener('change', () => send(JSON.stringify(select.value)));
  show(value);
  return { element: make('div', {}, select, meaning), show, text: () => JSON.stringify(select.value) };
}

/** Lists and texts are written: numbers with commas between them, words likewise. */
function list(parameter: Parameter, id: string, value: string | undefined, send: (text: string) => void): Field {
  const input = make('input', { type: 'text', id, 'aria-describedby': `${id}-help`, spellcheck: 'false', autocomplete: 'off' });
  const quoted = parameter.kind === 'words' || parameter.kind === 'text';
  const text = () => {
    if (parameter.kind === 'text') return JSON.stringify(input.value);
    const parts = input.value.split(',').map((part) => part.trim()).filter(Boolean);
    if (parameter.kind === 'other') return input.value;
    return `[${parts.map((part) => (quoted ? JSON.stringify(part) : part)).join(', ')}]`;
  };
  const show = (value: string | undefined) => void (input.value = plain(value ?? '', parameter.kind));
  input.addEventListener('change', () => send(text()));
  show(value);
  return { element: input, show, text };
}

function plain(value: string, kind: Parameter['kind']): string {
  if (kind === 'other') return value;
  try {
    const read = JSON.parse(value);
    return Array.isArray(read) ? read.join(', ') : String(read);
  } catch {
    return value.replace(/^[["']+|[\]"']+$/g, '');
  }
}
