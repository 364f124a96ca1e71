// Pointer tools on the canvas: inspect, attract, repel, and adding obstacles, predators, goals and boids.

import type { Clock } from './clock';
import { byId, el, icon } from './dom';
import type { Experiment } from './experiment';
import { t } from './language';
import type { Viewport } from './viewport';

export const TOOLS = ['inspect', 'attract', 'repel', 'obstacle', 'predator', 'goal', 'add'] as const;
export type Tool = (typeof TOOLS)[number];

/** A pointer that moves less than this has clicked, not dragged. */
const CLICK_TOLERANCE_PX = 5;
/** Distance between boids that are added by dragging. */
const ADD_SPACING_PX = 14;
/** Radius of an obstacle that is added by a click. */
const OBSTACLE_RADIUS_PX = 24;
/** Zoom per unit of wheel travel: browsers report pixels, or lines (and pages), depending on the device. */
const WHEEL_ZOOM_PER_PIXEL = 0.0015;
const WHEEL_ZOOM_PER_LINE = 0.03;
/** Successive multiples of the golden angle, in radians, spread evenly around the circle and never repeat. */
const GOLDEN_ANGLE = 2.399963;

/** Position in CSS pixels, relative to the canvas. */
interface Point {
  x: number;
  y: number;
}

export class Tools {
  tool: Tool = 'inspect';
  /** Pressed pointers by id. */
  private pointers = new Map<number, Point>();
  private dragStart: Point | undefined;
  private dragged = false;
  private addedCount = 0;
  private lastAdded: Point | undefined;
  /** Whether the flock is being attracted or repelled. */
  private pointerActive = false;

  constructor(private experiment: Experiment, private viewport: Viewport, private clock: Clock) {
    const canvas = viewport.element;
    canvas.addEventListener('pointerdown', (event) => this.onPointerDown(event));
    canvas.addEventListener('pointermove', (event) => this.onPointerMove(event));
    for (const type of ['pointerup', 'pointercancel'] as const) canvas.addEventListener(type, (event) => this.onPointerUp(event));
    canvas.addEventListener('wheel', (event) => this.onWheel(event), { passive: false });
    canvas.addEventListener('dblclick', () => this.tool === 'inspect' && viewport.fit());
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
    this.buildToolbar();
  }

  private buildToolbar(): void {
    const fieldset = byId('tools');
    for (const tool of TOOLS) {
      const radio = el('input', { type: 'radio', name: 'tool', value: tool, checked: tool === this.tool });
      radio.addEventListener('change', () => this.select(tool));
      fieldset.append(el('label', { class: 'tool', 'data-tool': tool }, radio, icon(tool), el('span', { 'data-i18n': tool }, t(tool))));
    }
  }

  select(tool: Tool): void {
    this.stopPointer();
    this.tool = tool;
    for (const radio of byId('tools').querySelectorAll('input')) radio.checked = radio.value === tool;
    this.viewport.element.dataset.tool = tool;
  }

  /** Uses the tool at a point of the canvas, as a click does. Called by the keyboard. */
  use(x: number, y: number): void {
    if (this.tool === 'attract' || this.tool === 'repel') {
      this.pointerActive ? this.stopPointer() : this.startPointer({ x, y });
      return;
    }
    this.click({ x, y });
  }

