//! Keeping clear of obstacles: by a force field, or by steering round them. See docs/model.md.

use super::obstacle::{Obstacle, Scenery, When};
use super::{Spilled, fill, span, spill};
use crate::lanes::{Lanes, WIDEST, Width, Work};
use crate::laws::{Law, Laws};
use crate::look::{Group, heading};
use crate::scenario::settings::{AvoidMethod, Combine};
use crate::space::Space;
use crate::vector::{Vector, each};

/// What obstacles make a group of boids do.
pub(crate) struct Avoidance<L: Lanes, const D: usize> {
    pub force: Vector<L, D>,
    /// What share of their force the rules behind this one keep: the less, the nearer a collision is.
    pub leave: L,
}

/// Within how many steps a turn away from a collision is to be done, as a share of the steps that are left.
pub(crate) const HASTE: f32 = 2.0;

/// A boid that has fewer steps than this left, and cannot turn in time, slows down.
pub(crate) const BRAKING: f32 = 4.0;

/// How often a probe is refined. Each time brings it nearer to the surface, most often onto it.
pub(crate) const STRIDES: usize = 8;

/// Nearing a surface at less than this share of its speed is flying along it.
pub(crate) const ALONG: f32 = 1e-3;

/// What obstacles make a group of boids do.
#[inline(always)]
pub(crate) fn avoidance<L: Lanes, const D: usize>(
    laws: &Laws<D>,
    law: &Law<D>,
    group: &Group<L, D>,
    width: Width,
) -> Avoidance<L, D> {
    let calm = Avoidance { force: Vector::zero(), leave: L::splat(1.0) };
    if !law.avoid.acts || laws.scenery.obstacles.is_empty() {
        return calm;
    }
    let (position, velocity) = (spill(group.position), spill(group.velocity));
    let near = in_reach(laws, law, &position, &velocity, group.count);
    if near.is_empty() {
        return calm;
    }
    let (force, leave) = width.run(Clear { laws, law, position, velocity, near: &near });
    Avoidance { force: fill(&force), leave: L::load(&leave) }
}

/// The obstacles that a group may have to do with.
fn in_reach<const D: usize>(
    laws: &Laws<D>,
    law: &Law<D>,
    position: &Spilled<D>,
    velocity: &Spilled<D>,
    count: usize,
) -> Vec<u32> {
    let (low, high) = span(position, count);
    let (reach, time) = match law.avoid.method {
        AvoidMethod::ForceField => (law.avoid.reach, 0.0),
        AvoidMethod::Steer => {
            let speed = |lane: usize| -> f32 { Vector::<f32, D>(velocity.map(|axis| axis[lane])).length() };
            let fastest = (0..count).map(speed).fold(0.0, f32::max);
            (law.avoid.clearance + fastest * law.avoid.look_ahead, law.avoid.look_ahead)
        }
    };
    laws.scenery.near(&laws.space, low, high, reach, When::Within(time))
}

/// What obstacles make boids do, compiled apart from the step: only boids near one have to do with it.
struct Clear<'a, const D: usize> {
    laws: &'a Laws<D>,
    law: &'a Law<D>,
    position: Spilled<D>,
    velocity: Spilled<D>,
    near: &'a [u32],
}

impl<const D: usize> Work for Clear<'_, D> {
    type Output = (Spilled<D>, [f32; WIDEST]);
    #[inline(always)]
    fn run<L: Lanes>(self) -> Self::Output {
        let (position, velocity) = (fill::<L, D>(&self.position), fill(&self.velocity));
        let avoidance = match self.law.avoid.method {
            AvoidMethod::ForceField => field(self.laws, self.law, position, self.near),
            AvoidMethod::Steer => steer(self.laws, self.law, position, velocity, self.near),
        };
        (spill(avoidance.force), avoidance.leave.to_array())
    }
}

/// Every obstacle in reach pushes.
#[inline(always)]
fn field<L: Lanes, const D: usize>(
    laws: &Laws<D>,
    law: &Law<D>,
    position: Vector<L, D>,
    near: &[u32],
) -> Avoidance<L, D> {
    let avoid = &law.avoid;
    let mut force = Vector::zero();
    for number in near {
        let obstacle = &laws.scenery.obstacles[*number as usize];
        let from = laws.space.offset(Vector::splat(obstacle.now), position);
        let surface = obstacle.solid.surface(from);
        let s = surface.distance;
        let touching = s.lt(L::splat(avoid.contact));
        let s2 = (s * s).max(L::splat(avoid.contact * avoid.contact));
        let strength = L::splat(avoid.contact_push).or_else(touching, L::splat(avoid.strength) / s2);
        force = force + (surface.out * strength).only(s.lt(L::splat(avoid.reach)));
    }
    Avoidance { force, leave: L::splat(1.0) }
}

