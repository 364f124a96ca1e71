// Full screen: the buttons, where the browser allows it.

import { byId } from './dom';
import { onLanguageChange, t } from './language';
import { showError } from './notifications';

export class FullScreen {
  private buttons = document.querySelectorAll<HTMLButtonElement>('.full-screen');

  constructor() {
    for (const button of this.buttons) {
      button.hidden = !document.fullscreenEnabled;
      button.addEventListener('click', () => this.toggle());
    }
    document.addEventListener('fullscreenchange', () => this.update());
    onLanguageChange(() => this.update());
    this.update();
  }

  toggle(): void {
    byId('menu').hidePopover();
    if (document.fullscreenElement) void document.exitFullscreen();
    else document.documentElement.requestFullscreen().catch(() => showError(t('noFullScreen')));
  }

  private update(): void {
    const label = t(document.fullscreenElement ? 'leaveFullScreen' : 'fullScreen');
    for (const button of this.buttons) {
      button.setAttribute('aria-label', label);
      button.title = label;
      const text = button.querySelector('span');
      if (text) text.textContent = label;
    }
  }
}
