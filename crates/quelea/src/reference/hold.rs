//! The last resort: no boid that steers round obstacles ever has its centre in one.

use super::Reference;
use super::avoid::minds;
use super::maths::{cut, difference, dot, is_zero, sum, times, unit};
use crate::scenario::settings::AvoidMethod;
use crate::surroundings::clearance;
use crate::surroundings::hold::{MARCHES, PUSHES, STRIDES};

/// Where a boid that has moved is, and how it moves, once nothing solid is in its way: it stops at a
/// surface and slides along it, and is put outside what it is in.
pub fn held<const D: usize>(
    flock: &Reference<D>,
    id: usize,
    position: [f64; D],
    velocity: [f64; D],
) -> ([f64; D], [f64; D]) {
    let species = flock.species(id);
    let steers = species.avoid.method == AvoidMethod::Steer && minds(flock, id);
    if !steers || flock.obstacles.solids().is_empty() {
        return (position, velocity);
    }
    let clearance = clearance(&flock.scenario, species);
    let after = flock.state.step + 1;

    // A boid that an edge has put elsewhere did not come there in a straight line; but on a torus it did.
    let old = flock.state.positions[id];
    let mut left = times(velocity, species.motion.step);
    let direct = sum(old, left) == position;
    if !direct && !flock.world.is_torus() {
        left = [0.0; D];
    }
    let start = if direct { old } else { difference(position, left) };

    let (mut held, mut kept) = (start, velocity);
    let mut touched = false;
    for stride in 0..STRIDES {
        if stride > 0 && is_zero(left) {
            break;
        }
        let part = if stride + 1 < STRIDES { cut(left, flock.obstacles.thinnest() + clearance) } else { left };
        held = sum(held, part);
        left = difference(left, part);
        let mut way = [0.0; D];
        for attempt in 0..=PUSHES + MARCHES {
            let enough = if attempt < PUSHES { clearance } else { 0.0 };
            let Some((surface, carried)) = flock.obstacles.nearest(held, after) else { break };
            if surface.distance >= enough {
                break;
            }
            touched = true;
            if attempt == PUSHES + MARCHES {
                // There is no way out: stay, and stand still.
                (held, kept, left) = (start, [0.0; D], [0.0; D]);
                break;
            }
            way = sum(way, surface.out);
            let out = if attempt < PUSHES { surface.out } else { mean(way) };
            held = sum(held, times(out, clearance - surface.distance));
            left = difference(left, inward(left, surface.out));
            kept = difference(kept, inward(difference(kept, carried), surface.out));
        }
    }
    if !touched {
        return (position, velocity);
    }
    (flock.world.around(held), cut(kept, species.motion.max_speed))
}

/// The part of a motion that leads into a surface.
fn inward<const D: usize>(motion: [f64; D], out: [f64; D]) -> [f64; D] {
    times(out, dot(motion, out).min(0.0))
}

/// The direction of a sum of directions; +x where they cancel.
fn mean<const D: usize>(sum: [f64; D]) -> [f64; D] {
    match dot(sum, sum) > 1e-6 {
        true => unit(sum),
        false => std::array::from_fn(|axis| if axis == 0 { 1.0 } else { 0.0 }),
    }
}
