//! The last resort: no boid that steers around obstacles ever has its centre in one.

use super::Reference;
use super::avoid::avoids;
use crate::geometry::vector::{add, clamp_length, dot, is_zero, scale, sub, unit};
use crate::model::environment::clearance;
use crate::model::environment::constants::{MAX_MARCHES, MAX_PUSHES, MAX_STRIDES};
use crate::model::settings::AvoidMethod;

/// Position and velocity of a boid that has moved, once no obstacle is in its way: it stops at a surface and slides
/// along it, and is moved out of what it is in.
pub fn resolve_penetration<const D: usize>(
    flock: &Reference<D>,
    id: usize,
    position: [f64; D],
    velocity: [f64; D],
) -> ([f64; D], [f64; D]) {
    let species = flock.species(id);
    let steers = species.avoid.method == AvoidMethod::Steer && avoids(flock, id);
    if !steers || flock.obstacles.solids().is_empty() {
        return (position, velocity);
    }
    let clearance = clearance(&flock.scenario, species);
    let after = flock.boids.step + 1;

    // A boid that the boundary has put elsewhere did not get there in a straight line; except on a torus.
    let old = flock.boids.positions[id];
    let mut left = scale(velocity, species.motion.step);
    let direct = add(old, left) == position;
    if !direct && !flock.space.is_torus() {
        left = [0.0; D];
    }
    let start = if direct { old } else { sub(position, left) };

    let (mut resolved, mut kept) = (start, velocity);
    let (mut touched, mut free) = (false, 0.0);
    // The first stride has no length: something may have moved over the boid. No other is longer than the free
    // distance or than half the thinnest obstacle, so that it tunnels through none.
    for stride in 0..=MAX_STRIDES {
        if stride > 0 && is_zero(left) {
            break;
        }
        let longest = f64::max(flock.obstacles.min_half_thickness() + clearance, free);
        let part = if stride > 0 { clamp_length(left, longest) } else { [0.0; D] };
        resolved = add(resolved, part);
        left = sub(left, part);
        let mut normals = [0.0; D];
        for attempt in 0..=MAX_PUSHES + MAX_MARCHES {
            let min_distance = if attempt < MAX_PUSHES { clearance } else { 0.0 };
            let Some((surface, carried)) = flock.obstacles.nearest(resolved, after) else { break };
            free = surface.distance;
            if surface.distance >= min_distance {
                break;
            }
            touched = true;
            if attempt == MAX_PUSHES + MAX_MARCHES {
                // There is no way out: stay at the start, at rest.
                (resolved, kept, left) = (start, [0.0; D], [0.0; D]);
                break;
            }
            normals = add(normals, surface.normal);
            let out = if attempt < MAX_PUSHES { surface.normal } else { mean_direction(normals) };
            resolved = add(resolved, scale(out, clearance - surface.distance));
            left = sub(left, inward(left, surface.normal));
            kept = sub(kept, inward(sub(kept, carried), surface.normal));
        }
    }
    // What is left after the last stride is dropped.
    if !touched && is_zero(left) {
        return (position, velocity);
    }
    (flock.space.wrap_torus(resolved), clamp_length(kept, species.motion.max_speed))
}

/// The component of a motion into a surface.
fn inward<const D: usize>(motion: [f64; D], normal: [f64; D]) -> [f64; D] {
    scale(normal, dot(motion, normal).min(0.0))
}

/// The direction of a sum of directions; +x where they cancel.
fn mean_direction<const D: usize>(sum: [f64; D]) -> [f64; D] {
    match dot(sum, sum) > 1e-6 {
        true => unit(sum),
        false => std::array::from_fn(|axis| if axis == 0 { 1.0 } else { 0.0 }),
    }
}
