//! Rules from outside the crate, in double precision: see [`Reference::add_rule`].

use super::Reference;
use super::neighbourhood::Neighbourhood;
use crate::geometry::vector::scale;
use crate::state::random::{Random, Stream};
use std::fmt;
use std::sync::Arc;

/// A boid as a rule sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Boid<const D: usize> {
    /// Its id.
    pub id: u32,
    /// The index of its species.
    pub species: u8,
    /// Its position.
    pub position: [f64; D],
    /// Its velocity.
    pub velocity: [f64; D],
}

/// A boid that another one perceives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Neighbour<const D: usize> {
    /// The perceived boid.
    pub boid: Boid<D>,
    /// The shortest offset to it.
    pub offset: [f64; D],
    /// The length of the offset.
    pub distance: f64,
}

/// What a rule knows when it is asked for a force.
#[derive(Debug)]
#[non_exhaustive]
pub struct RuleContext<'a, const D: usize> {
    /// The boid that steers.
    pub boid: Boid<D>,
    /// The boids it perceives, by id.
    pub neighbours: &'a [Neighbour<D>],
    /// The number of steps done before this one.
    pub step: u64,
    /// Random numbers that depend on (seed, step, id) and the rule alone, the same as in the fast engine.
    pub random: Random,
}

/// A steering rule; [`crate::fast::Rule`] in double precision.
pub trait Rule<const D: usize>: Send + Sync {
    /// Its name in inspections.
    fn name(&self) -> &str;

    /// The factor its force is multiplied by.
    fn weight(&self) -> f64 {
        1.0
    }

    /// The force on a boid. It is added to those of the built-in rules, after them in the order. A force that is not
    /// finite counts as none.
    fn force(&self, context: &mut RuleContext<D>) -> [f64; D];
}

/// The rules that a program has added.
#[derive(Clone, Default)]
pub(super) struct OutsideRules<const D: usize>(pub Vec<Arc<dyn Rule<D>>>);

impl<const D: usize> fmt::Debug for OutsideRules<D> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_list().entries(self.0.iter().map(|rule| rule.name())).finish()
    }
}

/// The weighted force of each rule from outside on one boid.
pub(super) fn outside_forces<const D: usize>(
    flock: &Reference<D>,
    id: usize,
    seen: &Neighbourhood<D>,
) -> Vec<[f64; D]> {
    if flock.rules.0.is_empty() {
        return Vec::new();
    }
    let state = &flock.boids;
    let boid = |id: usize| Boid {
        id: id as u32,
        species: state.species[id],
        position: state.positions[id],
        velocity: state.velocities[id],
    };
    let perceived = seen.neighbours.iter().filter(|neighbour| neighbour.perceived);
    let neighbours: Vec<_> = perceived
        .map(|found| Neighbour { boid: boid(found.id), offset: found.offset, distance: found.distance })
        .collect();
    let force = |(index, rule): (usize, &Arc<dyn Rule<D>>)| {
        let seed = flock.scenario.general.seed;
        let random = Random::new(seed, state.step, id as u32, Stream::OutsideRule(index as u32));
        let mut context = RuleContext { boid: boid(id), neighbours: &neighbours, step: state.step, random };
        let force = scale(rule.force(&mut context), rule.weight());
        if force.iter().all(|x| x.is_finite()) { force } else { [0.0; D] }
    };
    flock.rules.0.iter().enumerate().map(force).collect()
}
