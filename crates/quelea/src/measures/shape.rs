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
/// overflows.
pub(super) struct Shape<'a, const D: usize> {
    sums: &'a Sums<'a>,
    /// The largest distance from the centre.
    largest: f64,
    arms: Vec<[f64; D]>,
    velocities: Vec<[f64; D]>,
}

impl<'a, const D: usize> Shape<'a, D> {
    pub fn new(
        sums: &'a Sums,
        offsets: &Offsets<D>,
        centre: &[f64; D],
        positions: &[[f64; D]],
        velocities: &[[f64; D]],
    ) -> Self {
        let mut arms: Vec<[f64; D]> = positions.iter().map(|position| offsets.between(centre, position)).collect();
        let reach =
            |vectors: &[[f64; D]]| sums.max(|boid| vectors[boid].iter().fold(0.0, |reach: f64, x| reach.max(x.abs())));
        if reach(&arms) <= COINCIDENT * reach(positions) {
            arms.fill([0.0; D]);
        }
        let (largest, arms) = shares(sums, arms);
        let (_, velocities) = shares(sums, velocities.to_vec());
        Shape { sums, largest, arms, velocities }
    }

    /// √(Σ |x − c|² / N).
    pub fn radius_of_gyration(&self) -> f64 {
        let [squares] = self.sums.sum(|boid| [dot(self.arms[boid], self.arms[boid])]);
        self.largest * libm::sqrt(squares / self.sums.boids as f64)
    }

    /// The square root of the ratio of the largest to the smallest eigenvalue of the gyration tensor; 0 for a flock
    /// without width.
    pub fn elongation(&self) -> f64 {
        let boids = self.sums.boids as f64;
        let tensor = std::array::from_fn(|row| {
            self.sums.sum(|boid| self.arms[boid].map(|along| self.arms[boid][row] * along)).map(|sum| sum / boids)
        });
        let (values, _) = eigen::<D>(tensor);
        if values[D - 1] <= FLAT * values[0] { 0.0 } else { libm::sqrt(values[0] / values[D - 1]) }
    }

    /// Σ |(x − c) × v| / Σ |x − c| |v|; in 3D the component along the axis about which the boids turn most.
    pub fn absolute_angular_momentum(&self) -> f64 {
        let [most] = self.sums.sum(|boid| [length(self.arms[boid]) * length(self.velocities[boid])]);
        let momentum = |boid: usize| cross(self.arms[boid], self.velocities[boid]);
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

/// The length of the longest vector, and all vectors as shares of it.
fn shares<const D: usize>(sums: &Sums, mut vectors: Vec<[f64; D]>) -> (f64, Vec<[f64; D]>) {
    let largest = sums.max(|boid| length(vectors[boid]));
    if largest > 0.0 {
        vectors.iter_mut().flatten().for_each(|x| *x /= largest);
    }
    (largest, vectors)
}

/// The cross product; in 2D it has a z component only.
fn cross<const D: usize>(a: [f64; D], b: [f64; D]) -> [f64; 3] {
    let [a, b] = [a, b].map(|vector| [vector[0], vector[1], vector.get(2).copied().unwrap_or(0.0)]);
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}
