//! A flow field, resolved: every default filled in.

use super::scenario::Scenario;
use super::settings::{Flow as FlowSettings, FlowField};
use crate::geometry::vector::{from_slice, scale, unit};

/// A vector for every point.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Flow<const D: usize> {
    Uniform([f64; D]),
    Vortex {
        centre: [f64; D],
        speed: f64,
        width: f64,
    },
    Shear {
        centre: [f64; D],
        speed: f64,
        width: f64,
    },
    /// One vector per cell, x fastest. On a torus the grid repeats; elsewhere its outermost cells extend outwards.
    Grid {
        low: [f64; D],
        size: [f64; D],
        cells: [usize; D],
        repeats: bool,
        vectors: Vec<[f64; D]>,
    },
}

impl<const D: usize> Flow<D> {
    /// The field of a species, if it has one.
    pub fn new(scenario: &Scenario, flow: &FlowSettings) -> Option<Self> {
        let space = scenario.space::<D>();
        let (speed, width) = (flow.speed, flow.width);
        let centre = || flow.centre.as_deref().map_or(space.centre(), from_slice);
        Some(match flow.field {
            FlowField::None => return None,
            FlowField::Uniform => {
                let direction = flow.direction.as_deref().map_or(from_slice(&[1.0]), from_slice);
                Flow::Uniform(scale(unit(direction), speed))
            }
            FlowField::Vortex => Flow::Vortex { centre: centre(), speed, width },
            FlowField::Shear => Flow::Shear { centre: centre(), speed, width },
            FlowField::Grid => {
                let (low, size) = space.bounding_box();
                Flow::Grid {
                    low: flow.origin.as_deref().map_or(low, from_slice),
                    size: flow.size.as_deref().map_or(size, from_slice),
                    cells: std::array::from_fn(|axis| flow.cells[axis]),
                    repeats: space.is_torus(),
                    vectors: flow.vectors.iter().map(|row| from_slice(row)).collect(),
                }
            }
        })
    }
}
