//! How a force becomes motion.

use super::maths::{difference, dot, heading, is_zero, length, over, sum, times, unit};
use super::steering::Steering;
use super::{Moved, Reference};
use crate::scenario::settings::{Combine, Motion};

/// Moves one boid: force, acceleration, velocity, position, edges. The numbers are those of `docs/model.md`.
pub fn moved<const D: usize>(flock: &Reference<D>, id: usize, steering: &Steering<D>) -> Moved<D> {
    let (motion, world, quirks) = (&flock.species(id).motion, &flock.world, &flock.quirks);
    let old_position = flock.state.positions[id];
    let old_velocity = steering.velocity;

    // 1. The force.
    let mut force = times(steering.force, motion.scale);
    force = confined(force, old_velocity, motion.slow_speed);
    if let Some(most) = motion.max_force {
        force = quirks.limited(force, most);
    }

    // 2. The acceleration.
    let last = flock.state.smoothed.get(id).copied().unwrap_or([0.0; D]);
    let acceleration = match motion.smoothing {
        1.0 => force,
        share => sum(times(force, share), times(last, 1.0 - share)),
    };

    // 3. The velocity. With `heading`, a boid on which nothing acts flies on as it is, at any speed: in Mesa a
    // lone boid keeps the speed it started with.
    let flies_on = motion.combine == Combine::Heading && is_zero(acceleration);
    let mut velocity = match motion.combine {
        Combine::Heading if flies_on => old_velocity,
        Combine::Heading => turned(old_velocity, acceleration, motion),
        _ => {
            let kept = (1.0 - motion.damping * motion.step).max(0.0);
            times(sum(old_velocity, times(acceleration, motion.step)), kept)
        }
    };

    // 4. and 5. The walls and the speed.
    let push = world.push(old_position);
    if !world.pushes_after_limit() {
        velocity = sum(velocity, push);
    }
    if !flies_on {
        velocity = quirks.limited(velocity, motion.max_speed);
        if length(velocity) < motion.min_speed {
            velocity = times(unit(velocity), motion.min_speed);
        }
    }
    if world.pushes_after_limit() {
        velocity = sum(velocity, push);
    }

    // 6. The position, and the edges.
    let position = sum(world.bound_before_move(old_position), times(velocity, motion.step));
    let (position, velocity) = world.bound(position, velocity, quirks);
    Moved { position, velocity, acceleration, wander: steering.wander }
}

/// `heading`: the force turns the boid, which always flies at full speed.
fn turned<const D: usize>(velocity: [f64; D], acceleration: [f64; D], motion: &Motion) -> [f64; D] {
    if motion.max_speed == 0.0 {
        return [0.0; D];
    }
    let present = over(times(velocity, motion.inertia), motion.max_speed);
    times(unit(sum(present, acceleration)), motion.max_speed)
}

/// A slow boid cannot turn on the spot: the force is turned into a cone round the heading, narrower the
/// slower it is (OpenSteer's adjustRawSteeringForce and limitMaxDeviationAngle).
fn confined<const D: usize>(force: [f64; D], velocity: [f64; D], slow_speed: f64) -> [f64; D] {
    let speed = length(velocity);
    if slow_speed == 0.0 || speed > slow_speed || is_zero(force) {
        return force;
    }
    let cone = 1.0 - 2.0 * libm::pow(speed / slow_speed, 20.0);
    let heading = heading(velocity);
    let strength = length(force);
    if dot(over(force, strength), heading) >= cone {
        return force;
    }
    let sideways = unit(difference(force, times(heading, dot(force, heading))));
    // The cone's edge on the side the force is on; straight from behind there is no such side, and only
    // the part along the heading is left.
    let edge = sum(times(heading, cone), times(sideways, (1.0 - cone * cone).max(0.0).sqrt()));
    times(edge, strength)
}
