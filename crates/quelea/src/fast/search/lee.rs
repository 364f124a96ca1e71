//! Lee 2008: flocking by the k nearest, found in three ways.
//!
//! J. M. Lee, "An Efficient Flocking Behaviors for Large Flocks by Using Representative Boid", 2008. The
//! paper's `SteeringBasic` keeps a priority queue over all boids, `SteeringWithPS` over rings of cells, and
//! `SteeringWithRB` lets a cell at least `o` rings away stand in as one boid, its representative. The first
//! two are exact; the third is an approximation, and the only search that changes what a flock does.
//!
//! The printed algorithms cannot run as they are. What is corrected here, by the names of the defects:
//! - The ring loop `r = -1; while (r++ >= 0)` never runs: here r counts up from 0 (L6).
//! - Figure 6 skips `i <= x + r` and so visits 4r + 1 of the 8r cells of a ring: here all are visited (L8).
//! - Figure 3 never stops, and Figure 6 stops as soon as k are found, though nearer ones may lie in the next
//!   ring: here rings are added until everyone within the k-th distance has certainly been visited (L7, L9).
//!   `stop = "as-printed"` stops where Figure 6 does, and is not exact.
//! - A boid is not its own neighbour, cells outside the space do not exist, empty cells have no representative, and
//!   the rings end at the edge of the space (L10).
//! - A representative of t boids counts t times in separation, as the sum over its boids would; in print it counts
//!   once (L4). It keeps the sum of directions and the mean position, which cohesion weights by t (L5). So alignment
//!   and cohesion through representatives are exact for the same neighbours (the paper's theorems 1 and 2);
//!   separation is not.
//! - The paper does not say which entry leaves the queue when a representative enters. Here the furthest leaves as
//!   long as k boids remain without it, so at least k are found, perhaps more.
//!
//! Neighbours are added up in the order of the queue, as in the paper: the two exact algorithms find the neighbours
//! that every exact search finds, but their sums are rounded differently.

use crate::fast::compiled::SpeciesModel;
use crate::fast::flock::Flock;
use crate::fast::group::Group;
use crate::fast::indexed_flock::IndexedFlock;
use crate::fast::neighbour_sums::NeighbourSums;
use crate::fast::perception::add_weighted;
use crate::fast::simd::Lanes;
use crate::fast::space::Space;
use crate::fast::vector::Vector;
use crate::geometry::Boundary;
use crate::model::Scenario;
use crate::model::settings::{LeeAlgorithm, LeeStop};
use std::collections::BinaryHeap;
use std::ops::Range;

/// Lee's cells, each with a representative.
#[derive(Clone, Debug)]
pub(crate) struct Lee<const D: usize> {
    algorithm: LeeAlgorithm,
    /// From this ring on a cell counts as one boid.
    o: usize,
    stop: LeeStop,
    cells: usize,
    low: [f32; D],
    width: [f32; D],
    torus: bool,
    /// The paper's Grid and rGrid in one: the boids cell by cell, then the representatives.
    entities: Vec<Entity<D>>,
    /// The first entity of each cell, and the end of the last.
    starts: Vec<u32>,
    /// The entity of each slot.
    entity_of: Vec<u32>,
}

/// What a boid perceives: another boid, or all boids of a cell as one (Definition 1 of the paper, plus the count it
/// omits).
#[derive(Clone, Copy, Debug)]
struct Entity<const D: usize> {
    /// Of several boids their mean.
    position: [f32; D],
    /// What alignment matches, heading or velocity; of several boids their sum.
    motion: [f32; D],
    count: u32,
    /// The id of the boid, or the index of the cell it represents.
    id: u32,
    /// The slot of the boid.
    slot: u32,
}

/// An entity in the queue, the furthest first.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// The bits of the squared distance, which sort like the distance, then the id: of two at the same distance the
    /// one with the larger id counts as further away.
    key: u64,
    entity: u32,
    count: u32,
}

