// The inspected boid: its numbers in the panel, and the legend of its colours on the canvas.

import { View } from 'quelea';
import { byId, el, headerRow, swatch } from './dom';
import type { Experiment } from './experiment';
import { formatNumber, formatVector } from './format';
import { ruleLabel } from './labels';
import { onLanguageChange, t } from './language';
import type { Inspection } from './library';
import { theme } from './theme';
import type { Viewport } from './viewport';

export class Inspector {
  private shown = '';

  constructor(experiment: Experiment, private viewport: Viewport) {
    byId('boid-previous').addEventListener('click', () => viewport.inspectNext(-1));
    byId('boid-next').addEventListener('click', () => viewport.inspectNext(1));
    byId('boid-none').addEventListener('click', () => viewport.inspect(undefined));
    const follow = byId<HTMLInputElement>('follow');
    follow.addEventListener('change', () => viewport.follow(follow.checked));
    experiment.on('opened', () => (follow.checked = false));
    onLanguageChange(() => {
      this.shown = '';
      this.update();
    });
  }

  /** Updates the panel and the legend if the inspected boid has changed since the last call. */
  update(): void {
    const inspection = this.viewport.inspection;
    const state = JSON.stringify(inspection ?? null) + theme();
    if (state === this.shown) return;
    this.shown = state;
    byId('boid-hint').hidden = inspection !== undefined;
    byId('boid').replaceChildren(...(inspection ? panelContent(inspection) : []));
    const legend = byId('inspection-legend');
    legend.hidden = inspection === undefined;
    legend.replaceChildren(...(inspection ? legendContent(inspection) : []));
  }
}

function panelContent(inspection: Inspection): HTMLElement[] {
  const { neighbours, radius, closeRadius } = inspection;
  const inView = neighbours.filter(({ seen }) => seen).length;
  const tooClose = neighbours.filter(({ close }) => close).length;
  const facts: [string, string][] = [
    [t('position'), formatVector(inspection.position)],
    [t('velocity'), formatVector(inspection.velocity)],
    [t('perceives'), `${neighbours.length} (${inView} ${t('inView')}, ${tooClose} ${t('tooClose')})`],
  ];
  if (radius !== null) facts.push([t('perceptionRange'), `${formatNumber(radius)}, ${formatNumber(inspection.view)}°`]);
  if (closeRadius !== null) facts.push([t('separationRadius'), formatNumber(closeRadius)]);
  const list = el('dl', { class: 'facts' });
  for (const [name, value] of facts) list.append(el('dt', {}, name), el('dd', {}, value));

  const rows = [...inspection.terms, { rule: 'sum', force: inspection.sum }].map(({ rule, force }) =>
    el('tr', { 'data-rule': rule, 'data-force': JSON.stringify(force) },
      el('th', { scope: 'row' }, ruleSwatch(rule), ruleLabel(rule)),
      el('td', {}, formatVector(force)),
      el('td', {}, formatNumber(Math.hypot(...force)))));
  const table = el('table', { class: 'numbers' }, el('thead', {}, headerRow(t('rule'), t('force'), t('magnitude'))), el('tbody', {}, ...rows));
  const title = el('h2', {}, `${inspection.name} ${inspection.id}`);
  const budget = inspection.plainSum ? [] : [el('p', { class: 'hint' }, t('budget'))];
  return [title, list, table, ...budget];
}

function legendContent(inspection: Inspection): HTMLElement[] {
  const active = inspection.terms.filter(({ force }) => force.some((x) => x !== 0)).map(({ rule }) => rule);
  const dots = [['neighbour', t('neighbour')], ['close', t('tooCloseNeighbour')]];
  const arrows = [...active, 'sum'].map((rule) => [rule, ruleLabel(rule)]);
  return [
    ...dots.map(([name, text]) => el('span', { class: 'legend-dot' }, ruleSwatch(name), text)),
    ...arrows.map(([name, text]) => el('span', { class: 'legend-arrow' }, ruleSwatch(name), text)),
  ];
}

function ruleSwatch(rule: string): HTMLElement {
  return swatch(View.ruleColour(theme(), rule));
}
