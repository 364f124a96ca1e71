// Opens a thing to try: sets up its flock, and says on the stage what to look for.

import { addressed, addressOf, showAddressOf } from './address';
import type { Client } from './client';
import { byId, el, icon } from './dom';
import type { Experiment } from './experiment';
import type { Change } from './host/outcome';
import { language, onLanguageChange, t } from './language';
import { showError, showNote } from './notifications';
import { copyText } from './share';
import type { SideBySide } from './side-by-side';
import type { Tabs } from './tabs';
import { CARDS, type Card } from './things-to-try';
import type { Viewport } from './viewport';

/** The largest flock of this device: one whose step takes this long, found from a smaller one. */
const STEP_MS = 8;
const FEWEST_BOIDS = 2_000;
const MOST_BOIDS = { cpu: 100_000, gpu: 1_000_000 };

/** Where the text of a card leaves enough of two flocks to be seen; otherwise it is folded. */
const LARGE_SCREEN = '(min-width: 561px) and (min-height: 501px)';

/** What a card is shown on. */
interface Stage {
  client: Client;
  experiment: Experiment;
  viewport: Viewport;
  tabs: Tabs;
  sideBySide: SideBySide;
}

export class Try {
  private card: Card | undefined;

  constructor(private stage: Stage) {
    // Another flock is another subject.
    stage.experiment.on('opened', () => this.close());
    onLanguageChange(() => this.show());
  }

  /** Opens the card that the address of the page names. Returns whether it names one. */
  async openAddressed(): Promise<boolean> {
    const id = addressed('try');
    if (id === null) return false;
    const card = CARDS.find((card) => card.id === id);
    if (card) await this.open(card);
    else showError(t('tryUnknown', { card: id }));
    return card !== undefined;
  }

  async open(card: Card): Promise<void> {
    const { experiment, viewport, tabs, sideBySide } = this.stage;
    sideBySide.close();
    if (!(await experiment.editAll(changesOf(card)))) return;
    if (card.boids === 'most') await this.growFlock();
    if (card.inspect !== undefined) viewport.inspect(card.inspect);
    if (card.colour) viewport.setAppearance('colour', card.colour);
    viewport.setAppearance('trails', card.trails ?? '0');
    viewport.setAppearance('size', card.size ?? '1');
    if (card.tab) tabs.select(card.tab);
    if (card.compare) void sideBySide.open(card.compare);
    showAddressOf('try', card.id);
    this.card = card;
    this.show();
  }

  private close(): void {
    this.card = undefined;
    this.show();
  }

  /** Makes the flock as large as this device can step in time. */
  private async growFlock(): Promise<void> {
    const { client, experiment } = this.stage;
    if (!(await experiment.setBoids(FEWEST_BOIDS, true))) return;
    const most = await client.call('mostBoids', STEP_MS, FEWEST_BOIDS, MOST_BOIDS.cpu, MOST_BOIDS.gpu);
    const boids = Math.max(FEWEST_BOIDS, Number(most.toPrecision(1)));
    if (await experiment.setBoids(boids, true)) showNote(t('tryMost', { boids: boids.toLocaleString(language()) }));
  }

  private show(): void {
    const note = byId('try-note');
    const { card } = this;
    note.hidden = card === undefined;
    if (!card) return note.replaceChildren();
    const korean = language() === 'ko' ? 1 : 0;
    const close = el('button', { type: 'button', class: 'plain-button icon-button close', 'aria-label': t('close'), title: t('close') }, icon('close'));
    close.addEventListener('click', () => this.close());
    const link = el('button', { type: 'button' }, t('copyLink'));
    link.addEventListener('click', () => copyText(addressOf('try', card.id)));
    const next = el('button', { type: 'button', id: 'try-next' }, t('tryNext'));
    next.addEventListener('click', () => void this.open(CARDS[(CARDS.indexOf(card) + 1) % CARDS.length]));
    note.setAttribute('aria-label', t('tryLook'));
    const open = card.compare === undefined || matchMedia(LARGE_SCREEN).matches;
    const details = el('details', { open }, el('summary', {}, el('h2', {}, card.title[korean])), el('p', { tabindex: 0 }, card.look[korean]), el('div', { class: 'row' }, next, link));
    note.replaceChildren(details, close);
  }
}

/** What a card does to a flock, in one go: it must not step in between. */
function changesOf({ preset, scenario, set, boids, steps, predator }: Card): Change[] {
  const changes: Change[] = [scenario === undefined ? ['openPreset', preset!] : ['openToml', scenario]];
  for (const [path, value] of Object.entries(set ?? {})) changes.push(['set', path, value]);
  // What decides the start, such as friendships, has to be there when the flock starts.
  if (set) changes.push(['restart']);
  if (typeof boids === 'number') changes.push(['setBoids', boids, true]);
  if (steps !== undefined) changes.push(['step', steps]);
  if (predator) changes.push(['addPredator', new Float64Array(predator), new Float64Array(predator.length)]);
  return changes;
}
