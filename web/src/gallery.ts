// The gallery: every preset and scene with a picture, and the things to try. Its pictures are loaded when it is opened.

import { addressOf, showAddressOf } from './address';
import { byId, el, icon } from './dom';
import type { Experiment } from './experiment';
import './gallery.css';
import { presetName, presetTitle } from './labels';
import { language, onLanguageChange, t } from './language';
import type { Preset } from './library';
import { PRESET_NAMES } from './preset-names';
import { CARDS, type Card } from './things-to-try';
import type { MessageKey } from './translations';

/** Size of a picture in pixels. */
const PICTURE = { width: 360, height: 240 };

const GROUPS: [group: string, title: MessageKey][] = [
  ['classic boids', 'groupClassic'], ['research', 'groupResearch'], ['frameworks', 'groupFrameworks'], ['scenes', 'groupScenes'],
];

const PAGES = { flocks: 'galleryFlocks', try: 'tryThings' } as const;
export type Page = keyof typeof PAGES;

export class Gallery {
  private dialog = byId<HTMLDialogElement>('gallery');
  private search = el('input', { type: 'search', id: 'gallery-search', autocomplete: 'off', spellcheck: 'false' });
  private content = el('div', { class: 'gallery-content', id: 'gallery-content', role: 'tabpanel' });
  private page: Page = 'flocks';

  constructor(private presets: Preset[], private experiment: Experiment, private openCard: (card: Card) => void) {
    byId('gallery-open').addEventListener('click', () => this.open('flocks'));
    byId('try-open').addEventListener('click', () => this.open('try'));
    this.search.addEventListener('input', () => this.buildContent());
    this.dialog.addEventListener('keydown', (event) => this.onKeyDown(event));
    // A click on the backdrop has the dialog itself as its target.
    this.dialog.addEventListener('click', (event) => event.target === this.dialog && this.dialog.close());
    experiment.on(['opened', 'changed'], () => this.showName());
    onLanguageChange(() => {
      this.showName();
      if (this.dialog.open) this.build();
    });
    this.showName();
  }

  /** Opens the gallery, with the flocks or with the things to try. */
  open(page: Page): void {
    this.search.value = '';
    this.select(page);
    if (!this.dialog.open) this.dialog.showModal();
    (page === 'flocks' ? this.search : this.items()[0])?.focus();
  }

  /** Shows which flock is on the stage: in the header, and as the title beside it. */
  private showName(): void {
    const name = this.experiment.preset || JSON.parse(this.experiment.values().name ?? '""');
    const preset = this.presets.find((preset) => preset.name === name);
    byId('preset-name').textContent = name === '' ? t('ownScenario') : presetName(name);
    byId('gallery-open').dataset.preset = name;
    byId('title').textContent = preset ? presetTitle(preset) : '';
  }

  private select(page: Page): void {
    this.page = page;
    this.build();
  }

  private build(): void {
    const tabs = Object.entries(PAGES).map(([page, title]) => {
      const selected = page === this.page;
      const tab = el('button', {
        type: 'button', role: 'tab', id: `gallery-${page}`, 'aria-selected': String(selected), 'aria-controls': 'gallery-content', tabindex: selected ? 0 : -1,
      }, t(title));
      tab.addEventListener('click', () => this.select(page as Page));
      return tab;
    });
    const close = el('button', { type: 'button', class: 'plain-button icon-button', id: 'gallery-close', 'aria-label': t('close'), title: t('close') }, icon('close'));
    close.addEventListener('click', () => this.dialog.close());
    this.search.placeholder = t('gallerySearch');
    this.search.setAttribute('aria-label', t('gallerySearch'));
    this.search.hidden = this.page !== 'flocks';
    this.content.setAttribute('aria-labelledby', `gallery-${this.page}`);
    const head = el('div', { class: 'gallery-head' }, el('div', { class: 'tabs', role: 'tablist' }, ...tabs), this.search, close);
    this.dialog.setAttribute('aria-label', t('gallery'));
    this.dialog.replaceChildren(head, this.content);
    this.buildContent();
  }

