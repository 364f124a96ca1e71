// Groups edits for undo: what happens while a pointer is pressed or a key repeats is undone together.

import type { Experiment } from './experiment';

export function groupEditsByGesture(experiment: Experiment): void {
  let isTogether = false;
  const group = (together: boolean) => {
    if (together !== isTogether) experiment.undoTogether(together);
    isTogether = together;
  };
  // In the capture phase, before the edits of the gesture.
  addEventListener('pointerdown', () => {
    group(false);
    group(true);
  }, true);
  for (const type of ['pointerup', 'pointercancel'] as const) addEventListener(type, () => group(false), true);
  addEventListener('keydown', (event) => group(event.repeat), true);
  addEventListener('keyup', () => group(false), true);
}