impl Entry {
    fn r2(&self) -> f32 {
        f32::from_bits((self.key >> 32) as u32)
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl Eq for Entry {}

impl Ord for Entry {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.key.cmp(&other.key)
    }
}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// The paper's kNNPQ: the nearest so far, in a priority queue whose head is the furthest.
struct Queue {
    heap: BinaryHeap<Entry>,
    /// The number of boids the entries stand for.
    size: usize,
    wanted: usize,
}

impl Queue {
    fn new(wanted: usize) -> Self {
        Queue { heap: BinaryHeap::with_capacity(wanted + 1), size: 0, wanted }
    }

    fn clear(&mut self) {
        self.heap.clear();
        self.size = 0;
    }

    #[inline(always)]
    fn offer(&mut self, entry: Entry) {
        let furthest = self.heap.peek().copied();
        if self.size < self.wanted || furthest.is_none_or(|furthest| entry < furthest) {
            self.insert(entry, furthest);
        }
    }

    /// Inserts an entry and drops what is now too far away.
    fn insert(&mut self, entry: Entry, furthest: Option<Entry>) {
        self.size += entry.count as usize;
        match furthest {
            // Replacing the head costs a single pass down the heap.
            Some(furthest) if self.can_spare(&furthest) => {
                self.size -= furthest.count as usize;
                self.heap.peek_mut().into_iter().for_each(|mut head| *head = entry);
            }
            _ => self.heap.push(entry),
        }
        while let Some(furthest) = self.heap.peek().copied()
            && self.can_spare(&furthest)
        {
            self.size -= furthest.count as usize;
            self.heap.pop();
        }
    }

    /// Whether enough boids remain without an entry.
    fn can_spare(&self, entry: &Entry) -> bool {
        self.size - entry.count as usize >= self.wanted
    }

    /// Whether enough boids have been found, none of them further away than this.
    fn is_full_within(&self, distance: f32) -> bool {
        self.size >= self.wanted && self.heap.peek().is_none_or(|furthest| furthest.r2() <= distance * distance)
    }
}

impl<const D: usize> Lee<D> {
    /// Why its neighbours may not be the nearest; `None` if they are.
    pub fn approximation(&self) -> Option<&'static str> {
        match (self.algorithm, self.stop) {
            (LeeAlgorithm::Representative, _) => Some("Lee 2008: representatives may stand in for distant boids"),
            (LeeAlgorithm::Partition, LeeStop::Printed) => {
                Some("Lee 2008, stopping as printed: nearer boids in the next ring of cells may be missed")
            }
            (LeeAlgorithm::Basic, _) | (LeeAlgorithm::Partition, LeeStop::Certain) => None,
        }
    }

    /// For a scenario with `search = "representative"`.
    pub fn new(scenario: &Scenario, space: &Space<D>) -> Self {
        let settings = &scenario.general.representative;
        let bounded = !matches!(space.boundary, Boundary::Open | Boundary::Sphere { .. });
        let cells = if bounded && settings.algorithm != LeeAlgorithm::Basic { settings.cells } else { 1 };
        Lee {
            algorithm: settings.algorithm,
            o: settings.o,
            stop: settings.stop,
            cells,
            low: space.low,
            width: space.size.map(|size| size / cells as f32),
            torus: space.is_torus(),
            entities: Vec::new(),
            starts: Vec::new(),
            entity_of: Vec::new(),
        }
    }

