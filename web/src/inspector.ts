// The inspected boid in numbers, and what the colours on the stage mean.

import { View } from 'quelea';
import { get, make } from './element';
import type { Experiment } from './experiment';
import { ruleWord } from './korean';
import { onLanguage, t } from './language';
import type { Inspection } from './library';
import type { Stage } from './stage';
import { theme } from './theme';

export class Inspector {
  private shown = '';

  constructor(experiment: Experiment, private stage: Stage) {
    const by = (way: number) => stage.inspect((stage.inspected ?? (way > 0 ? -1 : 0)) + way);
    get('boid-before').addEventListener('click', () => by(-1));
    get('boid-after').addEventListener('click', () => by(1));
    get('boid-none').addEventListener('click', () => stage.inspect(undefined));
    const follow = get<HTMLInputElement>('follow');
    follow.addEventListener('change', () => stage.follow(follow.checked));
    experiment.on('opened', () => (follow.checked = false));
    onLanguage(() => this.show(true));
  }

  /** Shows what the stage last saw, if that is new. */
  show(anew = false): void {
    const seen = this.stage.inspection;
    const now = JSON.stringify(seen ?? null) + theme();
    if (now === this.shown && !anew) return;
    this.shown = now;
    get('boid-hint').hidden = seen !== undefined;
    get('boid').replaceChildren(...(seen ? this.numbers(seen) : []));
    const key = get('key');
    key.hidden = seen === undefined;
    key.replaceChildren(...(seen ? this.key(seen) : []));
  }

  private numbers(seen: Inspection): HTMLElement[] {
    const inView = seen.neighbours.filter((other) => other.seen).length;
    const close = seen.neighbours.filter((other) => other.close).length;
    const facts: [string, string][] = [
      [t('position'), vector(seen.position)],
      [t('velocity'), vector(seen.velocity)],
      [t('perceives'), `${seen.neighbours.length} (${inView} ${t('inView')}, ${close} ${t('tooClose')})`],
    ];
    if (seen.radius !== null) facts.push([t('range'), `${short(seen.radius)}, ${short(seen.view)}°`]);
    if (seen.closeRadius !== null) facts.push([t('closeRange'), short(seen.closeRadius)]);
    const list = make('dl', { class: 'facts' });
    for (const [name, value] of facts) list.append(make('dt', {}, name), make('dd', {}, value));

    const rows = [...seen.terms, { rule: 'sum', force: seen.sum }].map(({ rule, force }) =>
      make('tr', { 'data-rule': rule, 'data-force': JSON.stringify(force) },
        make('th', { scope: 'row' }, swatch(rule), ruleWord(rule)),
        make('td', {}, vector(force)),
        make('td', {}, short(Math.hypot(...force)))));
    const head = make('tr', {}, ...[t('rule'), t('force'), t('length')].map((text) => make('th', { scope: 'col' }, text)));
    const table = make('table', { class: 'numbers' }, make('thead', {}, head), make('tbody', {}, ...rows));
    const title = make('h2', {}, `${seen.name} ${seen.id}`);
    const budget = seen.plainSum ? [] : [make('p', { class: 'hint' }, t('budget'))];
    return [title, list, table, ...budget];
  }

  /** Which colour is what, on the stage itself. */
  private key(seen: Inspection): HTMLElement[] {
    const acting = seen.terms.filter(({ force }) => force.some((x) => x !== 0)).map(({ rule }) => rule);
    const dots = [['neighbour', t('neighbour')], ['close', t('close')]];
    const arrows = [...acting, 'sum'].map((rule) => [rule, ruleWord(rule)]);
    return [
      ...dots.map(([name, text]) => make('span', { class: 'key-dot' }, swatch(name), text)),
      ...arrows.map(([name, text]) => make('span', { class: 'key-arrow' }, swatch(name), text)),
    ];
  }
}

function swatch(rule: string): HTMLElement {
  const swatch = make('i', { class: 'swatch' });
  swatch.style.background = View.ruleColour(theme(), rule);
  return swatch;
}

export function short(x: number): string {
  if (x === 0) return '0';
  const size = Math.abs(x);
  return size >= 1e5 || size < 1e-3 ? x.toExponential(1) : String(Number(x.toPrecision(3)));
}

/** Three numbers must fit where two do. */
function vector(numbers: number[]): string {
  return numbers.map((x) => (numbers.length > 2 && Math.abs(x) < 100 ? short(Number(x.toFixed(4))) : short(x))).join(', ');
}
