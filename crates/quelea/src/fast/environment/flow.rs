//! Flow fields: a vector for every point.

use super::to_buffer;
use crate::fast::simd::{Lanes, MAX_LANES};
use crate::fast::space::Space;
use crate::fast::vector::{Vector, per_axis};
use crate::model::settings::Flow as FlowSettings;
use crate::model::{Flow, Scenario};

/// A flow field in single precision.
#[derive(Clone, Debug)]
pub(crate) enum FlowField<const D: usize> {
    Uniform([f32; D]),
    Vortex { centre: [f32; D], speed: f32, width: f32 },
    Shear { centre: [f32; D], speed: f32, width: f32 },
    Grid { low: [f32; D], cells_per_length: [f32; D], cells: [usize; D], repeats: bool, vectors: Vec<[f32; D]> },
}

impl<const D: usize> FlowField<D> {
    pub fn new(scenario: &Scenario, settings: &FlowSettings) -> Option<Self> {
        let single = |vector: [f64; D]| vector.map(|x| x as f32);
        Some(match Flow::new(scenario, settings)? {
            Flow::Uniform(vector) => FlowField::Uniform(single(vector)),
            Flow::Vortex { centre, speed, width } => {
                FlowField::Vortex { centre: single(centre), speed: speed as f32, width: width as f32 }
            }
            Flow::Shear { centre, speed, width } => {
                FlowField::Shear { centre: single(centre), speed: speed as f32, width: width as f32 }
            }
            Flow::Grid { low, size, cells, repeats, vectors } => FlowField::Grid {
                low: single(low),
                cells_per_length: std::array::from_fn(|axis| (cells[axis] as f64 / size[axis]) as f32),
                cells,
                repeats,
                vectors: vectors.into_iter().map(single).collect(),
            },
        })
    }

    /// The vectors at some positions.
    #[inline(always)]
    pub fn at<L: Lanes>(&self, space: &Space<D>, position: Vector<L, D>) -> Vector<L, D> {
        match self {
            FlowField::Uniform(vector) => Vector::splat(*vector),
            FlowField::Vortex { centre, speed, width } => {
                let offset = space.offset(Vector::splat(*centre), position);
                let mut tangent = Vector::zero();
                tangent.0[0] = L::zero() - offset.0[1];
                tangent.0[1] = offset.0[0];
                let share = (tangent.length() / L::splat(*width)).min(L::splat(1.0));
                tangent.unit() * (share * L::splat(*speed))
            }
            FlowField::Shear { centre, speed, width } => {
                let above = space.offset(Vector::splat(*centre), position).0[1];
                let one = L::splat(1.0);
                let share = (above / L::splat(*width)).min(one).max(L::zero() - one);
                let mut along_x = Vector::zero();
                along_x.0[0] = share * L::splat(*speed);
                along_x
            }
            FlowField::Grid { low, cells_per_length, cells, repeats, vectors } => {
                let mut found = [[0.0; MAX_LANES]; D];
                let positions = to_buffer(position);
                for lane in 0..L::N {
                    let mut cell = 0;
                    for axis in (0..D).rev() {
                        let along = libm::floorf((positions[axis][lane] - low[axis]) * cells_per_length[axis]);
                        cell = cell * cells[axis] + cell_along(along, cells[axis], *repeats);
                    }
                    (0..D).for_each(|axis| found[axis][lane] = vectors[cell][axis]);
                }
                per_axis!(axis => L::load(&found[axis]))
            }
        }
    }
}

/// The cell of a coordinate along one axis that may lie outside the grid.
fn cell_along(along: f32, cells: usize, repeats: bool) -> usize {
    match repeats {
        true => (along as i64).rem_euclid(cells as i64) as usize,
        false => (along as i64).clamp(0, cells as i64 - 1) as usize,
    }
}
