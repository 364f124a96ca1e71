// The hint of a first visit: click a boid. Once done or dismissed it never comes back.

import { byId, el, icon } from './dom';
import { onLanguageChange, t } from './language';
import { loadSetting, saveSetting } from './storage';

const KEY = 'quelea-hint';
const DONE = 'done';

export class FirstVisit {
  private done = loadSetting(KEY) === DONE;

  constructor(private openThingsToTry: () => void) {
    onLanguageChange(() => this.show());
    this.show();
  }

  /** To be called after each frame: the hint has done its work when a boid is inspected. */
  update(inspected: number | undefined): void {
    if (!this.done && inspected !== undefined) this.finish();
  }

  private finish(): void {
    this.done = true;
    saveSetting(KEY, DONE);
    this.show();
  }

  private show(): void {
    const hint = byId('first-visit');
    hint.hidden = this.done;
    if (this.done) return hint.replaceChildren();
    const more = el('button', { type: 'button', id: 'first-visit-try' }, t('tryThings'));
    more.addEventListener('click', () => {
      this.finish();
      this.openThingsToTry();
    });
    const close = el('button', { type: 'button', class: 'icon-button', id: 'first-visit-close', 'aria-label': t('close'), title: t('close') }, icon('close'));
    close.addEventListener('click', () => this.finish());
    hint.replaceChildren(el('p', {}, t('firstHint')), more, close);
  }
}
