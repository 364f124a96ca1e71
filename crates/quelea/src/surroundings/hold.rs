//! The last resort: no boid that steers round obstacles ever has its centre in one.
//!
//! A boid that would come too near to a surface is stopped there and slides along it; one that is inside,
//! because it started there or something moved over it, is put outside.

use super::obstacle::{Scenery, Surface, When};
use super::{Spilled, fill, span, spill};
use crate::lanes::{Lanes, Width, Work};
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
    width: Width,
) -> Moved<L, D> {
    let (scenery, space) = (&laws.scenery, &laws.space);
    if !law.avoid.acts || law.avoid.method != AvoidMethod::Steer || scenery.obstacles.is_empty() {
        return moved;
    }
    // A boid that an edge has put elsewhere did not come there in a straight line; but on a torus it did.
    let whole = moved.velocity * L::splat(law.motion.step);
    let straight = old + whole;
    let mut direct = straight.0[0].eq(moved.position.0[0]);
    for axis in 1..D {
        direct = L::both(direct, straight.0[axis].eq(moved.position.0[axis]));
    }
    let whole = if space.is_torus() { whole } else { whole.only(direct) };
    let start = old.or_else(direct, moved.position - whole);

    let (start, lengths) = (spill(start), whole.length().to_array());
    let (low, high) = span(&start, count);
    let furthest = lengths[..count].iter().copied().fold(0.0, f32::max);
    let reach = 2.0 * (furthest + law.avoid.clearance);
    let mut near = scenery.near(space, low, high, reach, When::AfterTheStep);
    if near.is_empty() {
        return moved;
    }
    let (position, velocity) = (spill(moved.position), spill(moved.velocity));
    let mut held = Held { start, whole: spill(whole), position, velocity };
    // One that was pushed far may have come to obstacles that were not looked at.
    if !width.run(Hold { laws, law, near: &near, reach, held: &mut held }) {
        near = scenery.all();
        width.run(Hold { laws, law, near: &near, reach: f32::INFINITY, held: &mut held });
    }
    let (position, velocity) = (fill(&held.position), fill(&held.velocity));
    let (position, velocity) = if space.is_torus() { space.bound(position, velocity) } else { (position, velocity) };
    Moved { position, velocity, ..moved }
}

/// Boids that are held back: where they start and how far they want to go; and where they are and how they
/// move, at first without anything in their way.
struct Held<const D: usize> {
    start: Spilled<D>,
    whole: Spilled<D>,
    position: Spilled<D>,
    velocity: Spilled<D>,
}

/// Holding boids back, compiled apart from the step: only boids near an obstacle have to do with it.
struct Hold<'a, const D: usize> {
    laws: &'a Laws<D>,
    law: &'a Law<D>,
    near: &'a [u32],
    /// How far from its start a boid may come without meeting others than these.
    reach: f32,
    held: &'a mut Held<D>,
}

impl<const D: usize> Work for Hold<'_, D> {
    /// Whether nobody came further than the reach. If somebody did, nothing is changed.
    type Output = bool;

    #[inline(always)]
    fn run<L: Lanes>(self) -> bool {
        let (scenery, space, motion) = (&self.laws.scenery, &self.laws.space, &self.law.motion);
        let (zero, clearance) = (L::zero(), L::splat(self.law.avoid.clearance));
        let thickness = L::splat(scenery.thinnest.min(1e18)) + clearance;
        let start: Vector<L, D> = fill(&self.held.start);
        let (mut position, mut left): (_, Vector<L, D>) = (start, fill(&self.held.whole));
        let mut velocity: Vector<L, D> = fill(&self.held.velocity);
        let mut touched = zero.lt(zero);
        let mut strayed = zero;
        for stride in 0..STRIDES {
            let moving = if stride == 0 { zero.eq(zero) } else { zero.lt(left.dot(left)) };
            if !L::any(moving) {
                break;
            }
            let part = if stride + 1 < STRIDES { left.cut(thickness) } else { left };
            position = position + part;
            left = left - part;
            let mut way = Vector::zero();
            for attempt in 0..=PUSHES + MARCHES {
                let (surface, carried) = nearest(scenery, space, position, self.near);
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
        if L::any(L::splat(self.reach).lt(strayed + clearance)) && self.near.len() < scenery.obstacles.len() {
            return false;
        }
        let (free, freely) = (fill(&self.held.position), fill(&self.held.velocity));
        self.held.position = spill(position.or_else(touched, free));
        self.held.velocity = spill(velocity.cut(L::splat(motion.max_speed)).or_else(touched, freely));
        true
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