/// Turns to the clear direction nearest to the heading, in the time that is left.
#[inline(always)]
fn steer<L: Lanes, const D: usize>(
    laws: &Laws<D>,
    law: &Law<D>,
    position: Vector<L, D>,
    velocity: Vector<L, D>,
    near: &[u32],
) -> Avoidance<L, D> {
    let speed = velocity.length();
    let (zero, one) = (L::zero(), L::splat(1.0));
    let avoid = &law.avoid;
    let time = L::splat(avoid.look_ahead);
    let ahead = heading(velocity);
    let across = sides(ahead);

    // The heading itself is the first direction looked at; then the fan, until everybody has found a way.
    let (mut left, mut best) = (time, zero);
    let (mut side, mut half_tangent) = (Vector::zero(), zero);
    let mut searching = zero.eq(zero);
    for number in 0..=laws.scenery.fan.len() {
        let (mut turned, mut to, mut tangent) = (ahead, Vector::zero(), 0.0);
        if number > 0 {
            let blade = &laws.scenery.fan[number - 1];
            to = across[0] * L::splat(blade.side[0] as f32) + across[1] * L::splat(blade.side[1] as f32);
            turned = ahead * L::splat(blade.cosine as f32) + to * L::splat(blade.sine as f32);
            tangent = blade.half_tangent as f32;
        }
        let free = probe(&laws.scenery, &laws.space, position, turned * speed, avoid, near);
        if number == 0 {
            (left, best) = (free, free);
            searching = free.lt(time);
        } else {
            let better = L::both(searching, best.lt(free));
            best = free.or_else(better, best);
            side = to.or_else(better, side);
            half_tangent = L::splat(tangent).or_else(better, half_tangent);
            searching = L::both(searching, free.lt(time));
        }
        if !L::any(searching) {
            break;
        }
    }
    let blocked = left.lt(time);
    if !L::any(blocked) {
        return Avoidance { force: Vector::zero(), leave: one };
    }

    // Turn by a share of the angle: q is the tangent of half the turn.
    let step = L::splat(law.motion.step);
    let share = (L::splat(HASTE) * step / left.max(step)).min(one);
    let q = (half_tangent * share).min(L::splat(avoid.half_turn));
    let scale = one / (one + q * q);
    let course = ahead * ((one - q * q) * scale) + side * ((q + q) * scale);
    // Slow down if the time is too short for the whole turn, or the way after it too short.
    let braking = L::splat(BRAKING) * step;
    let turnable = ((left / step + one) * L::splat(avoid.half_turn)) / half_tangent.max(L::splat(f32::MIN_POSITIVE));
    let turnable = turnable.min((best / braking).min(one)).only(zero.lt(half_tangent));
    let brake = (left / braking).max(turnable).min(one);
    let change = course * (speed * brake) - velocity;
    let per = match law.motion.combine {
        Combine::Heading => L::splat(law.motion.max_speed.max(f32::MIN_POSITIVE)),
        _ => step,
    };
    let force: Vector<L, D> = each!(axis => change.0[axis] / per);
    Avoidance {
        force: force.only(blocked),
        leave: (left / time.max(L::splat(f32::MIN_POSITIVE))).or_else(blocked, one),
    }
}

/// Two directions across another one, and across each other. In 2D there is only the first: to the left.
#[inline(always)]
fn sides<L: Lanes, const D: usize>(ahead: Vector<L, D>) -> [Vector<L, D>; 2] {
    let (zero, one) = (L::zero(), L::splat(1.0));
    let (mut first, mut second) = (Vector::zero(), Vector::zero());
    let (x, y, z) = (ahead.0[0], ahead.0[1], ahead.0[D - 1]);
    if D == 2 {
        first.0[0] = zero - y;
        first.0[1] = x;
    } else {
        // Duff et al. 2017: no direction is special, and nothing is nearly divided by zero.
        let sign = (zero - one).or_else(z.lt(zero), one);
        let a = zero - one / (sign + z);
        let b = x * y * a;
        first.0[0] = one + sign * (x * x * a);
        first.0[1] = sign * b;
        first.0[D - 1] = zero - sign * x;
        second.0[0] = b;
        second.0[1] = sign + y * y * a;
        second.0[D - 1] = zero - y;
    }
    [first, second]
}

/// For how long boids can keep a velocity before they come too near to something; at most the time they
/// look ahead.
///
/// This is sphere tracing with longer strides. Along a straight line the distance from a convex part is a
/// convex function: its tangent meets the clearance before the function itself does. So a probe never
/// steps too far, has arrived after one stride on a plane, and flies along a wall without ever touching it.
#[inline(always)]
fn probe<L: Lanes, const D: usize>(
    scenery: &Scenery<D>,
    space: &Space<D>,
    position: Vector<L, D>,
    velocity: Vector<L, D>,
    avoid: &crate::laws::Avoid,
    near: &[u32],
) -> L {
    let mut free = L::splat(avoid.look_ahead);
    let clearance = L::splat(avoid.clearance);
    let tiny = L::splat(f32::MIN_POSITIVE);
    for number in near {
        let obstacle: &Obstacle<D> = &scenery.obstacles[*number as usize];
        // Seen from the obstacle, which may move.
        let from = space.offset(Vector::splat(obstacle.now), position);
        let velocity = velocity - Vector::splat(obstacle.velocity);
        let along = L::zero() - velocity.length() * L::splat(ALONG);
        for part in 0..obstacle.solid.parts() {
            let mut time = L::zero();
            let mut nearing = L::zero().lt(free);
            for _ in 0..STRIDES {
                let surface = obstacle.solid.part(part, from + velocity * time);
                let rate = surface.out.dot(velocity);
                let gap = (surface.distance - clearance).max(L::zero());
                let stride = gap / (L::zero() - rate).max(tiny);
                nearing = L::both(nearing, rate.lt(along));
                time = (time + stride).min(free).or_else(nearing, time);
                nearing = L::both(nearing, time.lt(free));
                if !L::any(nearing) {
                    break;
                }
            }
            free = time.or_else(nearing, free);
        }
    }
    free
}
