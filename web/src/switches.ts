// Switches on the stage for goal, predators and obstacles. A switch is there if there is something to switch.

import { byId, el } from './dom';
import type { Experiment } from './experiment';
import type { Switch } from './host/messages';
import { t } from './language';

const SWITCHES: Switch[] = ['goal', 'predators', 'obstacles'];

export class Switches {
  private boxes = new Map<Switch, HTMLInputElement>();

  constructor(private experiment: Experiment) {
    const legend = el('legend', { class: 'visually-hidden', 'data-i18n': 'onStage' }, t('onStage'));
    const labels = SWITCHES.map((name) => {
      const box = el('input', { type: 'checkbox', class: 'switch', 'data-switch': name });
      box.addEventListener('change', () => void experiment.switchOn(name, box.checked));
      this.boxes.set(name, box);
      return el('label', { class: 'check', hidden: true }, box, el('span', { 'data-i18n': name }, t(name)));
    });
    byId('switches').replaceChildren(legend, ...labels);
    experiment.on(['opened', 'changed', 'restarted'], () => this.update());
    this.update();
  }

  private update(): void {
    const states = this.experiment.switches();
    for (const [name, box] of this.boxes) {
      box.checked = states[name] === true;
      box.parentElement!.hidden = states[name] === null;
    }
    byId('switches').hidden = SWITCHES.every((name) => states[name] === null);
  }
}
