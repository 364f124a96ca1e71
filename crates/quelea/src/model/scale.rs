//! A larger or smaller space for the same boids.

use super::scenario::Scenario;
use super::settings::{SpaceKind, StartPosition};

impl Scenario {
    /// Multiplies the space and everything in it by a factor: edges, starts, goals and obstacles, but no radius of a
    /// rule and nothing that moves. With the square root (in 3D the cube root) of the ratio of two numbers of boids, the
    /// density stays the same. The result may not be valid: a torus may be too narrow for a radius.
    pub fn scale_space(&mut self, factor: f64) {
        let scale = |x: &mut f64| *x = round(*x * factor);
        let space = &mut self.general.space;
        space.size.iter_mut().for_each(scale);
        scale(&mut space.radius);
        // The origin of a sphere is its centre, around which it grows. The origin of a box is its lowest corner, which
        // moves, so that a box centred on zero stays there.
        if space.kind != SpaceKind::Sphere {
            space.origin.iter_mut().flatten().for_each(scale);
        }
        self.general.end.at.iter_mut().flatten().for_each(scale);
        for species in &mut self.species {
            let (start, goal) = (&mut species.settings.start, &mut species.settings.goal);
            // The radius of a lattice is its spacing, so it grows with the number of boids by itself.
            if start.position != StartPosition::Lattice {
                scale(&mut start.radius);
            }
            start.at.iter_mut().flatten().for_each(scale);
            goal.position.iter_mut().chain(&mut goal.waypoints).chain(&mut goal.path).flatten().for_each(scale);
        }
        for obstacle in &mut self.obstacles {
            let vectors = [&mut obstacle.centre, &mut obstacle.size, &mut obstacle.from, &mut obstacle.to];
            let points = obstacle.points.iter_mut().chain(&mut obstacle.path);
            vectors.into_iter().chain(points).flatten().for_each(scale);
            scale(&mut obstacle.radius);
            scale(&mut obstacle.thickness);
        }
    }
}

/// Rounds to six digits, so that scaling up and down again restores the number.
fn round(x: f64) -> f64 {
    format!("{x:.5e}").parse().unwrap_or(x)
}
