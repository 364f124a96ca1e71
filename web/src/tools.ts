// The tools on the stage: the toolbar, and the gestures that go to the selected tool or move the view.

import { AddTool } from './add-tool';
import type { Client } from './client';
import { byId, el, icon } from './dom';
import { EraseTool } from './erase-tool';
import type { Experiment } from './experiment';
import { ForceTool } from './force-tool';
import { GoalTool } from './goal-tool';
import { InspectTool } from './inspect-tool';
import { t } from './language';
import { MousePointer } from './mouse-pointer';
import { ObstacleTool } from './obstacle-tool';
import type { Pace } from './pace';
import { PredatorTool } from './predator-tool';
import { distance, type Point, Stage } from './stage';
import { StagePreview } from './stage-preview';
import type { Tool } from './tool';
import { Velocities } from './velocities';
import type { Viewport } from './viewport';

export const TOOLS = ['inspect', 'attract', 'repel', 'obstacle', 'predator', 'goal', 'add', 'erase'] as const;
export type ToolName = (typeof TOOLS)[number];

/** A pointer that moves less than this has clicked, not dragged. */
const CLICK_TOLERANCE_PX = 5;
/** Zoom per unit of wheel travel: browsers report pixels, or lines (and pages), depending on the device. */
const WHEEL_ZOOM_PER_PIXEL = 0.0015;
const WHEEL_ZOOM_PER_LINE = 0.03;

export class Tools {
  /** Called when a boid has been chosen to be inspected. */
  onInspect: () => void = () => undefined;
  private selected: ToolName = 'inspect';
  private tools: Record<ToolName, Tool>;
  private obstacleTool: ObstacleTool;
  private stage: Stage;
  private mousePointer: MousePointer;
  /** Pressed pointers by id. */
  private pointers = new Map<number, Point>();
  private dragStart: Point | undefined;
  private dragged = false;
  /** Whether the drag belongs to the tool; otherwise it moves the view. */
  private toolDrags = false;
  /** What happened since a press that the tool has not decided about; `undefined` if it has. */
  private waiting: (() => void)[] | undefined;

