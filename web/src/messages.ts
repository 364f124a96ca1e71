// What the page has to tell: refusals stay until dismissed, notes go away.

import { get, make } from './element';
import { t } from './language';

const NOTE_LASTS = 4000;

export function complain(text: string): void {
  const dismiss = make('button', { type: 'button' }, t('dismiss'));
  const message = make('div', { class: 'message complaint' }, make('pre', {}, text), dismiss);
  dismiss.addEventListener('click', () => message.remove());
  // One complaint at a time: the newest is what one is working on.
  get('messages').querySelectorAll('.complaint').forEach((old) => old.remove());
  get('messages').append(message);
}

export function note(text: string): void {
  const message = make('div', { class: 'message' }, text);
  get('messages').append(message);
  setTimeout(() => message.remove(), NOTE_LASTS);
}
