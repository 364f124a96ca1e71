// The pointer on the canvas of a <quelea-flock>: what hovering, clicking, dragging and pinching do. Scrolling the page
// is left to the browser: a wheel zooms only with Ctrl, and a finger that moves up or down scrolls.

/** Position in CSS pixels, relative to the canvas. */
export interface Point {
  x: number;
  y: number;
}

/** What the pointer does to the flock and its view. */
export interface PointerTarget {
  hover(point: Point): void;
  leave(): void;
  click(point: Point): void;
  /** Moves by a distance, from where the pointer was before. */
  drag(point: Point, dx: number, dy: number): void;
  zoom(factor: number, point: Point): void;
  /** Shows everything again. */
  fit(): void;
}

/** A pointer that moves less than this has clicked, not dragged. */
const CLICK_TOLERANCE_PX = 5;
const WHEEL_ZOOM_PER_PIXEL = 0.004;
const WHEEL_ZOOM_PER_LINE = 0.06;

export class FlockPointer {
  /** Pressed pointers by id. */
  private pressed = new Map<number, Point>();
  private start: Point | undefined;
  private dragged = false;

  constructor(canvas: HTMLCanvasElement, private target: PointerTarget) {
    canvas.addEventListener('pointerdown', (event) => this.onDown(canvas, event));
    canvas.addEventListener('pointermove', (event) => this.onMove(event));
    for (const type of ['pointerup', 'pointercancel'] as const) canvas.addEventListener(type, (event) => this.onUp(event));
    canvas.addEventListener('pointerleave', () => target.leave());
    canvas.addEventListener('wheel', (event) => this.onWheel(event), { passive: false });
    canvas.addEventListener('dblclick', () => target.fit());
  }

  private onDown(canvas: HTMLCanvasElement, event: PointerEvent): void {
    if (event.button !== 0) return;
    canvas.setPointerCapture(event.pointerId);
    const point = pointOf(event);
    this.pressed.set(event.pointerId, point);
    this.start = point;
    this.dragged = this.pressed.size > 1;
    this.target.hover(point);
  }

  private onMove(event: PointerEvent): void {
    const point = pointOf(event);
    const previous = this.pressed.get(event.pointerId);
    this.target.hover(point);
    if (!previous || !this.start) return;
    if (this.pressed.size > 1) this.pinch(event.pointerId, previous, point);
    if (distance(point, this.start) > CLICK_TOLERANCE_PX) this.dragged = true;
    if (!this.dragged) return;
    this.pressed.set(event.pointerId, point);
    if (this.pressed.size === 1) this.target.drag(point, point.x - previous.x, point.y - previous.y);
  }

  private onUp(event: PointerEvent): void {
    if (!this.pressed.delete(event.pointerId)) return;
    if (event.type === 'pointerup' && !this.dragged) this.target.click(pointOf(event));
  }

  private pinch(id: number, previous: Point, point: Point): void {
    const other = [...this.pressed].find(([otherId]) => otherId !== id)?.[1];
    if (!other) return;
    const factor = distance(point, other) / Math.max(1, distance(previous, other));
    this.target.zoom(factor, { x: (point.x + other.x) / 2, y: (point.y + other.y) / 2 });
    this.pressed.set(id, point);
  }

  private onWheel(event: WheelEvent): void {
    // A pinch on a touchpad arrives as a wheel with Ctrl, too.
    if (!event.ctrlKey) return;
    event.preventDefault();
    const zoom = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? WHEEL_ZOOM_PER_PIXEL : WHEEL_ZOOM_PER_LINE;
    this.target.zoom(Math.exp(-event.deltaY * zoom), pointOf(event));
  }
}

function pointOf(event: MouseEvent): Point {
  return { x: event.offsetX, y: event.offsetY };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
