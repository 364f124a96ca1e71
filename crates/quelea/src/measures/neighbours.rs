//! How many boids each boid perceives, as `docs/model.md` defines it.

use super::{KdTree, Offsets, square};
use crate::geometry::voronoi_neighbours;
use crate::model::Scenario;
use crate::model::settings::{Coincident, Perception, PerceptionKind, Relation};
use crate::parallel;

/// Only coincident points have a squared distance below this: it is the smallest number above zero.
pub(super) const COINCIDENT: f64 = f64::from_bits(1);

/// The number of perceived boids, summed over all boids.
pub(super) fn perceived<const D: usize>(
    scenario: &Scenario,
    trees: &[KdTree<D>],
    offsets: &Offsets<D>,
    positions: &[[f64; D]],
) -> u64 {
    let perceptions = scenario.species.iter().map(|species| &species.settings.perception).enumerate();
    perceptions
        .map(|(own, perception)| {
            let perceiver = Perceiver::new(scenario, trees, offsets, own);
            match perception.kind {
                PerceptionKind::All => perceiver.nearer_than(f64::INFINITY),
                PerceptionKind::Radius => perceiver.nearer_than(square(perception.radius)),
                PerceptionKind::Nearest => perceiver.at_most_k(f64::INFINITY),
                PerceptionKind::NearestWithin => perceiver.at_most_k(square(perception.radius)),
                PerceptionKind::Friends | PerceptionKind::Voronoi => perceiver.sight_lines(positions).count() as u64,
            }
        })
        .sum()
}

/// The number of perceived boids of each boid, by id.
pub(super) fn perceived_by_each<const D: usize>(
    scenario: &Scenario,
    trees: &[KdTree<D>],
    offsets: &Offsets<D>,
    positions: &[[f64; D]],
) -> Vec<u32> {
    let mut found = vec![0; positions.len()];
    for (own, perception) in scenario.species.iter().map(|species| &species.settings.perception).enumerate() {
        let perceiver = Perceiver::new(scenario, trees, offsets, own);
        let radius = square(perception.radius);
        let counts = match perception.kind {
            PerceptionKind::All => perceiver.counts(f64::INFINITY, u64::MAX),
            PerceptionKind::Radius => perceiver.counts(radius, u64::MAX),
            PerceptionKind::Nearest => perceiver.counts(f64::INFINITY, perception.neighbours as u64),
            PerceptionKind::NearestWithin => perceiver.counts(radius, perception.neighbours as u64),
            PerceptionKind::Friends | PerceptionKind::Voronoi => {
                perceiver.sight_lines(positions).for_each(|[from, _]| found[from] += 1);
                continue;
            }
        };
        for (id, count) in trees[own].ids.iter().zip(counts) {
            found[*id as usize] = u32::try_from(count).unwrap_or(u32::MAX);
        }
    }
    found
}

/// One species and those it may perceive.
pub(super) struct Perceiver<'a, const D: usize> {
    scenario: &'a Scenario,
    perception: &'a Perception,
    trees: &'a [KdTree<D>],
    offsets: &'a Offsets<D>,
    own: usize,
    /// The species that it perceives.
    pub others: Vec<usize>,
}

impl<'a, const D: usize> Perceiver<'a, D> {
    pub fn new(scenario: &'a Scenario, trees: &'a [KdTree<D>], offsets: &'a Offsets<D>, own: usize) -> Self {
        let perceives = |other: &usize| matches!(scenario.relation(own, *other), Relation::Flock | Relation::Avoid);
        let others = (0..trees.len()).filter(perceives).collect();
        Perceiver { scenario, perception: &scenario.species[own].settings.perception, trees, offsets, own, others }
    }

    pub fn ignores_coincident(&self) -> bool {
        self.perception.coincident == Coincident::Ignore
    }

    /// How many boids closer than this all boids of its tree perceive together.
    pub fn nearer_than(&self, below: f64) -> u64 {
        let pairs = |other: &usize, below: f64| match *other == self.own {
            true => 2 * self.trees[self.own].pairs(self.offsets, below),
            false => self.trees[self.own].pairs_with(&self.trees[*other], self.offsets, below),
        };
        let of =
            |other: &usize| pairs(other, below) - if self.ignores_coincident() { pairs(other, COINCIDENT) } else { 0 };
        self.others.iter().map(of).sum()
    }

    fn at_most_k(&self, below: f64) -> u64 {
        self.counts(below, self.perception.neighbours as u64).iter().sum()
    }

    /// How many each boid of its tree perceives, in the tree's order: those nearer, but no more than `most`.
    fn counts(&self, below: f64, most: u64) -> Vec<u64> {
        let own = &self.trees[self.own];
        let of = |index: usize| {
            let place = &own.points[index];
            let mut found = 0;
            for other in &self.others {
                // A boid finds itself in its own tree, coincident with itself.
                let not_seen = match self.ignores_coincident() {
                    true => self.trees[*other].count(self.offsets, place, COINCIDENT, u64::MAX),
                    false => u64::from(*other == self.own),
                };
                let enough = most.saturating_add(not_seen);
                found += self.trees[*other].count(self.offsets, place, below, enough) - not_seen;
            }
            found.min(most)
        };
        parallel::map(own.points.len(), of)
    }

    /// Who perceives whom, as pairs of ids, for friends and Voronoi neighbours.
    fn sight_lines(&self, positions: &[[f64; D]]) -> impl Iterator<Item = [usize; 2]> {
        let mut species = vec![usize::MAX; positions.len()];
        for (number, tree) in self.trees.iter().enumerate() {
            tree.ids.iter().for_each(|id| species[*id as usize] = number);
        }
        let mut lines: Vec<[usize; 2]> = if self.perception.kind == PerceptionKind::Voronoi {
            let lists = voronoi_neighbours(&self.scenario.space(), positions).into_iter().enumerate();
            lists.flat_map(|(from, list)| list.into_iter().map(move |to| [from, to as usize])).collect()
        } else {
            let back = |edge: &[usize; 2]| (!self.perception.directed).then_some([edge[1], edge[0]]);
            self.perception.edges.iter().flat_map(|edge| [Some(*edge), back(edge)]).flatten().collect()
        };
        lines.sort_unstable();
        lines.dedup();
        let seen = |[from, to]: &[usize; 2]| {
            from != to
                && species.get(*from) == Some(&self.own)
                && species.get(*to).is_some_and(|other| self.others.contains(other))
                && !(self.ignores_coincident() && self.offsets.squared(&positions[*from], &positions[*to]) == 0.0)
        };
        lines.retain(seen);
        lines.into_iter()
    }
}
