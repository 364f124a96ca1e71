// Notifications on top of the canvas. Errors stay until dismissed; notes disappear.

import { byId, el } from './dom';
import { t } from './language';

/** How long a note stays: time to notice it, and time to read it. */
const NOTICE_MS = 2500;
const READING_MS_PER_CHARACTER = 70;

/** Shows an error. It replaces the previous error. Screen readers read it at once. */
export function showError(text: string): void {
  const dismiss = el('button', { type: 'button' }, t('dismiss'));
  const notification = el('div', { class: 'notification error' }, el('pre', {}, text), dismiss);
  dismiss.addEventListener('click', () => notification.remove());
  byId('errors').replaceChildren(notification);
}

/** Shows a note. It replaces the previous note. Screen readers read it when they have finished a sentence. */
export function showNote(text: string): void {
  const notification = el('div', { class: 'notification' }, text);
  byId('notes').replaceChildren(notification);
  setTimeout(() => notification.remove(), NOTICE_MS + text.length * READING_MS_PER_CHARACTER);
}
