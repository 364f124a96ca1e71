//! The headings of all boids, for rules that match headings.

use crate::fast::flock::Flock;
use crate::fast::simd::{Kernel, Lanes, Width};
use crate::fast::vector::{Vector, per_axis};
use crate::parallel;

/// Computes the heading of the boid in each slot; zero for a boid at rest.
pub(super) fn find_headings<const D: usize>(flock: &Flock<D>, headings: &mut [Vec<f32>; D], width: Width) {
    headings.iter_mut().for_each(|array| array.resize(flock.len(), 0.0));
    let headings = headings.each_mut().map(Vec::as_mut_slice);
    let size = parallel::chunk_size(flock.len());
    parallel::for_each_chunk(headings, size, &|first, headings| width.run(Chunk { flock, first, headings }));
}

/// Consecutive boids whose headings one thread computes.
struct Chunk<'a, const D: usize> {
    flock: &'a Flock<D>,
    /// The slot of the first.
    first: usize,
    headings: [&'a mut [f32]; D],
}

impl<const D: usize> Kernel for Chunk<'_, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Chunk { flock, first, mut headings } = self;
        let count = headings[0].len();
        for start in (0..count).step_by(L::N) {
            let end = (start + L::N).min(count);
            let slots = first + start..first + end;
            let velocity: Vector<L, D> = per_axis!(axis => L::load_partial(&flock.velocities[axis][slots.clone()]));
            let heading = velocity.unit();
            (0..D).for_each(|axis| heading.0[axis].store_partial(&mut headings[axis][start..end]));
        }
    }
}
