//! The world: how far things are from each other in it, and what its edges do.

use super::maths::{difference, length, over, times};
use super::quirks::Quirks;
use crate::Scenario;
use crate::scenario::settings::{SpaceKind, SpaceSettings};

/// The space a flock lives in.
#[derive(Clone, Debug)]
pub struct World<const D: usize> {
    settings: SpaceSettings,
    /// The lowest corner, or a sphere's centre.
    origin: [f64; D],
    /// The length of each side; zero where the world has none.
    size: [f64; D],
}

impl<const D: usize> World<D> {
    pub fn of(scenario: &Scenario) -> Self {
        let settings = scenario.general.space.clone();
        let corner = settings.origin.clone().unwrap_or_default();
        let at = |list: &[f64], axis: usize| list.get(axis).copied().unwrap_or(0.0);
        World {
            origin: std::array::from_fn(|axis| at(&corner, axis)),
            size: std::array::from_fn(|axis| at(&settings.size, axis)),
            settings,
        }
    }

    /// The way from one point to another: the shortest one, across the seam if need be, on a torus.
    pub fn offset(&self, from: [f64; D], to: [f64; D]) -> [f64; D] {
        let mut offset = difference(to, from);
        if self.settings.kind == SpaceKind::Torus {
            for (x, size) in offset.iter_mut().zip(self.size) {
                if *x > size / 2.0 {
                    *x -= size;
                } else if *x < -size / 2.0 {
                    *x += size;
                }
            }
        }
        offset
    }

    /// What walls add to the velocity of a boid at `position`.
    pub fn push(&self, position: [f64; D]) -> [f64; D] {
        let SpaceSettings { kind: SpaceKind::Walls, margin, push, .. } = self.settings else {
            return [0.0; D];
        };
        std::array::from_fn(|axis| {
            let low = self.origin[axis];
            let high = low + self.size[axis];
            let from_low = if position[axis] < low + margin { push } else { 0.0 };
            let from_high = if position[axis] > high - margin { push } else { 0.0 };
            from_low - from_high
        })
    }

    /// Whether walls push after the speed limit, as Ben Eater's do.
    pub fn pushes_after_limit(&self) -> bool {
        self.settings.push_after_limit
    }

    /// What the edges do before a boid moves: nothing, but for worlds that wrap then, as Harry Brundage's.
    pub fn bound_before_move(&self, position: [f64; D]) -> [f64; D] {
        match self.settings.kind {
            SpaceKind::Wrap if self.settings.wrap_before_move => self.wrapped(position),
            _ => position,
        }
    }

    /// What the edges make of a boid that has moved: its position and its velocity.
    pub fn bound(&self, position: [f64; D], velocity: [f64; D], quirks: &Quirks) -> ([f64; D], [f64; D]) {
        match self.settings.kind {
            _ if quirks.jyanar_borders => (self.jyanar_wrapped(position), velocity),
            SpaceKind::Torus => (self.folded(position), velocity),
            SpaceKind::Wrap if !self.settings.wrap_before_move => (self.wrapped(position), velocity),
            SpaceKind::Reflect => self.reflected(position, velocity),
            SpaceKind::Sphere => (self.across_sphere(position), velocity),
            SpaceKind::Wrap | SpaceKind::Walls | SpaceKind::Open => (position, velocity),
        }
    }

    /// Torus: into [low, high), keeping what lies beyond the edge.
    fn folded(&self, position: [f64; D]) -> [f64; D] {
        std::array::from_fn(|axis| {
            let (x, low, size) = (position[axis], self.origin[axis], self.size[axis]);
            if low <= x && x < low + size {
                return x;
            }
            let folded = x - size * libm::floor((x - low) / size);
            // A hair below the low edge rounds to the high one, which is the low one.
            if low <= folded && folded < low + size { folded } else { low }
        })
    }

    /// Wrap: from beyond one edge to beyond the other, losing the overshoot.
    fn wrapped(&self, position: [f64; D]) -> [f64; D] {
        std::array::from_fn(|axis| {
            let low = self.origin[axis] - self.settings.margin;
            let high = self.origin[axis] + self.size[axis] + self.settings.margin;
            match position[axis] {
                x if x > high => low,
                x if x < low => high,
                x => x,
            }
        })
    }

    /// jyanar: meant as a torus of the window's size, but the far edge is always 1000. In this order, so
    /// that a boid at -50 in a window of 1200 goes to 1150 and back within one step.
    fn jyanar_wrapped(&self, position: [f64; D]) -> [f64; D] {
        std::array::from_fn(|axis| {
            let mut x = position[axis];
            if x < 0.0 {
                x += self.size[axis];
            }
            if x > 1000.0 {
                x -= self.size[axis];
            }
            x
        })
    }

    /// Reflect: mirrored at the edge, as often as it takes.
    fn reflected(&self, mut position: [f64; D], mut velocity: [f64; D]) -> ([f64; D], [f64; D]) {
        for axis in 0..D {
            let (x, low, size) = (position[axis], self.origin[axis], self.size[axis]);
            if low <= x && x <= low + size {
                continue;
            }
            // Unfolded, the mirrored worlds repeat every two sizes; in every second one all runs backwards.
            let period = 2.0 * size;
            let along = (x - low) - period * libm::floor((x - low) / period);
            if along > size {
                position[axis] = low + (period - along);
                velocity[axis] = -velocity[axis];
            } else {
                position[axis] = low + along;
            }
        }
        (position, velocity)
    }

    /// Sphere: by a diameter towards the centre and beyond (OpenSteer's sphericalWrapAround).
    fn across_sphere(&self, position: [f64; D]) -> [f64; D] {
        let outward = difference(position, self.origin);
        let distance = length(outward);
        if distance <= self.settings.radius {
            return position;
        }
        difference(position, times(over(outward, distance), 2.0 * self.settings.radius))
    }
}
