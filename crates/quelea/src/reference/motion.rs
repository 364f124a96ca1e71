//! How a force becomes motion.

use super::noise::{Noise, individual, turn_towards};
use super::penetration::resolve_penetration;
use super::quirks::jyanar_borders;
use super::steering::Steering;
use super::{NewMotion, Reference};
use crate::geometry::vector::{add, div, dot, heading, is_zero, length, scale, sub, unit};
use crate::model::settings::{Average, Combine, Motion, MoveWith};
use crate::state::random::IndividualTrait;

/// Moves one boid: force, acceleration, velocity, position, boundary. The numbers are those of `docs/model.md`.
pub fn moved<const D: usize>(flock: &Reference<D>, id: usize, steering: &Steering<D>) -> NewMotion<D> {
    let (motion, space, quirks) = (&flock.species(id).motion, &flock.space, &flock.quirks);
    let old_position = flock.boids.positions[id];
    let old_velocity = steering.velocity;
    let strength = individual(flock, id, IndividualTrait::Noise, flock.species(id).noise.strength);
    let noise = Noise::new(flock, id, strength);
    let turns_heading = motion.combine == Combine::Heading;

    // 1. The force.
    let mut force = steering.force;
    if !turns_heading {
        force = add(force, noise.vector());
    }
    force = scale(force, motion.scale);
    force = confine_at_low_speed(force, old_velocity, motion.slow_speed);
    if let Some(most) = motion.max_force {
        force = quirks.limit(force, most);
    }

    // 2. The acceleration.
    let last = flock.boids.smoothed.get(id).copied().unwrap_or([0.0; D]);
    let acceleration = match motion.smoothing {
        1.0 => force,
        share => add(scale(force, share), scale(last, 1.0 - share)),
    };

    // 3. and 4. The velocity. With `heading`, a boid on which nothing acts keeps its velocity, at any speed: in Mesa a
    // lone boid keeps the speed it started with.
    let unchanged = turns_heading && is_zero(acceleration) && !noise.is_some() && !steering.grazes;
    let mut velocity = match motion.combine {
        Combine::Heading if unchanged => old_velocity,
        Combine::Heading if steering.grazes => scale(unit(acceleration), steering.max_speed),
        Combine::Heading => {
            let wanted = wanted_heading(flock, id, steering, acceleration, &noise);
            scale(unit(wanted), steering.max_speed)
        }
        Combine::Turns => old_velocity,
        _ => {
            let kept = (1.0 - motion.damping * motion.step).max(0.0);
            let acceleration = add(acceleration, propulsion(motion, old_velocity));
            scale(add(old_velocity, scale(acceleration, motion.step)), kept)
        }
    };

    // 5. and 6. Walls and speed limits.
    let push = space.push(old_position);
    if !space.pushes_after_limit() {
        velocity = add(velocity, push);
    }
    if !unchanged {
        velocity = quirks.limit(velocity, steering.max_speed);
        if length(velocity) < motion.min_speed && !steering.grazes {
            velocity = scale(unit(velocity), motion.min_speed);
        }
    }
    if !turns_heading {
        velocity = noise.turn(velocity);
    }
    if space.pushes_after_limit() {
        velocity = add(velocity, push);
    }

    // 7. The turning rate.
    if let Some(rate) = motion.turn_rate.filter(|_| !steering.grazes) {
        let rate = individual(flock, id, IndividualTrait::TurnRate, rate);
        let turned = turn_towards(flock.boids.velocities[id], velocity, rate * motion.step);
        velocity = scale(turned, length(velocity));
    }

    // 8. The position and the boundary.
    let moving = match motion.move_with {
        MoveWith::New => velocity,
        MoveWith::Old => flock.boids.velocities[id],
    };
    let position = add(space.bound_before_move(old_position), scale(moving, motion.step));
    let (position, velocity) = match quirks.jyanar_borders {
        true => (jyanar_borders(position, space.size), velocity),
        false => space.bound(position, velocity),
    };

    // 9. Obstacles.
    let (position, velocity) = resolve_penetration(flock, id, position, velocity);
    NewMotion { position, velocity, acceleration, wander: steering.wander, waypoint: steering.waypoint }
}

/// `heading`: the direction that a boid wants to take, with noise.
fn wanted_heading<const D: usize>(
    flock: &Reference<D>,
    id: usize,
    steering: &Steering<D>,
    acceleration: [f64; D],
    noise: &Noise,
) -> [f64; D] {
    let species = flock.species(id);
    let present = match steering.max_speed {
        0.0 => [0.0; D],
        speed => div(scale(steering.velocity, species.motion.inertia), speed),
    };
    let mut wanted = add(present, acceleration);
    if noise.is_some() && is_zero(acceleration) {
        wanted = unit(steering.velocity);
    }
    let headings = match species.alignment.average {
        Average::Sum => 1 + steering.aligned,
        _ => 1,
    };
    wanted = add(wanted, scale(noise.vector(), headings as f64));
    if noise.is_some() && is_zero(wanted) {
        wanted = unit(steering.velocity);
    }
    noise.turn(wanted)
}

