//! Clear of obstacles: by a force field round each, or by steering round them.

use super::Reference;
use super::maths::{difference, dot, heading, length, over, sum, times};
use super::obstacles::Obstacles;
use super::steering::Boid;
use crate::scenario::settings::{AvoidMethod, Combine};
use crate::surroundings::avoid::{ALONG, BRAKING, HASTE, STRIDES};
use crate::surroundings::{clearance, fan};

/// What obstacles make a boid do.
#[derive(Clone, Copy, Debug)]
pub struct Avoidance<const D: usize> {
    /// The force, before its weight.
    pub force: [f64; D],
    /// What share of their force the rules behind this one keep.
    pub leave: f64,
}

/// What obstacles make a boid do, if its species minds them at all.
pub fn avoidance<const D: usize>(flock: &Reference<D>, boid: &Boid<D>) -> Avoidance<D> {
    let species = flock.species(boid.id);
    let calm = Avoidance { force: [0.0; D], leave: 1.0 };
    if flock.obstacles.solids().is_empty() || !minds(flock, boid.id) {
        return calm;
    }
    match species.avoid.method {
        AvoidMethod::ForceField => Avoidance { force: field(flock, boid), ..calm },
        AvoidMethod::Steer => steer(flock, boid),
    }
}

/// Whether a boid's species keeps clear of obstacles.
pub fn minds<const D: usize>(flock: &Reference<D>, id: usize) -> bool {
    let species = flock.species(id);
    species.avoid.weight != 0.0 && species.motion.order.iter().any(|rule| rule == "avoid")
}

/// A force field round each.
fn field<const D: usize>(flock: &Reference<D>, boid: &Boid<D>) -> [f64; D] {
    let rule = &flock.species(boid.id).avoid;
    let mut force = [0.0; D];
    for solid in flock.obstacles.solids() {
        let surface = flock.obstacles.surface(solid, boid.position, flock.state.step);
        if surface.distance >= rule.reach {
            continue;
        }
        let strength = match surface.distance < rule.contact {
            true => rule.contact_push,
            false => rule.strength / (surface.distance * surface.distance),
        };
        force = sum(force, times(surface.out, strength));
    }
    force
}

/// To the clear direction nearest to the heading, in the time that is left.
fn steer<const D: usize>(flock: &Reference<D>, boid: &Boid<D>) -> Avoidance<D> {
    let species = flock.species(boid.id);
    let (rule, motion) = (&species.avoid, &species.motion);
    let clear = Probe {
        obstacles: &flock.obstacles,
        step: flock.state.step,
        time: rule.look_ahead * motion.step,
        clearance: clearance(&flock.scenario, species),
    };
    let speed = length(boid.velocity);
    let ahead = heading(boid.velocity);
    let left = clear.free(boid.position, times(ahead, speed));
    if left >= clear.time {
        return Avoidance { force: [0.0; D], leave: 1.0 };
    }

    // The first direction that is clear, or else the one that is longest so.
    let sides = sides(ahead);
    let (mut best, mut side, mut half_tangent) = (left, [0.0; D], 0.0);
    for blade in fan::fan::<D>() {
        let to = sum(times(sides[0], blade.side[0]), times(sides[1], blade.side[1]));
        let turned = sum(times(ahead, blade.cosine), times(to, blade.sine));
        let free = clear.free(boid.position, times(turned, speed));
        if free > best {
            (best, side, half_tangent) = (free, to, blade.half_tangent);
        }
        if free >= clear.time {
            break;
        }
    }

    // A share of the turn in each step, the more the less time is left.
    let share = (f64::from(HASTE) * motion.step / left.max(motion.step)).min(1.0);
    let half_turn = libm::tan(rule.turn.to_radians() / 2.0);
    let q = (half_tangent * share).min(half_turn);
    let (cosine, sine) = ((1.0 - q * q) / (1.0 + q * q), 2.0 * q / (1.0 + q * q));
    let course = sum(times(ahead, cosine), times(side, sine));
    // Slower, if the time is too short for the whole turn, or the way after it too short.
    let braking = f64::from(BRAKING) * motion.step;
    let turnable = match half_tangent > 0.0 {
        true => ((left / motion.step + 1.0) * half_turn / half_tangent).min((best / braking).min(1.0)),
        false => 0.0,
    };
    let brake = (left / braking).max(turnable).min(1.0);
    let change = difference(times(course, speed * brake), boid.velocity);
    let per = match motion.combine {
        Combine::Heading => motion.max_speed.max(f64::MIN_POSITIVE),
        _ => motion.step,
    };
    Avoidance { force: over(change, per), leave: left / clear.time }
}

/// Two directions across another one. In 2D there is only the first: to the left.
fn sides<const D: usize>(ahead: [f64; D]) -> [[f64; D]; 2] {
    let (x, y, z) = (ahead[0], ahead[1], ahead[D - 1]);
    let pick = |list: [f64; 3]| std::array::from_fn(|axis| list[axis]);
    if D == 2 {
        return [pick([-y, x, 0.0]), [0.0; D]];
    }
    // Duff et al. 2017: no direction is special.
    let sign = if z < 0.0 { -1.0 } else { 1.0 };
    let a = -1.0 / (sign + z);
    let b = x * y * a;
    [pick([1.0 + sign * x * x * a, sign * b, -sign * x]), pick([b, sign + y * y * a, -y])]
}

/// How a boid looks ahead.
struct Probe<'a, const D: usize> {
    obstacles: &'a Obstacles<D>,
    step: u64,
    time: f64,
    clearance: f64,
}

impl<const D: usize> Probe<'_, D> {
    /// For how long a boid can keep a velocity before it comes too near to something; at most the time it
    /// looks ahead. The distance from a convex part is a convex function along a line, so that its tangent
    /// never leads too far.
    fn free(&self, position: [f64; D], velocity: [f64; D]) -> f64 {
        let mut free = self.time;
        for solid in self.obstacles.solids() {
            let from = self.obstacles.from(solid, position, self.step);
            let velocity = difference(velocity, self.obstacles.velocity(solid, self.step));
            for part in 0..solid.parts() {
                let mut time = 0.0;
                let mut hits = true;
                for _ in 0..STRIDES {
                    let surface = solid.part(part, sum(from, times(velocity, time)));
                    let rate = dot(surface.out, velocity);
                    if rate >= -length(velocity) * f64::from(ALONG) {
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
