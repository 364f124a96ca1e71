//! How the force of a rule, or the weight of a neighbour, depends on the distance.

use crate::fast::elementary::{exp, pow, sin_cos};
use crate::fast::simd::{Lanes, Task};
use crate::model::kernel::{BUMP_START, Kernel as KernelSettings, SIGMA_EPSILON};
use crate::model::settings::{Falloff, KernelKind};

/// A falloff in single precision.
#[derive(Clone, Debug)]
pub(crate) struct Kernel {
    pub kind: KernelKind,
    /// The square of the distance below which it does not grow further.
    pub min_r2: f32,
    length: f32,
    exponent: f32,
    /// Olfati-Saber's norm of the length, and of the radius.
    length_norm: f32,
    radius_norm: f32,
    /// Rows of distance, value, and the slope to the next row.
    table: Vec<[f32; 3]>,
}

impl Kernel {
    pub fn new(settings: &KernelSettings, min_r2: f32) -> Self {
        let norm = |r: f64| (((1.0 + SIGMA_EPSILON * r * r).sqrt() - 1.0) / SIGMA_EPSILON) as f32;
        let row = |(index, row): (usize, &[f64; 2])| {
            let slope = settings.table.get(index + 1).map_or(0.0, |next| (next[1] - row[1]) / (next[0] - row[0]));
            [row[0] as f32, row[1] as f32, slope as f32]
        };
        Kernel {
            kind: settings.falloff,
            min_r2,
            length: settings.length as f32,
            exponent: settings.exponent as f32,
            length_norm: norm(settings.length),
            radius_norm: norm(settings.radius),
            table: settings.table.iter().enumerate().map(row).collect(),
        }
    }

    /// Whether it is one of the powers of the distance that [`power_factor`] computes.
    pub fn is_power(&self) -> bool {
        self.power().is_some()
    }

    /// The falloff, if it is a power of the distance.
    pub fn power(&self) -> Option<Falloff> {
        Some(match self.kind {
            KernelKind::Offset => Falloff::Offset,
            KernelKind::Constant => Falloff::Constant,
            KernelKind::Inverse => Falloff::Inverse,
            KernelKind::InverseSquare => Falloff::InverseSquare,
            _ => return None,
        })
    }

    /// The factor that turns an offset into a push or a pull.
    #[inline(always)]
    pub fn factor<L: Lanes>(&self, r2: L) -> L {
        match self.power() {
            Some(falloff) => power_factor(falloff, r2, L::splat(self.min_r2)),
            None => self.value(r2) / r2.max(L::splat(self.min_r2)).sqrt(),
        }
    }

    /// The value at a distance, from its square. Out of line: three rules have a kernel, and each would be compiled
    /// for all of them.
    #[inline(always)]
    pub fn value<L: Lanes>(&self, r2: L) -> L {
        L::out_of_line(Value { kernel: self, r2 })
    }

    #[inline(always)]
    fn compute<L: Lanes>(&self, r2: L) -> L {
        let one = L::splat(1.0);
        let r = r2.sqrt();
        let length = L::splat(self.length);
        match self.kind {
            KernelKind::Offset => r2.max(L::splat(self.min_r2)).sqrt(),
            KernelKind::Constant => one,
            KernelKind::Inverse => one / r2.max(L::splat(self.min_r2)).sqrt(),
            KernelKind::InverseSquare => one / r2.max(L::splat(self.min_r2)),
            KernelKind::PowerLaw => {
                let base = (length * length + r2).max(L::splat(f32::MIN_POSITIVE));
                match self.exponent {
                    0.0 => one,
                    0.5 => one / base.sqrt(),
                    1.0 => one / base,
                    exponent => pow(base, L::splat(-exponent)),
                }
            }
            KernelKind::Exponential => exp(L::zero() - r / length),
            KernelKind::Quadratic => {
                let rest = one - r / length;
                (r * rest * rest).mask(r.lt(length))
            }
            KernelKind::Quartic => {
                let square = r2 / (length * length);
                r / (one + square * square)
            }
            KernelKind::Lattice => {
                let z = sigma_norm(r2) - L::splat(self.length_norm);
                let gradient = r / (one + L::splat(SIGMA_EPSILON as f32) * r2).sqrt();
                z / (one + z * z).sqrt() * self.bump(r2) * gradient
            }
            KernelKind::Bump => self.bump(r2),
            KernelKind::Table => self.interpolate(r),
        }
    }

    #[inline(always)]
    fn bump<L: Lanes>(&self, r2: L) -> L {
        let (one, start) = (L::splat(1.0), L::splat(BUMP_START as f32));
        let z = sigma_norm(r2) / L::splat(self.radius_norm);
        let angle = (z - start) * L::splat((std::f64::consts::PI / (1.0 - BUMP_START)) as f32);
        let falling = (one + sin_cos(angle.min(L::splat(std::f32::consts::PI))).1) * L::splat(0.5);
        one.select(z.lt(start), falling).mask(z.lt(one))
    }

    #[inline(always)]
    fn interpolate<L: Lanes>(&self, r: L) -> L {
        let mut value = L::splat(self.table.first().map_or(0.0, |row| row[1]));
        for [distance, low, slope] in &self.table {
            let from = L::splat(*distance);
            let line = L::splat(*low) + (r - from) * L::splat(*slope);
            value = value.select(r.lt(from), line);
        }
        value
    }
}

/// The value of a kernel.
struct Value<'a, L> {
    kernel: &'a Kernel,
    r2: L,
}

impl<L: Lanes> Task for Value<'_, L> {
    type Output = L;
    #[inline(always)]
    fn run(self) -> L {
        self.kernel.compute(self.r2)
    }
}

/// (√(1 + εr²) − 1)/ε, written so that small distances keep their digits.
#[inline(always)]
fn sigma_norm<L: Lanes>(r2: L) -> L {
    let one = L::splat(1.0);
    r2 / ((one + L::splat(SIGMA_EPSILON as f32) * r2).sqrt() + one)
}

/// The factor that turns an offset into a push that is a power of the distance.
#[inline(always)]
pub(crate) fn power_factor<L: Lanes>(falloff: Falloff, r2: L, min_r2: L) -> L {
    let r2 = r2.max(min_r2);
    let one = L::splat(1.0);
    match falloff {
        Falloff::Offset => one,
        Falloff::Constant => one / r2.sqrt(),
        Falloff::Inverse => one / r2,
        Falloff::InverseSquare => one / (r2 * r2.sqrt()),
    }
}
