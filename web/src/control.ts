// A parameter as a labelled form control. Its row of the parameter table determines the kind of control.

import { type Child, el } from './dom';
import { choiceMeaning, choiceOptions, parameterDefinition, parameterFormula, parameterSentence, unitLabel } from './labels';
import { t } from './language';
import type { Parameter } from './library';
import { showError } from './notifications';
import { sliderScale } from './slider-scale';

/** A form control on the page. */
export interface Control {
  path: string;
  element: HTMLElement;
  /** Shows a value, written as TOML; `undefined` if the parameter is not set. */
  update(value: string | undefined): void;
  /** Greys the control out and says why, or makes it usable again. */
  setInert(reason: Child[] | undefined): void;
}

let lastId = 0;

interface ControlOptions {
  parameter: Parameter;
  /** Where the value is set, prefixed with `species.NAME.` for all species but the first. */
  path: string;
  label: string;
  value: string | undefined;
  /** Typical magnitude in this model, which determines the range of a slider. */
  typical: number;
  /** Receives the new value as TOML, or an empty string to unset the parameter. Resolves when it is set or refused. */
  onChange(path: string, value: string): Promise<unknown>;
}

/** Creates the control of a parameter. */
export function createControl({ parameter, path, label, value, typical, onChange }: ControlOptions): Control {
  const id = `p${(lastId += 1)}`;
  const help = el('p', { class: 'sentence', id: `${id}-help` }, ...withCode(parameterSentence(parameter)));
  const labelElement = el('label', { for: id }, label);
  // "Boids" needs no unit "boids".
  if (parameter.unit && parameter.unit !== parameter.path) labelElement.append(' ', el('span', { class: 'unit' }, unitLabel(parameter.unit)));
  const badge = parameter.live ? [] : [el('span', { class: 'badge' }, t('restarts'))];
  const reason = el('p', { class: 'reason', hidden: true });
  const definition = el('div', { class: 'definition', id: `${id}-definition`, hidden: true });
  const head = el('div', { class: 'control-head' }, labelElement, definitionButton(parameter, label, definition), ...badge);
  let latest = value;
  let unanswered = 0;
  /** Whether the control may show something else than the latest value. */
  let differs = false;
  const submit = async (value: string) => {
    differs = true;
    unanswered += 1;
    await onChange(path, value);
    unanswered -= 1;
    update(latest);
  };
  const field = createField(parameter, id, label, value, typical, (value) => void submit(value));
  const element = el('div', { class: `control control-${parameter.kind}`, 'data-path': path }, head, reason, field.element, help, definition);
  if (field.inHead) head.append(field.inHead);
  const setInert = (text: Child[] | undefined) => {
    element.classList.toggle('inert', text !== undefined);
    reason.hidden = text === undefined;
    reason.replaceChildren(...(text ?? []));
    element.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select').forEach((input) => (input.disabled = text !== undefined));
  };
  let show = field.update;
  const update = (value: string | undefined) => {
    differs ||= value !== latest;
    latest = value;
    // While the user goes on, answers to what came before would pull the control back.
    if (!differs || unanswered > 0) return;
    differs = false;
    show(value);
  };
  if (!parameter.optional) return { path, element, update, setInert };

  const enabled = el('input', { type: 'checkbox', 'aria-label': `${t('use')}: ${label}` });
  head.prepend(enabled);
  show = (value) => {
    enabled.checked = value !== undefined;
    element.classList.toggle('off', value === undefined);
    field.update(value);
  };
  enabled.addEventListener('change', () => void submit(enabled.checked ? field.value() : ''));
  show(value);
  return { path, element, update, setInert };
}

/** A button that shows the formula and the exact definition. They are created when they are asked for. */
function definitionButton(parameter: Parameter, label: string, definition: HTMLElement): HTMLButtonElement {
  const title = t('definitionOf', { parameter: label });
  const button = el('button', { type: 'button', class: 'formula', 'aria-expanded': 'false', 'aria-controls': definition.id, 'aria-label': title, title }, 'ƒ');
  button.addEventListener('click', () => {
    definition.hidden = !definition.hidden;
    button.setAttribute('aria-expanded', String(!definition.hidden));
    const formula = parameterFormula(parameter.path);
    definition.replaceChildren(
      ...(formula ? [el('code', {}, formula)] : []),
      el('p', {}, ...withCode(parameterDefinition(parameter))),
      el('p', {}, `${t('scenarioKey')}: `, el('code', {}, parameter.path)));
  });
  return button;
}

/** A text in which words between backticks become code. */
function withCode(text: string): Child[] {
  return text.split('`').map((part, index) => (index % 2 ? el('code', {}, part) : part));
}

interface Field {
  element: HTMLElement;
  /** Input shown in the head, next to the label. */
  inHead?: HTMLElement;
  update(value: string | undefined): void;
  /** Current value as TOML. */
  value(): string;
}

function createField(parameter: Parameter, id: string, label: string, value: string | undefined, typical: number, onChange: (value: string) => void): Field {
  switch (parameter.kind) {
    case 'number':
    case 'whole':
      return numberField(parameter, id, label, value, typical, onChange);
    case 'flag':
      return flagField(id, value, onChange);
    case 'choice':
      return choiceField(parameter, id, value, onChange);
    default:
      return textField(parameter, id, value, onChange);
  }
}

/** A slider and a number input. The slider covers the likely range, the input the whole allowed range. */
function numberField(parameter: Parameter, id: string, label: string, value: string | undefined, typical: number, onChange: (value: string) => void): Field {
  const help = `${id}-help`;
  const whole = parameter.kind === 'whole';
  const scale = sliderScale(parameter, typical);
  const input = el('input', {
    type: 'number', id, 'aria-describedby': help, inputmode: whole ? 'numeric' : 'decimal',
    min: parameter.low, max: parameter.high, step: whole ? 1 : 'any',
  });
  const slider = el('input', {
    type: 'range', min: 0, max: 1, step: 0.001, 'aria-describedby': help, 'aria-label': label,
  });
  let current = Number(value ?? (parameter.default || typical));
  const showNumber = () => {
    // Do not overwrite what the user is typing.
    if (document.activeElement !== input || Number(input.value) !== current) input.value = whole ? toToml(current) : toInputText(current);
    slider.setAttribute('aria-valuetext', input.value);
  };
  const update = (value: string | undefined) => {
    if (value !== undefined) current = Number(value);
    showNumber();
    scale.include(current);
    slider.value = String(scale.position(current));
  };
  const submit = (next: number) => {
    if (!Number.isFinite(next)) return update(String(current));
    onChange(toToml(next));
  };
  slider.addEventListener('input', () => {
    current = scale.round(scale.value(Number(slider.value)));
    showNumber();
    submit(current);
  });
  input.addEventListener('change', () => {
    if (input.validity.badInput) showError(t('notANumber', { parameter: label }));
    if (input.value.trim() === '') update(String(current));
    else submit(Number(input.value));
  });
  update(value);
  const element = scale.hasSlider ? slider : el('span', { hidden: true });
  return { element, inHead: input, update, value: () => toToml(current) };
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
