//! Vectors of any dimension, and the only file that knows what a dimension is.
//!
//! A vector is an array with one entry per axis, so every function here and everything built on it serves
//! 2D and 3D alike. The entries are lanes: a vector of one boid, or of several at once.

use crate::lanes::Lanes;
use std::ops::{Add, Mul, Sub};

/// A vector with one entry per axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vector<L, const D: usize>(pub [L; D]);

/// A vector whose components are given by an expression of the axis.
///
/// A loop, not a closure: a closure is compiled for the baseline processor unless it happens to be inlined,
/// and then every operation on wide lanes becomes a call.
macro_rules! each {
    ($axis:ident => $component:expr) => {{
        let mut components = [L::zero(); D];
        for $axis in 0..D {
            components[$axis] = $component;
        }
        Vector(components)
    }};
}
pub(crate) use each;

/// Longer components are reckoned as this long where a length is taken, so that no square overflows.
const LONGEST: f32 = 1e18;

impl<L: Lanes, const D: usize> Vector<L, D> {
    /// The zero vector.
    #[inline(always)]
    pub fn zero() -> Self {
        Vector([L::zero(); D])
    }

    /// The same vector in every lane.
    #[inline(always)]
    pub fn splat(vector: [f32; D]) -> Self {
        each!(axis => L::splat(vector[axis]))
    }

    /// Boids from `start` on, one per lane, of arrays with one component each.
    #[inline(always)]
    pub fn load(arrays: &[Vec<f32>; D], start: usize) -> Self {
        each!(axis => L::load_some(&arrays[axis][start..]))
    }

    /// One boid in every lane.
    #[inline(always)]
    pub fn broadcast(arrays: &[&[f32]; D], index: usize) -> Self {
        each!(axis => L::splat(arrays[axis][index]))
    }

    /// The scalar product.
    #[inline(always)]
    pub fn dot(self, other: Self) -> L {
        let mut sum = self.0[0] * other.0[0];
        for axis in 1..D {
            sum = sum + self.0[axis] * other.0[axis];
        }
        sum
    }

    /// Itself where the mask holds, else zero.
    #[inline(always)]
    pub fn only(self, mask: L::Mask) -> Self {
        each!(axis => self.0[axis].only(mask))
    }

    /// Itself plus another where the mask holds.
    #[inline(always)]
    pub fn plus(self, other: Self, mask: L::Mask) -> Self {
        each!(axis => self.0[axis].plus(other.0[axis], mask))
    }

    /// Itself minus another where the mask holds.
    #[inline(always)]
    pub fn minus(self, other: Self, mask: L::Mask) -> Self {
        each!(axis => self.0[axis].minus(other.0[axis], mask))
    }

    /// Itself where the mask holds, else the other.
    #[inline(always)]
    pub fn or_else(self, mask: L::Mask, other: Self) -> Self {
        each!(axis => self.0[axis].or_else(mask, other.0[axis]))
    }

    /// Itself, with components cut so that the square of its length is finite.
    #[inline(always)]
    fn bounded(self) -> Self {
        each!(axis => self.0[axis].min(L::splat(LONGEST)).max(L::splat(-LONGEST)))
    }

    /// The length. Never infinite.
    #[inline(always)]
    pub fn length(self) -> L {
        let bounded = self.bounded();
        bounded.dot(bounded).sqrt()
    }

    /// The direction, with length 1; zero for zero.
    #[inline(always)]
    pub fn unit(self) -> Self {
        let bounded = self.bounded();
        let length2 = bounded.dot(bounded);
        let some = L::zero().lt(length2);
        let scale = (L::splat(1.0) / length2.sqrt().or_else(some, L::splat(1.0))).only(some);
        bounded * scale
    }

    /// Itself, shortened to a length if it is longer.
    #[inline(always)]
    pub fn cut(self, most: L) -> Self {
        let bounded = self.bounded();
        let length2 = bounded.dot(bounded);
        let long = (most * most).lt(length2);
        let scale = (most / length2.sqrt().or_else(long, L::splat(1.0))).or_else(long, L::splat(1.0));
        bounded * scale
    }
}

impl<L: Lanes, const D: usize> Add for Vector<L, D> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        each!(axis => self.0[axis] + other.0[axis])
    }
}

impl<L: Lanes, const D: usize> Sub for Vector<L, D> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        each!(axis => self.0[axis] - other.0[axis])
    }
}

impl<L: Lanes, const D: usize> Mul<L> for Vector<L, D> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, scale: L) -> Self {
        each!(axis => self.0[axis] * scale)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_and_lengths_are_right_in_two_and_three_dimensions() {
        assert_eq!(Vector([3.0, 4.0]).unit(), Vector([0.6, 0.8]));
        assert_eq!(Vector([0.0, 0.0, 5.0]).unit(), Vector([0.0, 0.0, 1.0]));
        assert_eq!(Vector([6.0, 8.0]).cut(5.0), Vector([3.0, 4.0]));
        assert_eq!(Vector([3.0, 4.0]).cut(6.0), Vector([3.0, 4.0]));
    }

    #[test]
    fn nothing_is_nan_or_infinite_at_the_extremes() {
        for x in [0.0, 1e-38, 1e-20, 1.0, 1e20, 3e38] {
            let vector = Vector([x, -x, x]);
            for result in [vector.unit(), vector.cut(2.0), vector.cut(0.0)] {
                assert!(result.0.iter().all(|x| x.is_finite()), "{x}: {result:?}");
                assert!(result.length() < 2.001, "{x}: {result:?}");
            }
        }
    }
}
