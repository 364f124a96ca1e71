// Draws obstacles: circles, boxes and walls by dragging, polygons by clicking their corners.

import { byId, el } from './dom';
import { onLanguageChange, t } from './language';
import { showNote } from './notifications';
import { distance, type Point, type Stage } from './stage';
import type { StagePreview } from './stage-preview';
import type { Tool } from './tool';
import type { MessageKey } from './translations';

const SHAPES = ['circle', 'box', 'wall', 'polygon'] as const;
type Shape = (typeof SHAPES)[number];

const HINTS: Record<Shape, MessageKey> = { circle: 'circleHint', box: 'boxHint', wall: 'wallHint', polygon: 'polygonHint' };
const HINTS_3D: Record<Shape, MessageKey> = { ...HINTS, box: 'cubeHint' };

/** Radius of an obstacle that is added by a click; half the side of a box. */
const CLICK_RADIUS_PX = 24;
const WALL_RADIUS_PX = 4;
/** Shorter sides and walls are mistakes. */
const MIN_SIDE_PX = 4;
/** How near to a corner counts as on it. */
const CORNER_TOLERANCE_PX = 10;

export class ObstacleTool implements Tool {
  private shape: Shape = 'circle';
  /** Corners of a polygon, or the first end of a wall, in the world: the view may move in the meantime. */
  private corners: Float64Array[] = [];

  constructor(private stage: Stage, private preview: StagePreview) {
    stage.experiment.on('opened', () => {
      this.cancel();
      this.updateOptions();
    });
    onLanguageChange(() => this.buildOptions());
    this.buildOptions();
  }

  /** Shows or hides the choice of shapes. */
  showOptions(shown: boolean): void {
    byId('shapes').hidden = !shown;
    this.updateOptions();
  }

  nextShape(): void {
    const shapes = this.shapes();
    this.select(shapes[(shapes.indexOf(this.shape) + 1) % shapes.length]);
  }

  press(point: Point): boolean {
    if (this.shape === 'polygon') this.addCorner(point);
    return true;
  }

  drag(point: Point, _previous: Point, start: Point): void {
    if (this.shape !== 'polygon') this.showPreview(this.wallStart() ?? start, point);
  }

  release(point: Point, start: Point, dragged: boolean): void {
    if (this.shape === 'polygon') return;
    if (dragged) {
      this.add(this.wallStart() ?? start, point);
      this.cancel();
    } else {
      this.click(point);
    }
  }

  hover(point: Point): void {
    const corners = this.corners.flatMap((corner) => this.stage.toPoint(corner) ?? []);
    if (corners.length === 0) return;
    if (this.shape === 'polygon') this.preview.polygon([...corners, point]);
    else this.showPreview(corners[0], point);
  }

  doubleClick(): void {
    if (this.corners.length) this.closePolygon();
  }

  /** Without a crosshair, closes the polygon that was drawn with the pointer. */
  use(crosshair: Point | undefined, centre: Point): void {
    if (this.shape !== 'polygon') return this.click(crosshair ?? centre);
    if (crosshair === undefined && this.corners.length) return this.closePolygon();
    const point = crosshair ?? centre;
    const last = this.corners.at(-1);
    // A second time at the same place: the keyboard's double click.
    if (last && this.isNear(last, point, MIN_SIDE_PX)) return this.closePolygon();
    this.addCorner(point);
    this.hover(point);
  }

  cancel(): boolean {
    const wasDrawing = this.corners.length > 0 || !byId('obstacle-preview').hasAttribute('hidden');
    this.corners = [];
    this.preview.hide();
    return wasDrawing;
  }

  /** A click adds an obstacle of a fitting size; two clicks add a wall between them. */
  private click(point: Point): void {
    if (this.shape !== 'wall') return this.add(point, undefined);
    const start = this.wallStart();
    if (!start) {
      this.corners = [this.stage.world(point)];
      return this.showPreview(point, point);
    }
    if (distance(start, point) < MIN_SIDE_PX) return;
    this.add(start, point);
    this.cancel();
  }

