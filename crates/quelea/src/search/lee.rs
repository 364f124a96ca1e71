//! Lee 2008: flocking by the k nearest, found in three ways.
//!
//! J. M. Lee, "An Efficient Flocking Behaviors for Large Flocks by Using Representative Boid", 2008. The
//! paper's `SteeringBasic` keeps a priority queue over all boids, `SteeringWithPS` over rings of cells, and
//! `SteeringWithRB` lets a cell at least `o` rings away stand in as one boid, its representative. The first
//! two are exact; the third is an approximation, and the only search that changes what a flock does.
//!
//! The printed algorithms cannot run as they are. What is corrected here, by the names of the defects:
//! - The ring loop `r = -1; while (r++ >= 0)` never enters: r counts up from 0 (L6).
//! - Figure 6 skips `i <= x + r`, and so looks at 4r + 1 of the 8r cells of a ring: all are visited (L8).
//! - Figure 3 never stops, and Figure 6 stops as soon as k are found, though nearer ones may lie in the next
//!   ring: rings are added until the k-th distance is no further than what has surely been seen (L7, L9).
//! - A boid is not its own neighbour, cells outside the world do not exist, empty cells have no
//!   representative, and the rings end with the world (L10).
//! - A representative of t boids weighs t times in separation, as the sum over its boids would; the print
//!   weighs it once (L4). It keeps the sum of directions and the mean position, and cohesion weighs that by
//!   t (L5). So alignment and cohesion through representatives are exact for the same neighbours (the
//!   paper's theorems 1 and 2); separation is not.
//! - The paper does not say who leaves the queue when a representative enters. Here the furthest entry
//!   leaves while k boids remain without it, so at least k are found, and perhaps more.

use crate::flock::Flock;
use crate::lanes::Lanes;
use crate::laws::Law;
use crate::look::{Group, Sums, View};
use crate::scenario::Scenario;
use crate::scenario::settings::{LeeAlgorithm, SpaceKind};
use crate::space::Space;
use crate::vector::Vector;
use std::collections::BinaryHeap;

/// Lee's cells, with a representative for each.
#[derive(Clone, Debug)]
pub(crate) struct Lee<const D: usize> {
    algorithm: LeeAlgorithm,
    /// From this ring on a cell stands in as one boid.
    o: usize,
    cells: usize,
    low: [f32; D],
    width: [f32; D],
    torus: bool,
    /// The places of each cell's boids.
    members: Vec<Vec<u32>>,
    representatives: Vec<Representative<D>>,
}

/// A cell's boids as one: Definition 1 of the paper, with the count it forgot to keep.
#[derive(Clone, Copy, Debug)]
struct Representative<const D: usize> {
    position: [f32; D],
    /// The sum of what alignment looks at: headings or velocities.
    motion: [f32; D],
    count: u32,
}

/// A boid or a representative in the queue, the furthest first.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Entry {
    r2: f32,
    /// The boid's id, or for a representative the number of its cell: of two at the same distance the
    /// larger one is the further.
    id: u32,
    what: What,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum What {
    Boid { place: u32 },
    Cell { cell: u32, count: u32 },
}

impl Entry {
    fn count(&self) -> usize {
        match self.what {
            What::Boid { .. } => 1,
            What::Cell { count, .. } => count as usize,
        }
    }
}

impl Eq for Entry {}

impl Ord for Entry {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.r2.total_cmp(&other.r2).then(self.id.cmp(&other.id))
    }
}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// The paper's kNNPQ: the nearest so far, as a queue whose head is the furthest of them.
struct Queue {
    heap: BinaryHeap<Entry>,
    /// How many boids the entries stand for.
    size: usize,
    wanted: usize,
}

impl Queue {
    fn add(&mut self, entry: Entry) {
        if self.size >= self.wanted && self.heap.peek().is_some_and(|furthest| entry > *furthest) {
            return;
        }
        self.size += entry.count();
        self.heap.push(entry);
        while let Some(furthest) = self.heap.peek()
            && self.size - furthest.count() >= self.wanted
        {
            self.size -= furthest.count();
            self.heap.pop();
        }
    }
}

impl<const D: usize> Lee<D> {
    /// For a scenario whose search is `representative`.
    pub fn new(scenario: &Scenario, space: &Space<D>) -> Self {
        let settings = &scenario.general.representative;
        let bounded = !matches!(space.kind, SpaceKind::Open | SpaceKind::Sphere);
        let cells = if bounded && settings.algorithm != LeeAlgorithm::Basic { settings.cells } else { 1 };
        Lee {
            algorithm: settings.algorithm,
            o: settings.o,
            cells,
            low: space.low,
            width: space.size.map(|size| size / cells as f32),
            torus: space.is_torus(),
            members: Vec::new(),
            representatives: Vec::new(),
        }
    }

    /// Lines 01 to 12 of SteeringWithRB: boids into cells, and a representative for each.
    pub fn index(&mut self, flock: &Flock<D>, motion: &[Vec<f32>; D]) {
        self.members.resize(self.cells.pow(D as u32), Vec::new());
        self.members.iter_mut().for_each(Vec::clear);
        for place in 0..flock.len() {
            let cell = self.number(self.cell_of(flock.position(place)));
            self.members[cell].push(place as u32);
        }
        self.representatives.clear();
        if self.algorithm == LeeAlgorithm::Representative {
            self.representatives.extend(self.members.iter().map(|members| {
                let sum = |arrays: &[Vec<f32>; D]| -> [f32; D] {
                    std::array::from_fn(|axis| members.iter().map(|place| arrays[axis][*place as usize]).sum())
                };
                let count = members.len().max(1) as f32;
                Representative {
                    position: sum(&flock.positions).map(|x| x / count),
                    motion: sum(motion),
                    count: members.len() as u32,
                }
            }));
        }
    }

