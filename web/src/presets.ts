// The preset menu in the page header.

import { byId, el } from './dom';
import type { Experiment } from './experiment';
import { presetTitle } from './labels';
import { onLanguageChange, t } from './language';
import type { Preset } from './library';

export class Presets {
  private select = byId<HTMLSelectElement>('preset');

  constructor(private presets: Preset[], private experiment: Experiment) {
    this.select.addEventListener('change', () => experiment.openPreset(this.select.value));
    experiment.on('opened', () => this.update());
    onLanguageChange(() => this.build());
    this.build();
  }

  private build(): void {
    const option = (preset: Preset) => el('option', { value: preset.name, title: presetTitle(preset) }, `${preset.name} (${preset.boids})`);
    const group = (dimension: number) =>
      el('optgroup', { label: `${dimension}D` }, ...this.presets.filter((preset) => preset.dimension === dimension).map(option));
    this.select.replaceChildren(group(2), group(3), el('option', { value: '', hidden: true }, t('scenario')));
    this.update();
  }

  private update(): void {
    this.select.value = this.experiment.preset;
    const preset = this.presets.find(({ name }) => name === this.experiment.preset);
    byId('title').textContent = preset ? presetTitle(preset) : '';
  }
}
