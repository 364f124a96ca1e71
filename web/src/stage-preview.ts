// An outline on the stage: the obstacle that is being drawn, or what the eraser covers.

import { byId } from './dom';
import type { Point } from './stage';

const SVG = 'http://www.w3.org/2000/svg';

export class StagePreview {
  private svg = byId('obstacle-preview');

  circle({ x, y }: Point, radius: number): void {
    this.show('circle', { cx: x, cy: y, r: radius });
  }

  box(a: Point, b: Point): void {
    this.show('rect', { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) });
  }

  wall(from: Point, to: Point, width: number): void {
    this.show('line', { x1: from.x, y1: from.y, x2: to.x, y2: to.y, class: 'wall', 'stroke-width': width });
  }

  polygon(corners: Point[]): void {
    this.show('polygon', { points: corners.map(({ x, y }) => `${x},${y}`).join(' ') });
    const [{ x, y }] = corners;
    this.svg.append(shape('circle', { cx: x, cy: y, r: 5, class: 'corner' }));
  }

  hide(): void {
    this.svg.toggleAttribute('hidden', true);
  }

  private show(name: string, attributes: Record<string, number | string>): void {
    this.svg.replaceChildren(shape(name, attributes));
    this.svg.toggleAttribute('hidden', false);
  }
}

function shape(name: string, attributes: Record<string, number | string>): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}
