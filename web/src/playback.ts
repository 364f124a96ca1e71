// Playback controls: run, pause, step, restart, speed.

import { clampSpeed, type Clock, sliderFromSpeed, speedFromSlider } from './clock';
import { byId } from './dom';
import type { Experiment } from './experiment';
import { onLanguageChange, t } from './language';
import type { Viewport } from './viewport';

export class Playback {
  constructor(private experiment: Experiment, private viewport: Viewport, private clock: Clock) {
    byId('run').addEventListener('click', () => this.toggle());
    byId('step').addEventListener('click', () => this.step());
    byId('restart').addEventListener('click', () => experiment.restart());
    const slider = byId<HTMLInputElement>('speed');
    slider.addEventListener('input', () => this.setSpeed(speedFromSlider(Number(slider.value))));
    onLanguageChange(() => this.update());
    this.setSpeed(clock.speed);
  }

  toggle(running = !this.clock.running): void {
    this.clock.running = running;
    this.update();
  }

  /** Pauses, and runs one step. */
  step(): void {
    this.toggle(false);
    this.experiment.flock.step(1);
    this.viewport.needsRedraw = true;
  }

  setSpeed(speed: number): void {
    this.clock.speed = clampSpeed(speed);
    this.update();
  }

  private update(): void {
    const { running, speed } = this.clock;
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
