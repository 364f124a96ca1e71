//! Order parameters: polarisation, milling, speed.

use super::Offsets;
use crate::geometry::vector::{length, unit};

/// The length of the mean heading.
pub(super) fn polarisation<const D: usize>(velocities: &[[f64; D]]) -> f64 {
    let mut sum = [0.0; D];
    for heading in velocities.iter().copied().map(unit) {
        (0..D).for_each(|axis| sum[axis] += heading[axis]);
    }
    // Rounding may leave a little more than 1.
    (length(sum) / velocities.len() as f64).min(1.0)
}

/// The length of the mean of unit(x − c) × unit(v).
pub(super) fn milling<const D: usize>(
    offsets: &Offsets<D>,
    centre: &[f64; D],
    positions: &[[f64; D]],
    velocities: &[[f64; D]],
) -> f64 {
    // The components of a cross product are aₖbₗ − aₗbₖ for each pair of axes: one in 2D, three in 3D.
    let mut sums = [[0.0; D]; D];
    for (position, velocity) in positions.iter().zip(velocities) {
        let (arm, heading) = (unit(offsets.between(centre, position)), unit(*velocity));
        for k in 0..D {
            for l in k + 1..D {
                sums[k][l] += arm[k] * heading[l] - arm[l] * heading[k];
            }
        }
    }
    let squared: f64 = sums.iter().flatten().map(|x| x * x).sum();
    (libm::sqrt(squared) / positions.len() as f64).min(1.0)
}

/// The mean speed.
pub(super) fn mean_speed<const D: usize>(velocities: &[[f64; D]]) -> f64 {
    velocities.iter().copied().map(length).sum::<f64>() / velocities.len() as f64
}

/// The centre of mass. Along a periodic axis it is the circular mean: positions are taken as angles, so that a flock
/// across the seam has its centre among its boids and not in the middle of the space.
pub(super) fn centre<const D: usize>(offsets: &Offsets<D>, positions: &[[f64; D]]) -> [f64; D] {
    let boids = positions.len() as f64;
    std::array::from_fn(|axis| {
        let (low, period) = (offsets.low[axis], offsets.period[axis]);
        if period.is_infinite() {
            return positions.iter().map(|x| x[axis]).sum::<f64>() / boids;
        }
        let turn = std::f64::consts::TAU / period;
        let (mut sine, mut cosine) = (0.0, 0.0);
        for position in positions {
            let angle = (position[axis] - low) * turn;
            sine += libm::sin(angle);
            cosine += libm::cos(angle);
        }
        let angle = libm::atan2(sine, cosine);
        low + if angle < 0.0 { angle / turn + period } else { angle / turn }
    })
}
