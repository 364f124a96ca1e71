//! The old state of a step with its index: what boids perceive.

use crate::fast::compiled::{CompiledModel, Ranges};
use crate::fast::flock::Flock;
use crate::fast::outside_rule::Neighbour;
use crate::fast::search::grid::Grid;
use crate::fast::search::lee::Lee;
use crate::fast::search::{Candidates, Search};
use crate::fast::simd::{Lanes, MAX_LANES};
use crate::fast::vector::{Vector, per_axis};
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};

/// How candidates are found.
#[derive(Clone, Copy)]
pub(crate) enum CandidateSource<'a, const D: usize> {
    /// Everyone is a candidate.
    Brute,
    Grid,
    /// A search other than the two that are built into the step.
    Search(&'a dyn Search<D>),
}

/// A flock in canonical order with its index.
#[derive(Clone, Copy)]
pub(crate) struct IndexedFlock<'a, const D: usize> {
    pub flock: &'a Flock<D>,
    /// Headings, if alignment matches them; else empty.
    pub headings: &'a [Vec<f32>; D],
    pub grid: &'a Grid<D>,
    pub model: &'a CompiledModel<D>,
    pub source: CandidateSource<'a, D>,
    /// Lee's search, which sums up neighbours itself.
    pub lee: Option<&'a Lee<D>>,
    /// The slot of each id, if boids are perceived by id; else empty.
    pub slot_of_id: &'a [u32],
    /// The Voronoi neighbours of each id, as ids; empty unless a species perceives them.
    pub voronoi: &'a [Vec<u32>],
    /// Where to note how far boids look; `None` if the flock is whole.
    pub halo: Option<&'a Halo>,
}

/// How far the boids of a part of a flock looked. Beyond the halo around the part they saw nobody.
#[derive(Debug, Default)]
pub(crate) struct Halo {
    /// The bits of the largest radius of any search.
    furthest: AtomicU32,
}

impl Halo {
    /// Notes that boids looked this far. Bits of positive numbers are in the order of the numbers.
    fn note(&self, radius: f32) {
        if radius.to_bits() > self.furthest.load(Ordering::Relaxed) {
            self.furthest.fetch_max(radius.to_bits(), Ordering::Relaxed);
        }
    }

    /// How far any boid looked.
    pub fn furthest(&self) -> f32 {
        f32::from_bits(self.furthest.load(Ordering::Relaxed))
    }
}

/// Memory that a thread reuses from group to group.
#[derive(Default)]
pub(crate) struct Scratch<const D: usize> {
    pub candidates: Candidates<D>,
    /// Squared distances to candidates, one per lane for each.
    pub distances: Vec<f32>,
    /// How far each boid of the last group perceived, if it perceives the nearest.
    pub radius_hints: [f32; MAX_LANES],
    /// Candidates close to the group, and those of them that are too close to someone.
    pub near: Vec<u32>,
    pub close: Vec<u32>,
    /// The boids one boid perceives, as slots and as neighbours.
    pub perceived: Vec<u32>,
    pub neighbours: Vec<Neighbour<D>>,
}

impl<'a, const D: usize> IndexedFlock<'a, D> {
    /// Finds at least all boids within a distance of any boid of a group.
    pub fn find_candidates(&self, group: Range<usize>, radius: f32, found: &mut Candidates<D>) {
        if let Some(halo) = self.halo {
            halo.note(radius);
        }
        match self.source {
            // Beyond half a torus a cell would have to be visited with more than one shift.
            CandidateSource::Grid if radius <= self.grid.max_radius() => {
                let mut low = [f32::INFINITY; D];
                let mut high = [f32::NEG_INFINITY; D];
                for axis in 0..D {
                    for &x in &self.flock.positions[axis][group.clone()] {
                        low[axis] = if x < low[axis] { x } else { low[axis] };
                        high[axis] = if x > high[axis] { x } else { high[axis] };
                    }
                }
                self.grid.within(low, high, radius, found);
            }
            CandidateSource::Grid | CandidateSource::Brute => found.set_everyone(self.flock.len()),
            CandidateSource::Search(search) => found.set_from_search(search, self.flock, group, radius),
        }
    }

    /// The arrays that alignment averages.
    #[inline(always)]
    pub fn alignment_source(&self, ranges: &Ranges) -> &'a [Vec<f32>; D] {
        if ranges.uses_headings { self.headings } else { &self.flock.velocities }
    }

    /// What alignment averages of one candidate.
    #[inline(always)]
    pub fn motion<L: Lanes>(&self, ranges: &Ranges, slot: usize) -> Vector<L, D> {
        let source = self.alignment_source(ranges);
        per_axis!(axis => L::splat(source[axis][slot]))
    }

    /// The offset from each boid of a group to one candidate.
    #[inline(always)]
    pub fn offset<L: Lanes>(&self, from: Vector<L, D>, slot: usize, shift: [f32; D], pairwise: bool) -> Vector<L, D> {
        let difference = Vector::splat(self.flock.position(slot)) - from;
        match pairwise && self.model.space.is_torus() {
            true => difference + self.model.space.shift(difference),
            false => difference + Vector::splat(shift),
        }
    }
}
