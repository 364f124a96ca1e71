//! How a push, a pull or a weight depends on the distance.

use crate::geometry::vector::{div, scale};
use crate::model::kernel::{BUMP_START, Kernel, SIGMA_EPSILON};
use crate::model::settings::KernelKind;

/// The smallest distance a push is computed with: nothing is infinite, and coincident boids do not push.
pub fn closest(radius: f64) -> f64 {
    1e-6 * radius
}

/// The pull towards a neighbour: its direction, as long as the falloff says.
pub fn pull<const D: usize>(kernel: &Kernel, offset: [f64; D], distance: f64) -> [f64; D] {
    let floor = distance.max(closest(kernel.radius));
    // Divided step by step, as the sources do it (a direction, then "weighted by distance").
    match kernel.falloff {
        KernelKind::Offset => offset,
        KernelKind::Constant => div(offset, floor),
        KernelKind::Inverse => div(div(offset, floor), floor),
        KernelKind::InverseSquare => div(div(div(offset, floor), floor), floor),
        _ => scale(div(offset, floor), value(kernel, distance)),
    }
}

/// The value of a falloff at a distance.
pub fn value(kernel: &Kernel, r: f64) -> f64 {
    let (length, floor) = (kernel.length, r.max(closest(kernel.radius)));
    match kernel.falloff {
        KernelKind::Offset => floor,
        KernelKind::Constant => 1.0,
        KernelKind::Inverse => 1.0 / floor,
        KernelKind::InverseSquare => 1.0 / (floor * floor),
        KernelKind::PowerLaw => libm::pow(length * length + r * r, -kernel.exponent),
        KernelKind::Exponential => libm::exp(-r / length),
        KernelKind::Quadratic if r < length => r * (1.0 - r / length) * (1.0 - r / length),
        KernelKind::Quadratic => 0.0,
        KernelKind::Quartic => {
            let square = (r / length) * (r / length);
            r / (1.0 + square * square)
        }
        KernelKind::Lattice => {
            let z = sigma_norm(r) - sigma_norm(length);
            z / (1.0 + z * z).sqrt() * bump(kernel, r) * r / (1.0 + SIGMA_EPSILON * r * r).sqrt()
        }
        KernelKind::Bump => bump(kernel, r),
        KernelKind::Table => interpolate(&kernel.table, r),
    }
}

fn sigma_norm(r: f64) -> f64 {
    ((1.0 + SIGMA_EPSILON * r * r).sqrt() - 1.0) / SIGMA_EPSILON
}

fn bump(kernel: &Kernel, r: f64) -> f64 {
    let z = sigma_norm(r) / sigma_norm(kernel.radius);
    match z {
        _ if z < BUMP_START => 1.0,
        _ if z < 1.0 => 0.5 * (1.0 + libm::cos(std::f64::consts::PI * (z - BUMP_START) / (1.0 - BUMP_START))),
        _ => 0.0,
    }
}

fn interpolate(table: &[[f64; 2]], r: f64) -> f64 {
    let after = table.partition_point(|row| row[0] <= r);
    match (after.checked_sub(1).map(|before| table[before]), table.get(after)) {
        (Some([from, low]), Some([to, high])) => low + (high - low) * (r - from) / (to - from),
        (Some([_, value]), None) => value,
        (None, first) => first.map_or(0.0, |row| row[1]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kernel(falloff: KernelKind) -> Kernel {
        let table = vec![[1.0, 2.0], [3.0, 6.0], [4.0, 0.0]];
        Kernel { falloff, length: 7.0, exponent: 0.5, table, radius: 8.4 }
    }

    #[test]
    fn olfati_saber_s_norms_are_those_of_the_paper() {
        assert!((sigma_norm(7.0) - 14.2899).abs() < 1e-4);
        assert!((sigma_norm(8.4) - 18.3831).abs() < 1e-4);
    }

    #[test]
    fn the_lattice_rests_at_its_length_and_vanishes_at_its_radius() {
        let value = |r| value(&kernel(KernelKind::Lattice), r);
        assert_eq!(value(7.0), 0.0);
        assert!(value(6.9) < 0.0 && value(7.1) > 0.0);
        assert_eq!((value(8.4), value(100.0)), (0.0, 0.0));
    }

    #[test]
    fn a_table_is_interpolated_and_constant_beyond_its_ends() {
        let value = |r| value(&kernel(KernelKind::Table), r);
        assert_eq!([0.0, 1.0, 2.0, 3.0, 3.5, 4.0, 9.0].map(value), [2.0, 2.0, 4.0, 6.0, 3.0, 0.0, 0.0]);
    }

    #[test]
    fn the_others_are_what_their_formulas_say() {
        let at = |falloff, r| value(&kernel(falloff), r);
        assert!((at(KernelKind::PowerLaw, 24.0) - 0.04).abs() < 1e-15);
        assert!((at(KernelKind::Exponential, 7.0) - 1.0 / std::f64::consts::E).abs() < 1e-15);
        assert!((at(KernelKind::Quadratic, 3.5) - 3.5 / 4.0).abs() < 1e-15);
        assert_eq!((at(KernelKind::Quadratic, 7.0), at(KernelKind::Quadratic, 8.0)), (0.0, 0.0));
        assert_eq!(at(KernelKind::Quartic, 7.0), 3.5);
        assert_eq!((at(KernelKind::Bump, 0.0), at(KernelKind::Bump, 8.4)), (1.0, 0.0));
    }
}
