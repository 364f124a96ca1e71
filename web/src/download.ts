// Handing a file to whoever asked for it.

import { make } from './element';

export function download(name: string, content: Blob | string): void {
  const blob = typeof content === 'string' ? new Blob([content], { type: 'text/plain' }) : content;
  const address = URL.createObjectURL(blob);
  make('a', { href: address, download: name }).click();
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
