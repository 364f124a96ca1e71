// The Rust library, loaded once, and the types of its JSON.

import load, { Flock, type Gpu, parameters, presets } from 'quelea';

/** A row of the parameter table. */
export interface Parameter {
  path: string;
  /** Whether each species has its own value. */
  ofSpecies: boolean;
  optional: boolean;
  default: string;
  unit: string;
  sentence: string;
  /** Whether a change applies to the running flock; otherwise the flock restarts. */
  live: boolean;
  kind: 'number' | 'whole' | 'flag' | 'choice' | 'numbers' | 'words' | 'text' | 'other';
  low?: number;
  high?: number;
  choices?: Choice[];
}

/** A value of a parameter of kind `choice`. */
export interface Choice {
  word: string;
  meaning: string;
}

export interface Preset {
  name: string;
  group: string;
  title: string;
  source: string;
  dimension: number;
  boids: number;
}

/** What one boid perceives, and the forces on it. */
export interface Inspection {
  id: number;
  species: number;
  name: string;
  position: number[];
  velocity: number[];
  radius: number | null;
  view: number;
  closeRadius: number | null;
  neighbours: { id: number; offset: number[]; distance: number; seen: boolean; close: boolean }[];
  terms: { rule: string; force: number[] }[];
  sum: number[];
  plainSum: boolean;
}

interface Tables {
  parameters: Parameter[];
  presets: Preset[];
}

let loading: Promise<unknown> | undefined;
let cachedTables: Tables | undefined;

/** Loads the library. Later calls return the same promise. */
export function loadLibrary(): Promise<unknown> {
  loading ??= load({ module_or_path: new URL('./quelea_wasm_bg.wasm', import.meta.url) });
  return loading;
}

/** Returns the parameter table and the presets. Parsed on first use, because the first frame does not need them. */
export function tables(): Tables {
  cachedTables ??= { parameters: JSON.parse(parameters()), presets: JSON.parse(presets()) };
  return cachedTables;
}

/** Steps a copy of the flock with the given search for `duration` ms. Returns milliseconds per step. */
export function timeSteps(flock: Flock, search: string, duration: number): number {
  const trial = flock.trial(search);
  // The first step also builds the search index and allocates memory.
  trial.step();
  let steps = 0;
  const start = performance.now();
  do {
    trial.step();
    steps += 1;
  } while (performance.now() - start < duration);
  const elapsed = performance.now() - start;
  trial.free();
  return elapsed / steps;
}

/** Steps a flock like this one, with so many boids, on a graphics card for `duration` ms. Returns milliseconds per step. */
export async function timeOnGpu(flock: Flock, boids: number, gpu: Gpu, duration: number): Promise<number> {
  const trial = Flock.ofToml(flock.toToml());
  try {
    trial.setBoids(boids, true);
    trial.useGpu(gpu, 0);
    // The first steps also compile what runs there.
    await trial.advance(2);
    await gpu.settled();
    if (!JSON.parse(trial.device()).gpu) return Infinity;
    let steps = 0;
    const start = performance.now();
    do {
      await trial.advance(1);
      await gpu.settled();
      steps += 1;
    } while (performance.now() - start < duration);
    return (performance.now() - start) / steps;
  } finally {
    trial.free();
  }
}
