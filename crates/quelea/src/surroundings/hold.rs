//! The last resort: no boid that steers round obstacles ever has its centre in one.
//!
//! A boid that would come too near to a surface is stopped there and slides along it; one that is inside,
//! because it started there or something moved over it, is put outside.

use super::avoid::span;
use super::obstacle::{Scenery, Surface, When};
use crate::lanes::Lanes;
use crate::laws::{Law, Laws};
use crate::motion::Moved;
use crate::scenario::settings::AvoidMethod;
use crate::space::Space;
use crate::vector::{Vector, each};

/// In how many strides a move is done at most: each no longer than the thinnest obstacle is thick.
pub(crate) const STRIDES: usize = 32;

/// How often a boid is pushed out of what it is in, each time the nearest way.
pub(crate) const PUSHES: usize = 8;

/// How often it is pushed on in the mean direction, if that did not help: between two that overlap, the
/// nearest way out of either may lead into the other.
pub(crate) const MARCHES: usize = 32;

/// Where boids are that have moved from `old`, and how they move, once nothing solid is in their way.
#[inline(always)]
pub(crate) fn hold<L: Lanes, const D: usize>(
    laws: &Laws<D>,
    law: &Law<D>,
    old: Vector<L, D>,
    count: usize,
    moved: Moved<L, D>,
) -> Moved<L, D> {
    let (scenery, space) = (&laws.scenery, &laws.space);
    if !law.avoid.acts || law.avoid.method != AvoidMethod::Steer || scenery.obstacles.is_empty() {
        return moved;
    }
    let (zero, clearance) = (L::zero(), L::splat(law.avoid.clearance));
    let everyone = zero.eq(zero);

    // A boid that an edge has put elsewhere did not come there in a straight line; but on a torus it did.
    let whole = moved.velocity * L::splat(law.motion.step);
    let straight = old + whole;
    let mut direct = everyone;
    for axis in 0..D {
        direct = L::both(direct, straight.0[axis].eq(moved.position.0[axis]));
    }
    let whole = if space.is_torus() { whole } else { whole.only(direct) };
    let start = old.or_else(direct, moved.position - whole);

    let (low, high) = span(start, count);
    let furthest = whole.length().to_array()[..count].iter().copied().fold(0.0, f32::max);
    let reach = 2.0 * (furthest + law.avoid.clearance);
    let mut near = scenery.near(space, low, high, reach, When::AfterTheStep);
    if near.is_empty() {
        return moved;
    }

    loop {
        let (mut position, mut velocity, mut left) = (start, moved.velocity, whole);
        let mut touched = L::but_not(everyone, everyone);
        let mut strayed = zero;
        for stride in 0..STRIDES {
            let moving = if stride == 0 { everyone } else { zero.lt(left.dot(left)) };
            if !L::any(moving) {
                break;
            }
            let part = match stride + 1 < STRIDES {
                true => left.cut(L::splat(scenery.thinnest.min(1e18)) + clearance),
                false => left,
            };
            position = position + part;
            left = left - part;
            let mut way = Vector::zero();
            for attempt in 0..=PUSHES + MARCHES {
                let (surface, carried) = nearest(scenery, space, position, &near);
                strayed = strayed.max((position - start).length());
                let enough = if attempt < PUSHES { clearance } else { zero };
                let inside = L::both(moving, surface.distance.lt(enough));
                if !L::any(inside) {
                    break;
                }
                touched = L::either(touched, inside);
                if attempt == PUSHES + MARCHES {
                    // There is no way out: stay, and stand still.
                    position = start.or_else(inside, position);
                    velocity = Vector::zero().or_else(inside, velocity);
                    left = Vector::zero().or_else(inside, left);
                    break;
                }
                way = way + surface.out.only(inside);
                let out = if attempt < PUSHES { surface.out } else { mean(way) };
                position = position + (out * (clearance - surface.distance)).only(inside);
                left = left - inward(left, surface.out).only(inside);
                velocity = velocity - inward(velocity - carried, surface.out).only(inside);
            }
        }
        // One that was pushed far may have come to obstacles that were not looked at.
        let far = L::splat(reach).lt(strayed + clearance);
        if L::any(far) && near.len() < scenery.obstacles.len() {
            near = scenery.all();
            continue;
        }
        let velocity = velocity.cut(L::splat(law.motion.max_speed)).or_else(touched, moved.velocity);
        let position = position.or_else(touched, moved.position);
        let (position, velocity) = if space.is_torus() { space.bound(position, velocity) } else { (position, velocity) };
        return Moved { position, velocity, ..moved };
    }
}

/// The nearest surface at the end of the step, and how fast it moves.
#[inline(always)]
fn nearest<L: Lanes, const D: usize>(
    scenery: &Scenery<D>,
    space: &Space<D>,
    position: Vector<L, D>,
    near: &[u32],
) -> (Surface<L, D>, Vector<L, D>) {
    let mut nearest = Surface { distance: L::splat(f32::MAX), out: Vector::zero() };
    let mut carried = Vector::zero();
    for number in near {
        let obstacle = &scenery.obstacles[*number as usize];
        let from = space.offset(Vector::splat(obstacle.next), position);
        let surface = obstacle.solid.surface(from);
        let nearer = surface.distance.lt(nearest.distance);
        nearest.distance = surface.distance.or_else(nearer, nearest.distance);
        nearest.out = surface.out.or_else(nearer, nearest.out);
        carried = Vector::splat(obstacle.velocity).or_else(nearer, carried);
    }
    (nearest, carried)
}

/// The part of a motion that leads into a surface.
#[inline(always)]
fn inward<L: Lanes, const D: usize>(motion: Vector<L, D>, out: Vector<L, D>) -> Vector<L, D> {
    out * motion.dot(out).min(L::zero())
}

/// The direction of a sum of directions; +x where they cancel.
#[inline(always)]
fn mean<L: Lanes, const D: usize>(sum: Vector<L, D>) -> Vector<L, D> {
    let some = L::splat(1e-6).lt(sum.dot(sum));
    let mut x: Vector<L, D> = each!(axis => L::zero());
    x.0[0] = L::splat(1.0);
    sum.unit().or_else(some, x)
}
