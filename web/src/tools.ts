// What the pointer does on the stage: look and turn, attract, repel, put obstacles, predators, goals and boids.

import type { Clock } from './clock';
import { get, icon, make } from './element';
import type { Experiment } from './experiment';
import { t } from './language';
import type { Stage } from './stage';

export const TOOLS = ['look', 'attract', 'repel', 'obstacle', 'predator', 'goal', 'add'] as const;
export type Tool = (typeof TOOLS)[number];

/** A finger that moves less than this, in pixels, has clicked. */
const CLICK = 5;
/** While dragging, a boid is added every so many pixels. */
const APART = 14;
/** The radius of an obstacle that was clicked and not dragged, in pixels. */
const OBSTACLE = 24;

interface Finger {
  x: number;
  y: number;
}

export class Tools {
  tool: Tool = 'look';
  private fingers = new Map<number, Finger>();
  private began: Finger | undefined;
  private moved = false;
  private added = 0;
  private lastAdded: Finger | undefined;
  /** Whether the pointer acts on the flock at this moment. */
  private pressing = false;

  constructor(private experiment: Experiment, private stage: Stage, private clock: Clock) {
    const canvas = stage.element;
    canvas.addEventListener('pointerdown', (event) => this.down(event));
    canvas.addEventListener('pointermove', (event) => this.move(event));
    for (const end of ['pointerup', 'pointercancel'] as const) canvas.addEventListener(end, (event) => this.up(event));
    canvas.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
    canvas.addEventListener('dblclick', () => this.tool === 'look' && stage.fit());
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
    this.list();
  }

  /** A row of radio buttons. */
  private list(): void {
    const fieldset = get('tools');
    for (const tool of TOOLS) {
      const radio = make('input', { type: 'radio', name: 'tool', value: tool, checked: tool === this.tool });
      radio.addEventListener('change', () => this.choose(tool));
      fieldset.append(make('label', { class: 'tool', 'data-tool': tool }, radio, icon(tool), make('span', { 'data-t': tool }, t(tool))));
    }
  }

  choose(tool: Tool): void {
    this.release();
    this.tool = tool;
    for (const radio of get('tools').querySelectorAll('input')) radio.checked = radio.value === tool;
    this.stage.element.dataset.tool = tool;
  }

  /** Uses the tool at a point of the page, as a click does: for the keyboard. */
  use(x: number, y: number): void {
    if (this.tool === 'attract' || this.tool === 'repel') {
      this.pressing ? this.release() : this.press(x, y);
      return;
    }
    this.click({ x, y });
  }

