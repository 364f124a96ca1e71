//! The crate `boids`: the same three rules and radii as p5, everyone compared with everyone, no edges.

use crate::{Step, NEIGHBOURS};
use boids::{Boid2D, Flock};
use cgmath::Vector2;

/// A flock with the crate's own constants: separation 25, neighbours 50.
pub fn flock(boids: usize) -> Step {
    let side = (boids as f64 * std::f64::consts::PI * 50.0 * 50.0 / NEIGHBOURS).sqrt() as f32;
    let place = |index: usize, step: f32| (index as f32 * step).fract() * side;
    let birds = (0..boids).map(|index| Boid2D::new(Vector2::new(place(index, 0.618_034), place(index, 0.754_877))));
    let mut flock: Flock<Boid2D<f32>, f32> = Flock { boids: birds.collect(), ..Flock::default() };
    Box::new(move || flock.update())
}
