//! Goals: a point, a point that moves, or waypoints that each boid visits on its own.

use crate::fast::compiled::CompiledModel;
use crate::fast::flock::Flock;
use crate::fast::simd::{Lanes, MAX_LANES};
use crate::fast::space::Space;
use crate::fast::vector::{Vector, per_axis};
use crate::geometry::path::{AtEnd, Path, next_waypoint, waypoint_index};
use crate::model::environment::{Target, path_velocity};
use crate::model::settings::Goal as GoalSettings;
use std::ops::Range;

/// Where a species wants to go.
#[derive(Clone, Debug)]
pub(crate) enum Goal<const D: usize> {
    Point([f32; D]),
    Moving { path: Path<D>, now: [f32; D], velocity: [f32; D] },
    Waypoints { points: Vec<[f32; D]>, within_squared: f32, at_end: AtEnd },
}

impl<const D: usize> Goal<D> {
    pub fn new(settings: &GoalSettings) -> Option<Self> {
        let single = |vector: [f64; D]| vector.map(|x| x as f32);
        Some(match Target::new(settings)? {
            Target::Point(point) => Goal::Point(single(point)),
            Target::Moving(path) => Goal::Moving { now: single(path.at(0.0)), velocity: [0.0; D], path },
            Target::Waypoints { points, within, at_end } => {
                let points = points.into_iter().map(single).collect();
                Goal::Waypoints { points, within_squared: (within * within) as f32, at_end }
            }
        })
    }

    /// Moves a moving goal to where it is at the beginning of a step.
    pub fn advance_to(&mut self, time: f64, step: f64) {
        if let Goal::Moving { path, now, velocity } = self {
            *now = path.at(time).map(|x| x as f32);
            *velocity = path_velocity(path, time, step).map(|x| x as f32);
        }
    }

    /// The velocity of the goal in this step.
    #[inline(always)]
    pub fn velocity<L: Lanes>(&self) -> Vector<L, D> {
        match self {
            Goal::Moving { velocity, .. } => Vector::splat(*velocity),
            Goal::Point(_) | Goal::Waypoints { .. } => Vector::zero(),
        }
    }

    /// The waypoint counter of a boid at a position, given that of the last step.
    pub fn waypoint(&self, space: &Space<D>, position: [f32; D], counter: u32) -> u32 {
        let Goal::Waypoints { points, within_squared, at_end } = self else { return counter };
        let point = points[waypoint_index(*at_end, points.len(), counter)];
        let offset = space.offset(Vector(position), Vector(point));
        if offset.dot(offset) < *within_squared { next_waypoint(*at_end, points.len(), counter) } else { counter }
    }

    /// The target of boids with these waypoint counters, if there are any.
    #[inline(always)]
    pub fn target<L: Lanes>(&self, counters: &[u32]) -> Vector<L, D> {
        match self {
            Goal::Point(point) => Vector::splat(*point),
            Goal::Moving { now, .. } => Vector::splat(*now),
            Goal::Waypoints { points, at_end, .. } => {
                let mut targets = [[0.0; MAX_LANES]; D];
                for (lane, counter) in counters.iter().enumerate() {
                    let point = points[waypoint_index(*at_end, points.len(), *counter)];
                    (0..D).for_each(|axis| targets[axis][lane] = point[axis]);
                }
                per_axis!(axis => L::load(&targets[axis]))
            }
        }
    }
}

/// Writes the waypoint counters of boids for this step.
pub(crate) fn advance_waypoints<const D: usize>(
    model: &CompiledModel<D>,
    flock: &Flock<D>,
    slots: Range<usize>,
    new: Option<&mut [u32]>,
) {
    // The array is empty if nobody has waypoints.
    for (slot, new) in slots.zip(new.into_iter().flatten()) {
        let species = &model.species[usize::from(flock.species_of(slot))];
        let old = flock.waypoints[slot];
        *new = species.goal.as_ref().map_or(old, |goal| goal.waypoint(&model.space, flock.position(slot), old));
    }
}
