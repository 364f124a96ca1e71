//! How neighbours are found. Which boids a boid perceives is not decided here: a search only has to return at least
//! everyone within a distance, and returning more costs time, never correctness.
//!
//! - [`grid`]: cells, the fastest for most flocks. It also keeps the flock in canonical order, whichever search runs.
//! - brute force: everyone, in storage order.
//! - `kd_tree`: a k-d tree, for flocks of very uneven density.
//! - `lee`: Lee 2008's three algorithms, one of them approximate.
//!
//! A search of your own implements [`Search`] and is passed to [`World::set_search`](crate::World::set_search).

pub(crate) mod grid;
pub(crate) mod kd_tree;
pub(crate) mod lee;
mod rows;
mod sort;

use crate::fast::flock::Flock;
use crate::fast::space::Space;
use std::ops::Range;

/// A way to find neighbours.
pub trait Search<const D: usize>: Send + Sync {
    /// Called before each step and each inspection, with the flock as it is.
    fn index(&mut self, flock: &Flock<D>, space: &Space<D>);

    /// Appends to `found` the slots of at least all boids closer to the boid in `slot` than `radius`, which may be
    /// infinite. It may append others, the boid itself, and anyone twice; the order does not matter.
    fn within(&self, flock: &Flock<D>, slot: usize, radius: f32, found: &mut Vec<u32>);
}

/// A run of consecutive slots, and what to add to their positions on a torus.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Run<const D: usize> {
    pub start: u32,
    pub end: u32,
    pub shift: [f32; D],
}

impl<const D: usize> Run<D> {
    pub fn slots(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// The box around a group of boids, and how far from it anyone can be whom one of them perceives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CullBox<const D: usize> {
    pub centre: [f32; D],
    /// Half its size.
    pub half: [f32; D],
    /// The squared distance.
    pub max_r2: f32,
}

impl<const D: usize> CullBox<D> {
    /// Culls nobody.
    pub const EVERYTHING: Self = CullBox { centre: [0.0; D], half: [f32::INFINITY; D], max_r2: f32::INFINITY };
}

impl<const D: usize> Default for CullBox<D> {
    fn default() -> Self {
        Self::EVERYTHING
    }
}

/// Boids that may be neighbours, as runs in storage order. Every search returns them in this order, so that sums
/// come out alike.
#[derive(Clone, Debug, Default)]
pub(crate) struct Candidates<const D: usize> {
    pub runs: Vec<Run<D>>,
    /// Whether the shift across the seam differs from pair to pair and has to be computed for each.
    pub pairwise: bool,
    pub cull_box: CullBox<D>,
    /// Scratch memory.
    slots: Vec<u32>,
}

impl<const D: usize> Candidates<D> {
    /// The number of candidates.
    pub fn count(&self) -> usize {
        self.runs.iter().map(|run| (run.end - run.start) as usize).sum()
    }

    /// Makes everyone a candidate.
    pub fn set_everyone(&mut self, boids: usize) {
        self.runs.clear();
        self.runs.push(Run { start: 0, end: boids as u32, shift: [0.0; D] });
        self.pairwise = true;
        self.cull_box = CullBox::EVERYTHING;
    }

    /// Takes the candidates from a search, for any boid of a group.
    pub fn set_from_search(&mut self, search: &dyn Search<D>, flock: &Flock<D>, group: Range<usize>, radius: f32) {
        self.slots.clear();
        for slot in group {
            search.within(flock, slot, radius, &mut self.slots);
        }
        self.slots.sort_unstable();
        self.slots.dedup();
        self.runs.clear();
        self.pairwise = true;
        self.cull_box = CullBox::EVERYTHING;
        for &slot in &self.slots {
            match self.runs.last_mut() {
                Some(run) if run.end == slot => run.end += 1,
                _ => self.runs.push(Run { start: slot, end: slot + 1, shift: [0.0; D] }),
            }
        }
    }
}
