//! Integration: from a force to a new velocity and a new position.

use crate::fast::compiled::Motion;
use crate::fast::perception::heading;
use crate::fast::simd::{Lanes, Task};
use crate::fast::space::Space;
use crate::fast::steering::Steering;
use crate::fast::turning::{MaxTurn, Noise, turn_towards};
use crate::fast::vector::Vector;
use crate::model::settings::{Combine, Integrator, MoveWith};

/// Position and velocity after a step, and the acceleration that smoothing carries over.
pub(crate) struct NewMotion<L: Lanes, const D: usize> {
    pub position: Vector<L, D>,
    pub velocity: Vector<L, D>,
    pub acceleration: Vector<L, D>,
}

/// What moves a group of boids, besides the force.
pub(crate) struct Mover<'a, L: Lanes, const D: usize> {
    pub motion: &'a Motion,
    pub space: &'a Space<D>,
    pub position: Vector<L, D>,
    /// The velocity at the beginning of the step.
    pub velocity: Vector<L, D>,
    pub last_acceleration: Vector<L, D>,
    /// The speed limit of each boid.
    pub max_speed: L,
    pub max_turn: Option<MaxTurn<L>>,
    pub noise: Noise<L>,
    /// Which boids graze, if any ever do.
    pub grazes: Option<L::Mask>,
}

/// A part of a step: the forces are evaluated once in each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// The whole step.
    Whole,
    /// Velocity Verlet: half a kick and the move, and the other half.
    VerletMove,
    VerletKick,
    /// Runge-Kutta, from the first to the fourth.
    Rk4(u8),
}

impl Stage {
    /// The stages of a method.
    pub fn of(integrator: Integrator) -> &'static [Stage] {
        match integrator {
            Integrator::Euler => &[Stage::Whole],
            Integrator::Verlet => &[Stage::VerletMove, Stage::VerletKick],
            Integrator::Rk4 => &[Stage::Rk4(1), Stage::Rk4(2), Stage::Rk4(3), Stage::Rk4(4)],
        }
    }
}

/// One stage of a step, out of line: most models have none.
pub(crate) struct StageTask<'a, L: Lanes, const D: usize> {
    pub mover: &'a Mover<'a, L, D>,
    pub stage: Stage,
    pub steering: Steering<L, D>,
    pub stages: [Vector<L, D>; 4],
}

impl<L: Lanes, const D: usize> Task for StageTask<'_, L, D> {
    type Output = (NewMotion<L, D>, [Vector<L, D>; 4]);
    #[inline(always)]
    fn run(self) -> Self::Output {
        self.mover.integrate_stage(self.stage, self.steering, self.stages)
    }
}

