// A parameter as a labelled form control. Its row of the parameter table determines the kind of control.

import { el } from './dom';
import { choiceOptions, choiceMeaning, parameterSentence, unitLabel } from './labels';
import { t } from './language';
import type { Parameter } from './library';

/** A form control on the page. */
export interface Control {
  path: string;
  element: HTMLElement;
  /** Shows a value, written as TOML; `undefined` if the parameter is not set. */
  update(value: string | undefined): void;
}

let lastId = 0;

/**
 * Creates the control of a parameter. `path` is where the value is set, prefixed with `species.NAME.` for all
 * species but the first. `label` is the text shown. `onChange` receives the new value as TOML, or an empty string
 * to unset the parameter.
 */
export function createControl(
  parameter: Parameter,
  path: string,
  label: string,
  value: string | undefined,
  onChange: (path: string, value: string) => void,
): Control {
  const id = `p${(lastId += 1)}`;
  const help = el('p', { class: 'sentence', id: `${id}-help` }, parameterSentence(parameter));
  const labelElement = el('label', { for: id }, label);
  // "Boids" needs no unit "boids".
  if (parameter.unit && parameter.unit !== parameter.path) labelElement.append(' ', el('span', { class: 'unit' }, unitLabel(parameter.unit)));
  const badge = parameter.live ? [] : [el('span', { class: 'badge' }, t('restarts'))];
  const head = el('div', { class: 'control-head' }, labelElement, ...badge);
  const field = createField(parameter, id, label, value, (value) => onChange(path, value));
  const element = el('div', { class: `control control-${parameter.kind}`, 'data-path': path }, head, field.element, help);
  if (field.inHead) head.append(field.inHead);
  if (!parameter.optional) return { path, element, update: field.update };

  const enabled = el('input', { type: 'checkbox', 'aria-label': `${t('use')}: ${label}` });
  head.prepend(enabled);
  const update = (value: string | undefined) => {
    enabled.checked = value !== undefined;
    element.classList.toggle('off', value === undefined);
    field.update(value);
  };
  enabled.addEventListener('change', () => onChange(path, enabled.checked ? field.value() : ''));
  update(value);
  return { path, element, update };
}

interface Field {
  element: HTMLElement;
  /** Input shown in the head, next to the label. */
  inHead?: HTMLElement;
  update(value: string | undefined): void;
  /** Current value as TOML. */
  value(): string;
}

function createField(parameter: Parameter, id: string, label: string, value: string | undefined, onChange: (value: string) => void): Field {
  switch (parameter.kind) {
    case 'number':
    case 'whole':
      return numberField(parameter, id, label, value, onChange);
    case 'flag':
      return flagField(id, value, onChange);
    case 'choice':
      return choiceField(parameter, id, value, onChange);
    default:
      return textField(parameter, id, value, onChange);
  }
}

/** A slider and a number input. The slider covers the likely range, the input the whole allowed range. */
function numberField(parameter: Parameter, id: string, label: string, value: string | undefined, onChange: (value: string) => void): Field {
  const help = `${id}-help`;
  const whole = parameter.kind === 'whole';
  const scale = sliderScale(parameter, Number(value ?? parameter.default));
  const input = el('input', {
    type: 'number', id, 'aria-describedby': help, inputmode: whole ? 'numeric' : 'decimal',
    min: parameter.low, max: parameter.high, step: whole ? 1 : 'any',
  });
  const slider = el('input', {
    type: 'range', min: 0, max: 1, step: 0.001, 'aria-describedby': help, 'aria-label': label,
  });
  let current = Number(value ?? (parameter.default || scale.high / 4));
  const update = (value: string | undefined) => {
    if (value !== undefined) current = Number(value);
    // Do not overwrite what the user is typing.
    if (document.activeElement !== input || Number(input.value) !== current) input.value = whole ? toToml(current) : toInputText(current);
    if (current > scale.high) scale.high = current;
    if (current < scale.low && scale.low < 0) scale.low = current;
    slider.value = String(scale.position(current));
    slider.setAttribute('aria-valuetext', input.value);
  };
  const submit = (next: number) => {
    if (!Number.isFinite(next)) return update(String(current));
    onChange(toToml(whole ? Math.round(next) : next));
  };
  slider.addEventListener('input', () => submit(roundForSlider(scale.value(Number(slider.value)), scale, whole)));
  input.addEventListener('change', () => (input.value.trim() === '' ? update(String(current)) : submit(Number(input.value))));
  update(value);
  const element = scale.hasSlider ? slider : el('span', { hidden: true });
  return { element, inHead: input, update, value: () => toToml(current) };
}

/** Maps slider positions in 0..1 to values. */
interface Scale {
  low: number;
  high: number;
  hasSlider: boolean;
  value(position: number): number;
  position(value: number): number;
}