  private wallStart(): Point | undefined {
    const [start] = this.corners;
    return start && this.shape === 'wall' ? this.stage.toPoint(start) : undefined;
  }

  private addCorner(point: Point): void {
    const [first, last] = [this.corners[0], this.corners.at(-1)];
    if (this.corners.length >= 3 && this.isNear(first, point, CORNER_TOLERANCE_PX)) return this.closePolygon();
    // The second press of a double click.
    if (last && this.isNear(last, point, MIN_SIDE_PX)) return;
    this.corners.push(this.stage.world(point));
    this.hover(point);
  }

  private isNear(corner: Float64Array, point: Point, tolerance: number): boolean {
    const at = this.stage.toPoint(corner);
    return at !== undefined && distance(at, point) <= tolerance;
  }

  private closePolygon(): void {
    const { corners } = this;
    if (corners.length < 3) return showNote(t('tooFewCorners'));
    this.cancel();
    void this.stage.experiment.edit('addPolygon', Float64Array.from(corners.flatMap((corner) => [...corner])));
  }

  /** Adds the chosen shape from one point to another, or of a fitting size around one. */
  private add(start: Point, end: Point | undefined): void {
    const { experiment } = this.stage;
    const from = this.stage.world(start);
    const reach = end ? Math.max(MIN_SIDE_PX, distance(start, end)) : CLICK_RADIUS_PX;
    const radius = this.stage.length(reach);
    if (this.shape === 'circle') void experiment.edit('addObstacle', from, radius);
    else if (this.shape === 'wall' && end) {
      void experiment.edit('addWall', from, this.stage.world(end), this.stage.length(WALL_RADIUS_PX));
    } else if (this.shape === 'box') {
      const corner = end && this.isFlat() ? this.stage.world(end) : undefined;
      const centre = corner ? from.map((x, axis) => (x + corner[axis]) / 2) : from;
      const smallest = this.stage.length(MIN_SIDE_PX);
      const size = from.map((x, axis) => (corner ? Math.max(smallest, Math.abs(corner[axis] - x)) : 2 * radius));
      void experiment.edit('addBox', centre, size);
    }
  }

  private showPreview(start: Point, end: Point): void {
    const reach = distance(start, end);
    if (this.shape === 'circle') this.preview.circle(start, reach);
    else if (this.shape === 'wall') this.preview.wall(start, end, 2 * WALL_RADIUS_PX);
    else if (this.isFlat()) this.preview.box(start, end);
    else this.preview.box({ x: start.x - reach, y: start.y - reach }, { x: start.x + reach, y: start.y + reach });
  }

  private isFlat(): boolean {
    return this.stage.viewport.is2d();
  }

  /** Polygons are flat. */
  private shapes(): Shape[] {
    return SHAPES.filter((shape) => shape !== 'polygon' || this.isFlat());
  }

  private select(shape: Shape): void {
    this.cancel();
    this.shape = shape;
    this.updateOptions();
  }

  private buildOptions(): void {
    const options = SHAPES.map((shape) => {
      const radio = el('input', { type: 'radio', name: 'shape', value: shape });
      radio.addEventListener('change', () => this.select(shape));
      return el('label', { 'data-shape': shape }, radio, el('span', {}));
    });
    const legend = el('legend', { class: 'visually-hidden' }, t('shape'));
    byId('shapes').replaceChildren(legend, ...options, el('p', { class: 'hint', id: 'shape-hint' }));
    this.updateOptions();
  }

  private updateOptions(): void {
    const flat = this.isFlat();
    if (!this.shapes().includes(this.shape)) this.shape = 'circle';
    for (const label of byId('shapes').querySelectorAll('label')) {
      const shape = label.dataset.shape as Shape;
      label.hidden = !this.shapes().includes(shape);
      label.querySelector('input')!.checked = shape === this.shape;
      label.querySelector('span')!.textContent = t(shape === 'circle' && !flat ? 'sphere' : shape);
    }
    byId('shape-hint').textContent = t((flat ? HINTS : HINTS_3D)[this.shape]);
  }
}
