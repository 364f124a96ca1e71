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

/** Changes that need not know where the boids are: these come with every move of the pointer. */
const NEED_NO_STATE: Method<Flock>[] = ['setPointer', 'endAction'];

/** Changes a flock, wherever it steps. Returns what happened to it. */
export async function change(flock: Flock, [method, ...args]: Change): Promise<FlockEvent[]> {
  if (!NEED_NO_STATE.includes(method)) await flock.fetch();
  // What is stepped at once would be stepped on the processor.
  const result = await (flock[method === 'step' ? 'advance' : method] as (...args: unknown[]) => unknown).apply(flock, args);
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
