//! Keeping clear of obstacles: by a force field around each, or by steering around them.

use super::Reference;
use super::steering::Boid;
use crate::geometry::fan::fan;
use crate::geometry::vector::{add, div, dot, heading, length, scale, sub};
use crate::model::RuleKind;
use crate::model::environment::constants::{BRAKING_STEPS, GRAZING, PROBE_ITERATIONS, TURN_URGENCY};
use crate::model::environment::{Obstacles, clearance};
use crate::model::settings::{AvoidMethod, Combine};

/// What obstacles make a boid do.
#[derive(Clone, Copy, Debug)]
pub struct Avoidance<const D: usize> {
    /// The force, before its weight.
    pub force: [f64; D],
    /// The fraction of their force that the rules after this one keep.
    pub remaining_weight: f64,
}

/// What obstacles make a boid do, if its species avoids them at all.
pub fn avoidance<const D: usize>(flock: &Reference<D>, boid: &Boid<D>) -> Avoidance<D> {
    let species = flock.species(boid.id);
    let none = Avoidance { force: [0.0; D], remaining_weight: 1.0 };
    if flock.obstacles.solids().is_empty() || !avoids(flock, boid.id) {
        return none;
    }
    match species.avoid.method {
        AvoidMethod::ForceField => Avoidance { force: force_field(flock, boid), ..none },
        AvoidMethod::Steer => steer(flock, boid),
    }
}

/// Whether a boid's species keeps clear of obstacles.
pub fn avoids<const D: usize>(flock: &Reference<D>, id: usize) -> bool {
    let species = flock.species(id);
    species.avoid.weight != 0.0 && species.motion.order.contains(&RuleKind::Avoid)
}

/// A force field around each obstacle.
fn force_field<const D: usize>(flock: &Reference<D>, boid: &Boid<D>) -> [f64; D] {
    let rule = &flock.species(boid.id).avoid;
    let mut force = [0.0; D];
    for solid in flock.obstacles.solids() {
        let surface = flock.obstacles.surface(solid, boid.position, flock.boids.step);
        if surface.distance >= rule.reach {
            continue;
        }
        let strength = match surface.distance < rule.contact {
            true => rule.contact_push,
            false => rule.strength / (surface.distance * surface.distance),
        };
        force = add(force, scale(surface.normal, strength));
    }
    force
}

/// Turns to the clear direction nearest to the heading in the time that is left.
fn steer<const D: usize>(flock: &Reference<D>, boid: &Boid<D>) -> Avoidance<D> {
    let species = flock.species(boid.id);
    let (rule, motion) = (&species.avoid, &species.motion);
    let probe = Probe {
        obstacles: &flock.obstacles,
        step: flock.boids.step,
        time: rule.look_ahead * motion.step,
        clearance: clearance(&flock.scenario, species),
    };
    let speed = length(boid.velocity);
    let ahead = heading(boid.velocity);
    let left = probe.free_time(boid.position, scale(ahead, speed));
    if left >= probe.time {
        return Avoidance { force: [0.0; D], remaining_weight: 1.0 };
    }

    // The first clear direction, or else the one that stays clear longest.
    let sides = sides(ahead);
    let (mut best, mut side, mut half_tangent) = (left, [0.0; D], 0.0);
    for direction in fan::<D>() {
        let to = add(scale(sides[0], direction.side[0]), scale(sides[1], direction.side[1]));
        let turned = add(scale(ahead, direction.cosine), scale(to, direction.sine));
        let free = probe.free_time(boid.position, scale(turned, speed));
        if free > best {
            (best, side, half_tangent) = (free, to, direction.half_tangent);
        }
        if free >= probe.time {
            break;
        }
    }

    // A part of the turn in each step, the larger the less time is left.
    let share = (f64::from(TURN_URGENCY) * motion.step / left.max(motion.step)).min(1.0);
    let half_turn = libm::tan(rule.turn.to_radians() / 2.0);
    let q = (half_tangent * share).min(half_turn);
    let (cosine, sine) = ((1.0 - q * q) / (1.0 + q * q), 2.0 * q / (1.0 + q * q));
    let course = add(scale(ahead, cosine), scale(side, sine));
    // Slow down if there is too little time for the whole turn, or too little room after it.
    let braking = f64::from(BRAKING_STEPS) * motion.step;
    let turnable = match half_tangent > 0.0 {
        true => ((left / motion.step + 1.0) * half_turn / half_tangent).min((best / braking).min(1.0)),
        false => 0.0,
    };
    let brake = (left / braking).max(turnable).min(1.0);
    let change = sub(scale(course, speed * brake), boid.velocity);
    let per = match motion.combine {
        Combine::Heading => motion.max_speed.max(f64::MIN_POSITIVE),
        _ => motion.step,
    };
    Avoidance { force: div(change, per), remaining_weight: left / probe.time }
}

/// Two directions perpendicular to another. In 2D only the first exists: to the left.
fn sides<const D: usize>(ahead: [f64; D]) -> [[f64; D]; 2] {
    let (x, y, z) = (ahead[0], ahead[1], ahead[D - 1]);
    let pick = |list: [f64; 3]| std::array::from_fn(|axis| list[axis]);
    if D == 2 {
        return [pick([-y, x, 0.0]), [0.0; D]];
    }
    // Duff et al. 2017: continuous but for one sign.
    let sign = if z < 0.0 { -1.0 } else { 1.0 };
    let a = -1.0 / (sign + z);
    let b = x * y * a;
    [pick([1.0 + sign * x * x * a, sign * b, -sign * x]), pick([b, sign + y * y * a, -y])]
}

/// How a boid probes ahead.
struct Probe<'a, const D: usize> {
    obstacles: &'a Obstacles<D>,
    step: u64,
    time: f64,
    clearance: f64,
}

impl<const D: usize> Probe<'_, D> {
    /// How long a boid can keep a velocity before it comes too close to an obstacle; at most the time it looks ahead.
    /// The distance to a convex part is a convex function along a line, so that its tangent never overshoots.
    fn free_time(&self, position: [f64; D], velocity: [f64; D]) -> f64 {
        let mut free = self.time;
        for solid in self.obstacles.solids() {
            let relative = self.obstacles.relative(solid, position, self.step);
            let velocity = sub(velocity, self.obstacles.velocity(solid, self.step));
            for part in 0..solid.shape.parts() {
                let mut time = 0.0;
                let mut hits = true;
                for _ in 0..PROBE_ITERATIONS {
                    let surface = solid.shape.part(part, add(relative, scale(velocity, time)));
                    let rate = dot(surface.normal, velocity);
                    if rate >= -length(velocity) * f64::from(GRAZING) {
                        hits = false;
                        break;
                    }
                    time += (surface.distance - self.clearance).max(0.0) / -rate;
                    if time >= free {
                        hits = false;
                        break;
                    }
                }
                if hits {
                    free = time;
                }
            }
        }
        free
    }
}
