//! What a step costs: how many candidates and neighbours there are, and how much memory they take.

use crate::fast::flock::unpack_bf16;
use crate::fast::indexed_flock::Scratch;
use crate::fast::perception::perceived_slots;
use crate::fast::step::{index, input_and_next};
use crate::fast::world::World;

/// What a step has to do, counted.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct StepStats {
    /// The mean number of boids that a boid perceives.
    pub neighbours: f64,
    /// The mean number of candidates of a group, found by cells.
    pub candidates: f64,
    /// The mean number of boids in a group.
    pub group_size: f64,
    /// The bytes that the state of all boids, its copy and its index take.
    pub memory_bytes: usize,
}

/// Counts what a step has to do, from about `sample` groups of boids spread over the flock.
pub(super) fn stats<const D: usize>(world: &mut World<D>, sample: usize) -> StepStats {
    index(world);
    let (memory_bytes, lanes) = (world.memory_bytes(), world.width.lanes());
    let (input, _) = input_and_next(world);
    let indexed = &input.indexed;
    let flock = indexed.flock;
    let mut scratch = Scratch::default();
    let (mut groups, mut boids, mut candidates, mut neighbours) = (0, 0, 0, 0);
    let mut slots = Vec::new();
    let stride = (flock.len() / sample.max(1)).max(lanes);
    for start in (0..flock.len()).step_by(stride) {
        let end = (start + lanes).min(indexed.grid.end_of_group(flock.position(start)));
        let species = &indexed.model.species[usize::from(flock.species_of(start))];
        for slot in start..end {
            perceived_slots(indexed, slot, species, &mut scratch, &mut slots);
            neighbours += slots.len();
        }
        let radius = match species.perceives_nearest() {
            true => flock.radius_hints[start..end].iter().copied().map(unpack_bf16).fold(0.0, f32::max),
            false => species.ranges.furthest(),
        };
        indexed.find_candidates(start..end, radius, &mut scratch.candidates);
        candidates += scratch.candidates.count();
        boids += end - start;
        groups += 1;
    }
    let mean = |sum: usize, count: usize| sum as f64 / count.max(1) as f64;
    StepStats {
        neighbours: mean(neighbours, boids),
        candidates: mean(candidates, groups),
        group_size: mean(boids, groups),
        memory_bytes,
    }
}
