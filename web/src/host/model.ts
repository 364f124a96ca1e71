// What the page shows of a flock, apart from its state.

import { type Flock, View } from 'quelea';
import type { Model } from './messages';

export function modelOf(flock: Flock): Model {
  return {
    preset: flock.preset(),
    dimension: flock.dimension(),
    boids: flock.boids(),
    species: flock.speciesNames(),
    values: JSON.parse(flock.values()),
    inert: JSON.parse(flock.inert()),
    relations: JSON.parse(flock.relations()),
    switches: JSON.parse(flock.switches()),
    canUndo: flock.canUndo(),
    canRedo: flock.canRedo(),
    hasPointer: flock.pointerActs(),
    replaysTo: flock.catchUpTo(),
    fittingColour: View.fittingColour(flock),
  };
}
