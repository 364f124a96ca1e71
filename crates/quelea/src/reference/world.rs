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

    /// Whether opposite edges are joined.
    pub fn is_torus(&self) -> bool {
        self.settings.kind == SpaceKind::Torus
    }

    /// Back into the world, where opposite edges are joined.
    pub fn around(&self, position: [f64; D]) -> [f64; D] {
        if self.is_torus() { self.folded(position) } else { position }
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

    /// Reflect: mirrored at the edge. One so fast that it would still be outside is put on the edge.
    fn reflected(&self, mut position: [f64; D], mut velocity: [f64; D]) -> ([f64; D], [f64; D]) {
        for axis in 0..D {
            let low = self.origin[axis];
            let high = low + self.size[axis];
            let mirror = match position[axis] {
                x if x < low => low,
                x if x > high => high,
                _ => continue,
            };
            position[axis] = (mirror + mirror - position[axis]).clamp(low, high);
            velocity[axis] = -velocity[axis];
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

#[cfg(test)]
mod tests {
    use super::super::tests::{assert_near, flock};
    use crate::simulation::Simulation;

    /// Where a boid that nothing steers is after one step, and how it moves then.
    fn after_a_step(space: &str, position: [f64; 2], velocity: [f64; 2]) -> ([f64; 2], [f64; 2]) {
        let mut flock = flock(&format!("[motion]\nmax_speed = 100\n[space]\n{space}"), &[(position, velocity)]);
        flock.step();
        (flock.state().positions[0], flock.state().velocities[0])
    }

    #[test]
    fn a_torus_leads_from_one_edge_to_the_other_and_is_seen_across() {
        let torus = "kind = 'torus'\nsize = [10, 20]\norigin = [-5, 0]\n[perception]\nradius = 5";
        let (position, velocity) = after_a_step(torus, [4.75, 0.5], [0.5, -1.0]);
        assert_near(position, [-4.75, 19.5]);
        assert_eq!(velocity, [0.5, -1.0]);
        assert_near(after_a_step(torus, [0.0, 5.0], [32.0, 0.0]).0, [2.0, 5.0]);
        let world = flock::<2>(&format!("[space]\n{torus}"), &[]).world;
        assert_near(world.offset([4.5, 1.0], [-4.5, 19.0]), [1.0, -2.0]);
        // The high edge is the low one.
        assert_eq!(world.folded([5.0, 20.0]), [-5.0, 0.0]);
        assert_eq!(world.folded([-5.0 - 1e-16, -1e-300]), [-5.0, 0.0]);
    }

    #[test]
    fn wrapping_loses_the_overshoot_and_nobody_sees_across() {
        let wrap = "kind = 'wrap'\nsize = [10, 10]\nmargin = 1";
        assert_eq!(after_a_step(wrap, [10.5, 5.0], [1.0, 0.0]).0, [-1.0, 5.0]);
        assert_eq!(after_a_step(wrap, [9.5, -0.5], [1.0, -1.0]).0, [10.5, 11.0]);
        let world = flock::<2>(&format!("[space]\n{wrap}"), &[]).world;
        assert_eq!(world.offset([9.0, 1.0], [1.0, 9.0]), [-8.0, 8.0]);
        // Before the move: what has left stays out until the next step.
        let before = "kind = 'wrap'\nsize = [10, 10]\nmargin = 1\nwrap_before_move = true";
        assert_eq!(after_a_step(before, [10.5, 5.0], [1.0, 0.0]).0, [11.5, 5.0]);
        assert_eq!(after_a_step(before, [11.5, 5.0], [1.0, 0.0]).0, [0.0, 5.0]);
    }

    #[test]
    fn walls_push_beyond_their_margin_and_may_exceed_the_speed() {
        let walls = "kind = 'walls'\nsize = [10, 10]\nmargin = 2\npush = 0.5";
        assert_eq!(after_a_step(walls, [1.0, 9.0], [0.0, 0.0]), ([1.5, 8.5], [0.5, -0.5]));
        assert_eq!(after_a_step(walls, [5.0, 5.0], [0.0, 0.0]), ([5.0, 5.0], [0.0, 0.0]));
        let outside = "kind = 'walls'\nsize = [10, 10]\nmargin = -2\npush = 0.5";
        assert_eq!(after_a_step(outside, [-1.0, 13.0], [0.0, 0.0]).1, [0.0, -0.5]);
        for (after_limit, speed) in [("false", 1.0), ("true", 1.5)] {
            let walls = format!("{walls}\npush_after_limit = {after_limit}\n[motion]\nmax_speed = 1");
            let mut flock = flock(&format!("[space]\n{walls}"), &[([1.0, 5.0], [1.0, 0.0])]);
            flock.step();
            assert_eq!(flock.state().velocities[0], [speed, 0.0]);
        }
    }

    #[test]
    fn boids_bounce_off_the_edge_and_never_beyond_the_other() {
        let reflect = "kind = 'reflect'\nsize = [10, 10]";
        assert_eq!(after_a_step(reflect, [9.5, 0.25], [1.0, -1.0]), ([9.5, 0.75], [-1.0, 1.0]));
        assert_eq!(after_a_step(reflect, [5.0, 5.0], [27.0, 0.0]), ([0.0, 5.0], [-27.0, 0.0]));
    }

    #[test]
    fn leaving_a_sphere_leads_to_its_opposite_point() {
        let sphere = "kind = 'sphere'\nradius = 5\norigin = [1, 0]";
        assert_eq!(after_a_step(sphere, [5.5, 0.0], [1.0, 0.0]), ([-3.5, 0.0], [1.0, 0.0]));
        assert_eq!(after_a_step(sphere, [5.0, 0.0], [1.0, 0.0]).0, [6.0, 0.0]);
    }

    #[test]
    fn open_space_has_no_edges() {
        assert_eq!(after_a_step("kind = 'open'", [1e8, 0.0], [1.0, 0.0]).0, [1e8 + 1.0, 0.0]);
    }

    #[test]
    fn the_borders_of_jyanar_lie_at_1000_whatever_the_window() {
        let world = flock::<2>("[space]\nkind = 'wrap'\nsize = [1200, 800]", &[]).world;
        assert_eq!(world.jyanar_wrapped([-50.0, -1.0]), [-50.0, 799.0]);
        assert_eq!(world.jyanar_wrapped([1001.0, 1001.0]), [-199.0, 201.0]);
    }
}
