// Keyboard shortcuts. Keys that the focused element uses itself are left to it.

import { byId, el } from './dom';
import type { Experiment } from './experiment';
import { onLanguageChange, t } from './language';
import type { FullScreen } from './full-screen';
import type { Pace } from './pace';
import type { Playback } from './playback';
import type { Presentation } from './presentation';
import { TABS, type Tabs } from './tabs';
import { TOOLS, type Tools } from './tools';
import type { MessageKey } from './translations';
import type { Viewport } from './viewport';

const SHORTCUTS: [string, MessageKey][] = [
  ['Space', 'keySpace'], ['.', 'keyStep'], ['Home', 'keyHome'], ['[  ]', 'keySpeed'], ['1 … 8', 'keyTools'],
  ['Ctrl + Z', 'keyUndo'], ['Ctrl + Shift + Z', 'keyRedo'],
  ['B  N', 'keyInspect'], ['Esc', 'keyEscape'], ['F', 'keyFollow'], ['0', 'keyFit'], ['+  −', 'keyZoom'],
  ['← ↑ ↓ →  Enter', 'keyArrows'], ['Shift + ← ↑ ↓ →', 'keyShiftArrows'], ['Alt + 1 … 5', 'keyPanels'], ['D  L', 'keyTheme'], ['H  M', 'keyPresent'],
  ['C  P', 'keyShare'], ['G  T  V', 'keyGallery'], ['?', 'keyHelp'],
];

/** How far an arrow key moves the crosshair or the view. */
const ARROW_STEP_PX = 16;
const SPEED_FACTOR = 1.25;
const ZOOM_FACTOR = 1.25;

/** What the shortcuts control. */
interface Targets {
  experiment: Experiment;
  viewport: Viewport;
  pace: Pace;
  tools: Tools;
  tabs: Tabs;
  playback: Playback;
  presentation: Presentation;
  fullScreen: FullScreen;
  restart(): void;
  undo(): void;
  redo(): void;
  toggleTheme(): void;
  toggleLanguage(): void;
  copyLink(): void;
  saveImage(): void;
  openGallery(): void;
  openThingsToTry(): void;
  compareFlocks(): void;
}

export class Keyboard {
  private crosshair: { x: number; y: number } | undefined;

  constructor(private targets: Targets) {
    addEventListener('keydown', (event) => this.onKeyDown(event));
    const hideCrosshair = () => {
      byId('crosshair').hidden = true;
      this.crosshair = undefined;
    };
    targets.viewport.element.addEventListener('blur', hideCrosshair);
    targets.viewport.element.addEventListener('pointerdown', hideCrosshair);
    byId('help').addEventListener('click', () => this.showHelp());
    onLanguageChange(() => this.buildHelp());
    this.buildHelp();
  }

  private showHelp(): void {
    const { experiment, viewport } = this.targets;
    byId('renderer').textContent = t('runsOn', { backend: viewport.backend, threads: experiment.threads });
    byId<HTMLDialogElement>('shortcuts').showModal();
  }

  private buildHelp(): void {
    const rows = SHORTCUTS.map(([keys, key]) => el('tr', {}, el('th', { scope: 'row' }, el('kbd', {}, keys)), el('td', {}, t(key))));
    byId('shortcuts-table').replaceChildren(...rows);
  }

  private onKeyDown(event: KeyboardEvent): void {
    if (document.querySelector('dialog[open]')) return;
    const focus = document.activeElement;
    if (event.ctrlKey || event.metaKey) {
      if (!isText(focus) && this.handleUndo(event)) event.preventDefault();
      return;
    }
    if (event.key === 'Escape') return this.handleEscape(focus);
    if (focus === this.targets.viewport.element && this.handleCanvasKey(event)) return event.preventDefault();
    if (usesKey(focus, event.key)) return;
    if (event.altKey) {
      const tab = TABS[Number(event.code.replace('Digit', '')) - 1];
      if (tab) {
        this.targets.tabs.select(tab);
        event.preventDefault();
      }
      return;
    }
    if (this.handleShortcut(event)) event.preventDefault();
  }

  private handleUndo(event: KeyboardEvent): boolean {
    const key = keyOf(event);
    if (key === 'z' && !event.shiftKey) this.targets.undo();
    else if (key === 'z' || key === 'y') this.targets.redo();
    else return false;
    return true;
  }

