// The range of a slider: chosen round the model's own value, so that one percent of it is a sensible change.

import type { Parameter } from './library';

/** Maps slider positions in 0..1 to values. */
export interface SliderScale {
  hasSlider: boolean;
  value(position: number): number;
  position(value: number): number;
  /** Extends the range so that it contains a value. */
  include(value: number): void;
  /** Rounds a value to the digits that the slider can resolve. */
  round(value: number): number;
}

/** Without a slider: seeds and the like have no order that matters. */
const MAX_FOR_SLIDER = 1e12;
/** Whole numbers with a larger allowed range span orders of magnitude: numbers of boids and neighbours. */
const MAX_FOR_LINEAR = 1e6;
/** A bounded range such as 0 to 360 degrees is shown as a whole unless the value is a small fraction of it. */
const BOUNDED_RANGE = 1000;
const SMALL_FRACTION = 0.05;
const MOST_BOIDS_ON_SLIDER = 50000;

/** Chooses the range for a parameter whose typical magnitude is `typical`; negative if its value is. */
export function sliderScale(parameter: Parameter, typical: number): SliderScale {
  const whole = parameter.kind === 'whole';
  const min = parameter.low ?? 0;
  const max = parameter.high ?? 1;
  if (whole && max > MAX_FOR_LINEAR) {
    const high = parameter.path === 'boids' ? Math.max(MOST_BOIDS_ON_SLIDER, typical) : Math.max(40, 4 * typical);
    return logarithmic(Math.max(1, min), high, max < MAX_FOR_SLIDER);
  }
  const magnitude = Math.abs(typical) || 1;
  if (max - min <= BOUNDED_RANGE && magnitude >= SMALL_FRACTION * (max - min)) return linear(min, max, whole);
  const high = niceCeiling(4 * magnitude);
  // A quarter of the range for values of the other sign, where they are allowed.
  const [low, top] = typical < 0 ? [-high, high / 4] : [-high / 4, high];
  return linear(Math.max(min, low), Math.min(max, top), whole);
}

function linear(low: number, high: number, whole: boolean): SliderScale {
  return {
    hasSlider: true,
    value: (position) => low + (high - low) * position,
    position: (value) => (value - low) / (high - low || 1),
    include(value) {
      low = Math.min(low, value);
      high = Math.max(high, value);
    },
    round(value) {
      if (whole) return Math.round(value);
      const step = 10 ** Math.floor(Math.log10((high - low) / 200));
      const rounded = Math.round(value / step) * step;
      return Number(Math.min(high, Math.max(low, rounded)).toPrecision(6));
    },
  };
}

function logarithmic(low: number, high: number, hasSlider: boolean): SliderScale {
  return {
    hasSlider,
    value: (position) => low * (high / low) ** position,
    position: (value) => Math.log(Math.max(value, low) / low) / Math.log(high / low),
    include: (value) => void (high = Math.max(high, value)),
    round: (value) => Math.round(value < 100 ? value : Number(value.toPrecision(2))),
  };
}

/** Rounds up to one digit, or to 1.5 times a power of ten. */
function niceCeiling(x: number): number {
  const power = 10 ** Math.floor(Math.log10(x));
  const factor = [1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((factor) => factor * power >= x * 0.999) ?? 10;
  return Number((factor * power).toPrecision(3));
}

/**
 * The typical magnitude of a parameter in a model: that of its value, or if it is 0 or not set, that of what has the same
 * unit. `prefix` stands before the paths of the species.
 */
export function typicalMagnitude(parameter: Parameter, value: string | undefined, values: Record<string, string>, prefix: string): number {
  const own = Number(value);
  if (own) return own;
  const other = (path: string) => Math.abs(Number(values[prefix + path])) || 0;
  const fallback: Record<string, number> = {
    length: other('perception.radius'),
    'length/time': other('motion.max_speed'),
    'length/time²': other('motion.max_force') || other('motion.max_speed') / 10,
    time: 10 * other('motion.step'),
    degrees: other('perception.view') || 360,
    'degrees/time': other('motion.turn_rate') || 90,
  };
  const weights = ['separation', 'alignment', 'cohesion'].map((rule) => other(`${rule}.weight`));
  const sameUnit = parameter.path.endsWith('.weight') ? Math.max(...weights) : fallback[parameter.unit];
  return sameUnit || Math.abs(Number(parameter.default)) || 1;
}