  constructor(client: Client, experiment: Experiment, private viewport: Viewport, pace: Pace) {
    const stage = (this.stage = new Stage(client, experiment, viewport));
    const preview = new StagePreview();
    const velocities = new Velocities(experiment);
    this.mousePointer = new MousePointer(stage);
    this.obstacleTool = new ObstacleTool(stage, preview);
    this.tools = {
      inspect: new InspectTool(stage, pace, () => this.onInspect()),
      attract: new ForceTool(stage, 'attract'),
      repel: new ForceTool(stage, 'repel'),
      obstacle: this.obstacleTool,
      predator: new PredatorTool(stage, velocities),
      goal: new GoalTool(stage),
      add: new AddTool(stage, velocities),
      erase: new EraseTool(stage, preview),
    };
    const { canvas } = stage;
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);
      this.inOrder(() => this.onPointerDown(event));
    });
    canvas.addEventListener('pointermove', (event) => this.inOrder(() => this.onPointerMove(event)));
    for (const type of ['pointerup', 'pointercancel'] as const) canvas.addEventListener(type, (event) => this.inOrder(() => this.onPointerUp(event)));
    canvas.addEventListener('pointerleave', () => this.tool.leave?.());
    canvas.addEventListener('wheel', (event) => this.onWheel(event), { passive: false });
    canvas.addEventListener('dblclick', () => this.tool.doubleClick?.());
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
    this.buildToolbar();
  }

  private get tool(): Tool {
    return this.tools[this.selected];
  }

  private buildToolbar(): void {
    const fieldset = byId('tools');
    for (const tool of TOOLS) {
      const radio = el('input', { type: 'radio', name: 'tool', value: tool, checked: tool === this.selected });
      radio.addEventListener('change', () => this.select(tool));
      fieldset.append(el('label', { class: 'tool', 'data-tool': tool }, radio, icon(tool), el('span', { 'data-i18n': tool }, t(tool))));
    }
  }

  select(tool: ToolName): void {
    this.cancel();
    this.selected = tool;
    for (const radio of byId('tools').querySelectorAll('input')) radio.checked = radio.value === tool;
    this.viewport.element.dataset.tool = tool;
    this.obstacleTool.showOptions(tool === 'obstacle');
  }

  /** Selects a tool by its key. The key of the obstacle tool, pressed again, chooses the next shape. */
  selectByKey(tool: ToolName): void {
    if (tool === 'obstacle' && this.selected === 'obstacle') this.obstacleTool.nextShape();
    else this.select(tool);
  }

  /** Uses the tool at the crosshair. Called by the keyboard. */
  use(crosshair: Point | undefined, centre: Point): void {
    this.tool.use?.(crosshair, centre);
  }

  /** Shows what the tool would do at the crosshair. */
  pointAt(crosshair: Point): void {
    this.mousePointer.move(crosshair);
    this.tool.hover?.(crosshair);
  }

  /** Gives up what the tool has begun. Returns whether there was something. */
  cancel(): boolean {
    return this.tool.cancel?.() ?? false;
  }

  /** Handles an event now, or when the tool has decided about the press before it. */
  private inOrder(handle: () => void): void {
    if (this.waiting) this.waiting.push(handle);
    else handle();
  }

  private async decide(drags: Promise<boolean>): Promise<void> {
    const waiting = (this.waiting = [] as (() => void)[]);
    this.toolDrags = await drags;
    this.waiting = undefined;
    for (const handle of waiting) this.inOrder(handle);
  }

  private onPointerDown(event: PointerEvent): void {
    const point = this.stage.point(event);
    this.pointers.set(event.pointerId, point);
    this.dragStart = point;
    this.dragged = this.pointers.size > 1;
    if (this.pointers.size > 1) {
      this.cancel();
      this.toolDrags = false;
      return;
    }
    const drags = this.tool.press?.(point) ?? false;
    if (typeof drags === 'boolean') this.toolDrags = drags;
    else void this.decide(drags);
  }

  private onPointerMove(event: PointerEvent): void {
    const point = this.stage.point(event);
    const previous = this.pointers.get(event.pointerId);
    if (!previous || !this.dragStart) return this.tool.hover?.(point);
    if (this.pointers.size === 2) return this.pinch(event.pointerId, previous, point);
    if (!this.dragged && distance(point, this.dragStart) <= CLICK_TOLERANCE_PX) return;
    this.dragged = true;
    this.pointers.set(event.pointerId, point);
    if (this.toolDrags) this.tool.drag?.(point, previous, this.dragStart);
    else this.dragView(point.x - previous.x, point.y - previous.y, event.shiftKey || event.buttons === 2);
  }

  private onPointerUp(event: PointerEvent): void {
    const wasOnlyPointer = this.pointers.size === 1;
    this.pointers.delete(event.pointerId);
    if (!wasOnlyPointer || !this.dragStart) return;
    const start = this.dragStart;
    this.dragStart = undefined;
    if (event.type === 'pointercancel') this.cancel();
    else this.tool.release?.(this.stage.point(event), start, this.dragged);
  }

  private onWheel(event: WheelEvent): void {
    event.preventDefault();
    const { x, y } = this.stage.point(event);
    const zoom = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? WHEEL_ZOOM_PER_PIXEL : WHEEL_ZOOM_PER_LINE;
    this.viewport.zoom(Math.exp(-event.deltaY * zoom), x, y);
  }

  private dragView(dx: number, dy: number, pan: boolean): void {
    pan ? this.viewport.pan(dx, dy) : this.viewport.panOrOrbit(dx, dy);
  }

  /** Pans and zooms with two fingers. */
  private pinch(id: number, previous: Point, point: Point): void {
    const other = [...this.pointers].find(([otherId]) => otherId !== id)?.[1];
    this.pointers.set(id, point);
    if (!other) return;
    this.viewport.pan((point.x - previous.x) / 2, (point.y - previous.y) / 2);
    const factor = distance(point, other) / Math.max(1, distance(previous, other));
    this.viewport.zoom(factor, (point.x + other.x) / 2, (point.y + other.y) / 2);
  }
}
