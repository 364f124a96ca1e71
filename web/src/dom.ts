// Shorthands for creating and finding elements.

export type Child = Node | string;

/** Creates an element. Attributes that are `undefined` or `false` are omitted. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string | number | boolean | undefined> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children);
  return element;
}

/** Returns the element with this id; throws if the page has none. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element as T;
}

/** Creates an icon from icons.svg. */
export function icon(name: string): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
  use.setAttribute('href', `./icons.svg#${name}`);
  svg.append(use);
  svg.setAttribute('aria-hidden', 'true');
  return svg;
}

/** Creates a colour sample for a legend or a table. */
export function swatch(colour: string): HTMLElement {
  const swatch = el('i', { class: 'swatch' });
  swatch.style.background = colour;
  return swatch;
}

/** Creates a table row of column headings. */
export function headerRow(...titles: string[]): HTMLTableRowElement {
  return el('tr', {}, ...titles.map((title) => el('th', { scope: 'col' }, title)));
}
