// Whether the flock runs, and how fast: what the user has chosen, for the clock of the host.

import type { Client } from './client';

export class Pace {
  private chosenSpeed = 1;

  constructor(private client: Client, private isRunning: boolean) {}

  get running(): boolean {
    return this.isRunning;
  }

  set running(running: boolean) {
    this.isRunning = running;
    void this.client.call('run', running);
  }

  /** Speed from 0.1 to 8; 1 is 60 steps per second. */
  get speed(): number {
    return this.chosenSpeed;
  }

  set speed(speed: number) {
    this.chosenSpeed = speed;
    void this.client.call('setSpeed', speed);
  }
}
