//! The common case of perception, as fast as it gets: one species, no field of view, and one radius except for
//! separation.
//!
//! It runs in three passes, each a function of its own so that each has all registers: cull the candidates that are
//! far from the whole group; accumulate the rest; and push away from those that are too close to someone.

use crate::fast::compiled::SpeciesModel;
use crate::fast::group::{Group, lane_mask};
use crate::fast::indexed_flock::{IndexedFlock, Scratch};
use crate::fast::kernel::power_factor;
use crate::fast::neighbour_sums::NeighbourSums;
use crate::fast::perception::Limits;
use crate::fast::search::{CullBox, Run};
use crate::fast::simd::{Lanes, Task, ZERO_FIRST, ZERO_LAST};
use crate::fast::vector::Vector;
use crate::model::settings::Falloff;

/// A group of boids whose perception is uniform.
#[derive(Clone, Copy)]
pub(crate) struct UniformPerception<'a, L: Lanes, const D: usize> {
    pub indexed: &'a IndexedFlock<'a, D>,
    pub group: &'a Group<L, D>,
    pub species: &'a SpeciesModel<D>,
    pub limits: &'a Limits<L>,
}

impl<L: Lanes, const D: usize> UniformPerception<'_, L, D> {
    /// What each boid of the group sums up over the candidates in the scratch memory.
    #[inline(always)]
    pub fn accumulate(self, scratch: &mut Scratch<D>) -> NeighbourSums<L, D> {
        let Scratch { candidates, near, close, .. } = scratch;
        let capacity: usize = candidates.runs.iter().map(|run| (run.end - run.start) as usize + L::N).sum();
        near.resize(near.len().max(capacity), 0);
        close.resize(close.len().max(capacity), 0);
        let mut sums = NeighbourSums::zero();
        for runs in candidates.runs.chunk_by(|a, b| a.shift == b.shift) {
            let shift = runs[0].shift;
            let near_count =
                L::out_of_line(CullCandidates { context: self, runs, cull_box: &candidates.cull_box, near });
            let near = &near[..near_count];
            let close_count =
                L::out_of_line(AccumulateNeighbours { context: self, shift, near, close, sums: &mut sums });
            if self.species.separates {
                let close = &close[..close_count];
                L::out_of_line(AccumulateSeparation { context: self, shift, close, sums: &mut sums });
            }
        }
        (sums.alignment_count, sums.cohesion_count) = (sums.perceived_count, sums.perceived_count);
        sums
    }

    /// Limits of squared distances as integer keys, and the offset of the keys: one comparison then tells who is
    /// within a limit and, if coincident boids are ignored, not coincident.
    #[inline(always)]
    fn keys<const N: usize>(&self, limits: [L; N]) -> (i32, [L::Int; N]) {
        let ignores_coincident = self.species.ranges.above == 0.0;
        let offset = if ignores_coincident { ZERO_LAST } else { ZERO_FIRST };
        // A limit of zero would sort last too.
        let least = L::splat(if ignores_coincident { f32::from_bits(1) } else { 0.0 });
        let mut keys = [L::zero_int(); N];
        for index in 0..N {
            keys[index] = limits[index].max(least).ordered_key(offset);
        }
        (offset, keys)
    }

    /// The positions of all boids.
    #[inline(always)]
    fn positions(&self) -> [&[f32]; D] {
        let flock = self.indexed.flock;
        std::array::from_fn(|axis| &flock.positions[axis][..flock.len()])
    }
}

/// Lists the candidates within reach of the box around the group and returns their number. Here lanes are
/// candidates, and whoever is culled costs next to nothing.
struct CullCandidates<'a, L: Lanes, const D: usize> {
    context: UniformPerception<'a, L, D>,
    /// All with the same shift.
    runs: &'a [Run<D>],
    cull_box: &'a CullBox<D>,
    near: &'a mut [u32],
}

impl<L: Lanes, const D: usize> Task for CullCandidates<'_, L, D> {
    type Output = usize;

    #[inline(always)]
    fn run(self) -> usize {
        let CullCandidates { context, runs, cull_box, near } = self;
        let positions = context.positions();
        let cull = CullTest {
            centre: Vector::<L, D>::splat(cull_box.centre) - Vector::splat(runs[0].shift),
            half: Vector::splat(cull_box.half),
            max_r2: L::splat(cull_box.max_r2),
        };
        let lane = L::from_fn(|lane| lane as f32);
        let mut count = 0;
        for run in runs {
            let (mut from, end) = (run.start as usize, run.end as usize);
            while from + L::N <= end {
                count += L::compress_indices(cull.keeps(&positions, from), from as u32, &mut near[count..]);
                from += L::N;
            }
            if from + L::N <= positions[0].len() {
                // The last lanes lie beyond the run.
                let in_run = lane.lt(L::splat((end - from) as f32));
                let kept = L::and(cull.keeps(&positions, from), in_run);
                count += L::compress_indices(kept, from as u32, &mut near[count..]);
            } else {
                // The last boids of all, fewer than there are lanes, are kept untested.
                for slot in from..end {
                    near[count] = slot as u32;
                    count += 1;
                }
            }
        }
        count
    }
}

/// A box and a squared distance from it, in lanes.
struct CullTest<L: Lanes, const D: usize> {
    centre: Vector<L, D>,
    half: Vector<L, D>,
    max_r2: L,
}

