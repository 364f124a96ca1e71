// What a tool on the stage can do. A gesture is a press, some drags and a release.

import type { Point } from './stage';

export interface Tool {
  /** Returns whether the tool uses the drag that may follow; otherwise it moves the view. It may have to ask first. */
  press?(point: Point): boolean | Promise<boolean>;
  drag?(point: Point, previous: Point, start: Point): void;
  release?(point: Point, start: Point, dragged: boolean): void;
  /** A pointer moves over the stage without being pressed. */
  hover?(point: Point): void;
  /** No pointer is over the stage any more. */
  leave?(): void;
  doubleClick?(): void;
  /** Uses the tool at the crosshair, or at the last click if there is none. Called by the keyboard. */
  use?(crosshair: Point | undefined, centre: Point): void;
  /** Gives up what has been begun: another tool is chosen, a second finger touches, Esc. Returns whether there was something. */
  cancel?(): boolean;
}