impl<L: Lanes, const D: usize> Mover<'_, L, D> {
    /// Does one stage of a step. `stages` carries position and velocity at the beginning of the step, and the sums of
    /// their changes, from stage to stage.
    #[inline(always)]
    fn integrate_stage(
        &self,
        stage: Stage,
        steering: Steering<L, D>,
        stages: [Vector<L, D>; 4],
    ) -> (NewMotion<L, D>, [Vector<L, D>; 4]) {
        let Mover { motion, space, position, velocity, .. } = self;
        let h = motion.step;
        let acceleration = propelled(motion, *velocity, steering.force * L::splat(motion.scale));
        let [mut x0, mut v0, mut sum_x, mut sum_v] = stages;
        let (new_position, new_velocity, is_last) = match stage {
            Stage::Whole | Stage::VerletMove => {
                let kicked = (*velocity + acceleration * L::splat(h * 0.5)).clamp_length(self.max_speed);
                (*position + kicked * L::splat(h), kicked, false)
            }
            Stage::VerletKick => (*position, *velocity + acceleration * L::splat(h * 0.5), true),
            Stage::Rk4(number) => {
                if number == 1 {
                    (x0, v0, sum_x, sum_v) = (*position, *velocity, *velocity, acceleration);
                } else {
                    let weight = L::splat(if number == 4 { 1.0 } else { 2.0 });
                    (sum_x, sum_v) = (sum_x + *velocity * weight, sum_v + acceleration * weight);
                }
                let (dx, dv, time) = match number {
                    1 | 2 => (*velocity, acceleration, h * 0.5),
                    3 => (*velocity, acceleration, h),
                    _ => (sum_x, sum_v, h / 6.0),
                };
                (x0 + dx * L::splat(time), v0 + dv * L::splat(time), number == 4)
            }
        };
        let new_velocity = match is_last {
            true => self.limit_speed(new_velocity),
            false => new_velocity.clamp_length(self.max_speed),
        };
        let (position, velocity) = space.bound(new_position, new_velocity);
        (NewMotion { position, velocity, acceleration }, [x0, v0, sum_x, sum_v])
    }

    /// Moves boids by the force that steering gave them, and applies the boundary.
    #[inline(always)]
    pub fn integrate(&self, steering: Steering<L, D>) -> NewMotion<L, D> {
        let Mover { motion, space, position, noise, .. } = self;
        let step = L::splat(motion.step);
        let turns_heading = motion.combine == Combine::Heading;
        let mut velocity = steering.velocity;
        let mut force = steering.force;
        if noise.is_some() && !turns_heading {
            force = noise.add(force, L::splat(1.0));
        }
        let acceleration = acceleration(motion, velocity, force, self.last_acceleration);

        velocity = match motion.combine {
            Combine::Heading => self.turn_heading(velocity, acceleration, steering.headings),
            Combine::Turns => velocity,
            _ => {
                let acceleration = propelled(motion, velocity, acceleration);
                (velocity + acceleration * step) * L::splat(motion.damping_factor)
            }
        };
        let push = space.push(*position);
        let push_after_limit = space.pushes_after_limit();
        let mut limited = self.limit_speed(if push_after_limit { velocity } else { velocity + push });
        if noise.is_some() && !turns_heading {
            limited = noise.turn(limited);
        }
        // With `heading`, a boid on which nothing acts keeps its speed, whatever it is, like a lone boid in Mesa.
        let mut unchanged = match turns_heading && !noise.is_some() {
            true => acceleration.dot(acceleration).eq(L::zero()),
            false => L::zero().lt(L::zero()),
        };
        if let Some(grazes) = self.grazes {
            unchanged = L::and_not(unchanged, grazes);
        }
        velocity = match push_after_limit {
            true => velocity.select(unchanged, limited) + push,
            false => (velocity + push).select(unchanged, limited),
        };
        if let Some(max_turn) = self.max_turn {
            let turned = turn_towards(self.velocity, velocity, max_turn) * velocity.length();
            velocity = match self.grazes {
                Some(grazes) => velocity.select(grazes, turned),
                None => turned,
            };
        }

        let moving = if motion.move_with == MoveWith::Old { self.velocity } else { velocity };
        let moved = space.bound_before_move(*position) + moving * step;
        let (position, velocity) = space.bound(moved, velocity);
        NewMotion { position, velocity, acceleration }
    }

    /// Turns the heading at constant speed; without a force and without noise nothing changes.
    #[inline(always)]
    fn turn_heading(&self, velocity: Vector<L, D>, force: Vector<L, D>, headings: L) -> Vector<L, D> {
        let Mover { motion, max_speed, noise, .. } = self;
        let (one, pulled) = (L::splat(1.0), L::zero().lt(force.dot(force)));
        let moves = L::zero().lt(*max_speed);
        let inertia = (L::splat(motion.inertia) / max_speed.select(moves, one)).mask(moves);
        let mut wanted = velocity * inertia + force;
        if noise.is_some() {
            wanted = noise.add(wanted.select(pulled, velocity.unit()), headings);
            wanted = wanted.select(L::zero().lt(wanted.dot(wanted)), velocity.unit());
            wanted = noise.turn(wanted);
        }
        let turned = wanted.unit() * *max_speed;
        let turned = if noise.is_some() { turned } else { turned.select(pulled, velocity) };
        match self.grazes {
            Some(grazes) => (force.unit() * *max_speed).select(grazes, turned),
            None => turned,
        }
    }

    /// At most the speed limit, at least `min_speed`.
    #[inline(always)]
    fn limit_speed(&self, velocity: Vector<L, D>) -> Vector<L, D> {
        let limited = velocity.clamp_length(self.max_speed);
        if self.motion.min_speed == 0.0 {
            return limited;
        }
        let min = L::splat(self.motion.min_speed);
        let mut slow = limited.length().lt(min);
        if let Some(grazes) = self.grazes {
            slow = L::and_not(slow, grazes);
        }
        (limited.unit() * min).select(slow, limited)
    }
}

/// The acceleration with self-propulsion, friction, and relaxation to the cruising speed.
#[inline(always)]
pub(crate) fn propelled<L: Lanes, const D: usize>(
    motion: &Motion,
    velocity: Vector<L, D>,
    acceleration: Vector<L, D>,
) -> Vector<L, D> {
    let mut acceleration = acceleration;
    let speed = velocity.length();
    if motion.propulsion != 0.0 || motion.drag != 0.0 {
        let rate = L::splat(motion.propulsion) - L::splat(motion.drag) * (speed * speed);
        acceleration = acceleration + velocity * rate;
    }
    if let Some((cruise, rate)) = motion.cruise {
        acceleration = acceleration + heading(velocity) * ((L::splat(cruise) - speed) * L::splat(rate));
    }
    acceleration
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
