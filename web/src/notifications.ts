// Notifications on top of the canvas. Errors stay until dismissed; notes disappear.

import { byId, el } from './dom';
import { t } from './language';

const NOTE_MS = 4000;

/** Shows an error. It replaces the previous error. */
export function showError(text: string): void {
  const dismiss = el('button', { type: 'button' }, t('dismiss'));
  const notification = el('div', { class: 'notification error' }, el('pre', {}, text), dismiss);
  dismiss.addEventListener('click', () => notification.remove());
  byId('notifications').querySelectorAll('.error').forEach((previous) => previous.remove());
  byId('notifications').append(notification);
}

export function showNote(text: string): void {
  const notification = el('div', { class: 'notification' }, text);
  byId('notifications').append(notification);
  setTimeout(() => notification.remove(), NOTE_MS);
}
