//! The shape of a flock: radius of gyration, elongation, and rotation in either sense.

use super::Offsets;
use super::eigen::eigen;
use crate::geometry::vector::{dot, length};

/// Below this ratio of the smallest to the largest eigenvalue, a flock has no width: what is left is rounding.
const FLAT: f64 = 1e-12;

/// A flock that reaches no further than this share of its coordinates is in one place: what is left is rounding.
const COINCIDENT: f64 = 1e-12;

/// Boids seen from the centre of their flock, with lengths and speeds as shares of the largest, so that no square
/// overflows.
pub(super) struct Shape<const D: usize> {
    /// The largest distance from the centre.
    largest: f64,
    arms: Vec<[f64; D]>,
    velocities: Vec<[f64; D]>,
}

impl<const D: usize> Shape<D> {
    pub fn new(offsets: &Offsets<D>, centre: &[f64; D], positions: &[[f64; D]], velocities: &[[f64; D]]) -> Self {
        let mut arms: Vec<[f64; D]> = positions.iter().map(|position| offsets.between(centre, position)).collect();
        let reach = |vectors: &[[f64; D]]| vectors.iter().flatten().fold(0.0, |reach: f64, x| reach.max(x.abs()));
        if reach(&arms) <= COINCIDENT * reach(positions) {
            arms.fill([0.0; D]);
        }
        let (largest, arms) = shares(arms);
        Shape { largest, arms, velocities: shares(velocities.to_vec()).1 }
    }

    /// √(Σ |x − c|² / N).
    pub fn radius_of_gyration(&self) -> f64 {
        let squares: f64 = self.arms.iter().map(|arm| dot(*arm, *arm)).sum();
        self.largest * libm::sqrt(squares / self.arms.len() as f64)
    }

    /// The square root of the ratio of the largest to the smallest eigenvalue of the gyration tensor; 0 for a flock
    /// without width.
    pub fn elongation(&self) -> f64 {
        let boids = self.arms.len() as f64;
        let tensor = std::array::from_fn(|row| {
            std::array::from_fn(|column| self.arms.iter().map(|arm| arm[row] * arm[column]).sum::<f64>() / boids)
        });
        let (values, _) = eigen::<D>(tensor);
        if values[D - 1] <= FLAT * values[0] { 0.0 } else { libm::sqrt(values[0] / values[D - 1]) }
    }

    /// Σ |(x − c) × v| / Σ |x − c| |v|; in 3D the component along the axis about which the boids turn most.
    pub fn absolute_angular_momentum(&self) -> f64 {
        let pairs = || self.arms.iter().zip(&self.velocities);
        let most: f64 = pairs().map(|(arm, velocity)| length(*arm) * length(*velocity)).sum();
        let momenta: Vec<[f64; 3]> = pairs().map(|(arm, velocity)| cross(*arm, *velocity)).collect();
        // Both senses count alike: the axis with the largest Σ (l · n)², not the direction of Σ l, which vanishes in
        // a double mill.
        let tensor = std::array::from_fn(|row| {
            std::array::from_fn(|column| momenta.iter().map(|momentum| momentum[row] * momentum[column]).sum())
        });
        let axis = if D == 2 { [0.0, 0.0, 1.0] } else { eigen::<3>(tensor).1[0] };
        let turning: f64 = momenta.iter().map(|momentum| dot(*momentum, axis).abs()).sum();
        // Rounding may leave a little more than 1.
        if most == 0.0 { 0.0 } else { (turning / most).min(1.0) }
    }
}

/// The length of the longest vector, and all vectors as shares of it.
fn shares<const D: usize>(mut vectors: Vec<[f64; D]>) -> (f64, Vec<[f64; D]>) {
    let largest = vectors.iter().map(|vector| length(*vector)).fold(0.0, f64::max);
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
