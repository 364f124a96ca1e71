//! Order parameters: polarisation, milling, speed.

use super::Offsets;
use super::sums::Sums;
use crate::geometry::vector::{length, unit};

/// The length of the mean heading.
pub(super) fn polarisation<const D: usize>(sums: &Sums, velocities: &[[f64; D]]) -> f64 {
    let sum = sums.sum(|boid| unit(velocities[boid]));
    // Rounding may leave a little more than 1.
    (length(sum) / sums.boids as f64).min(1.0)
}

/// The length of the mean of unit(x − c) × unit(v).
pub(super) fn milling<const D: usize>(
    sums: &Sums,
    offsets: &Offsets<D>,
    centre: &[f64; D],
    positions: &[[f64; D]],
    velocities: &[[f64; D]],
) -> f64 {
    // The components of a cross product are aₖbₗ − aₗbₖ for each pair of axes: one in 2D, three in 3D.
    let sum: [f64; 3] = sums.sum(|boid| {
        let (arm, heading) = (unit(offsets.between(centre, &positions[boid])), unit(velocities[boid]));
        let product = |k: usize, l: usize| if l < D { arm[k] * heading[l] - arm[l] * heading[k] } else { 0.0 };
        [product(0, 1), product(0, 2), product(1, 2)]
    });
    let squared: f64 = sum.iter().map(|x| x * x).sum();
    (libm::sqrt(squared) / sums.boids as f64).min(1.0)
}

/// The mean speed.
pub(super) fn mean_speed<const D: usize>(sums: &Sums, velocities: &[[f64; D]]) -> f64 {
    sums.sum(|boid| [length(velocities[boid])])[0] / sums.boids as f64
}

/// The centre of mass. Along a periodic axis it is the circular mean: positions are taken as angles, so that a flock
/// across the seam has its centre among its boids and not in the middle of the space.
pub(super) fn centre<const D: usize>(sums: &Sums, offsets: &Offsets<D>, positions: &[[f64; D]]) -> [f64; D] {
    std::array::from_fn(|axis| {
        let (low, period) = (offsets.low[axis], offsets.period[axis]);
        if period.is_infinite() {
            return sums.sum(|boid| [positions[boid][axis]])[0] / sums.boids as f64;
        }
        let turn = std::f64::consts::TAU / period;
        let [sine, cosine] = sums.sum(|boid| {
            let angle = (positions[boid][axis] - low) * turn;
            [libm::sin(angle), libm::cos(angle)]
        });
        let angle = libm::atan2(sine, cosine);
        low + if angle < 0.0 { angle / turn + period } else { angle / turn }
    })
}
