// Playback controls: run, pause, step, restart, speed.

import { clampSpeed, sliderFromSpeed, speedFromSlider } from './clock';
import { byId } from './dom';
import type { Experiment } from './experiment';
import { onLanguageChange, t } from './language';
import type { Pace } from './pace';

export class Playback {
  constructor(private experiment: Experiment, private pace: Pace) {
    byId('run').addEventListener('click', () => this.toggle());
    byId('step').addEventListener('click', () => this.step());
    byId('restart').addEventListener('click', () => experiment.restart());
    const slider = byId<HTMLInputElement>('speed');
    slider.addEventListener('input', () => this.setSpeed(speedFromSlider(Number(slider.value))));
    onLanguageChange(() => this.update());
    this.setSpeed(pace.speed);
  }

  toggle(running = !this.pace.running): void {
    this.pace.running = running;
    this.update();
  }

  /** Pauses, and runs one step. */
  step(): void {
    this.toggle(false);
    void this.experiment.step(1);
  }

  setSpeed(speed: number): void {
    this.pace.speed = clampSpeed(speed);
    this.update();
  }

  private update(): void {
    const { running, speed } = this.pace;
    const label = running ? t('pause') : t('run');
    if (running) byId('motion-note').hidden = true;
    const button = byId('run');
    button.setAttribute('aria-label', label);
    button.title = label;
    byId('run-icon').setAttribute('href', `./icons.svg#${running ? 'pause' : 'run'}`);
    const slider = byId<HTMLInputElement>('speed');
    slider.value = String(sliderFromSpeed(speed));
    slider.setAttribute('aria-valuetext', `${speed} ×`);
    byId('speed-value').textContent = `${Number(speed.toPrecision(2))}×`;
  }
}
