//! Flow fields: a vector for every point.

use super::Reference;
use crate::geometry::vector::{from_slice, length, scale, unit};
use crate::model::Flow;

/// The vector of a boid's flow field at a position.
pub(super) fn flow_at<const D: usize>(flock: &Reference<D>, id: usize, position: [f64; D]) -> [f64; D] {
    let Some(flow) = &flock.flows[usize::from(flock.boids.species[id])] else { return [0.0; D] };
    match flow {
        Flow::Uniform(vector) => *vector,
        Flow::Vortex { centre, speed, width } => {
            let offset = flock.space.offset(*centre, position);
            let tangent: [f64; D] = from_slice(&[-offset[1], offset[0]]);
            scale(unit(tangent), speed * (length(tangent) / width).min(1.0))
        }
        Flow::Shear { centre, speed, width } => {
            let above = flock.space.offset(*centre, position)[1];
            from_slice(&[speed * (above / width).clamp(-1.0, 1.0)])
        }
        Flow::Grid { low, size, cells, repeats, vectors } => {
            let mut cell = 0;
            for axis in (0..D).rev() {
                let count = cells[axis] as i64;
                let along = libm::floor((position[axis] - low[axis]) * (count as f64 / size[axis])) as i64;
                let along = if *repeats { along.rem_euclid(count) } else { along.clamp(0, count - 1) };
                cell = cell * cells[axis] + along as usize;
            }
            vectors[cell]
        }
    }
}