  private buildContent(): void {
    this.content.scrollTop = 0;
    if (this.page === 'try') {
      this.content.replaceChildren(el('ul', { class: 'gallery-list try-list' }, ...CARDS.map((card) => el('li', {}, this.cardLink(card)))));
      return;
    }
    const found = this.presets.filter((preset) => matches(preset, this.search.value));
    const count = el('p', { class: 'visually-hidden', role: 'status' }, t('galleryCount', { count: found.length }));
    const sections = GROUPS.map(([group, title]) => {
      const links = inGalleryOrder(found.filter((preset) => preset.group === group)).map((preset) => el('li', {}, this.presetLink(preset)));
      return links.length === 0 ? [] : [el('section', {}, el('h2', {}, t(title)), el('ul', { class: 'gallery-list' }, ...links))];
    });
    const none = found.length === 0 ? [el('p', { class: 'hint' }, t('galleryNone'))] : [];
    this.content.replaceChildren(count, ...sections.flat(), ...none);
  }

  private presetLink(preset: Preset): HTMLAnchorElement {
    const current = preset.name === byId('gallery-open').dataset.preset;
    const boids = preset.boids.toLocaleString(language());
    const link = el('a', { class: 'gallery-item', href: addressOf('preset', preset.name), 'data-preset': preset.name, 'aria-current': current && 'true' },
      picture(preset.name),
      el('strong', {}, presetName(preset.name)),
      el('span', { class: 'gallery-meta' }, t('galleryMeta', { dimension: preset.dimension, boids })),
      el('span', { class: 'gallery-sentence' }, presetTitle(preset)));
    return this.openOnClick(link, () => void this.openPreset(preset.name));
  }

  private async openPreset(name: string): Promise<void> {
    if (await this.experiment.openPreset(name)) showAddressOf('preset', name);
  }

  private cardLink(card: Card): HTMLAnchorElement {
    const korean = language() === 'ko' ? 1 : 0;
    const link = el('a', { class: 'gallery-item try-item', href: addressOf('try', card.id), 'data-try': card.id },
      picture(card.picture),
      el('strong', {}, card.title[korean]),
      el('span', { class: 'gallery-sentence' }, card.look[korean]));
    return this.openOnClick(link, () => this.openCard(card));
  }

  /** Opens a link in this page, unless the user wants it in another tab or window. */
  private openOnClick(link: HTMLAnchorElement, open: () => void): HTMLAnchorElement {
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.dialog.close();
      open();
    });
    return link;
  }

  private items(): HTMLElement[] {
    return [...this.content.querySelectorAll<HTMLElement>('.gallery-item')];
  }

  private onKeyDown(event: KeyboardEvent): void {
    const inTabs = (event.target as HTMLElement).role === 'tab';
    if (inTabs && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
      this.select(this.page === 'flocks' ? 'try' : 'flocks');
      byId(`gallery-${this.page}`).focus();
    } else if (event.key === 'Enter' && event.target === this.search) {
      this.items()[0]?.click();
    } else if (!this.moveFocus(event)) {
      return;
    }
    event.preventDefault();
  }

  /** Moves the focus to the nearest item in the direction of an arrow key. Returns whether there is one. */
  private moveFocus({ key, target }: KeyboardEvent): boolean {
    const direction = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    if (!direction) return false;
    const items = this.items();
    if (!items.includes(target as HTMLElement)) {
      if (key === 'ArrowDown') items[0]?.focus();
      return key === 'ArrowDown';
    }
    const centre = (item: Element) => {
      const box = item.getBoundingClientRect();
      return [box.left + box.width / 2, box.top + box.height / 2];
    };
    const [x, y] = centre(target as HTMLElement);
    const distances = items.map((item) => {
      const [dx, dy] = [centre(item)[0] - x, centre(item)[1] - y];
      const along = dx * direction[0] + dy * direction[1];
      const across = Math.abs(dx * direction[1]) + Math.abs(dy * direction[0]);
      return along > 1 ? along + 4 * across : Infinity;
    });
    const nearest = Math.min(...distances);
    if (nearest === Infinity) return false;
    items[distances.indexOf(nearest)].focus();
    return true;
  }
}

function picture(name: string): HTMLImageElement {
  return el('img', { src: `./thumbnails/${name}.webp`, alt: '', loading: 'lazy', decoding: 'async', ...PICTURE });
}

/** Whether a preset contains every word of a search: in its names, its sentences in both languages, or its source. */
function matches(preset: Preset, search: string): boolean {
  const text = [preset.name, preset.group, preset.title, preset.source, presetTitle(preset), ...(PRESET_NAMES[preset.name] ?? [])].join('\n').toLowerCase();
  return search.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}

function inGalleryOrder(presets: Preset[]): Preset[] {
  const order = Object.keys(PRESET_NAMES);
  return presets.sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
}
