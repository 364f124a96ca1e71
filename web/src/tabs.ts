// The tabs of the panel.

import { byId, el } from './dom';
import { t } from './language';
import type { Panel } from './panel';

export const TABS = ['parameters', 'boid', 'plots', 'search', 'share'] as const;
export type Tab = (typeof TABS)[number];

export class Tabs {
  constructor(private panel: Panel, private onSelect: (tab: Tab) => void) {
    const list = byId('tabs');
    for (const tab of TABS) {
      const button = el('button', { type: 'button', role: 'tab', id: `tab-${tab}`, 'aria-controls': `panel-${tab}`, 'data-i18n': tab }, t(tab));
      button.addEventListener('click', () => this.select(tab));
      byId(`panel-${tab}`).setAttribute('aria-labelledby', `tab-${tab}`);
      list.append(button);
    }
    list.addEventListener('keydown', (event) => this.onKeyDown(event));
    this.show('parameters');
  }

  /** Shows a tab, and opens the panel if it is closed. */
  select(tab: Tab): void {
    this.panel.toggle(true);
    this.show(tab);
    byId(`tab-${tab}`).scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  private show(tab: Tab): void {
    for (const other of TABS) {
      const button = byId(`tab-${other}`);
      button.setAttribute('aria-selected', String(other === tab));
      button.tabIndex = other === tab ? 0 : -1;
      byId(`panel-${other}`).hidden = other !== tab;
    }
    this.onSelect(tab);
  }

  private onKeyDown(event: KeyboardEvent): void {
    const offset = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (offset === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const selected = TABS.findIndex((tab) => byId(`tab-${tab}`).getAttribute('aria-selected') === 'true');
    const next = TABS[(selected + offset + TABS.length) % TABS.length];
    this.select(next);
    byId(`tab-${next}`).focus();
  }
}
