// The Rust library, loaded once, and the shapes of what it says as JSON.

import load, { Flock, parameters, presets } from 'quelea';

/** One row of the parameter table. */
export interface Parameter {
  path: string;
  /** Whether every species has its own. */
  ofSpecies: boolean;
  optional: boolean;
  default: string;
  unit: string;
  sentence: string;
  /** Whether it changes a running flock; else the flock starts anew. */
  live: boolean;
  kind: 'number' | 'whole' | 'flag' | 'choice' | 'numbers' | 'words' | 'text' | 'other';
  low?: number;
  high?: number;
  choices?: { word: string; meaning: string }[];
}

export interface Preset {
  name: string;
  title: string;
  source: string;
  dimension: number;
  boids: number;
}

/** The inspected boid; see inspection.rs. */
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

/** What the library says about itself. */
export interface Tables {
  parameters: Parameter[];
  presets: Preset[];
}

let loading: Promise<unknown> | undefined;
let tables: Tables | undefined;

/** Loads the library; the second call waits for what the first one loads. */
export function library(): Promise<unknown> {
  loading ??= load({ module_or_path: new URL('./quelea_wasm_bg.wasm', import.meta.url) });
  return loading;
}

/** What can be set and opened, asked for when it is needed: a flock moves without. */
export function known(): Tables {
  tables ??= { parameters: JSON.parse(parameters()), presets: JSON.parse(presets()) };
  return tables;
}

/** What a flock says about one boid, or nothing if there is no such boid. */
export function inspect(flock: Flock, id: number): Inspection | undefined {
  const text = flock.inspect(id);
  return text === undefined ? undefined : JSON.parse(text);
}

/** The text of whatever was thrown: the library throws texts. */
export function problem(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
