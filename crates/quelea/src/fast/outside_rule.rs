//! Rules from outside the crate.
//!
//! The built-in rules are data: see [`crate::model::settings`]. A rule of your own implements [`Rule`] and is passed to
//! [`World::add_rule`](crate::World::add_rule); it gets what the scenario says a boid perceives.

use crate::fast::compiled::SpeciesModel;
use crate::fast::group::Group;
use crate::fast::indexed_flock::{IndexedFlock, Scratch};
use crate::fast::perception::perceived_slots;
use crate::fast::simd::{Lanes, MAX_LANES};
use crate::fast::vector::{Vector, per_axis};
use crate::state::random::{Random, Stream};

/// A boid as a rule sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Boid<const D: usize> {
    /// Its id.
    pub id: u32,
    /// The index of its species.
    pub species: u8,
    /// Its position.
    pub position: [f32; D],
    /// Its velocity.
    pub velocity: [f32; D],
}

/// A boid that another one perceives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Neighbour<const D: usize> {
    /// The perceived boid.
    pub boid: Boid<D>,
    /// The shortest offset to it.
    pub offset: [f32; D],
    /// The length of the offset.
    pub distance: f32,
}

/// What a rule knows when it is asked for a force.
#[derive(Debug)]
#[non_exhaustive]
pub struct RuleContext<'a, const D: usize> {
    /// The boid that steers.
    pub boid: Boid<D>,
    /// The boids it perceives, in storage order.
    pub neighbours: &'a [Neighbour<D>],
    /// The number of steps done before this one.
    pub step: u64,
    /// Random numbers that depend on (seed, step, id) and the rule alone, never on threads.
    pub random: Random,
}

/// A steering rule.
///
/// ```
/// use quelea::fast::{Rule, RuleContext};
///
/// /// Brakes the more, the more neighbours there are.
/// struct Shyness;
///
/// impl<const D: usize> Rule<D> for Shyness {
///     fn name(&self) -> &str {
///         "shyness"
///     }
///     fn force(&self, context: &mut RuleContext<D>) -> [f32; D] {
///         let brake = (0.01 * context.neighbours.len() as f32).min(1.0);
///         context.boid.velocity.map(|x| -brake * x)
///     }
/// }
/// ```
pub trait Rule<const D: usize>: Send + Sync {
    /// Its name in inspections.
    fn name(&self) -> &str;

    /// The factor its force is multiplied by.
    fn weight(&self) -> f32 {
        1.0
    }

    /// Whether it looks at the neighbours. If no rule does, they are not listed, which saves most of the time.
    fn uses_neighbours(&self) -> bool {
        true
    }

    /// The force on a boid. It is added to those of the built-in rules, after them in the order. A force that is not
    /// finite counts as none.
    fn force(&self, context: &mut RuleContext<D>) -> [f32; D];
}

/// The sum of the forces of outside rules on a group.
#[inline(always)]
pub(crate) fn outside_forces<L: Lanes, const D: usize>(
    rules: &[Box<dyn Rule<D>>],
    indexed: &IndexedFlock<D>,
    step: u64,
    group: &Group<L, D>,
    species: &SpeciesModel<D>,
    scratch: &mut Scratch<D>,
) -> Vector<L, D> {
    if rules.is_empty() {
        return Vector::zero();
    }
    let mut sums = [[0.0; MAX_LANES]; D];
    for lane in 0..group.count {
        each_outside_force(rules, indexed, step, group.start + lane, species, scratch, |_, force| {
            (0..D).for_each(|axis| sums[axis][lane] += force[axis]);
        });
    }
    per_axis!(axis => L::load(&sums[axis]))
}

/// Calls `f` with the index and the weighted force of each outside rule on one boid.
pub(crate) fn each_outside_force<const D: usize>(
    rules: &[Box<dyn Rule<D>>],
    indexed: &IndexedFlock<D>,
    step: u64,
    slot: usize,
    species: &SpeciesModel<D>,
    scratch: &mut Scratch<D>,
    mut f: impl FnMut(usize, [f32; D]),
) {
    // Taken out of the scratch memory and put back, so that no boid allocates.
    let mut neighbours = std::mem::take(&mut scratch.neighbours);
    neighbours.clear();
    if rules.iter().any(|rule| rule.uses_neighbours()) {
        perceived_neighbours(indexed, slot, species, scratch, &mut neighbours);
    }
    let boid = boid_at(indexed, slot);
    for (index, rule) in rules.iter().enumerate() {
        let random = Random::new(indexed.model.seed, step, boid.id, Stream::OutsideRule(index as u32));
        let mut context = RuleContext { boid, neighbours: &neighbours, step, random };
        let force = rule.force(&mut context).map(|x| x * rule.weight());
        f(index, if force.iter().all(|x| x.is_finite()) { force } else { [0.0; D] });
    }
    scratch.neighbours = neighbours;
}

/// Lists the boids that one boid perceives, in storage order.
pub(crate) fn perceived_neighbours<const D: usize>(
    indexed: &IndexedFlock<D>,
    slot: usize,
    species: &SpeciesModel<D>,
    scratch: &mut Scratch<D>,
    neighbours: &mut Vec<Neighbour<D>>,
) {
    let mut slots = std::mem::take(&mut scratch.perceived);
    perceived_slots(indexed, slot, species, scratch, &mut slots);
    neighbours.clear();
    neighbours.extend(slots.iter().map(|other| neighbour_at(indexed, slot, *other as usize)));
    scratch.perceived = slots;
}

fn boid_at<const D: usize>(indexed: &IndexedFlock<D>, slot: usize) -> Boid<D> {
    let flock = indexed.flock;
    Boid {
        id: flock.ids[slot],
        species: flock.species_of(slot),
        position: flock.position(slot),
        velocity: flock.velocity(slot),
    }
}

/// The boid in one slot as that in another perceives it.
pub(crate) fn neighbour_at<const D: usize>(indexed: &IndexedFlock<D>, slot: usize, other: usize) -> Neighbour<D> {
    let boid = boid_at(indexed, other);
    let offset = indexed.model.space.offset(Vector(indexed.flock.position(slot)), Vector(boid.position));
    Neighbour { boid, offset: offset.0, distance: offset.length() }
}