    /// Lines 01 to 12 of SteeringWithRB: puts boids into cells and makes a representative for each.
    pub fn index(&mut self, flock: &Flock<D>, motion: &[Vec<f32>; D]) {
        let cells = self.cells.pow(D as u32);
        self.starts.clear();
        self.starts.resize(cells + 1, 0);
        self.entity_of.clear();
        for slot in 0..flock.len() {
            let cell = self.cell_index(self.cell_of(flock.position(slot)));
            self.entity_of.push(cell as u32);
            self.starts[cell + 1] += 1;
        }
        for cell in 0..cells {
            self.starts[cell + 1] += self.starts[cell];
        }
        let empty = Entity { position: [0.0; D], motion: [0.0; D], count: 0, id: 0, slot: 0 };
        self.entities.clear();
        self.entities.resize(flock.len(), empty);
        let mut next = self.starts.clone();
        for slot in 0..flock.len() {
            let entity = &mut next[self.entity_of[slot] as usize];
            self.entities[*entity as usize] = Entity {
                position: flock.position(slot),
                motion: std::array::from_fn(|axis| motion[axis][slot]),
                count: 1,
                id: flock.ids[slot],
                slot: slot as u32,
            };
            self.entity_of[slot] = *entity;
            *entity += 1;
        }
        if self.algorithm == LeeAlgorithm::Representative {
            for cell in 0..cells {
                let mut all = Entity { id: cell as u32, ..empty };
                for boid in &self.entities[self.boids_of(cell)] {
                    for axis in 0..D {
                        all.position[axis] += boid.position[axis];
                        all.motion[axis] += boid.motion[axis];
                    }
                    all.count += 1;
                }
                let count = all.count.max(1) as f32;
                all.position = all.position.map(|sum| sum / count);
                self.entities.push(all);
            }
        }
    }

    /// Boids outside the space belong to the outermost cells.
    fn cell_of(&self, position: [f32; D]) -> [usize; D] {
        std::array::from_fn(|axis| {
            let along = (position[axis] - self.low[axis]) / self.width[axis];
            if along > 0.0 { (along as usize).min(self.cells - 1) } else { 0 }
        })
    }

    fn cell_index(&self, cell: [usize; D]) -> usize {
        cell.iter().rev().fold(0, |index, along| index * self.cells + along)
    }

    /// The boids of a cell.
    fn boids_of(&self, cell: usize) -> Range<usize> {
        self.starts[cell] as usize..self.starts[cell + 1] as usize
    }

    /// The representative of a cell; none for an empty one (L10).
    fn representative_of(&self, cell: usize) -> Range<usize> {
        let entity = self.entity_of.len() + cell;
        if self.boids_of(cell).is_empty() { entity..entity } else { entity..entity + 1 }
    }

    /// What a group of boids sums up over the nearest the algorithm finds.
    #[inline(always)]
    pub fn perceive<L: Lanes>(
        &self,
        indexed: &IndexedFlock<D>,
        group: &Group<L, D>,
        species: &SpeciesModel<D>,
    ) -> NeighbourSums<L, D> {
        let mut sums = NeighbourSums::zero();
        let mut queue = Queue::new(species.neighbours);
        for slot in group.slots() {
            self.find(indexed, slot, species, &mut queue);
            sums.set_lane(slot - group.start, &self.sum(indexed, slot, species, &queue));
        }
        sums
    }

    /// The paper's ComputeSteerWithVirtualBoid, up to the sums.
    fn sum(
        &self,
        indexed: &IndexedFlock<D>,
        slot: usize,
        species: &SpeciesModel<D>,
        queue: &Queue,
    ) -> NeighbourSums<f32, D> {
        let boid = Group::<f32, D>::new(indexed.flock, slot..slot + 1);
        let mut sums = NeighbourSums::zero();
        for entry in &queue.heap {
            let entity = &self.entities[entry.entity as usize];
            let d = indexed.model.space.offset(boid.position, Vector(entity.position));
            add_weighted(&mut sums, &boid, species, d, Vector(entity.motion), entity.count as f32);
        }
        sums
    }