/** Chooses the range of a slider: the allowed range if that is small, otherwise up to about four times the value. */
function sliderScale(parameter: Parameter, value: number): Scale {
  const min = parameter.low ?? 0;
  const max = parameter.high ?? 1;
  if (parameter.kind === 'whole' && max > 1e6) {
    // Counts such as the number of boids span orders of magnitude: use a logarithmic scale.
    const scale = {
      low: Math.max(1, min),
      high: parameter.path.endsWith('boids') ? Math.max(50000, value) : Math.max(400, 4 * value),
      hasSlider: max < 1e12,
      value: (position: number) => scale.low * (scale.high / scale.low) ** position,
      position: (value: number) => Math.log(Math.max(value, scale.low) / scale.low) / Math.log(scale.high / scale.low),
    };
    return scale;
  }
  const small = max - min <= 1000;
  const typical = Math.max(Math.abs(value) || 0, Math.abs(Number(parameter.default)) || 0) || 1;
  const high = small ? max : Math.min(max, ceilToNice(4 * typical));
  const scale = {
    low: small ? min : min < 0 ? Math.max(min, -high) : min,
    high,
    hasSlider: true,
    value: (position: number) => scale.low + (scale.high - scale.low) * position,
    position: (value: number) => (value - scale.low) / (scale.high - scale.low || 1),
  };
  return scale;
}

/** Rounds up to 1, 2 or 5 times a power of ten. */
function ceilToNice(x: number): number {
  const power = 10 ** Math.floor(Math.log10(x));
  return power * ([1, 2, 5, 10].find((factor) => factor * power >= x * 0.999) ?? 10);
}

/** Rounds a value to the digits that the slider can resolve. */
function roundForSlider(x: number, scale: Scale, whole: boolean): number {
  if (whole) return Math.round(x < 100 ? x : Number(x.toPrecision(2)));
  const step = 10 ** Math.floor(Math.log10((scale.high - scale.low) / 200));
  const rounded = Math.round(x / step) * step;
  return Number(Math.min(scale.high, Math.max(scale.low, rounded)).toPrecision(6));
}

/** Formats a number to fit the number input; the value itself keeps all its digits. */
function toInputText(x: number): string {
  return toToml(Number(x.toPrecision(Math.abs(x) < 0.01 ? 4 : 6)));
}

function toToml(x: number): string {
  return String(Number(x.toPrecision(15)));
}

function flagField(id: string, value: string | undefined, onChange: (value: string) => void): Field {
  const checkbox = el('input', { type: 'checkbox', id, class: 'switch', 'aria-describedby': `${id}-help` });
  checkbox.addEventListener('change', () => onChange(String(checkbox.checked)));
  const update = (value: string | undefined) => void (checkbox.checked = value === 'true');
  update(value);
  return { element: el('span', { hidden: true }), inHead: checkbox, update, value: () => String(checkbox.checked) };
}

function choiceField(parameter: Parameter, id: string, value: string | undefined, onChange: (value: string) => void): Field {
  const choices = parameter.choices ?? [];
  const select = el('select', { id, 'aria-describedby': `${id}-help` }, ...choiceOptions(parameter.path, choices));
  const meaning = el('p', { class: 'meaning' });
  const update = (value: string | undefined) => {
    if (value !== undefined) select.value = JSON.parse(value);
    meaning.textContent = choiceMeaning(parameter.path, select.value, choices);
  };
  select.addEventListener('change', () => onChange(JSON.stringify(select.value)));
  update(value);
  return { element: el('div', {}, select, meaning), update, value: () => JSON.stringify(select.value) };
}

/** A text input, for text and for comma-separated lists of numbers or words. */
function textField(parameter: Parameter, id: string, initial: string | undefined, onChange: (value: string) => void): Field {
  const input = el('input', { type: 'text', id, 'aria-describedby': `${id}-help`, spellcheck: 'false', autocomplete: 'off' });
  const value = () => {
    if (parameter.kind === 'text') return JSON.stringify(input.value);
    if (parameter.kind === 'other') return input.value;
    const items = input.value.split(',').map((item) => item.trim()).filter(Boolean);
    return `[${items.map((item) => (parameter.kind === 'words' ? JSON.stringify(item) : item)).join(', ')}]`;
  };
  const update = (value: string | undefined) => void (input.value = tomlToText(value ?? '', parameter.kind));
  input.addEventListener('change', () => onChange(value()));
  update(initial);
  return { element: input, update, value };
}

function tomlToText(value: string, kind: Parameter['kind']): string {
  if (kind === 'other') return value;
  try {
    const parsed = JSON.parse(value);
    return Array.isArray(parsed) ? parsed.join(', ') : String(parsed);
  } catch {
    return value.replace(/^[["']+|[\]"']+$/g, '');
  }
}