impl<L: Lanes, const D: usize> CullTest<L, D> {
    /// Which of the boids from a slot on are within the distance.
    #[inline(always)]
    fn keeps(&self, positions: &[&[f32]; D], from: usize) -> L::Mask {
        let mut r2 = L::zero();
        for axis in 0..D {
            let x = L::load(&positions[axis][from..]);
            let outside = ((x - self.centre.0[axis]).abs() - self.half.0[axis]).max(L::zero());
            r2 = r2 + outside * outside;
        }
        r2.lt(self.max_r2)
    }
}

/// Sums up the motion of perceived boids and the offsets to them. Lists those that are too close to someone and
/// returns their number: a branch here mispredicts, so collect indices instead.
struct AccumulateNeighbours<'a, L: Lanes, const D: usize> {
    context: UniformPerception<'a, L, D>,
    shift: [f32; D],
    near: &'a [u32],
    close: &'a mut [u32],
    sums: &'a mut NeighbourSums<L, D>,
}

impl<L: Lanes, const D: usize> Task for AccumulateNeighbours<'_, L, D> {
    type Output = usize;

    #[inline(always)]
    fn run(self) -> usize {
        let AccumulateNeighbours { context, shift, near, close, sums } = self;
        let UniformPerception { indexed, group, species, limits } = context;
        let positions = context.positions();
        let motion = indexed.alignment_source(&species.ranges);
        let motion: [&[f32]; D] = std::array::from_fn(|axis| &motion[axis][..positions[0].len()]);
        let close = &mut close[..near.len()];
        let (own, start, count) = (group.position, group.start, group.count);
        let (offset, [perceived, separation]) = context.keys([limits.perceived, limits.separation]);
        // Subtracting a shift of zero changes nothing but the sign of a zero, which no sum keeps.
        let shift = (shift != [0.0; D]).then(|| Vector::splat(shift));
        let (mut alignment, mut cohesion, mut perceived_count) = (sums.alignment, sums.cohesion, L::zero_int());
        let mut close_count = 0;
        for &slot in near {
            let slot = slot as usize;
            let mut d = own - Vector::broadcast(&positions, slot);
            if let Some(shift) = shift {
                d = d - shift;
            }
            let mut r2 = d.dot(d);
            // A boid does not perceive itself: it counts as infinitely far away.
            if slot.wrapping_sub(start) < count {
                r2 = L::splat(f32::INFINITY).select(lane_mask::<L>(slot - start), r2);
            }
            let key = r2.ordered_key(offset);
            let seen = L::int_lt(key, perceived);
            alignment = alignment.masked_add(Vector::broadcast(&motion, slot), seen);
            cohesion = cohesion.masked_sub(d, seen);
            perceived_count = L::add_mask(perceived_count, seen);
            close[close_count] = slot as u32;
            close_count += usize::from(L::any(L::int_lt(key, separation)));
        }
        (sums.alignment, sums.cohesion) = (alignment, cohesion);
        sums.perceived_count = sums.perceived_count + L::to_float(perceived_count);
        close_count
    }
}

/// Sums up the pushes away from boids that are too close.
struct AccumulateSeparation<'a, L: Lanes, const D: usize> {
    context: UniformPerception<'a, L, D>,
    shift: [f32; D],
    close: &'a [u32],
    sums: &'a mut NeighbourSums<L, D>,
}

impl<L: Lanes, const D: usize> Task for AccumulateSeparation<'_, L, D> {
    type Output = ();

    /// With the falloff as a constant, so that no loop tests it.
    #[inline(always)]
    fn run(self) {
        match self.context.species.kernels.separation.power() {
            Some(Falloff::Offset) => self.accumulate(Falloff::Offset),
            Some(Falloff::Constant) => self.accumulate(Falloff::Constant),
            Some(Falloff::Inverse) => self.accumulate(Falloff::Inverse),
            Some(Falloff::InverseSquare) => self.accumulate(Falloff::InverseSquare),
            None => unreachable!("uniform perception has a falloff that is a power of the distance"),
        }
    }
}

impl<L: Lanes, const D: usize> AccumulateSeparation<'_, L, D> {
    #[inline(always)]
    fn accumulate(self, falloff: Falloff) {
        let AccumulateSeparation { context, shift, close, sums } = self;
        let UniformPerception { group, species, limits, .. } = context;
        let positions = context.positions();
        let (own, shift) = (group.position, Vector::splat(shift));
        let min_r2 = L::splat(species.kernels.separation.min_r2);
        let (offset, [separation]) = context.keys([limits.separation]);
        let (mut push, mut count) = (sums.separation, L::zero_int());
        for &slot in close {
            let slot = slot as usize;
            let d = own - Vector::broadcast(&positions, slot) - shift;
            let r2 = d.dot(d);
            let mut too_close = L::int_lt(r2.ordered_key(offset), separation);
            if slot.wrapping_sub(group.start) < group.count {
                too_close = L::and_not(too_close, lane_mask::<L>(slot - group.start));
            }
            push = push.masked_add(d * power_factor(falloff, r2, min_r2), too_close);
            count = L::add_mask(count, too_close);
        }
        (sums.separation, sums.separation_count) = (push, sums.separation_count + L::to_float(count));
    }
}