  private down(event: PointerEvent): void {
    const finger = this.finger(event);
    this.stage.element.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, finger);
    this.began = finger;
    this.moved = this.fingers.size > 1;
    if (this.fingers.size > 1) return this.release();
    if (this.tool === 'attract' || this.tool === 'repel') this.press(finger.x, finger.y);
    if (this.tool === 'goal') this.aim(finger);
    if (this.tool === 'add') this.add(finger, undefined);
  }

  private move(event: PointerEvent): void {
    const finger = this.finger(event);
    const before = this.fingers.get(event.pointerId);
    if (!before || !this.began) return this.hover(finger);
    if (this.fingers.size === 2) return this.pinch(event.pointerId, before, finger);
    this.fingers.set(event.pointerId, finger);
    if (apart(finger, this.began) > CLICK) this.moved = true;
    if (!this.moved) return;
    switch (this.tool) {
      case 'look':
      case 'predator':
        this.turn(finger.x - before.x, finger.y - before.y, event.shiftKey || event.buttons === 2);
        break;
      case 'attract':
      case 'repel':
        this.point(finger);
        break;
      case 'goal':
        this.aim(finger);
        break;
      case 'add':
        if (this.lastAdded && apart(finger, this.lastAdded) >= APART) this.add(finger, this.lastAdded);
        break;
      case 'obstacle':
        this.sketch(this.began, apart(finger, this.began));
    }
  }

  private up(event: PointerEvent): void {
    const finger = this.finger(event);
    const alone = this.fingers.size === 1;
    this.fingers.delete(event.pointerId);
    if (!alone || !this.began) return;
    const began = this.began;
    this.began = undefined;
    this.lastAdded = undefined;
    this.release();
    if (event.type === 'pointercancel') return;
    if (this.tool === 'obstacle') this.obstacle(began, this.moved ? apart(finger, began) : OBSTACLE);
    else if (!this.moved && (this.tool === 'look' || this.tool === 'predator')) this.click(finger);
  }

  private click(finger: Finger): void {
    switch (this.tool) {
      case 'look':
        this.stage.inspect(this.picked(finger));
        break;
      case 'obstacle':
        this.obstacle(finger, OBSTACLE);
        break;
      case 'predator': {
        const at = this.at(finger);
        this.experiment.act((flock) => flock.addPredator(at, this.course(at.length)));
        break;
      }
      case 'goal':
        this.aim(finger);
        break;
      case 'add':
        this.add(finger, undefined);
        this.lastAdded = undefined;
    }
  }

  /** While the flock is paused, the boid under the pointer is inspected. */
  private hover(finger: Finger): void {
    if (this.clock.running || this.tool !== 'look') return;
    const id = this.picked(finger);
    if (id !== undefined && id !== this.stage.inspected) this.stage.inspect(id);
  }

  private turn(dx: number, dy: number, shift: boolean): void {
    this.stage.isFlat() || shift ? this.stage.pan(dx, dy) : this.stage.orbit(dx, dy);
  }

  /** Two fingers shift and enlarge. */
  private pinch(id: number, before: Finger, now: Finger): void {
    const other = [...this.fingers].find(([key]) => key !== id)?.[1];
    this.fingers.set(id, now);
    if (!other) return;
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    this.stage.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
    this.stage.zoom(apart(now, other) / Math.max(1, apart(before, other)), middle.x, middle.y);
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const { x, y } = this.finger(event);
    this.stage.zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.03 : 0.0015)), x, y);
  }

  private press(x: number, y: number): void {
    this.pressing = true;
    const tool = this.tool;
    this.experiment.act((flock) => {
      flock.setPointerMode(tool);
      flock.setPointer(this.at({ x, y }));
    });
  }

  private point(finger: Finger): void {
    this.experiment.act((flock) => flock.setPointer(this.at(finger)));
  }

  private release(): void {
    get('sketch').hidden = true;
    if (!this.pressing) return;
    this.pressing = false;
    this.experiment.act((flock) => {
      flock.setPointer(new Float64Array());
      flock.setPointerMode('off');
    });
  }

  private aim(finger: Finger): void {
    this.experiment.act((flock) => flock.setGoal(this.at(finger)));
  }

  private obstacle(finger: Finger, pixels: number): void {
    const ratio = this.stage.scaled(1, 0)[0];
    const radius = pixels * ratio * this.stage.view.lengthOfPixel();
    this.experiment.act((flock) => flock.addObstacle(this.at(finger), radius));
  }

  /** What an obstacle will be while it is drawn. */
  private sketch(finger: Finger, radius: number): void {
    const sketch = get('sketch');
    sketch.hidden = false;
    Object.assign(sketch.style, { left: `${finger.x - radius}px`, top: `${finger.y - radius}px`, width: `${2 * radius}px`, height: `${2 * radius}px` });
  }

  /** A new boid flies the way the pointer went; one that was clicked flies its own way. */
  private add(finger: Finger, from: Finger | undefined): void {
    const at = this.at(finger);
    let course = this.course(at.length);
    if (from) {
      const way = this.at(finger).map((x, axis) => x - this.at(from)[axis]);
      const length = Math.hypot(...way) || 1;
      course = way.map((x) => (x / length) * this.speed());
    }
    this.lastAdded = finger;
    this.experiment.act((flock) => flock.addBoid(at, course));
  }

  /** Courses that never repeat, without a die. */
  private course(dimension: number): Float64Array {
    const angle = (this.added += 1) * 2.399963;
    const course = new Float64Array(dimension);
    course[0] = Math.cos(angle) * this.speed();
    course[1] = Math.sin(angle) * this.speed();
    return course;
  }

  private speed(): number {
    return Number(JSON.parse(this.experiment.flock.values())['motion.max_speed']) / 2;
  }

  private at(finger: Finger): Float64Array {
    return this.stage.view.point(...this.stage.scaled(finger.x, finger.y));
  }

  private picked(finger: Finger): number | undefined {
    return this.stage.view.pick(...this.stage.scaled(finger.x, finger.y));
  }

  private finger(event: MouseEvent): Finger {
    const box = this.stage.element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }
}

function apart(one: Finger, other: Finger): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
