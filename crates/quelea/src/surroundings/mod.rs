//! What surrounds a flock: obstacles, goals and streams, for the fast engine.
//!
//! What moves does so as a pure function of time, so that a run can be repeated and resumed: [`path`]. The
//! directions in which a boid looks for a way out are in [`fan`]. Both engines share these two; everything
//! else here is the fast engine's, written over lanes. The same in double precision and without lanes is
//! in [`crate::reference`].

pub(crate) mod avoid;
pub(crate) mod fan;
pub(crate) mod flow;
pub(crate) mod goal;
pub(crate) mod hold;
pub(crate) mod obstacle;
pub(crate) mod path;
mod shown;

use crate::lanes::{Lanes, WIDEST};
use crate::scenario::Scenario;
use crate::scenario::settings::{Obstacle, Shape, Species};
use crate::vector::{Vector, each};

/// Vectors of a group of boids in memory, for code that is compiled apart from the step.
pub(crate) type Spilled<const D: usize> = [[f32; WIDEST]; D];

#[inline(always)]
pub(crate) fn spill<L: Lanes, const D: usize>(vector: Vector<L, D>) -> Spilled<D> {
    let mut spilled = [[0.0; WIDEST]; D];
    for axis in 0..D {
        vector.0[axis].store(&mut spilled[axis]);
    }
    spilled
}

#[inline(always)]
pub(crate) fn fill<L: Lanes, const D: usize>(spilled: &Spilled<D>) -> Vector<L, D> {
    each!(axis => L::load(&spilled[axis]))
}

/// The box that the first boids of a group are in.
pub(crate) fn span<const D: usize>(positions: &Spilled<D>, count: usize) -> ([f32; D], [f32; D]) {
    let (mut low, mut high) = ([f32::INFINITY; D], [f32::NEG_INFINITY; D]);
    for axis in 0..D {
        for x in &positions[axis][..count] {
            low[axis] = low[axis].min(*x);
            high[axis] = high[axis].max(*x);
        }
    }
    (low, high)
}

/// The time at which a step begins: what moves in the surroundings follows the first species' clock.
pub(crate) fn time(scenario: &Scenario, step: u64) -> f64 {
    step as f64 * scenario.first.species.motion.step
}

/// A list of coordinates as a vector.
pub(crate) fn vector<const D: usize>(list: &[f64]) -> [f64; D] {
    std::array::from_fn(|axis| list.get(axis).copied().unwrap_or(0.0))
}

/// The point that an obstacle is measured from, and moved by.
pub(crate) fn middle<const D: usize>(obstacle: &Obstacle) -> [f64; D] {
    match obstacle.shape {
        Shape::Sphere | Shape::Box | Shape::HalfSpace => vector(&obstacle.centre),
        Shape::Capsule => {
            let (from, to): ([f64; D], [f64; D]) = (vector(&obstacle.from), vector(&obstacle.to));
            std::array::from_fn(|axis| (from[axis] + to[axis]) / 2.0)
        }
        Shape::Polygon => std::array::from_fn(|axis| {
            let along = || obstacle.points.iter().filter_map(|point| point.get(axis).copied());
            (along().fold(f64::INFINITY, f64::min) + along().fold(f64::NEG_INFINITY, f64::max)) / 2.0
        }),
    }
}

/// The walls of a polygon, each from one corner to the next.
pub(crate) fn edges<const D: usize>(obstacle: &Obstacle) -> Vec<[[f64; D]; 2]> {
    let corners: Vec<[f64; D]> = obstacle.points.iter().map(|point| vector(point)).collect();
    let closing = corners.last().zip(corners.first()).map(|(last, first)| [*last, *first]);
    let mut edges: Vec<_> = corners.windows(2).map(|pair| [pair[0], pair[1]]).collect();
    edges.extend(closing.filter(|_| obstacle.closed));
    edges
}

/// How far from every surface a species' centres are kept: the clearance asked for, but never so little
/// that single precision could not tell inside from outside.
pub(crate) fn clearance(scenario: &Scenario, species: &Species) -> f64 {
    let space = &scenario.general.space;
    let mut largest = space.radius.max(1.0);
    let mut reach = |list: &[f64], size: f64| list.iter().for_each(|x| largest = f64::max(largest, x.abs() + size));
    reach(&space.size, 0.0);
    reach(space.origin.as_deref().unwrap_or_default(), 0.0);
    for obstacle in &scenario.obstacles {
        reach(&obstacle.centre, obstacle.radius);
        [&obstacle.size, &obstacle.from, &obstacle.to].into_iter().for_each(|list| reach(list, obstacle.radius));
        obstacle.points.iter().chain(&obstacle.path).for_each(|point| reach(point, 0.0));
    }
    species.avoid.clearance.unwrap_or(species.body).max(SKIN * largest)
}

/// The least clearance, as a share of the largest coordinate: some dozens of times what rounding does.
const SKIN: f64 = 4e-6;
