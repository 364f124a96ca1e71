// What the page and the host say to each other. The host has the library, the flocks and the canvases; the page has
// everything that a user touches and reads. It sends commands, and the host answers each.

import type { Choice, Inspection, Parameter, Preset } from '../library';
import type { Reason } from '../reasons';
import type { Host } from './host';

/** A command: the name of a method of the host, and its arguments. */
export interface Command {
  id: number;
  name: CommandName;
  args: unknown[];
}

export type CommandName = Exclude<keyof Host, 'news'>;

/** Where the user wants the flocks to step; `auto` is the graphics card for large ones. */
export type Processor = 'auto' | 'cpu' | 'gpu';

/**
 * Why a flock does not step on the graphics card: the page has only the small library (`library`), there is no card that
 * computes (`webgl2`), only a program in its place
 * (`software`), its results are not those of the processor (`inexact`), the flock is small (`few`), its engine (`engine`)
 * or its search (`search`) is for processors, the card does not take it (`refused`), or has failed (`failed`).
 */
export interface Setback {
  kind: 'library' | 'webgl2' | 'software' | 'inexact' | 'few' | 'engine' | 'search' | 'refused' | 'failed';
  problem?: string | null;
}

/** Where the first flock steps. */
export interface Computing {
  choice: Processor;
  /** Whether it is on the graphics card. */
  gpu: boolean;
  /** Name of the graphics card, as far as the browser says. */
  card: string;
  /** Whether the card has the results of the processor. */
  isExact: boolean;
  /** Whether large flocks go to the graphics card. */
  isPossible: boolean;
  /** From how many boids on they do, unless the user has chosen. */
  fewest: number;
  setback?: Setback;
}

/** An error on its way to the page: its English text, and what is wrong as JSON, for other languages. */
export interface Problem {
  message: string;
  details?: string;
}

/**
 * What happened to the first flock: `opened` (another scenario), `restarted` (back at step 0), `changed` (a parameter, a
 * boid, an obstacle), `spread` (a large flock starts spread out from now on), `replayed` (all of a link).
 */
export type FlockEvent = 'opened' | 'restarted' | 'changed' | 'spread' | 'replayed';

/** What the host tells the page: the answer to a command, or what is new after a frame. */
export interface Message {
  answer?: { id: number; value?: unknown; problem?: Problem };
  /** Step of the first flock. */
  step: number;
  /** Id of the inspected boid. */
  inspected: number | undefined;
  /** How the inspected boid is followed, if it is. */
  following: Ride | undefined;
  /** How many threads step the flock. */
  threads: number;
  /** Where the first flock steps; `undefined` until there is one. */
  computing: Computing | undefined;
  /** The first flock, if it has changed. */
  model?: Model;
  /** The parameter values of the second flock, if it is another one; `null` if there is none any more. */
  second?: Record<string, string> | null;
  frame?: Frame;
  events: FlockEvent[];
  /** What went wrong without being asked for. */
  problem?: Problem;
}

/** What the page shows of a flock, apart from its state. */
export interface Model {
  /** Name of the preset or scene it was opened from; empty for a file. */
  preset: string;
  dimension: number;
  boids: number;
  species: string[];
  /** Parameter values as TOML, by path. Parameters that are not set are missing. */
  values: Record<string, string>;
  /** Why parameters have no effect, by path. */
  inert: Record<string, Reason>;
  relations: Relations;
  /** What is on (true), switched off (false) or not there (null). */
  switches: Record<Switch, boolean | null>;
  canUndo: boolean;
  canRedo: boolean;
  /** Whether the model has a pointer that acts, wherever it is. */
  hasPointer: boolean;
  /** The last step of a link that is being replayed. */
  replaysTo: number | undefined;
  /** The colouring that suits it. */
  fittingColour: string;
}

/** What can be switched on and off without a restart. */
export type Switch = 'goal' | 'predators' | 'obstacles';

export interface Relations {
  choices: Choice[];
  /** `rows[i][j]` is how species i responds to species j. */
  rows: string[][];
}

/** How the camera follows a boid. */
export type Ride = 'centre' | 'behind' | 'first-person';

/** A frame of the first flock. */
export interface Frame {
  /** The moment at which two different states had been drawn; `undefined` until then. */
  firstMotion: number | undefined;
  framesPerSecond: number;
  /** `View.projection` of the picture. */
  projection: Float64Array;
  /** `View.legend` of the picture. */
  legend: string;
  inspection: Inspected | undefined;
  arrowScale: ArrowScale;
  /** Measures of the first flock and of the second, if it was time to take them. */
  samples?: Sample[];
  /** The picture, while a video is recorded. */
  picture?: ImageBitmap;
}

/** An inspected boid, with numbers of neighbours instead of a list of them, which may be long. */
export interface Inspected extends Omit<Inspection, 'neighbours'> {
  neighbours: number;
  inView: number;
  tooClose: number;
}

/** Bars of a round number of force and velocity, with their lengths in canvas pixels. */
export type ArrowScale = Record<'force' | 'velocity', { value: number; pixels: number }>;

/** The step, and every measure; null if it was not taken. */
export type Sample = Record<string, number | null>;

/** How the page begins. */
export interface Beginning {
  preset: string;
  running: boolean;
  /** Values of `View.setLook`, by name. */
  looks: Record<string, string>;
  processor: Processor;
}

/** How the host has begun. */
export interface Opened {
  /** The moment when the flock was ready. */
  ready: number;
  /** The memory of the library, if threads can share it. */
  memory: WebAssembly.Memory | undefined;
}

/** What the page needs once. */
export interface Tables {
  parameters: Parameter[];
  presets: Preset[];
  /** Colours of the marks of an inspected boid, by theme and name. */
  markColours: Record<string, Record<string, string>>;
}

/** How the second flock differs from the first. */
export interface Variation {
  /** Another preset; otherwise a copy of the first flock. */
  preset?: string;
  /** Parameters by path, with values as TOML. */
  set?: Record<string, string>;
}

/** What a search costs, and how far its result is from that of the grid. */
export interface Trial {
  /** Milliseconds per step. */
  time: number;
  /** Whether one step gives the same bits as the grid. */
  same: boolean;
  /** Mean and largest heading error after one step, in degrees. */
  angle: number;
  largestAngle: number;
}

/** What is at a pixel. */
export interface Hit {
  goal: boolean;
  /** Index of an obstacle. */
  obstacle: number | undefined;
  /** Id of a boid. */
  boid: number | undefined;
}

/** Where a canvas is: its size in pixels, and how many of them there are per pixel of the page. */
export interface Size {
  width: number;
  height: number;
  ratio: number;
}

/** What the host draws on: an element of the page, or what a worker has of it. */
export type Surface = HTMLCanvasElement | OffscreenCanvas;

/** Names of the methods of a class. */
export type Method<T> = { [K in keyof T]: T[K] extends (...args: never[]) => unknown ? K : never }[keyof T];

export type Arguments<T, M extends keyof T> = T[M] extends (...args: infer A) => unknown ? A : never;

export type Result<T, M extends keyof T> = T[M] extends (...args: never[]) => infer R ? Awaited<R> : never;
