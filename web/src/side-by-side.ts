// A second flock beside the first: a copy with one change, or another preset, with the same seed. Both step together
// and are seen from the same side, which the host takes care of (host/second-flock.ts).

import type { Flock, View } from 'quelea';
import { openCanvas } from './canvas';
import type { Client } from './client';
import { byId, el, icon } from './dom';
import { errorText } from './errors';
import type { Experiment } from './experiment';
import type { Arguments, Message, Method, Result, Variation } from './host/messages';
import { fullLabel, presetName } from './labels';
import { onLanguageChange, t } from './language';
import type { Parameter, Preset } from './library';
import { showError } from './notifications';
import type { Plots } from './plots';
import { PRESET_NAMES } from './preset-names';
import { sizeOf } from './viewport';

export class SideBySide {
  /** Whether two flocks are shown. */
  isOpen = false;
  private element: HTMLCanvasElement | undefined;
  private variation: Variation = {};
  /** Parameter values of the second flock. */
  private values: Record<string, string> = {};

  constructor(
    private parameters: Parameter[],
    private presets: Preset[],
    private client: Client,
    private experiment: Experiment,
    private plots: Plots,
  ) {
    byId('compare-flocks').addEventListener('click', () => this.toggle());
    client.listen((message) => this.receive(message));
    onLanguageChange(() => this.isOpen && this.buildBar());
  }

  toggle(): void {
    if (this.isOpen) this.close();
    else void this.open({});
  }

  /** Shows a second flock; both start at step 0. */
  async open(variation: Variation): Promise<void> {
    if (!(await this.create(variation))) return;
    byId('scene').classList.add('split');
    byId('second').hidden = false;
    byId('flock-a').hidden = false;
    byId('compare-flocks').setAttribute('aria-pressed', 'true');
    await this.openCanvas();
    this.buildBar();
    await this.experiment.restart();
    this.plots.compare(true);
    this.isOpen = true;
  }

  close(): void {
    if (!this.isOpen) return;
    void this.client.call('closeSecond');
    this.hide();
  }

  /** Asks the second flock. */
  ask<M extends Method<Flock>>(method: M, ...args: Arguments<Flock, M>): Promise<Result<Flock, M>> {
    return this.client.call('ask', 'second', method, args) as Promise<Result<Flock, M>>;
  }

  /** Asks how the second flock is seen. */
  askView<M extends Method<View>>(method: M, ...args: Arguments<View, M>): Promise<Result<View, M>> {
    return this.client.call('askView', 'second', method, args) as Promise<Result<View, M>>;
  }

  private hide(): void {
    this.isOpen = false;
    this.plots.compare(false);
    byId('scene').classList.remove('split');
    byId('second').hidden = true;
    byId('flock-a').hidden = true;
    byId('compare-flocks').setAttribute('aria-pressed', 'false');
  }

  /** There is another second flock; or none any more, if the first cannot be varied in this way. */
  private receive({ second }: Message): void {
    if (second) this.values = second;
    if (!this.isOpen || second === undefined) return;
    if (second) this.buildBar();
    else this.hide();
  }

  /** Creates the second flock; shows an error if that is not possible. */
  private async create(variation: Variation): Promise<boolean> {
    const before = this.variation;
    this.variation = variation;
    try {
      await this.client.call('openSecond', variation);
      return true;
    } catch (error) {
      this.variation = before;
      showError(errorText(error));
      return false;
    }
  }

  /** Starts both flocks again after another choice in the bar. The old flock stays if the new one is refused. */
  private async change(variation: Variation): Promise<void> {
    if (await this.create(variation)) void this.experiment.restart();
    else this.buildBar();
  }

  private async openCanvas(): Promise<void> {
    if (this.element) return;
    this.element = await openCanvas(async (webgl2) => {
      const element = el('canvas', { role: 'img' });
      byId('second').querySelector('canvas')?.remove();
      byId('second').prepend(element);
      const size = sizeOf(element);
      Object.assign(element, { width: size.width, height: size.height });
      const { surface, transfer } = this.client.surface(element);
      await this.client.handOver(transfer, 'openSecondCanvas', surface, webgl2, size);
      return element;
    });
    const { element } = this;
    new ResizeObserver(() => element.clientWidth > 0 && void this.client.call('resize', 'second', sizeOf(element))).observe(element);
  }

  /** The bar on the second flock: what it is, and what differs. */
  private buildBar(): void {
    const { preset = '', set = {} } = this.variation;
    const source = el('select', { id: 'second-preset', 'aria-label': t('compareWith') },
      el('option', { value: '' }, t('compareCopy')),
      ...Object.keys(PRESET_NAMES).filter((name) => this.presets.some((preset) => preset.name === name)).map((name) => el('option', { value: name }, presetName(name))));
    source.value = preset;
    source.addEventListener('change', () => void this.change(source.value === '' ? {} : { preset: source.value }));

    const [changed = ''] = Object.keys(set);
    const { values } = this;
    const paths = this.parameters.map(({ path }) => path).filter((path) => path in values || path in set);
    const parameter = el('select', { id: 'second-parameter', 'aria-label': t('compareChange') },
      el('option', { value: '' }, t('compareNothing')), ...paths.map((path) => el('option', { value: path }, fullLabel(path))));
    parameter.value = changed;
    const value = el('input', { id: 'second-value', 'aria-label': t('compareValue'), spellcheck: 'false', autocomplete: 'off' });
    value.value = unquoted(set[changed] ?? values[changed] ?? '');
    value.hidden = changed === '';
    const variation = (path: string, text: string): Variation => ({ ...(preset && { preset }), ...(path && { set: { [path]: text } }) });
    parameter.addEventListener('change', async () => {
      await this.change(variation(parameter.value, values[parameter.value] ?? ''));
      // The bar is another one now.
      if (document.activeElement === document.body) byId('second-parameter').focus();
    });
    value.addEventListener('change', () => void this.change(variation(parameter.value, value.value.trim())));

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