  private onPointerDown(event: PointerEvent): void {
    const point = this.canvasPoint(event);
    this.viewport.element.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, point);
    this.dragStart = point;
    this.dragged = this.pointers.size > 1;
    if (this.pointers.size > 1) return this.stopPointer();
    if (this.tool === 'attract' || this.tool === 'repel') this.startPointer(point);
    if (this.tool === 'goal') this.setGoal(point);
    if (this.tool === 'add') this.addBoid(point, undefined);
  }

  private onPointerMove(event: PointerEvent): void {
    const point = this.canvasPoint(event);
    const previous = this.pointers.get(event.pointerId);
    if (!previous || !this.dragStart) return this.hover(point);
    if (this.pointers.size === 2) return this.pinch(event.pointerId, previous, point);
    this.pointers.set(event.pointerId, point);
    if (distance(point, this.dragStart) > CLICK_TOLERANCE_PX) this.dragged = true;
    if (!this.dragged) return;
    switch (this.tool) {
      case 'inspect':
      case 'predator':
        this.dragView(point.x - previous.x, point.y - previous.y, event.shiftKey || event.buttons === 2);
        break;
      case 'attract':
      case 'repel':
        this.experiment.edit((flock) => flock.setPointer(this.worldPoint(point)));
        break;
      case 'goal':
        this.setGoal(point);
        break;
      case 'add':
        if (this.lastAdded && distance(point, this.lastAdded) >= ADD_SPACING_PX) this.addBoid(point, this.lastAdded);
        break;
      case 'obstacle':
        this.previewObstacle(this.dragStart, distance(point, this.dragStart));
    }
  }

  private onPointerUp(event: PointerEvent): void {
    const point = this.canvasPoint(event);
    const wasOnlyPointer = this.pointers.size === 1;
    this.pointers.delete(event.pointerId);
    if (!wasOnlyPointer || !this.dragStart) return;
    const start = this.dragStart;
    this.dragStart = undefined;
    this.lastAdded = undefined;
    this.stopPointer();
    if (event.type === 'pointercancel') return;
    if (this.tool === 'obstacle') this.addObstacle(start, this.dragged ? distance(point, start) : OBSTACLE_RADIUS_PX);
    else if (!this.dragged && (this.tool === 'inspect' || this.tool === 'predator')) this.click(point);
  }

  private onWheel(event: WheelEvent): void {
    event.preventDefault();
    const { x, y } = this.canvasPoint(event);
    const zoom = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? WHEEL_ZOOM_PER_PIXEL : WHEEL_ZOOM_PER_LINE;
    this.viewport.zoom(Math.exp(-event.deltaY * zoom), x, y);
  }

  private click(point: Point): void {
    switch (this.tool) {
      case 'inspect':
        this.viewport.inspect(this.pick(point));
        break;
      case 'obstacle':
        this.addObstacle(point, OBSTACLE_RADIUS_PX);
        break;
      case 'predator': {
        const position = this.worldPoint(point);
        this.experiment.edit((flock) => flock.addPredator(position, this.nextVelocity(position.length)));
        break;
      }
      case 'goal':
        this.setGoal(point);
        break;
      case 'add':
        this.addBoid(point, undefined);
        this.lastAdded = undefined;
    }
  }

  /** While the flock is paused, inspects the boid under the pointer. */
  private hover(point: Point): void {
    if (this.clock.running || this.tool !== 'inspect') return;
    const id = this.pick(point);
    if (id !== undefined && id !== this.viewport.inspected) this.viewport.inspect(id);
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

  /** Starts to attract or repel. */
  private startPointer(point: Point): void {
    this.pointerActive = true;
    const mode = this.tool;
    this.experiment.edit((flock) => {
      flock.setPointerMode(mode);
      flock.setPointer(this.worldPoint(point));
    });
  }

  private stopPointer(): void {
    byId('obstacle-preview').hidden = true;
    if (!this.pointerActive) return;
    this.pointerActive = false;
    this.experiment.edit((flock) => {
      flock.setPointer(new Float64Array());
      flock.setPointerMode('off');
    });
  }

  private setGoal(point: Point): void {
    this.experiment.edit((flock) => flock.setGoal(this.worldPoint(point)));
  }

  private addObstacle(centre: Point, radiusPx: number): void {
    const [canvasRadius] = this.viewport.toCanvasPixels(radiusPx, 0);
    const radius = canvasRadius * this.viewport.view.lengthOfPixel();
    this.experiment.edit((flock) => flock.addObstacle(this.worldPoint(centre), radius));
  }

  /** Shows the outline of the obstacle that is being drawn. */
  private previewObstacle(centre: Point, radius: number): void {
    const preview = byId('obstacle-preview');
    preview.hidden = false;
    Object.assign(preview.style, { left: `${centre.x - radius}px`, top: `${centre.y - radius}px`, width: `${2 * radius}px`, height: `${2 * radius}px` });
  }

  /** Adds a boid that flies in the direction of the drag, from `previous` to `point`; after a click, in a new direction. */
  private addBoid(point: Point, previous: Point | undefined): void {
    const position = this.worldPoint(point);
    let velocity = this.nextVelocity(position.length);
    if (previous) {
      const from = this.worldPoint(previous);
      const offset = position.map((x, axis) => x - from[axis]);
      const length = Math.hypot(...offset) || 1;
      velocity = offset.map((x) => (x / length) * this.initialSpeed());
    }
    this.lastAdded = point;
    this.experiment.edit((flock) => flock.addBoid(position, velocity));
  }

  /** Returns a velocity in a direction that was not used before. Deterministic, unlike random directions. */
  private nextVelocity(dimension: number): Float64Array {
    const angle = (this.addedCount += 1) * GOLDEN_ANGLE;
    const velocity = new Float64Array(dimension);
    velocity[0] = Math.cos(angle) * this.initialSpeed();
    velocity[1] = Math.sin(angle) * this.initialSpeed();
    return velocity;
  }

  private initialSpeed(): number {
    return Number(this.experiment.values()['motion.max_speed']) / 2;
  }

  private worldPoint({ x, y }: Point): Float64Array {
    return this.viewport.view.point(...this.viewport.toCanvasPixels(x, y));
  }

  /** Returns the id of the boid at this point. */
  private pick({ x, y }: Point): number | undefined {
    return this.viewport.view.pick(...this.viewport.toCanvasPixels(x, y));
  }

  private canvasPoint(event: MouseEvent): Point {
    const box = this.viewport.element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
