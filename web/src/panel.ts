// Whether the panel is open. It starts closed on a small screen, so that the flock has the room.

import { byId } from './dom';

const SMALL_SCREEN = '(max-width: 900px), (max-height: 500px)';

export class Panel {
  constructor() {
    byId('panel-toggle').addEventListener('click', () => this.toggle());
    byId('panel-close').addEventListener('click', () => {
      this.toggle(false);
      byId('panel-toggle').focus();
    });
    this.toggle(!matchMedia(SMALL_SCREEN).matches);
  }

  get open(): boolean {
    return document.documentElement.dataset.panel === 'open';
  }

  toggle(open = !this.open): void {
    document.documentElement.dataset.panel = open ? 'open' : 'closed';
    byId('panel-toggle').setAttribute('aria-expanded', String(open));
  }
}
