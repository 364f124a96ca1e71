//! Streams: a vector for every place, from a function or from a grid.

use super::{spill, vector};
use crate::lanes::{Lanes, WIDEST};
use crate::scenario::Scenario;
use crate::scenario::settings::{Flow as Settings, FlowField, SpaceKind};
use crate::space::Space;
use crate::vector::{Vector, each};

/// A field of vectors.
#[derive(Clone, Debug)]
pub(crate) enum Flow<const D: usize> {
    Uniform([f32; D]),
    Vortex { centre: [f32; D], speed: f32, width: f32 },
    Shear { centre: [f32; D], speed: f32, width: f32 },
    Grid { low: [f32; D], per_length: [f32; D], cells: [usize; D], around: bool, vectors: Vec<[f32; D]> },
}

/// The lowest corner and the size of the grid: its own, or the world's.
pub(crate) fn frame<const D: usize>(scenario: &Scenario, flow: &Settings) -> ([f64; D], [f64; D]) {
    let space = &scenario.general.space;
    let (mut low, mut size): ([f64; D], [f64; D]) =
        (vector(space.origin.as_deref().unwrap_or_default()), vector(&space.size));
    if space.kind == SpaceKind::Sphere {
        (low, size) = (low.map(|x| x - space.radius), [2.0 * space.radius; D]);
    }
    (flow.origin.as_deref().map_or(low, vector), flow.size.as_deref().map_or(size, vector))
}

/// The centre of a vortex or a shear: its own, or the world's.
pub(crate) fn centre<const D: usize>(scenario: &Scenario, flow: &Settings) -> [f64; D] {
    let (low, size) = frame::<D>(scenario, &Settings::default());
    let middle = std::array::from_fn(|axis| low[axis] + size[axis] / 2.0);
    flow.centre.as_deref().map_or(middle, vector)
}

/// The vector of a uniform field.
pub(crate) fn uniform<const D: usize>(flow: &Settings) -> [f64; D] {
    let along_x: [f64; D] = vector(&[1.0]);
    let direction = flow.direction.as_deref().map_or(along_x, vector);
    crate::reference::maths::unit(direction).map(|x| x * flow.speed)
}

impl<const D: usize> Flow<D> {
    pub fn of(scenario: &Scenario, flow: &Settings) -> Option<Self> {
        let single = |vector: [f64; D]| vector.map(|x| x as f32);
        let (speed, width) = (flow.speed as f32, flow.width as f32);
        Some(match flow.field {
            FlowField::None => return None,
            FlowField::Uniform => Flow::Uniform(single(uniform(flow))),
            FlowField::Vortex => Flow::Vortex { centre: single(centre(scenario, flow)), speed, width },
            FlowField::Shear => Flow::Shear { centre: single(centre(scenario, flow)), speed, width },
            FlowField::Grid => {
                let (low, size) = frame::<D>(scenario, flow);
                let cells: [usize; D] = std::array::from_fn(|axis| flow.cells[axis]);
                Flow::Grid {
                    low: single(low),
                    per_length: std::array::from_fn(|axis| (cells[axis] as f64 / size[axis]) as f32),
                    cells,
                    around: scenario.general.space.kind == SpaceKind::Torus,
                    vectors: flow.vectors.iter().map(|row| single(vector(row))).collect(),
                }
            }
        })
    }

    /// The vectors at some places.
    #[inline(always)]
    pub fn at<L: Lanes>(&self, space: &Space<D>, position: Vector<L, D>) -> Vector<L, D> {
        match self {
            Flow::Uniform(vector) => Vector::splat(*vector),
            Flow::Vortex { centre, speed, width } => {
                let from = space.offset(Vector::splat(*centre), position);
                let mut round = Vector::zero();
                round.0[0] = L::zero() - from.0[1];
                round.0[1] = from.0[0];
                let share = (round.length() / L::splat(*width)).min(L::splat(1.0));
                round.unit() * (share * L::splat(*speed))
            }
            Flow::Shear { centre, speed, width } => {
                let above = space.offset(Vector::splat(*centre), position).0[1];
                let one = L::splat(1.0);
                let share = (above / L::splat(*width)).min(one).max(L::zero() - one);
                let mut along = Vector::zero();
                along.0[0] = share * L::splat(*speed);
                along
            }
            Flow::Grid { low, per_length, cells, around, vectors } => {
                let mut found = [[0.0; WIDEST]; D];
                let places = spill(position);
                for lane in 0..L::N {
                    let mut cell = 0;
                    for axis in (0..D).rev() {
                        let along = libm::floorf((places[axis][lane] - low[axis]) * per_length[axis]);
                        cell = cell * cells[axis] + cell_along(along, cells[axis], *around);
                    }
                    (0..D).for_each(|axis| found[axis][lane] = vectors[cell][axis]);
                }
                each!(axis => L::load(&found[axis]))
            }
        }
    }
}

/// Along one axis, the cell with a number that may lie outside the grid: on a torus the grid is repeated,
/// elsewhere its last cells go on for ever.
fn cell_along(along: f32, cells: usize, around: bool) -> usize {
    match around {
        true => (along as i64).rem_euclid(cells as i64) as usize,
        false => (along as i64).clamp(0, cells as i64 - 1) as usize,
    }
}