    /// The slots of the boids the algorithm finds, those of a represented cell one by one.
    pub fn found(&self, indexed: &IndexedFlock<D>, slot: usize, species: &SpeciesModel<D>) -> Vec<u32> {
        let mut queue = Queue::new(species.neighbours);
        self.find(indexed, slot, species, &mut queue);
        let boids = self.entity_of.len();
        let entities = queue.heap.iter().flat_map(|entry| match entry.entity as usize {
            entity if entity < boids => entity..entity + 1,
            entity => self.boids_of(entity - boids),
        });
        entities.map(|entity| self.entities[entity].slot).collect()
    }

    /// Finds the nearest: lines 14 to 28 of SteeringWithRB.
    fn find(&self, indexed: &IndexedFlock<D>, slot: usize, species: &SpeciesModel<D>, queue: &mut Queue) {
        queue.clear();
        let own = self.entity_of[slot] as usize;
        let position = indexed.flock.position(slot);
        let here = self.cell_of(position);
        let space = &indexed.model.space;
        let furthest_ring = if self.torus { self.cells / 2 } else { self.cells - 1 };
        for ring in 0..=furthest_ring {
            let represented = ring >= self.o && self.algorithm == LeeAlgorithm::Representative;
            self.each_cell_of_ring(here, ring, |cell| {
                let entities = if represented { self.representative_of(cell) } else { self.boids_of(cell) };
                for index in entities {
                    let entity = &self.entities[index];
                    let d = space.offset(Vector(position), Vector(entity.position));
                    let r2 = d.dot(d);
                    if index != own && r2 > species.ranges.above {
                        let key = u64::from(r2.to_bits()) << 32 | u64::from(entity.id);
                        queue.offer(Entry { key, entity: index as u32, count: entity.count });
                    }
                }
            });
            let sure = match self.stop {
                LeeStop::Certain => self.certain_distance(position, here, ring),
                LeeStop::Printed => f32::INFINITY,
            };
            if queue.is_full_within(sure) {
                break;
            }
        }
    }

    /// The distance within which every boid has been visited after a ring.
    fn certain_distance(&self, position: [f32; D], here: [usize; D], ring: usize) -> f32 {
        let along = |axis: usize| {
            let low = self.low[axis] + here[axis] as f32 * self.width[axis];
            let to_edge = (position[axis] - low).min(low + self.width[axis] - position[axis]);
            // Outside the space only the width of the ring counts.
            to_edge.max(0.0) + ring as f32 * self.width[axis]
        };
        // Rounding may have put a boid into the next cell: keep a small margin.
        (0..D).map(along).fold(f32::INFINITY, f32::min) * 0.999
    }

    /// Calls `f` once with every cell whose largest coordinate difference is exactly `ring`.
    #[inline(always)]
    fn each_cell_of_ring(&self, here: [usize; D], ring: usize, mut f: impl FnMut(usize)) {
        let (cells, r) = (self.cells as i64, ring as i64);
        // On a torus the cell opposite to the boid is equally far both ways if the number of cells is even: it is
        // visited one way.
        let along = |axis: usize, offset: i64| match here[axis] as i64 + offset {
            _ if self.torus && 2 * offset <= -cells => None,
            cell if self.torus => Some(if cell < 0 {
                cell + cells
            } else if cell >= cells {
                cell - cells
            } else {
                cell
            }),
            cell => (0..cells).contains(&cell).then_some(cell),
        };
        // Rows along the first axis; the other axes count up like digits.
        let mut offset = [-r; D];
        loop {
            let row = (1..D).rev().try_fold(0, |index, axis| Some(index * cells + along(axis, offset[axis])?));
            if let Some(row) = row {
                // A row inside the ring meets it only at both ends.
                let inner = offset[1..].iter().all(|along| along.abs() < r);
                for x in (-r..=r).step_by(if inner { 2 * ring } else { 1 }) {
                    if let Some(x) = along(0, x) {
                        f((row * cells + x) as usize);
                    }
                }
            }
            let Some(axis) = (1..D).find(|axis| offset[*axis] < r) else { return };
            offset[1..axis].fill(-r);
            offset[axis] += 1;
        }
    }
}
