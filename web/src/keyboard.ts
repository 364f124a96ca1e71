// Keyboard shortcuts. Keys that the focused element uses itself are left to it.

import type { Clock } from './clock';
import { byId, el } from './dom';
import { onLanguageChange, t } from './language';
import type { Playback } from './playback';
import { TABS, type Tabs } from './tabs';
import { TOOLS, type Tools } from './tools';
import type { MessageKey } from './translations';
import type { Viewport } from './viewport';

const SHORTCUTS: [string, MessageKey][] = [
  ['Space', 'keySpace'], ['.', 'keyStep'], ['Home', 'keyHome'], ['[  ]', 'keySpeed'], ['1 … 7', 'keyTools'],
  ['B  N', 'keyInspect'], ['Esc', 'keyEscape'], ['F', 'keyFollow'], ['0', 'keyFit'], ['+  −', 'keyZoom'],
  ['← ↑ ↓ →  Enter', 'keyArrows'], ['Shift + ← ↑ ↓ →', 'keyShiftArrows'], ['Alt + 1 … 5', 'keyPanels'], ['D  L', 'keyTheme'],
  ['C  P', 'keyShare'], ['?', 'keyHelp'],
];

/** How far an arrow key moves the crosshair or the view. */
const ARROW_STEP_PX = 16;
const SPEED_FACTOR = 1.25;
const ZOOM_FACTOR = 1.25;

/** What the shortcuts control. */
interface Targets {
  viewport: Viewport;
  clock: Clock;
  tools: Tools;
  tabs: Tabs;
  playback: Playback;
  restart(): void;
  toggleTheme(): void;
  toggleLanguage(): void;
  copyLink(): void;
  saveImage(): void;
}

export class Keyboard {
  private crosshair: { x: number; y: number } | undefined;

  constructor(private targets: Targets) {
    addEventListener('keydown', (event) => this.onKeyDown(event));
    targets.viewport.element.addEventListener('blur', () => (byId('crosshair').hidden = true));
    byId('help').addEventListener('click', () => this.showHelp());
    onLanguageChange(() => this.buildHelp());
    this.buildHelp();
  }

  private showHelp(): void {
    byId<HTMLDialogElement>('shortcuts').showModal();
  }

  private buildHelp(): void {
    const rows = SHORTCUTS.map(([keys, key]) => el('tr', {}, el('th', { scope: 'row' }, el('kbd', {}, keys)), el('td', {}, t(key))));
    byId('shortcuts-table').replaceChildren(...rows);
    byId('renderer').textContent = t('renderedWith', { backend: this.targets.viewport.backend });
  }

  private onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || byId<HTMLDialogElement>('shortcuts').open) return;
    const focus = document.activeElement;
    if (focus === this.targets.viewport.element && this.handleCanvasKey(event)) return event.preventDefault();
    if (isEditing(focus)) return;
    if (event.altKey) {
      const tab = TABS[Number(event.code.replace('Digit', '')) - 1];
      if (tab) {
        this.targets.tabs.select(tab);
        event.preventDefault();
      }
      return;
    }
    // Space activates the focused control.
    if (event.key === ' ' && focus instanceof HTMLElement && focus.matches('button, summary, input, select, a')) return;
    if (this.handleShortcut(event)) event.preventDefault();
  }

  private handleShortcut(event: KeyboardEvent): boolean {
    const { viewport, playback, clock, tools } = this.targets;
    const tool = TOOLS[Number(event.key) - 1];
    if (tool) {
      tools.select(tool);
      return true;
    }
    const { x, y } = this.canvasCentre();
    const actions: Record<string, () => void> = {
      ' ': () => playback.toggle(),
      '.': () => playback.step(),
      home: () => this.targets.restart(),
      '[': () => playback.setSpeed(clock.speed / SPEED_FACTOR),
      ']': () => playback.setSpeed(clock.speed * SPEED_FACTOR),
      b: () => viewport.inspectNext(-1),
      n: () => viewport.inspectNext(1),
      escape: () => viewport.inspect(undefined),
      f: () => byId<HTMLInputElement>('follow').click(),
      '0': () => viewport.fit(),
      '+': () => viewport.zoom(ZOOM_FACTOR, x, y),
      '=': () => viewport.zoom(ZOOM_FACTOR, x, y),
      '-': () => viewport.zoom(1 / ZOOM_FACTOR, x, y),
      d: () => this.targets.toggleTheme(),
      l: () => this.targets.toggleLanguage(),
      c: () => this.targets.copyLink(),
      p: () => this.targets.saveImage(),
      '?': () => this.showHelp(),
    };
    const action = actions[event.key.toLowerCase()];
    action?.();
    return action !== undefined;
  }

  /** While the canvas has the focus, arrow keys move a crosshair and Enter uses the tool there. */
  private handleCanvasKey(event: KeyboardEvent): boolean {
    const { viewport, tools } = this.targets;
    const { x, y } = this.crosshair ?? this.canvasCentre();
    if (event.key === 'Enter') {
      tools.use(x, y);
      return true;
    }
    const direction = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!direction) return false;
    const [dx, dy] = direction.map((sign) => sign * ARROW_STEP_PX);
    if (event.shiftKey) viewport.panOrOrbit(-dx, -dy);
    else this.moveCrosshair(x + dx, y + dy);
    return true;
  }

  private moveCrosshair(x: number, y: number): void {
    const { clientWidth, clientHeight } = this.targets.viewport.element;
    this.crosshair = { x: Math.min(clientWidth, Math.max(0, x)), y: Math.min(clientHeight, Math.max(0, y)) };
    const crosshair = byId('crosshair');
    crosshair.hidden = false;
    Object.assign(crosshair.style, { left: `${this.crosshair.x}px`, top: `${this.crosshair.y}px` });
  }

  private canvasCentre(): { x: number; y: number } {
    const { clientWidth, clientHeight } = this.targets.viewport.element;
    return { x: clientWidth / 2, y: clientHeight / 2 };
  }
}

/** Whether key presses are input for this element. */
function isEditing(element: Element | null): boolean {
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) return true;
  return element instanceof HTMLInputElement && !['range', 'checkbox', 'radio', 'file', 'button'].includes(element.type);
}
