//! How many candidates and neighbours a step has.

use crate::engine::StepStats;
use crate::fast::flock::unpack_bf16;
use crate::fast::indexed_flock::Scratch;
use crate::fast::perception::perceived_slots;
use crate::fast::step::{index, input_and_next};
use crate::fast::world::World;

/// Counts what a step has to do, from about `sample` groups of boids spread over the flock.
pub(super) fn stats<const D: usize>(world: &mut World<D>, sample: usize) -> StepStats {
    index(world);
    let lanes = world.width.lanes();
    let (input, _) = input_and_next(world);
    let indexed = &input.indexed;
    let flock = indexed.flock;
    let mut scratch = Scratch::default();
    let (mut groups, mut boids, mut candidates, mut neighbours) = (0, 0, 0, 0);
    let mut slots = Vec::new();
    let stride = (flock.len() / sample.max(1)).max(lanes);
    for start in (0..flock.len()).step_by(stride) {
        let end = (start + lanes).min(indexed.grid.end_of_group(flock.position(start)));
        for slot in start..end {
            let species = &indexed.model.species[usize::from(flock.species_of(slot))];
            perceived_slots(indexed, slot, species, &mut scratch, &mut slots);
            neighbours += slots.len();
        }
        let species = &indexed.model.species[usize::from(flock.species_of(start))];
        let radius = match species.perceives_nearest() {
            true => flock.radius_hints[start..end].iter().copied().map(unpack_bf16).fold(0.0, f32::max),
            false => species.ranges.furthest(),
        };
        indexed.find_candidates(start..end, radius, &mut scratch.candidates);
        candidates += scratch.candidates.count();
        boids += end - start;
        groups += 1;
    }
    StepStats::from_sums(groups, boids, candidates, neighbours)
}
