//! Streams: a vector for every place.

use super::Reference;
use super::maths::{length, times, unit};
use crate::scenario::settings::{FlowField, SpaceKind};
use crate::surroundings::flow::{centre, frame, uniform};
use crate::surroundings::vector;

/// The vector of a boid's stream at a place.
pub fn flow_at<const D: usize>(flock: &Reference<D>, id: usize, position: [f64; D]) -> [f64; D] {
    let scenario = &flock.scenario;
    let flow = &flock.species(id).flow;
    let from_centre = || flock.world.offset(centre(scenario, flow), position);
    match flow.field {
        FlowField::None => [0.0; D],
        FlowField::Uniform => uniform(flow),
        FlowField::Vortex => {
            let from = from_centre();
            let round: [f64; D] = vector(&[-from[1], from[0]]);
            times(unit(round), flow.speed * (length(round) / flow.width).min(1.0))
        }
        FlowField::Shear => vector(&[flow.speed * (from_centre()[1] / flow.width).clamp(-1.0, 1.0)]),
        FlowField::Grid => {
            let (low, size) = frame::<D>(scenario, flow);
            let mut cell = 0;
            for axis in (0..D).rev() {
                let cells = flow.cells[axis] as i64;
                let along = libm::floor((position[axis] - low[axis]) * (cells as f64 / size[axis])) as i64;
                // On a torus the grid is repeated; elsewhere its last cells go on for ever.
                let along = match scenario.general.space.kind {
                    SpaceKind::Torus => along.rem_euclid(cells),
                    _ => along.clamp(0, cells - 1),
                };
                cell = cell * cells as usize + along as usize;
            }
            vector(&flow.vectors[cell])
        }
    }
}
