//! Obstacles, goals and flow fields for the fast engine, in single precision and over lanes.
//!
//! Everything that moves does so as a pure function of time, so that runs can be repeated and resumed. What the
//! settings mean is resolved in [`crate::model::environment`]; the same in plain double precision is in
//! [`crate::reference`].

pub(crate) mod avoid;
pub(crate) mod flow;
pub(crate) mod goal;
pub(crate) mod herding;
pub(crate) mod obstacle;
pub(crate) mod penetration;

use crate::fast::simd::{Lanes, MAX_LANES};
use crate::fast::vector::{Vector, per_axis};

/// Vectors of a group of boids in memory, for kernels that are compiled apart from the step.
pub(crate) type LaneBuffer<const D: usize> = [[f32; MAX_LANES]; D];

#[inline(always)]
pub(crate) fn to_buffer<L: Lanes, const D: usize>(vector: Vector<L, D>) -> LaneBuffer<D> {
    let mut buffer = [[0.0; MAX_LANES]; D];
    for axis in 0..D {
        vector.0[axis].store(&mut buffer[axis]);
    }
    buffer
}

#[inline(always)]
pub(crate) fn from_buffer<L: Lanes, const D: usize>(buffer: &LaneBuffer<D>) -> Vector<L, D> {
    per_axis!(axis => L::load(&buffer[axis]))
}

/// The lowest and the highest corner of the box around the first boids of a group.
pub(crate) fn bounding_box<const D: usize>(positions: &LaneBuffer<D>, count: usize) -> ([f32; D], [f32; D]) {
    let (mut low, mut high) = ([f32::INFINITY; D], [f32::NEG_INFINITY; D]);
    for axis in 0..D {
        for x in &positions[axis][..count] {
            low[axis] = low[axis].min(*x);
            high[axis] = high[axis].max(*x);
        }
    }
    (low, high)
}
