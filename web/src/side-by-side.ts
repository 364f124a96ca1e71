// A second flock beside the first: a copy with one change, or another preset, with the same seed. Both step together
// and are seen from the same side.

import { type Canvas, Flock, View } from 'quelea';
import { openCanvas } from './canvas';
import { byId, el, icon } from './dom';
import type { Experiment } from './experiment';
import { fullLabel, presetName } from './labels';
import { onLanguageChange, t } from './language';
import { errorMessage, type Parameter, type Preset } from './library';
import { showError } from './notifications';
import { canvasSize, pixelRatio } from './pixels';
import type { Plots } from './plots';
import { PRESET_NAMES } from './preset-names';
import type { Viewport } from './viewport';

/** Time that a frame may spend on the second flock. */
const STEP_BUDGET_MS = 10;

/** How the second flock differs from the first. */
export interface Variation {
  /** Another preset; otherwise a copy of the first flock. */
  preset?: string;
  /** Parameters by path, with values as TOML. */
  set?: Record<string, string>;
}

export class SideBySide {
  /** The second flock, if there is one. */
  second: Flock | undefined;
  private view: View | undefined;
  private canvas: Canvas | undefined;
  private element: HTMLCanvasElement | undefined;
  private variation: Variation = {};
  private looks: Record<string, string> = {};
  private needsRedraw = false;

  constructor(
    private parameters: Parameter[],
    private presets: Preset[],
    private experiment: Experiment,
    private viewport: Viewport,
    private plots: Plots,
  ) {
    byId('compare-flocks').addEventListener('click', () => this.toggle());
    experiment.on('opened', () => this.second && this.restart());
    experiment.on('restarted', () => this.second && this.restartSecond());
    onLanguageChange(() => this.second && this.buildBar());
  }

  /** Whether two flocks are shown. */
  get isOpen(): boolean {
    return this.second !== undefined;
  }

  /** Whether the second flock has steps to catch up with. The first one waits for it. */
  get isBehind(): boolean {
    return this.second !== undefined && this.second.steps() < this.experiment.flock.steps();
  }

  toggle(): void {
    if (this.isOpen) this.close();
    else void this.open({});
  }

  /** Shows a second flock; both start at step 0. */
  async open(variation: Variation): Promise<void> {
    const flock = this.create(variation);
    if (!flock) return;
    byId('scene').classList.add('split');
    byId('second').hidden = false;
    byId('flock-a').hidden = false;
    byId('compare-flocks').setAttribute('aria-pressed', 'true');
    await this.openCanvas();
    this.replace(flock, variation);
    this.experiment.restart();
    this.plots.compareWith(() => JSON.parse(this.second!.sample()));
  }

  close(): void {
    if (!this.second) return;
    this.second.free();
    this.second = undefined;
    this.plots.compareWith(undefined);
    byId('scene').classList.remove('split');
    byId('second').hidden = true;
    byId('flock-a').hidden = true;
    byId('compare-flocks').setAttribute('aria-pressed', 'false');
  }

  /** To be called after each frame of the first flock: steps and draws the second. */
  frame(): void {
    if (!this.second || !this.view || !this.canvas) return;
    const target = this.experiment.flock.steps();
    const start = performance.now();
    while (this.second.steps() < target && performance.now() - start < STEP_BUDGET_MS) {
      this.second.step(1);
      this.needsRedraw = true;
    }
    this.followAppearance(this.view);
    if (this.view.lookLike(this.viewport.view)) this.needsRedraw = true;
    if (!this.needsRedraw) return;
    this.needsRedraw = false;
    this.view.inspect(this.viewport.inspected);
    this.view.see(this.second);
    // The space is known only after the flock was seen.
    this.view.lookLike(this.viewport.view);
    this.canvas.draw(this.view, pixelRatio());
  }

  /** Creates the second flock; shows an error if that is not possible. */
  private create({ preset, set = {} }: Variation): Flock | undefined {
    let flock: Flock | undefined;
    try {
      flock = preset === undefined ? Flock.ofToml(this.experiment.flock.toToml()) : Flock.ofPreset(preset);
      if (preset !== undefined) flock.set('seed', this.experiment.values().seed);
      for (const [path, value] of Object.entries(set)) flock.set(path, value);
      return flock;
    } catch (error) {
      flock?.free();
      showError(errorMessage(error));
      return undefined;
    }
  }

