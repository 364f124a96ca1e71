// The inspected boid: its numbers in the panel, and the legend of its colours on the canvas.

import { byId, el, headerRow, swatch } from './dom';
import type { Experiment } from './experiment';
import { formatNumber, formatVector } from './format';
import type { ArrowScale, Inspected, Ride, Tables } from './host/messages';
import { ruleLabel, unitLabel } from './labels';
import { onLanguageChange, t } from './language';
import { theme } from './theme';
import type { MessageKey } from './translations';
import type { Viewport } from './viewport';

const RIDES: Record<Ride, MessageKey> = { centre: 'rideCentre', behind: 'rideBehind', 'first-person': 'rideFirstPerson' };

export class Inspector {
  private shown = '';
  private follow = byId<HTMLInputElement>('follow');
  private ride = el('select', { id: 'ride' });

  constructor(experiment: Experiment, private viewport: Viewport, private colours: Tables['markColours']) {
    byId('boid-previous').addEventListener('click', () => viewport.inspectNext(-1));
    byId('boid-next').addEventListener('click', () => viewport.inspectNext(1));
    byId('boid-none').addEventListener('click', () => viewport.inspect(undefined));
    this.follow.addEventListener('change', () => this.updateRide());
    this.ride.addEventListener('change', () => {
      // The host knows whether a boid is inspected; the page may not have heard of it yet. `update` unchecks the box.
      this.follow.checked = true;
      this.updateRide();
    });
    this.follow.closest('label')!.after(this.ride);
    this.buildRides();
    experiment.on('opened', () => {
      this.follow.checked = false;
      this.buildRides();
    });
    onLanguageChange(() => {
      this.buildRides();
      this.shown = '';
      this.update();
    });
  }

  private updateRide(): void {
    this.viewport.follow(this.follow.checked ? (this.ride.value as Ride) : undefined);
  }

  /** Offers the cameras; through the eyes of a boid only in 3D. */
  private buildRides(): void {
    const { value } = this.ride;
    const rides = Object.entries(RIDES).filter(([ride]) => ride !== 'first-person' || !this.viewport.is2d());
    this.ride.replaceChildren(...rides.map(([ride, key]) => el('option', { value: ride }, t(key))));
    this.ride.setAttribute('aria-label', t('camera'));
    this.ride.value = rides.some(([ride]) => ride === value) ? value : 'centre';
  }

  /** Updates the panel and the legend if the inspected boid has changed since the last call. */
  update(): void {
    // A box that was just clicked keeps its state until the host has heard of it.
    if (this.viewport.isSettled) this.follow.checked = this.viewport.following !== undefined;
    const inspection = this.viewport.inspection;
    const marks = ['forces', 'velocities', 'mean'].filter((name) => this.viewport.appearance(name) === 'on');
    const scale = this.viewport.arrowScale();
    const state = JSON.stringify([inspection ?? null, scale, marks]) + theme();
    if (state === this.shown) return;
    this.shown = state;
    byId('boid-hint').hidden = inspection !== undefined;
    byId('boid').replaceChildren(...(inspection ? this.panelContent(inspection) : []));
    const legend = byId('inspection-legend');
    legend.hidden = inspection === undefined;
    legend.replaceChildren(...(inspection ? this.legendContent(inspection, marks, scale) : []));
  }

  private panelContent(inspection: Inspected): HTMLElement[] {
    const { neighbours, inView, tooClose, radius, closeRadius } = inspection;
    const facts: [string, string][] = [
      [t('position'), formatVector(inspection.position)],
      [t('velocity'), formatVector(inspection.velocity)],
      [t('perceives'), `${neighbours} (${inView} ${t('inView')}, ${tooClose} ${t('tooClose')})`],
    ];
    if (radius !== null) facts.push([t('perceptionRange'), `${formatNumber(radius)}, ${formatNumber(inspection.view)}°`]);
    if (closeRadius !== null) facts.push([t('separationRadius'), formatNumber(closeRadius)]);
    const list = el('dl', { class: 'facts' });
    for (const [name, value] of facts) list.append(el('dt', {}, name), el('dd', {}, value));

    const rows = [...inspection.terms, { rule: 'sum', force: inspection.sum }].map(({ rule, force }) =>
      el('tr', { 'data-rule': rule, 'data-force': JSON.stringify(force) },
        el('th', { scope: 'row' }, this.swatch(rule), ruleLabel(rule)),
        el('td', {}, formatVector(force)),
        el('td', {}, formatNumber(Math.hypot(...force)))));
    const table = el('table', { class: 'numbers' }, el('thead', {}, headerRow(t('rule'), t('force'), t('magnitude'))), el('tbody', {}, ...rows));
    const title = el('h2', {}, `${inspection.name} ${inspection.id}`);
    const budget = inspection.plainSum ? [] : [el('p', { class: 'hint' }, t('budget'))];
    return [title, list, table, ...budget];
  }

  private legendContent(inspection: Inspected, marks: string[], scale: ArrowScale): HTMLElement[] {
    const dot = (name: string, text: string) => el('span', { class: 'legend-dot' }, this.swatch(name), text);
    const arrow = (name: string, text: string) => el('span', { class: 'legend-arrow' }, this.swatch(name), text);
    const entries = [dot('neighbour', t('neighbour')), dot('close', t('tooCloseNeighbour'))];
    if (marks.includes('mean')) entries.push(dot('mean-point', t('meanPoint')));
    if (marks.includes('velocities')) {
      entries.push(arrow('velocity', t('velocity')), arrow('neighbour', t('neighbourVelocity')), arrow('mean-velocity', t('meanVelocity')));
      entries.push(scaleBar('velocity', scale.velocity, 'length/time'));
    }
    if (marks.includes('forces')) {
      const active = inspection.terms.filter(({ force }) => force.some((x) => x !== 0)).map(({ rule }) => rule);
      entries.push(...[...active, 'sum'].map((rule) => arrow(rule, ruleLabel(rule))));
      entries.push(scaleBar('force', scale.force, 'length/time²'));
    }
    return entries;
  }

  private swatch(mark: string): HTMLElement {
    const colours = this.colours[theme()];
    // Rules of a program have the colour of the sum.
    return swatch(colours[mark] ?? colours.sum);
  }
}

/** A bar as long as the arrow of a round number. */
function scaleBar(quantity: 'force' | 'velocity', { value, pixels }: { value: number; pixels: number }, unit: string): HTMLElement {
  const bar = el('i', { class: 'scale-bar' });
  bar.style.width = `${pixels}px`;
  const title = `${t(quantity)} ${formatNumber(value)} ${unitLabel(unit)}`;
  return el('span', { class: 'legend-arrow', 'data-scale': quantity, 'data-value': value, title }, bar, title);
}
