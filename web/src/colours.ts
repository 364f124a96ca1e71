// How the flock looks, chosen on the stage, and what its colours mean.

import { get, make } from './element';
import { short } from './inspector';
import { onLanguage, t } from './language';
import type { Stage } from './stage';
import type { Word } from './words';

const CHOICES: Record<string, { word: Word; values: [string, Word | ''][] }> = {
  colour: { word: 'colour', values: [['species', 'species'], ['heading', 'heading'], ['speed', 'speed'], ['neighbours', 'neighbours'], ['cluster', 'cluster']] },
  form: { word: 'form', values: [['fitting', 'fitting'], ['dart', 'dart'], ['cone', 'cone'], ['bird', 'bird']] },
  trails: { word: 'trails', values: [['0', ''], ['10', ''], ['30', ''], ['100', '']] },
  size: { word: 'size', values: [['0.5', ''], ['1', ''], ['1.5', ''], ['2', ''], ['3', '']] },
};

export class Colours {
  private shown = '';

  constructor(private stage: Stage) {
    onLanguage(() => this.build());
    this.build();
  }

  private build(): void {
    const row = (what: string) => {
      const { word, values } = CHOICES[what];
      const select = make('select', { 'data-look': what });
      for (const [value, name] of values) select.append(make('option', { value }, name ? t(name) : label(what, value)));
      select.value = this.stage.looksLike(what);
      select.addEventListener('change', () => this.stage.look(what, select.value));
      return make('label', {}, make('span', {}, t(word)), select);
    };
    const summary = make('summary', {}, make('span', { id: 'scale' }), make('span', { class: 'hidden' }, t('appearance')));
    const details = make('details', {}, summary, make('div', { class: 'looks' }, ...Object.keys(CHOICES).map(row)));
    get('colours').replaceChildren(details);
    this.shown = '';
  }

  /** Shows what the colours of the last picture meant, if that is new. */
  show(): void {
    const text = this.stage.view.legend();
    const colour = get('colours').querySelector<HTMLSelectElement>('[data-look=colour]');
    if (colour) colour.value = this.stage.looksLike('colour');
    if (text === this.shown) return;
    this.shown = text;
    const legend = JSON.parse(text) as { by: string; low: number; high: number; species: { name: string; colour: string }[]; scale: string[] };
    const scale = get('scale');
    if (legend.by === 'species') {
      scale.replaceChildren(...legend.species.map(({ name, colour }) => make('span', { class: 'key-dot' }, swatch(colour), name)));
    } else if (legend.by === 'cluster') {
      scale.replaceChildren(t('cluster'));
    } else {
      const bar = make('i', { class: legend.by === 'heading' ? 'wheel' : 'ramp' });
      bar.style.background = legend.by === 'heading' ? `conic-gradient(from 90deg, ${[...legend.scale].reverse().join(', ')})` : `linear-gradient(90deg, ${legend.scale.join(', ')})`;
      const ends = legend.by === 'heading' ? [bar, t('heading')] : [`${t(legend.by as Word)} ${short(legend.low)}`, bar, short(legend.high)];
      scale.replaceChildren(...ends);
    }
  }
}

function label(what: string, value: string): string {
  return what === 'size' ? `${value}×` : value === '0' ? '–' : value;
}

function swatch(colour: string): HTMLElement {
  const swatch = make('i', { class: 'swatch' });
  swatch.style.background = colour;
  return swatch;
}
