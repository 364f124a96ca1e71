// What the address of the page names: a preset, or one of the things to try.

type Subject = 'preset' | 'try';

/** The address that opens a preset or a card, with the other settings of this page. */
export function addressOf(subject: Subject, name: string): string {
  const url = new URL(location.href);
  url.hash = '';
  for (const other of ['preset', 'try']) url.searchParams.delete(other);
  url.searchParams.set(subject, name);
  return url.href;
}

/** Shows the address that opens a preset or a card, without opening it. */
export function showAddressOf(subject: Subject, name: string): void {
  history.replaceState(null, '', addressOf(subject, name));
}

/** The preset or card that the address names. */
export function addressed(subject: Subject): string | null {
  return new URLSearchParams(location.search).get(subject);
}