    /// Boids beyond the world's edge belong to the outermost cells.
    fn cell_of(&self, position: [f32; D]) -> [usize; D] {
        std::array::from_fn(|axis| {
            let along = libm::floorf((position[axis] - self.low[axis]) / self.width[axis]);
            if along > 0.0 { (along as usize).min(self.cells - 1) } else { 0 }
        })
    }

    fn number(&self, cell: [usize; D]) -> usize {
        cell.iter().rev().fold(0, |number, along| number * self.cells + along)
    }

    /// What a group of boids sums up over the nearest that the algorithm finds.
    #[inline(always)]
    pub fn look<L: Lanes>(&self, view: &View<D>, group: &Group<L, D>, law: &Law<D>) -> Sums<L, D> {
        let mut sums = Sums::none();
        for place in group.places() {
            let one = self.sum(view, place, law);
            sums.put(place - group.start, &one);
        }
        sums
    }

    /// The paper's ComputeSteerWithVirtualBoid, up to the sums.
    fn sum(&self, view: &View<D>, place: usize, law: &Law<D>) -> Sums<f32, D> {
        let mut entries = self.nearest(view, place, law).heap.into_vec();
        // In the order of storage, in which every exact search sums: then the bits are the same.
        entries.sort_unstable_by_key(|entry| match entry.what {
            What::Boid { place } => (place, 0),
            What::Cell { cell, .. } => (u32::MAX, cell),
        });
        let boid = Group::<f32, D>::new(view.flock, place..place + 1);
        let motion = view.motion(&law.senses);
        let mut sums = Sums::none();
        for entry in entries {
            match entry.what {
                What::Boid { place } => {
                    let place = place as usize;
                    let d = view.laws.space.offset(boid.position, Vector(view.flock.position(place)));
                    let along = Vector(std::array::from_fn(|axis| motion[axis][place]));
                    view.add_weighed(&mut sums, &boid, law, d, along, 1.0);
                }
                What::Cell { cell, count } => {
                    let representative = &self.representatives[cell as usize];
                    let d = view.laws.space.offset(boid.position, Vector(representative.position));
                    view.add_weighed(&mut sums, &boid, law, d, Vector(representative.motion), count as f32);
                }
            }
        }
        sums
    }

    /// Finds the nearest.
    fn nearest(&self, view: &View<D>, place: usize, law: &Law<D>) -> Queue {
        let mut queue = Queue { heap: BinaryHeap::with_capacity(law.neighbours + 1), size: 0, wanted: law.neighbours };
        let position = view.flock.position(place);
        let here = self.cell_of(position);
        let space = &view.laws.space;
        let r2 = |to: [f32; D]| {
            let d = space.offset(Vector(position), Vector(to));
            d.dot(d)
        };
        let furthest_ring = if self.torus { self.cells / 2 } else { self.cells - 1 };
        for ring in 0..=furthest_ring {
            self.each_cell_of_ring(here, ring, |cell| {
                if ring >= self.o && self.algorithm == LeeAlgorithm::Representative {
                    let representative = &self.representatives[cell];
                    if representative.count > 0 {
                        let what = What::Cell { cell: cell as u32, count: representative.count };
                        queue.add(Entry { r2: r2(representative.position), id: cell as u32, what });
                    }
                    return;
                }
                for &other in &self.members[cell] {
                    let r2 = r2(view.flock.position(other as usize));
                    if other as usize != place && r2 > law.senses.above {
                        let id = view.flock.ids[other as usize];
                        queue.add(Entry { r2, id, what: What::Boid { place: other } });
                    }
                }
            });
            let seen = self.surely_seen(position, here, ring);
            if queue.size >= queue.wanted && queue.heap.peek().is_some_and(|furthest| furthest.r2 <= seen * seen) {
                break;
            }
        }
        queue
    }

    /// After this ring, everyone nearer than this has been looked at.
    fn surely_seen(&self, position: [f32; D], here: [usize; D], ring: usize) -> f32 {
        let along = |axis: usize| {
            let low = self.low[axis] + here[axis] as f32 * self.width[axis];
            let to_edge = (position[axis] - low).min(low + self.width[axis] - position[axis]);
            // A boid outside the world is nearer to nothing than the ring is wide.
            to_edge.max(0.0) + ring as f32 * self.width[axis]
        };
        // Rounding may have put a boid into the next cell: be sure by a little more than that.
        (0..D).map(along).fold(f32::INFINITY, f32::min) * 0.999
    }

    /// Calls `f` with every cell whose furthest axis is exactly `ring` cells away, each once.
    fn each_cell_of_ring(&self, here: [usize; D], ring: usize, mut f: impl FnMut(usize)) {
        let (cells, r) = (self.cells as i64, ring as i64);
        let span = (2 * r + 1) as usize;
        for index in 0..span.pow(D as u32) {
            let offset: [i64; D] = std::array::from_fn(|axis| (index / span.pow(axis as u32) % span) as i64 - r);
            if offset.iter().all(|along| along.abs() < r) {
                continue;
            }
            // Round an even number of cells, the opposite one is as far one way as the other: count it once.
            if self.torus && offset.iter().any(|along| 2 * along <= -cells) {
                continue;
            }
            let cell: [i64; D] = std::array::from_fn(|axis| here[axis] as i64 + offset[axis]);
            if self.torus {
                f(self.number(cell.map(|along| along.rem_euclid(cells) as usize)));
            } else if cell.iter().all(|along| (0..cells).contains(along)) {
                f(self.number(cell.map(|along| along as usize)));
            }
        }
    }
}
