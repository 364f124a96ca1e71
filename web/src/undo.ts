// The buttons for undo and redo.

import { byId } from './dom';
import type { Experiment } from './experiment';

export class Undo {
  private undoButton = byId<HTMLButtonElement>('undo');
  private redoButton = byId<HTMLButtonElement>('redo');

  constructor(private experiment: Experiment) {
    this.undoButton.addEventListener('click', () => void experiment.undo());
    this.redoButton.addEventListener('click', () => void experiment.redo());
    experiment.on(['opened', 'changed', 'restarted'], () => this.update());
    this.update();
  }

  private update(): void {
    const { undo, redo } = this.experiment.undoable();
    this.undoButton.disabled = !undo;
    this.redoButton.disabled = !redo;
  }
}