  private replace(flock: Flock, variation: Variation): void {
    this.second?.free();
    this.second = flock;
    this.variation = variation;
    this.looks = {};
    this.view?.fit();
    this.needsRedraw = true;
    this.buildBar();
  }

  /** Starts both flocks again after another choice in the bar. The old flock stays if the new one is refused. */
  private change(variation: Variation): void {
    const flock = this.create(variation);
    if (!flock) return this.buildBar();
    this.replace(flock, variation);
    this.experiment.restart();
  }

  /** The first flock is another one: varies that, or closes if it cannot be varied in this way. */
  private restart(): void {
    const flock = this.create(this.variation);
    if (flock) this.replace(flock, this.variation);
    else this.close();
  }

  private restartSecond(): void {
    this.second?.restart();
    this.needsRedraw = true;
  }

  private async openCanvas(): Promise<void> {
    if (this.canvas) return;
    const { canvas, element } = await openCanvas(() => {
      const element = el('canvas', { role: 'img' });
      byId('second').querySelector('canvas')?.remove();
      byId('second').prepend(element);
      return Object.assign(element, canvasSize(element));
    });
    this.canvas = canvas;
    this.element = element;
    const { width, height } = canvasSize(element);
    this.view = new View(width, height);
    new ResizeObserver(() => this.resize()).observe(element);
  }

  private resize(): void {
    if (!this.element || !this.second) return;
    const { width, height } = canvasSize(this.element);
    this.view?.resize(width, height);
    this.needsRedraw = true;
  }

  /** Draws the second flock in the style of the first, and inspects the same boid. */
  private followAppearance(view: View): void {
    const looks = { ...this.viewport.appearances(), inspected: String(this.viewport.inspected) };
    for (const [name, value] of Object.entries(looks)) {
      if (this.looks[name] === value) continue;
      if (name !== 'inspected') view.setLook(name, value);
      this.needsRedraw = true;
    }
    this.looks = looks;
  }

  /** The bar on the second flock: what it is, and what differs. */
  private buildBar(): void {
    const { preset = '', set = {} } = this.variation;
    const source = el('select', { id: 'second-preset', 'aria-label': t('compareWith') },
      el('option', { value: '' }, t('compareCopy')),
      ...Object.keys(PRESET_NAMES).filter((name) => this.presets.some((preset) => preset.name === name)).map((name) => el('option', { value: name }, presetName(name))));
    source.value = preset;
    source.addEventListener('change', () => this.change(source.value === '' ? {} : { preset: source.value }));

    const [changed = ''] = Object.keys(set);
    const values: Record<string, string> = JSON.parse(this.second!.values());
    const paths = this.parameters.map(({ path }) => path).filter((path) => path in values || path in set);
    const parameter = el('select', { id: 'second-parameter', 'aria-label': t('compareChange') },
      el('option', { value: '' }, t('compareNothing')), ...paths.map((path) => el('option', { value: path }, fullLabel(path))));
    parameter.value = changed;
    const value = el('input', { id: 'second-value', 'aria-label': t('compareValue'), spellcheck: 'false', autocomplete: 'off' });
    value.value = unquoted(set[changed] ?? values[changed] ?? '');
    value.hidden = changed === '';
    const variation = (path: string, text: string): Variation => ({ ...(preset && { preset }), ...(path && { set: { [path]: text } }) });
    parameter.addEventListener('change', () => {
      this.change(variation(parameter.value, values[parameter.value] ?? ''));
      byId('second-parameter').focus();
    });
    value.addEventListener('change', () => this.change(variation(parameter.value, value.value.trim())));

    const close = el('button', { type: 'button', class: 'icon-button', id: 'second-close', 'aria-label': t('close'), title: t('close') }, icon('close'));
    close.addEventListener('click', () => this.close());
    byId('second-bar').replaceChildren(el('span', { class: 'flock-letter' }, 'B'), source, parameter, value, close,
      el('p', { class: 'second-note' }, t('compareHint')));
    this.element?.setAttribute('aria-label', t('compareCanvas'));
  }
}

/** A TOML text without its quotes: words need none. */
function unquoted(toml: string): string {
  return toml.replace(/^"([^"\\]*)"$/, '$1');
}
