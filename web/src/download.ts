// File downloads.

import { el } from './dom';

/** How long the blob URL stays valid, so that the browser can start the download. */
const REVOKE_AFTER_MS = 10000;

/** Offers content to the user as a file. */
export function download(name: string, content: Blob | string): void {
  const blob = typeof content === 'string' ? new Blob([content], { type: 'text/plain' }) : content;
  const url = URL.createObjectURL(blob);
  el('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}
