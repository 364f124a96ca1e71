// The panel's tabs.

import { get, make } from './element';
import { t } from './language';

export const TABS = ['parameters', 'boid', 'plots', 'search', 'share'] as const;
export type Tab = (typeof TABS)[number];

export class Tabs {
  constructor(private shown: (tab: Tab) => void) {
    const list = get('tabs');
    for (const tab of TABS) {
      const button = make('button', { type: 'button', role: 'tab', id: `tab-${tab}`, 'aria-controls': `panel-${tab}`, 'data-t': tab }, t(tab));
      button.addEventListener('click', () => this.choose(tab));
      get(`panel-${tab}`).setAttribute('aria-labelledby', `tab-${tab}`);
      list.append(button);
    }
    list.addEventListener('keydown', (event) => this.move(event));
    this.choose('parameters');
  }

  choose(tab: Tab): void {
    for (const other of TABS) {
      const button = get(`tab-${other}`);
      button.setAttribute('aria-selected', String(other === tab));
      button.tabIndex = other === tab ? 0 : -1;
      get(`panel-${other}`).hidden = other !== tab;
    }
    this.shown(tab);
  }

  private move(event: KeyboardEvent): void {
    const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const now = TABS.findIndex((tab) => get(`tab-${tab}`).getAttribute('aria-selected') === 'true');
    if (way === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const next = TABS[(now + way + TABS.length) % TABS.length];
    this.choose(next);
    get(`tab-${next}`).focus();
  }
}
