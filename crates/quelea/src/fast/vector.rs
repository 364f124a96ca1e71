//! Vectors of lanes, generic over the dimension.
//!
//! A vector is an array with one entry per axis, so everything built on it serves 2D and 3D alike. The entries are
//! lanes: a vector of one boid, or of several at once.

use crate::fast::simd::Lanes;
use std::ops::{Add, Mul, Sub};

/// A vector with one entry per axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vector<L, const D: usize>(pub [L; D]);

/// A vector whose components are an expression of the axis.
///
/// A loop, not a closure: a closure that is not inlined is compiled for the baseline processor, and every operation
/// on wide lanes becomes a call.
macro_rules! per_axis {
    ($axis:ident => $component:expr) => {{
        let mut components = [L::zero(); D];
        for $axis in 0..D {
            components[$axis] = $component;
        }
        Vector(components)
    }};
}
pub(crate) use per_axis;

/// Components are clamped to this magnitude before a length is taken, so that no square overflows.
const MAX_COMPONENT: f32 = 1e18;

impl<L: Lanes, const D: usize> Vector<L, D> {
    /// The zero vector.
    #[inline(always)]
    pub fn zero() -> Self {
        Vector([L::zero(); D])
    }

    /// The same vector in every lane.
    #[inline(always)]
    pub fn splat(vector: [f32; D]) -> Self {
        per_axis!(axis => L::splat(vector[axis]))
    }

    /// Loads boids from slot `start` on, one per lane, from one array per axis.
    #[inline(always)]
    pub fn load(arrays: &[Vec<f32>; D], start: usize) -> Self {
        per_axis!(axis => L::load_partial(&arrays[axis][start..]))
    }

    /// The same boid in every lane.
    #[inline(always)]
    pub fn broadcast(arrays: &[&[f32]; D], index: usize) -> Self {
        per_axis!(axis => L::splat(arrays[axis][index]))
    }

    /// The dot product.
    #[inline(always)]
    pub fn dot(self, other: Self) -> L {
        let mut sum = self.0[0] * other.0[0];
        for axis in 1..D {
            sum = sum + self.0[axis] * other.0[axis];
        }
        sum
    }

    /// `self` where the mask is set, else zero.
    #[inline(always)]
    pub fn mask(self, mask: L::Mask) -> Self {
        per_axis!(axis => self.0[axis].mask(mask))
    }

    /// `self + other` where the mask is set.
    #[inline(always)]
    pub fn masked_add(self, other: Self, mask: L::Mask) -> Self {
        per_axis!(axis => self.0[axis].masked_add(other.0[axis], mask))
    }

    /// `self - other` where the mask is set.
    #[inline(always)]
    pub fn masked_sub(self, other: Self, mask: L::Mask) -> Self {
        per_axis!(axis => self.0[axis].masked_sub(other.0[axis], mask))
    }

    /// `self` where the mask is set, else `other`.
    #[inline(always)]
    pub fn select(self, mask: L::Mask, other: Self) -> Self {
        per_axis!(axis => self.0[axis].select(mask, other.0[axis]))
    }

    /// `self` with components clamped so that the square of its length is finite.
    #[inline(always)]
    fn clamped(self) -> Self {
        per_axis!(axis => self.0[axis].min(L::splat(MAX_COMPONENT)).max(L::splat(-MAX_COMPONENT)))
    }

    /// The length. Never infinite.
    #[inline(always)]
    pub fn length(self) -> L {
        let clamped = self.clamped();
        clamped.dot(clamped).sqrt()
    }

    /// `self` scaled to length 1; zero stays zero.
    #[inline(always)]
    pub fn unit(self) -> Self {
        let clamped = self.clamped();
        let length2 = clamped.dot(clamped);
        let some = L::zero().lt(length2);
        let scale = (L::splat(1.0) / length2.sqrt().select(some, L::splat(1.0))).mask(some);
        clamped * scale
    }

    /// `self` shortened to length `max` if it is longer.
    #[inline(always)]
    pub fn clamp_length(self, max: L) -> Self {
        let clamped = self.clamped();
        let length2 = clamped.dot(clamped);
        let long = (max * max).lt(length2);
        let scale = (max / length2.sqrt().select(long, L::splat(1.0))).select(long, L::splat(1.0));
        clamped * scale
    }
}

impl<L: Lanes, const D: usize> Add for Vector<L, D> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        per_axis!(axis => self.0[axis] + other.0[axis])
    }
}

impl<L: Lanes, const D: usize> Sub for Vector<L, D> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        per_axis!(axis => self.0[axis] - other.0[axis])
    }
}

impl<L: Lanes, const D: usize> Mul<L> for Vector<L, D> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, scale: L) -> Self {
        per_axis!(axis => self.0[axis] * scale)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_and_lengths_are_exact_in_two_and_three_dimensions() {
        assert_eq!(Vector([3.0, 4.0]).unit(), Vector([0.6, 0.8]));
        assert_eq!(Vector([0.0, 0.0, 5.0]).unit(), Vector([0.0, 0.0, 1.0]));
        assert_eq!(Vector([6.0, 8.0]).clamp_length(5.0), Vector([3.0, 4.0]));
        assert_eq!(Vector([3.0, 4.0]).clamp_length(6.0), Vector([3.0, 4.0]));
    }

    #[test]
    fn results_are_finite_for_zero_tiny_and_huge_vectors() {
        for x in [0.0, 1e-38, 1e-20, 1.0, 1e20, 3e38] {
            let vector = Vector([x, -x, x]);
            for result in [vector.unit(), vector.clamp_length(2.0), vector.clamp_length(0.0)] {
                assert!(result.0.iter().all(|x| x.is_finite()), "{x}: {result:?}");
                assert!(result.length() < 2.001, "{x}: {result:?}");
            }
        }
    }
}
