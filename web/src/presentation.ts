// The presentation: the flock without panels, with only a button to run and pause it.

import { byId } from './dom';

export class Presentation {
  constructor() {
    byId('present').addEventListener('click', () => this.toggle(true));
    byId('leave-presentation').addEventListener('click', () => this.toggle(false));
  }

  get active(): boolean {
    return 'presenting' in document.documentElement.dataset;
  }

  toggle(active = !this.active): void {
    byId('menu').hidePopover();
    document.documentElement.toggleAttribute('data-presenting', active);
    // The focused control may be hidden now.
    byId(active ? 'run' : 'canvas').focus({ preventScroll: true });
  }
}
