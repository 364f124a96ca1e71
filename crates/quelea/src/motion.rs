//! Motion: from a force to a new velocity and a new position.

use crate::lanes::Lanes;
use crate::laws::Motion;
use crate::look::heading;
use crate::scenario::settings::Combine;
use crate::space::Space;
use crate::steer::Steering;
use crate::vector::Vector;

/// Where boids are after a step, how they move, and the acceleration that smoothing remembers.
pub(crate) struct Moved<L: Lanes, const D: usize> {
    pub position: Vector<L, D>,
    pub velocity: Vector<L, D>,
    pub acceleration: Vector<L, D>,
}

/// Moves boids by the force that steering gave them, and brings them back into the world.
#[inline(always)]
pub(crate) fn advance<L: Lanes, const D: usize>(
    motion: &Motion,
    space: &Space<D>,
    position: Vector<L, D>,
    steering: Steering<L, D>,
    remembered: Vector<L, D>,
) -> Moved<L, D> {
    let step = L::splat(motion.step);
    let mut velocity = steering.velocity;
    let acceleration = accelerate(motion, velocity, steering.force, remembered);

    velocity = match motion.combine {
        Combine::Heading => turn(motion, velocity, acceleration),
        _ => (velocity + acceleration * step) * L::splat(motion.keep),
    };
    let push = space.push(position);
    let limited = limit(motion, if space.push_after_limit { velocity } else { velocity + push });
    // A boid that only keeps its heading keeps its speed too, whatever it is: so does a lone one of Mesa's.
    let keeps = match motion.combine {
        Combine::Heading => acceleration.dot(acceleration).eq(L::zero()),
        _ => L::zero().lt(L::zero()),
    };
    velocity = match space.push_after_limit {
        true => velocity.or_else(keeps, limited) + push,
        false => (velocity + push).or_else(keeps, limited),
    };

    let from = if space.wrap_before_move { space.wrap(position) } else { position };
    let to = from + velocity * step;
    let (position, velocity) = if space.wrap_before_move { (to, velocity) } else { space.bound(to, velocity) };
    Moved { position, velocity, acceleration }
}

/// The force as an acceleration: scaled, confined at low speed, cut, and smoothed over steps.
#[inline(always)]
fn accelerate<L: Lanes, const D: usize>(
    motion: &Motion,
    velocity: Vector<L, D>,
    force: Vector<L, D>,
    remembered: Vector<L, D>,
) -> Vector<L, D> {
    let mut force = force * L::splat(motion.scale);
    if motion.slow_speed > 0.0 {
        force = confine(motion, velocity, force);
    }
    if let Some(most) = motion.max_force {
        force = force.cut(L::splat(most));
    }
    if motion.smoothing < 1.0 {
        force = force * L::splat(motion.smoothing) + remembered * L::splat(1.0 - motion.smoothing);
    }
    force
}

/// OpenSteer's rule for slow vehicles: the force stays within a cone round the heading that is the narrower
/// the slower one goes, so that nobody turns on the spot.
#[inline(always)]
fn confine<L: Lanes, const D: usize>(motion: &Motion, velocity: Vector<L, D>, force: Vector<L, D>) -> Vector<L, D> {
    let (one, slow) = (L::splat(1.0), L::splat(motion.slow_speed));
    let speed = velocity.length();
    let share = (speed / slow).min(one);
    let fourth = share * share * (share * share);
    let twentieth = fourth * fourth * (fourth * fourth) * fourth;
    let cosine = one - L::splat(2.0) * twentieth;

    let ahead = heading(velocity);
    let length = force.length();
    let forward = force.dot(ahead);
    let outside = forward.lt(cosine * length);
    let sideways = (force - ahead * forward).unit();
    let sine = (one - cosine * cosine).max(L::zero()).sqrt();
    let turned = (ahead * cosine + sideways * sine) * length;
    let slow_now = L::but_not(L::zero().lt(length), slow.lt(speed));
    turned.or_else(L::both(slow_now, outside), force)
}

/// A new heading at the same speed, always `max_speed`; without a force nothing changes.
#[inline(always)]
fn turn<L: Lanes, const D: usize>(motion: &Motion, velocity: Vector<L, D>, force: Vector<L, D>) -> Vector<L, D> {
    let turned = match motion.max_speed {
        0.0 => Vector::zero(),
        speed => (velocity * L::splat(motion.inertia / speed) + force).unit() * L::splat(speed),
    };
    turned.or_else(L::zero().lt(force.dot(force)), velocity)
}

/// No faster than `max_speed`, no slower than `min_speed`.
#[inline(always)]
fn limit<L: Lanes, const D: usize>(motion: &Motion, velocity: Vector<L, D>) -> Vector<L, D> {
    let cut = velocity.cut(L::splat(motion.max_speed));
    if motion.min_speed == 0.0 {
        return cut;
    }
    let least = L::splat(motion.min_speed);
    (cut.unit() * least).or_else(cut.length().lt(least), cut)
}
