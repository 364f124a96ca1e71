//! How neighbours are found. Whom a boid perceives is not decided here: a search only has to name at least
//! everyone within a distance, and naming more costs time, never correctness.
//!
//! - [`grid`]: cells, the fastest for most flocks. It also keeps the flock sorted, whichever search runs.
//! - brute force: everyone, in the order in which they are stored.
//! - [`tree`]: a k-d tree.
//! - [`lee`]: Lee 2008's three algorithms, one of them approximate.
//!
//! A search of your own implements [`Search`] and is given to [`World::set_search`](crate::World::set_search).

pub mod grid;
pub mod lee;
pub mod tree;

use crate::flock::Flock;
use crate::space::Space;

/// A way to find neighbours, other than the two that are built into the step.
pub trait Search<const D: usize>: Send + Sync {
    /// Called before each step, with the flock as it is.
    fn index(&mut self, flock: &Flock<D>, space: &Space<D>);

    /// Adds to `found` the places of at least all boids nearer to the boid in `place` than `radius`, which
    /// may be infinite. It may add others, the boid itself, and anyone twice; the order does not matter.
    fn within(&self, flock: &Flock<D>, place: usize, radius: f32, found: &mut Vec<u32>);
}

/// A stretch of the flock to look at, and what to add to its positions on a torus.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Run<const D: usize> {
    pub start: u32,
    pub end: u32,
    pub shift: [f32; D],
}

/// The box round a group of boids, and how far from it someone may be whom one of them perceives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sieve<const D: usize> {
    pub centre: [f32; D],
    /// Half its size.
    pub half: [f32; D],
    /// The square of that distance.
    pub reach: f32,
}

impl<const D: usize> Sieve<D> {
    /// Lets everyone through.
    pub const OPEN: Self = Sieve { centre: [0.0; D], half: [f32::INFINITY; D], reach: f32::INFINITY };
}

impl<const D: usize> Default for Sieve<D> {
    fn default() -> Self {
        Self::OPEN
    }
}

/// Where to look for neighbours: stretches in the order in which the flock is stored. Every search visits in
/// this order, so that sums come out alike.
#[derive(Clone, Debug, Default)]
pub(crate) struct Candidates<const D: usize> {
    pub runs: Vec<Run<D>>,
    /// Whether the shift across the seam differs from pair to pair, and is to be found for each.
    pub pairwise: bool,
    pub sieve: Sieve<D>,
    /// Scratch memory for places.
    places: Vec<u32>,
}

impl<const D: usize> Candidates<D> {
    /// Everyone.
    pub fn everyone(&mut self, boids: usize) {
        self.runs.clear();
        self.runs.push(Run { start: 0, end: boids as u32, shift: [0.0; D] });
        self.pairwise = true;
        self.sieve = Sieve::OPEN;
    }

    /// Those whom a search names for any of these places.
    pub fn found_by(&mut self, search: &dyn Search<D>, flock: &Flock<D>, group: std::ops::Range<usize>, radius: f32) {
        self.places.clear();
        for place in group {
            search.within(flock, place, radius, &mut self.places);
        }
        self.places.sort_unstable();
        self.places.dedup();
        self.runs.clear();
        self.pairwise = true;
        self.sieve = Sieve::OPEN;
        for &place in &self.places {
            match self.runs.last_mut() {
                Some(run) if run.end == place => run.end += 1,
                _ => self.runs.push(Run { start: place, end: place + 1, shift: [0.0; D] }),
            }
        }
    }
}
