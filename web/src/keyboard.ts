// Everything by keyboard. Keys that an element with the focus needs itself are left to it.

import { get, make } from './element';
import { onLanguage, t } from './language';
import type { Stage } from './stage';
import { TABS, type Tabs } from './tabs';
import { TOOLS, type Tools } from './tools';
import type { Transport } from './transport';
import type { Clock } from './clock';
import type { Word } from './words';

const LIST: [string, Word][] = [
  ['Space', 'keySpace'], ['.', 'keyStep'], ['Home', 'keyHome'], ['[  ]', 'keySpeed'], ['1 … 7', 'keyTools'],
  ['B  N', 'keyInspect'], ['Esc', 'keyNone'], ['F', 'keyFollow'], ['0', 'keyFit'], ['+  −', 'keyZoom'],
  ['← ↑ ↓ →  Enter', 'keyArrows'], ['Shift + ← ↑ ↓ →', 'keyTurn'], ['Alt + 1 … 5', 'keyPanels'], ['D  L', 'keyTheme'],
  ['C  P', 'keyShare'], ['?', 'keyHelp'],
];

/** How far an arrow key goes, in pixels. */
const STRIDE = 16;

interface Parts {
  stage: Stage;
  clock: Clock;
  tools: Tools;
  tabs: Tabs;
  transport: Transport;
  restart(): void;
  theme(): void;
  language(): void;
  copyLink(): void;
  picture(): void;
}

export class Keyboard {
  private at: { x: number; y: number } | undefined;

  constructor(private parts: Parts) {
    addEventListener('keydown', (event) => this.key(event));
    parts.stage.element.addEventListener('blur', () => (get('crosshair').hidden = true));
    get('help').addEventListener('click', () => this.help());
    onLanguage(() => this.list());
    this.list();
  }

  help(): void {
    get<HTMLDialogElement>('keys').showModal();
  }

  private list(): void {
    const rows = LIST.map(([keys, word]) => make('tr', {}, make('th', { scope: 'row' }, make('kbd', {}, keys)), make('td', {}, t(word))));
    get('keys-table').replaceChildren(...rows);
    get('about').textContent = `${t('drawnWith')} ${this.parts.stage.backend}.`;
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || get<HTMLDialogElement>('keys').open) return;
    const focus = document.activeElement;
    const onStage = focus === this.parts.stage.element;
    if (onStage && this.onStage(event)) return event.preventDefault();
    if (writes(focus)) return;
    if (event.altKey) {
      const tab = TABS[Number(event.code.replace('Digit', '')) - 1];
      if (tab) {
        this.parts.tabs.choose(tab);
        event.preventDefault();
      }
      return;
    }
    // Space and Enter press the button that has the focus; arrows move sliders and radio buttons.
    if (event.key === ' ' && focus instanceof HTMLElement && focus.matches('button, summary, input, select, a')) return;
    if (this.anywhere(event)) event.preventDefault();
  }

  private anywhere(event: KeyboardEvent): boolean {
    const { stage, transport, clock, tools } = this.parts;
    const tool = TOOLS[Number(event.key) - 1];
    if (tool) {
      tools.choose(tool);
      return true;
    }
    const centre = [stage.element.clientWidth / 2, stage.element.clientHeight / 2] as const;
    const actions: Record<string, () => void> = {
      ' ': () => transport.toggle(),
      '.': () => transport.step(),
      home: () => this.parts.restart(),
      '[': () => transport.setSpeed(clock.speed / 1.25),
      ']': () => transport.setSpeed(clock.speed * 1.25),
      b: () => stage.inspect((stage.inspected ?? 0) - 1),
      n: () => stage.inspect((stage.inspected ?? -1) + 1),
      escape: () => stage.inspect(undefined),
      f: () => get<HTMLInputElement>('follow').click(),
      '0': () => stage.fit(),
      '+': () => stage.zoom(1.25, ...centre),
      '=': () => stage.zoom(1.25, ...centre),
      '-': () => stage.zoom(0.8, ...centre),
      d: () => this.parts.theme(),
      l: () => this.parts.language(),
      c: () => this.parts.copyLink(),
      p: () => this.parts.picture(),
      '?': () => this.help(),
    };
    const action = actions[event.key.toLowerCase()];
    action?.();
    return action !== undefined;
  }

  /** With the focus on the flock, arrows move a crosshair and Enter uses the tool there. */
  private onStage(event: KeyboardEvent): boolean {
    const { stage, tools } = this.parts;
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (way && event.shiftKey) {
      const [dx, dy] = way.map((x) => x * STRIDE);
      this.turn(dx, dy);
      return true;
    }
    if (way) {
      this.at ??= { x: stage.element.clientWidth / 2, y: stage.element.clientHeight / 2 };
      this.at.x = Math.min(stage.element.clientWidth, Math.max(0, this.at.x + way[0] * STRIDE));
      this.at.y = Math.min(stage.element.clientHeight, Math.max(0, this.at.y + way[1] * STRIDE));
      const crosshair = get('crosshair');
      crosshair.hidden = false;
      Object.assign(crosshair.style, { left: `${this.at.x}px`, top: `${this.at.y}px` });
      return true;
    }
    if (event.key === 'Enter') {
      const { x, y } = this.at ?? { x: stage.element.clientWidth / 2, y: stage.element.clientHeight / 2 };
      tools.use(x, y);
      return true;
    }
    return false;
  }

  private turn(dx: number, dy: number): void {
    // In 2D there is nothing to turn: the view shifts.
    this.parts.stage.isFlat() ? this.parts.stage.pan(-dx, -dy) : this.parts.stage.orbit(-dx, -dy);
  }
}

/** Whether somebody is writing. */
function writes(element: Element | null): boolean {
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) return true;
  return element instanceof HTMLInputElement && !['range', 'checkbox', 'radio', 'file', 'button'].includes(element.type);
}