/// Self-propulsion, friction, and relaxation to the cruising speed.
pub fn propulsion<const D: usize>(motion: &Motion, velocity: [f64; D]) -> [f64; D] {
    let speed = length(velocity);
    let mut acceleration = scale(velocity, motion.propulsion - motion.drag * speed * speed);
    if let Some(cruise) = motion.cruise_speed {
        acceleration = add(acceleration, scale(heading(velocity), (cruise - speed) / motion.cruise_time));
    }
    acceleration
}

/// A slow boid cannot turn on the spot: the force is confined to a cone around the heading, narrower the slower it is
/// (OpenSteer's adjustRawSteeringForce and limitMaxDeviationAngle).
fn confine_at_low_speed<const D: usize>(force: [f64; D], velocity: [f64; D], slow_speed: f64) -> [f64; D] {
    let speed = length(velocity);
    if slow_speed == 0.0 || speed > slow_speed || is_zero(force) {
        return force;
    }
    let cone = 1.0 - 2.0 * libm::pow(speed / slow_speed, 20.0);
    let heading = heading(velocity);
    let strength = length(force);
    if dot(div(force, strength), heading) >= cone {
        return force;
    }
    let sideways = unit(sub(force, scale(heading, dot(force, heading))));
    // The edge of the cone on the side of the force; from straight behind there is no such side, and only the part
    // along the heading is left.
    let edge = add(scale(heading, cone), scale(sideways, (1.0 - cone * cone).max(0.0).sqrt()));
    scale(edge, strength)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{assert_near, flock, velocity_after_a_step};
    use super::*;

    /// The velocity after a step in which the raw force `force` acts on a boid.
    fn velocity(motion: &str, velocity: [f64; 2], force: [f64; 2]) -> [f64; 2] {
        let scenario =
            format!("[space]\nkind = 'open'\n[goal]\nposition = {force:?}\nresponse = 'raw'\n[motion]\n{motion}\n");
        velocity_after_a_step(&scenario, &[([0.0, 0.0], velocity)])
    }

    #[test]
    fn the_force_is_scaled_then_limited_then_acts_for_one_time_step() {
        assert_near(velocity("scale = 2\nmax_force = 5\nstep = 0.1", [0.0, 0.0], [3.0, 4.0]), [0.3, 0.4]);
        assert_near(velocity("scale = 2\nmax_speed = 100", [1.0, 0.0], [3.0, 4.0]), [7.0, 8.0]);
    }

    #[test]
    fn speed_is_limited_both_ways_but_a_boid_at_rest_stays_at_rest() {
        assert_near(velocity("max_speed = 2", [3.0, 4.0], [0.0, 0.0]), [1.2, 1.6]);
        assert_near(velocity("min_speed = 1", [0.3, 0.4], [0.0, 0.0]), [0.6, 0.8]);
        assert_eq!(velocity("min_speed = 1", [0.0, 0.0], [0.0, 0.0]), [0.0, 0.0]);
    }

    #[test]
    fn damping_removes_a_fraction_of_the_velocity() {
        assert_near(velocity("damping = 0.25\nstep = 2", [1.0, 0.0], [0.0, 0.0]), [0.5, 0.0]);
        assert_near(velocity("damping = 1\nstep = 2", [1.0, 0.0], [0.0, 0.0]), [0.0, 0.0]);
    }

    #[test]
    fn a_smoothed_acceleration_blends_in_the_previous_one() {
        let scenario = "[space]\nkind = 'open'\n[goal]\nposition = [1000, 0]\nresponse = 'unit'\n
            [motion]\nsmoothing = 0.25\n";
        let mut flock = flock(scenario, &[([0.0, 0.0], [0.0, 0.0])]);
        flock.step();
        assert_near(flock.boids.smoothed[0], [0.25, 0.0]);
        flock.step();
        assert_near(flock.boids.smoothed[0], [0.4375, 0.0]);
        assert_near(flock.boids.velocities[0], [0.6875, 0.0]);
    }

    #[test]
    fn a_slow_boid_is_only_accelerated_ahead() {
        // At rest the cone is a line; at the slow speed it is everything.
        assert_near(confine_at_low_speed([0.0, 3.0], [0.0, 0.0], 1.0), [3.0, 0.0]);
        assert_near(confine_at_low_speed([-3.0, 0.0], [1.0, 0.0], 1.0), [-3.0, 0.0]);
        assert_eq!(confine_at_low_speed([0.0, 3.0], [0.0, 2.0], 1.0), [0.0, 3.0]);
        // Where the cone's cosine is 0.6, a force to the rear left is turned onto the edge of the cone.
        let speed = libm::pow(0.2, 1.0 / 20.0);
        let turned = confine_at_low_speed([-3.0, 4.0], [speed, 0.0], 1.0);
        assert!((turned[0] - 3.0).abs() < 1e-9 && (turned[1] - 4.0).abs() < 1e-9, "{turned:?}");
        assert!(confine_at_low_speed([-3.0, 0.0], [speed, 0.0], 1.0).iter().all(|x| x.is_finite()));
    }
}
