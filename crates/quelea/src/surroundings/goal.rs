//! Goals: a place, a place that moves, or waypoints that each boid visits by itself.

use super::path::Path;
use super::{time, vector};
use crate::flock::Flock;
use crate::lanes::{Lanes, WIDEST};
use crate::laws::Laws;
use crate::scenario::Scenario;
use crate::scenario::settings::{Ends, Goal as Settings};
use crate::space::Space;
use crate::vector::{Vector, each};
use std::ops::Range;

/// Where a species wants to go.
#[derive(Clone, Debug)]
pub(crate) enum Goal<const D: usize> {
    Place([f32; D]),
    Moving { path: Path<D>, now: [f32; D] },
    Waypoints { points: Vec<[f32; D]>, within: f32, ends: Ends },
}

impl<const D: usize> Goal<D> {
    pub fn of(settings: &Settings) -> Option<Self> {
        if !settings.waypoints.is_empty() {
            let points = settings.waypoints.iter().map(|point| vector::<D>(point).map(|x| x as f32)).collect();
            let within = (settings.within * settings.within) as f32;
            return Some(Goal::Waypoints { points, within, ends: settings.ends });
        }
        if let Some(path) = Path::new(&settings.path, settings.speed, settings.ends) {
            return Some(Goal::Moving { now: path.at(0.0).map(|x| x as f32), path });
        }
        settings.position.as_ref().map(|place| Goal::Place(vector::<D>(place).map(|x| x as f32)))
    }

    /// Puts a moving goal where it is in a step.
    pub fn place(&mut self, scenario: &Scenario, step: u64) {
        if let Goal::Moving { path, now } = self {
            *now = path.at(time(scenario, step)).map(|x| x as f32);
        }
    }

    /// The waypoint that a boid at a place heads for, if it headed for number `waypoint` in the last step.
    pub fn waypoint(&self, space: &Space<D>, position: [f32; D], waypoint: u32) -> u32 {
        let Goal::Waypoints { points, within, ends } = self else { return waypoint };
        let to = space.offset(Vector(position), Vector(points[nth(*ends, points.len(), waypoint)]));
        let reached = to.dot(to) < *within;
        if reached { following(*ends, points.len(), waypoint) } else { waypoint }
    }

    /// Where boids want to go that head for these waypoints, if there are any.
    #[inline(always)]
    pub fn aim<L: Lanes>(&self, waypoints: &[u32]) -> Vector<L, D> {
        match self {
            Goal::Place(place) => Vector::splat(*place),
            Goal::Moving { now, .. } => Vector::splat(*now),
            Goal::Waypoints { points, ends, .. } => {
                let mut aims = [[0.0; WIDEST]; D];
                for (lane, waypoint) in waypoints.iter().enumerate() {
                    let point = points[nth(*ends, points.len(), *waypoint)];
                    (0..D).for_each(|axis| aims[axis][lane] = point[axis]);
                }
                each!(axis => L::load(&aims[axis]))
            }
        }
    }
}

/// Writes which waypoints boids head for in this step.
pub(crate) fn pass_waypoints<const D: usize>(
    laws: &Laws<D>,
    flock: &Flock<D>,
    places: Range<usize>,
    new: Option<&mut [u32]>,
) {
    // The array is empty where nobody has waypoints.
    for (place, new) in places.zip(new.into_iter().flatten()) {
        let law = &laws.kinds[usize::from(flock.species_of(place))];
        let old = flock.waypoints[place];
        *new = law.goal.as_ref().map_or(old, |goal| goal.waypoint(&laws.space, flock.position(place), old));
    }
}

/// Of so many waypoints, the one that a boid's count means. On the way back the count goes on.
pub(crate) fn nth(ends: Ends, points: usize, count: u32) -> usize {
    let count = count as usize % rounds(ends, points);
    if count < points { count } else { 2 * points - 2 - count }
}

/// The count after this one.
pub(crate) fn following(ends: Ends, points: usize, count: u32) -> u32 {
    let next = (count as usize % rounds(ends, points)) + 1;
    let next = if ends == Ends::Stop { next.min(points - 1) } else { next % rounds(ends, points) };
    next as u32
}

/// How many counts there are.
fn rounds(ends: Ends, points: usize) -> usize {
    if ends == Ends::Return { (2 * points).saturating_sub(2).max(1) } else { points }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waypoints_are_visited_round_or_back_and_forth_or_once() {
        let visited = |ends, points| {
            let mut count = 0;
            let mut visit = || {
                let now = nth(ends, points, count);
                count = following(ends, points, count);
                now
            };
            (0..7).map(|_| visit()).collect::<Vec<_>>()
        };
        assert_eq!(visited(Ends::Loop, 3), [0, 1, 2, 0, 1, 2, 0]);
        assert_eq!(visited(Ends::Return, 3), [0, 1, 2, 1, 0, 1, 2]);
        assert_eq!(visited(Ends::Stop, 3), [0, 1, 2, 2, 2, 2, 2]);
        for ends in [Ends::Loop, Ends::Return, Ends::Stop] {
            assert_eq!(visited(ends, 1), [0; 7]);
        }
        assert_eq!(nth(Ends::Stop, 2, 7), 1);
    }
}
