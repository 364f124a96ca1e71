// Run, pause, one step, back to the start, and how fast.

import { type Clock, FASTEST, SLOWEST, shareOf, speedAt } from './clock';
import { get } from './element';
import type { Experiment } from './experiment';
import { onLanguage, t } from './language';
import type { Stage } from './stage';

export class Transport {
  constructor(private experiment: Experiment, private stage: Stage, private clock: Clock) {
    get('run').addEventListener('click', () => this.toggle());
    get('step').addEventListener('click', () => this.step());
    get('restart').addEventListener('click', () => experiment.restart());
    const speed = get<HTMLInputElement>('speed');
    speed.addEventListener('input', () => this.setSpeed(speedAt(Number(speed.value))));
    onLanguage(() => this.show());
    this.setSpeed(clock.speed);
  }

  toggle(running = !this.clock.running): void {
    this.clock.running = running;
    this.show();
  }

  step(): void {
    this.toggle(false);
    this.experiment.flock.step(1);
    this.stage.stale = true;
  }

  setSpeed(speed: number): void {
    this.clock.speed = Math.min(FASTEST, Math.max(SLOWEST, speed));
    this.show();
  }

  private show(): void {
    const { running, speed } = this.clock;
    const button = get('run');
    button.setAttribute('aria-label', running ? t('pause') : t('run'));
    button.title = running ? t('pause') : t('run');
    get('run-icon').setAttribute('href', `./icons.svg#${running ? 'pause' : 'run'}`);
    const slider = get<HTMLInputElement>('speed');
    slider.value = String(shareOf(speed));
    slider.setAttribute('aria-valuetext', `${speed} ×`);
    get('speed-value').textContent = `${Number(speed.toPrecision(2))}×`;
  }
}
