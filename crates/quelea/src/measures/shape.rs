//! The shape of a flock: radius of gyration, elongation, and rotation in either sense.

use super::Offsets;
use super::eigen::eigen;
use super::sums::Sums;
use crate::geometry::vector::{dot, length};

/// Below this ratio of the smallest to the largest eigenvalue, a flock has no width: what is left is rounding.
const FLAT: f64 = 1e-12;

/// A flock that reaches no further than this share of its coordinates is in one place: what is left is rounding.
const COINCIDENT: f64 = 1e-12;

/// Boids seen from the centre of their flock, with lengths and speeds as shares of the largest, so that no square
/// overflows. The shares are computed where they are needed: to keep them would take as much memory as the state.
pub(super) struct Shape<'a, const D: usize> {
    sums: &'a Sums<'a>,
    offsets: &'a Offsets<D>,
    centre: &'a [f64; D],
    positions: &'a [[f64; D]],
    velocities: &'a [[f64; D]],
    /// Whether all boids are in one place.
    is_point: bool,
    /// The largest distance from the centre, and the largest speed.
    largest: [f64; 2],
}

impl<'a, const D: usize> Shape<'a, D> {
    pub fn new(
        sums: &'a Sums,
        offsets: &'a Offsets<D>,
        centre: &'a [f64; D],
        positions: &'a [[f64; D]],
        velocities: &'a [[f64; D]],
    ) -> Self {
        let mut shape = Shape { sums, offsets, centre, positions, velocities, is_point: false, largest: [1.0; 2] };
        let size = |vector: [f64; D]| vector.iter().fold(0.0, |size: f64, x| size.max(x.abs()));
        let reach = sums.max(|boid| size(shape.arm(boid)));
        shape.is_point = reach <= COINCIDENT * sums.max(|boid| size(positions[boid]));
        shape.largest = [sums.max(|boid| length(shape.arm(boid))), sums.max(|boid| length(velocities[boid]))];
        shape
    }

    /// The offset of a boid from the centre, as a share of the largest.
    fn arm(&self, boid: usize) -> [f64; D] {
        match self.is_point {
            true => [0.0; D],
            false => share(self.offsets.between(self.centre, &self.positions[boid]), self.largest[0]),
        }
    }

    /// The velocity of a boid, as a share of the largest speed.
    fn velocity(&self, boid: usize) -> [f64; D] {
        share(self.velocities[boid], self.largest[1])
    }

    /// √(Σ |x − c|² / N).
    pub fn radius_of_gyration(&self) -> f64 {
        let [squares] = self.sums.sum(|boid| {
            let arm = self.arm(boid);
            [dot(arm, arm)]
        });
        self.largest[0] * libm::sqrt(squares / self.sums.boids as f64)
    }

    /// The square root of the ratio of the largest to the smallest eigenvalue of the gyration tensor; 0 for a flock
    /// without width.
    pub fn elongation(&self) -> f64 {
        let boids = self.sums.boids as f64;
        let tensor = std::array::from_fn(|row| {
            let squares = |boid| {
                let arm = self.arm(boid);
                arm.map(|along| arm[row] * along)
            };
            self.sums.sum(squares).map(|sum| sum / boids)
        });
        let (values, _) = eigen::<D>(tensor);
        if values[D - 1] <= FLAT * values[0] { 0.0 } else { libm::sqrt(values[0] / values[D - 1]) }
    }

    /// Σ |(x − c) × v| / Σ |x − c| |v|; in 3D the component along the axis about which the boids turn most.
    pub fn absolute_angular_momentum(&self) -> f64 {
        let [most] = self.sums.sum(|boid| [length(self.arm(boid)) * length(self.velocity(boid))]);
        let momentum = |boid: usize| cross(self.arm(boid), self.velocity(boid));
        // Both senses count alike: the axis with the largest Σ (l · n)², not the direction of Σ l, which vanishes in
        // a double mill.
        let axis = match D {
            2 => [0.0, 0.0, 1.0],
            _ => {
                let row = |row: usize| self.sums.sum(|boid| momentum(boid).map(|along| momentum(boid)[row] * along));
                eigen::<3>(std::array::from_fn(row)).1[0]
            }
        };
        let [turning] = self.sums.sum(|boid| [dot(momentum(boid), axis).abs()]);
        // Rounding may leave a little more than 1.
        if most == 0.0 { 0.0 } else { (turning / most).min(1.0) }
    }
}

/// A vector as a share of the largest; itself if there is none but zero.
fn share<const D: usize>(vector: [f64; D], largest: f64) -> [f64; D] {
    if largest > 0.0 { vector.map(|x| x / largest) } else { vector }
}

/// The cross product; in 2D it has a z component only.
fn cross<const D: usize>(a: [f64; D], b: [f64; D]) -> [f64; 3] {
    let [a, b] = [a, b].map(|vector| [vector[0], vector[1], vector.get(2).copied().unwrap_or(0.0)]);
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}