  /** Gives up what the tool has begun; else ends a presentation; else returns from a control to the flock; else stops inspecting. */
  private handleEscape(focus: Element | null): void {
    const { viewport, tools, presentation } = this.targets;
    if (tools.cancel()) return;
    if (presentation.active) return presentation.toggle(false);
    if (focus instanceof HTMLElement && focus !== document.body && focus !== viewport.element) viewport.element.focus();
    else viewport.inspect(undefined);
  }

  private handleShortcut(event: KeyboardEvent): boolean {
    const { viewport, playback, pace, tools, presentation, fullScreen } = this.targets;
    const tool = TOOLS[Number(event.key) - 1];
    if (tool) {
      tools.selectByKey(tool);
      return true;
    }
    const { x, y } = this.canvasCentre();
    const actions: Record<string, () => void> = {
      ' ': () => playback.toggle(),
      '.': () => playback.step(),
      home: () => this.targets.restart(),
      '[': () => playback.setSpeed(pace.speed / SPEED_FACTOR),
      ']': () => playback.setSpeed(pace.speed * SPEED_FACTOR),
      b: () => viewport.inspectNext(-1),
      n: () => viewport.inspectNext(1),
      h: () => presentation.toggle(),
      m: () => fullScreen.toggle(),
      f: () => byId<HTMLInputElement>('follow').click(),
      '0': () => viewport.fit(),
      '+': () => viewport.zoom(ZOOM_FACTOR, x, y),
      '=': () => viewport.zoom(ZOOM_FACTOR, x, y),
      '-': () => viewport.zoom(1 / ZOOM_FACTOR, x, y),
      d: () => this.targets.toggleTheme(),
      l: () => this.targets.toggleLanguage(),
      c: () => this.targets.copyLink(),
      p: () => this.targets.saveImage(),
      g: () => this.targets.openGallery(),
      t: () => this.targets.openThingsToTry(),
      v: () => this.targets.compareFlocks(),
      '?': () => this.showHelp(),
    };
    const action = actions[keyOf(event)];
    action?.();
    return action !== undefined;
  }

  /** While the canvas has the focus, arrow keys move a crosshair and Enter uses the tool there. */
  private handleCanvasKey(event: KeyboardEvent): boolean {
    const { viewport, tools } = this.targets;
    const centre = this.canvasCentre();
    if (event.key === 'Enter') {
      tools.use(this.crosshair, centre);
      return true;
    }
    const direction = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!direction) return false;
    const [dx, dy] = direction.map((sign) => sign * ARROW_STEP_PX);
    const { x, y } = this.crosshair ?? centre;
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
    this.targets.tools.pointAt(this.crosshair);
  }

  private canvasCentre(): { x: number; y: number } {
    const { clientWidth, clientHeight } = this.targets.viewport.element;
    return { x: clientWidth / 2, y: clientHeight / 2 };
  }
}

/** The key in lower case; of a key that types another script, the Latin letter on it. */
function keyOf(event: KeyboardEvent): string {
  const isLatin = /^[ -~]+$/.test(event.key) && event.key !== 'Process';
  return (isLatin ? event.key : event.code.replace(/^Key/, '')).toLowerCase();
}

const ARROWS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];
const MOVES = [...ARROWS, 'Home', 'End', 'PageUp', 'PageDown'];

/** Whether a key means something to the focused element itself. */
function usesKey(element: Element | null, key: string): boolean {
  if (isText(element) || element instanceof HTMLSelectElement) return true;
  if (element instanceof HTMLInputElement) {
    if (element.type === 'number') return key.length > 1 || /[\d.,+\-e]/i.test(key);
    if (element.type === 'range') return MOVES.includes(key);
    // Space checks a radio button; one that is checked it leaves alone.
    if (element.type === 'radio') return ARROWS.includes(key) || (key === ' ' && !element.checked);
    return key === ' ';
  }
  return key === ' ' && element instanceof HTMLElement && element.matches('button, summary, a');
}

/** Whether any text can be typed into an element. */
function isText(element: Element | null): boolean {
  if (element instanceof HTMLTextAreaElement) return true;
  return element instanceof HTMLInputElement && !['number', 'range', 'checkbox', 'radio', 'file', 'button'].includes(element.type);
}
