//! A group: boids in consecutive slots, one per lane, that perceive together.

use crate::fast::flock::Flock;
use crate::fast::simd::Lanes;
use crate::fast::vector::Vector;
use std::ops::Range;

/// Boids in consecutive slots, one per lane.
#[derive(Clone, Copy)]
pub(crate) struct Group<L: Lanes, const D: usize> {
    /// The slot of the first.
    pub start: usize,
    /// How many there are, at most one per lane. Lanes beyond them hold valid but meaningless numbers.
    pub count: usize,
    pub position: Vector<L, D>,
    pub velocity: Vector<L, D>,
}

impl<L: Lanes, const D: usize> Group<L, D> {
    #[inline(always)]
    pub fn new(flock: &Flock<D>, slots: Range<usize>) -> Self {
        let (start, count) = (slots.start, slots.len());
        let position = Vector::load(&flock.positions, start);
        Group { start, count, position, velocity: Vector::load(&flock.velocities, start) }
    }

    pub fn slots(&self) -> Range<usize> {
        self.start..self.start + self.count
    }

    /// The heading of each boid.
    #[inline(always)]
    pub fn heading(&self) -> Vector<L, D> {
        heading(self.velocity)
    }
}

/// The direction of a velocity; +x for a boid at rest.
#[inline(always)]
pub(crate) fn heading<L: Lanes, const D: usize>(velocity: Vector<L, D>) -> Vector<L, D> {
    let mut unit = velocity.unit();
    unit.0[0] = unit.0[0].select(L::zero().lt(velocity.length()), L::splat(1.0));
    unit
}

/// The mask of a single lane.
#[inline(always)]
pub(crate) fn lane_mask<L: Lanes>(lane: usize) -> L::Mask {
    L::from_fn(|each| each as f32).eq(L::splat(lane as f32))
}

/// Part of a run of slots: entirely outside the group, or entirely inside.
pub(crate) struct Segment {
    pub slots: Range<usize>,
    pub in_group: bool,
}

/// Splits a run where it overlaps the group, so that the test against oneself is needed only inside the group.
#[inline(always)]
pub(crate) fn split_at_group(run: Range<usize>, group: Range<usize>) -> [Segment; 3] {
    let from = group.start.clamp(run.start, run.end);
    let to = group.end.clamp(from, run.end);
    [
        Segment { slots: run.start..from, in_group: false },
        Segment { slots: from..to, in_group: true },
        Segment { slots: to..run.end, in_group: false },
    ]
}
