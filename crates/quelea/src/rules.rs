//! Rules from outside the crate.
//!
//! The built-in rules are data: see [`crate::scenario::settings`]. A rule of your own implements [`Rule`] and
//! is given to [`World::add_rule`](crate::World::add_rule); it sees what the scenario says a boid perceives.

use crate::lanes::Lanes;
use crate::laws::Law;
use crate::look::{Group, Scratch, View};
use crate::vector::{Vector, each};

/// A boid as a rule sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Boid<const D: usize> {
    /// Its id.
    pub id: u32,
    /// The number of its species.
    pub species: u8,
    /// Where it is.
    pub position: [f32; D],
    /// How it moves.
    pub velocity: [f32; D],
}

/// A boid that another one perceives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Neighbour<const D: usize> {
    /// Itself.
    pub boid: Boid<D>,
    /// From the one that perceives it to it, the shortest way.
    pub offset: [f32; D],
    /// How far that is.
    pub distance: f32,
}

/// A rule: what a boid wants, given those it perceives.
pub trait Rule<const D: usize>: Send + Sync {
    /// The force on a boid. It is added to those of the built-in rules, behind them in the order. A force that
    /// is not a number counts as none.
    fn force(&self, boid: &Boid<D>, neighbours: &[Neighbour<D>]) -> [f32; D];
}

/// The forces of such rules on a group.
#[inline(always)]
pub(crate) fn forces<L: Lanes, const D: usize>(
    rules: &[Box<dyn Rule<D>>],
    view: &View<D>,
    group: &Group<L, D>,
    law: &Law<D>,
    scratch: &mut Scratch<D>,
) -> Vector<L, D> {
    if rules.is_empty() {
        return Vector::zero();
    }
    let mut forces = [[0.0; crate::lanes::WIDEST]; D];
    for lane in 0..group.count {
        let (boid, neighbours) = neighbourhood(view, group.start + lane, law, scratch);
        for rule in rules {
            let force = rule.force(&boid, &neighbours);
            if force.iter().all(|x| x.is_finite()) {
                (0..D).for_each(|axis| forces[axis][lane] += force[axis]);
            }
        }
    }
    each!(axis => L::load(&forces[axis]))
}

/// A boid and those it perceives, in the order of storage.
pub(crate) fn neighbourhood<const D: usize>(
    view: &View<D>,
    place: usize,
    law: &Law<D>,
    scratch: &mut Scratch<D>,
) -> (Boid<D>, Vec<Neighbour<D>>) {
    let mut places = Vec::new();
    view.perceived(place, law, scratch, &mut places);
    (boid_at(view, place), places.iter().map(|other| neighbour_at(view, place, *other as usize)).collect())
}

fn boid_at<const D: usize>(view: &View<D>, place: usize) -> Boid<D> {
    Boid {
        id: view.flock.ids[place],
        species: view.flock.species_of(place),
        position: view.flock.position(place),
        velocity: view.flock.velocity(place),
    }
}

/// How the boid in one place sees that in another.
pub(crate) fn neighbour_at<const D: usize>(view: &View<D>, place: usize, other: usize) -> Neighbour<D> {
    let boid = boid_at(view, other);
    let offset = view.laws.space.offset(Vector(view.flock.position(place)), Vector(boid.position));
    Neighbour { boid, offset: offset.0, distance: offset.length() }
}
