// What a change does to a flock.

import type { Flock } from 'quelea';
import type { Arguments, FlockEvent, Method } from './messages';

/** A change of a flock: the name of a method, and its arguments. */
export type Change = { [M in Method<Flock>]: [method: M, ...args: Arguments<Flock, M>] }[Method<Flock>];

const OUTCOMES: Partial<Record<Method<Flock>, FlockEvent[]>> = {
  openPreset: ['opened'], openToml: ['opened'], openLink: ['opened'],
  restart: ['restarted'], reset: ['restarted', 'changed'],
  // The state and the pointer are no part of what the page shows of a flock.
  step: [], setPointer: [],
};

/** Changes a flock. Returns what happened to it. */
export async function change(flock: Flock, [method, ...args]: Change): Promise<FlockEvent[]> {
  const result = await (flock[method] as (...args: unknown[]) => unknown)(...args);
  switch (method) {
    case 'set':
      return result ? ['restarted', 'changed'] : ['changed'];
    case 'setBoids':
      return result ? ['restarted', 'changed', 'spread'] : ['restarted', 'changed'];
    case 'undo':
    case 'redo':
      return takenBack(result as string);
    default:
      return OUTCOMES[method] ?? ['changed'];
  }
}

function takenBack(what: string): FlockEvent[] {
  switch (what) {
    case 'opened':
      return ['opened'];
    case 'restarted':
      return ['restarted', 'changed'];
    case 'changed':
      return ['changed'];
    default:
      return [];
  }
}
