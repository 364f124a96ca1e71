//! Integration: from a force to a new velocity and a new position.

use crate::fast::compiled::Motion;
use crate::fast::perception::heading;
use crate::fast::simd::Lanes;
use crate::fast::space::Space;
use crate::fast::steering::Steering;
use crate::fast::vector::Vector;
use crate::model::settings::Combine;

/// Position and velocity after a step, and the acceleration that smoothing carries over.
pub(crate) struct NewMotion<L: Lanes, const D: usize> {
    pub position: Vector<L, D>,
    pub velocity: Vector<L, D>,
    pub acceleration: Vector<L, D>,
}

/// Moves boids by the force that steering gave them, and applies the boundary.
#[inline(always)]
pub(crate) fn integrate<L: Lanes, const D: usize>(
    motion: &Motion,
    space: &Space<D>,
    position: Vector<L, D>,
    steering: Steering<L, D>,
    last_acceleration: Vector<L, D>,
) -> NewMotion<L, D> {
    let step = L::splat(motion.step);
    let mut velocity = steering.velocity;
    let acceleration = acceleration(motion, velocity, steering.force, last_acceleration);

    velocity = match motion.combine {
        Combine::Heading => turn_heading(motion, velocity, acceleration),
        _ => (velocity + acceleration * step) * L::splat(motion.damping_factor),
    };
    let push = space.push(position);
    let push_after_limit = space.pushes_after_limit();
    let limited = limit_speed(motion, if push_after_limit { velocity } else { velocity + push });
    // With `heading`, a boid on which nothing acts keeps its speed, whatever it is, like a lone boid in Mesa.
    let unchanged = match motion.combine {
        Combine::Heading => acceleration.dot(acceleration).eq(L::zero()),
        _ => L::zero().lt(L::zero()),
    };
    velocity = match push_after_limit {
        true => velocity.select(unchanged, limited) + push,
        false => (velocity + push).select(unchanged, limited),
    };

    let moved = space.bound_before_move(position) + velocity * step;
    let (position, velocity) = space.bound(moved, velocity);
    NewMotion { position, velocity, acceleration }
}

/// The acceleration: the force scaled, confined at low speed, limited, and smoothed over steps.
#[inline(always)]
fn acceleration<L: Lanes, const D: usize>(
    motion: &Motion,
    velocity: Vector<L, D>,
    force: Vector<L, D>,
    last_acceleration: Vector<L, D>,
) -> Vector<L, D> {
    let mut force = force * L::splat(motion.scale);
    if motion.slow_speed > 0.0 {
        force = confine_at_low_speed(motion, velocity, force);
    }
    if let Some(max) = motion.max_force {
        force = force.clamp_length(L::splat(max));
    }
    if motion.smoothing < 1.0 {
        force = force * L::splat(motion.smoothing) + last_acceleration * L::splat(1.0 - motion.smoothing);
    }
    force
}

/// OpenSteer's adjustRawSteeringForce: the force stays within a cone around the heading that narrows with the
/// speed, so that no boid turns on the spot.
#[inline(always)]
fn confine_at_low_speed<L: Lanes, const D: usize>(
    motion: &Motion,
    velocity: Vector<L, D>,
    force: Vector<L, D>,
) -> Vector<L, D> {
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
    let confined = (ahead * cosine + sideways * sine) * length;
    let is_slow = L::and_not(L::zero().lt(length), slow.lt(speed));
    confined.select(L::and(is_slow, outside), force)
}

/// Turns the heading at constant speed `max_speed`; without a force nothing changes.
#[inline(always)]
fn turn_heading<L: Lanes, const D: usize>(
    motion: &Motion,
    velocity: Vector<L, D>,
    force: Vector<L, D>,
) -> Vector<L, D> {
    let turned = match motion.max_speed {
        0.0 => Vector::zero(),
        speed => (velocity * L::splat(motion.inertia / speed) + force).unit() * L::splat(speed),
    };
    turned.select(L::zero().lt(force.dot(force)), velocity)
}

/// At most `max_speed`, at least `min_speed`.
#[inline(always)]
fn limit_speed<L: Lanes, const D: usize>(motion: &Motion, velocity: Vector<L, D>) -> Vector<L, D> {
    let limited = velocity.clamp_length(L::splat(motion.max_speed));
    if motion.min_speed == 0.0 {
        return limited;
    }
    let min = L::splat(motion.min_speed);
    (limited.unit() * min).select(limited.length().lt(min), limited)
}
