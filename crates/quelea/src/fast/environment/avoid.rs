//! Keeping clear of obstacles: by a force field, or by steering around them. See docs/model.md.

use super::obstacle::{AtTime, Obstacle, Obstacles};
use super::{LaneBuffer, bounding_box, from_buffer, to_buffer};
use crate::fast::compiled::{Avoid, CompiledModel, SpeciesModel};
use crate::fast::group::{Group, heading};
use crate::fast::simd::{Kernel, Lanes, MAX_LANES, Width};
use crate::fast::space::Space;
use crate::fast::vector::{Vector, per_axis};
use crate::model::environment::constants::{BRAKING_STEPS, GRAZING, PROBE_ITERATIONS, TURN_URGENCY};
use crate::model::settings::{AvoidMethod, Combine};

/// What obstacles make a group of boids do.
pub(crate) struct Avoidance<L: Lanes, const D: usize> {
    pub force: Vector<L, D>,
    /// The fraction of their force that the rules after this one keep: the smaller, the nearer a collision is.
    pub remaining_weight: L,
}

/// What obstacles make a group of boids do.
#[inline(always)]
pub(crate) fn avoidance<L: Lanes, const D: usize>(
    model: &CompiledModel<D>,
    species: &SpeciesModel<D>,
    group: &Group<L, D>,
    width: Width,
) -> Avoidance<L, D> {
    let none = Avoidance { force: Vector::zero(), remaining_weight: L::splat(1.0) };
    if !species.avoid.active || model.obstacles.list.is_empty() {
        return none;
    }
    let (position, velocity) = (to_buffer(group.position), to_buffer(group.velocity));
    let near = in_range(model, species, &position, &velocity, group.count);
    if near.is_empty() {
        return none;
    }
    let (force, remaining_weight) = width.run(AvoidObstacles { model, species, position, velocity, near: &near });
    Avoidance { force: from_buffer(&force), remaining_weight: L::load(&remaining_weight) }
}

/// The obstacles that may concern a group.
fn in_range<const D: usize>(
    model: &CompiledModel<D>,
    species: &SpeciesModel<D>,
    position: &LaneBuffer<D>,
    velocity: &LaneBuffer<D>,
    count: usize,
) -> Vec<u32> {
    let (low, high) = bounding_box(position, count);
    let (reach, time) = match species.avoid.method {
        AvoidMethod::ForceField => (species.avoid.reach, 0.0),
        AvoidMethod::Steer => {
            let speed = |lane: usize| -> f32 { Vector::<f32, D>(velocity.map(|axis| axis[lane])).length() };
            let fastest = (0..count).map(speed).fold(0.0, f32::max);
            (species.avoid.clearance + fastest * species.avoid.look_ahead, species.avoid.look_ahead)
        }
    };
    model.obstacles.near(&model.space, low, high, reach, AtTime::Within(time))
}

/// Compiled apart from the step: only boids near an obstacle need it.
struct AvoidObstacles<'a, const D: usize> {
    model: &'a CompiledModel<D>,
    species: &'a SpeciesModel<D>,
    position: LaneBuffer<D>,
    velocity: LaneBuffer<D>,
    near: &'a [u32],
}

impl<const D: usize> Kernel for AvoidObstacles<'_, D> {
    type Output = (LaneBuffer<D>, [f32; MAX_LANES]);
    #[inline(always)]
    fn run<L: Lanes>(self) -> Self::Output {
        let (position, velocity) = (from_buffer::<L, D>(&self.position), from_buffer(&self.velocity));
        let avoidance = match self.species.avoid.method {
            AvoidMethod::ForceField => force_field(self.model, self.species, position, self.near),
            AvoidMethod::Steer => steer(self.model, self.species, position, velocity, self.near),
        };
        (to_buffer(avoidance.force), avoidance.remaining_weight.to_array())
    }
}

/// Every obstacle in range pushes.
#[inline(always)]
fn force_field<L: Lanes, const D: usize>(
    model: &CompiledModel<D>,
    species: &SpeciesModel<D>,
    position: Vector<L, D>,
    near: &[u32],
) -> Avoidance<L, D> {
    let avoid = &species.avoid;
    let mut force = Vector::zero();
    for index in near {
        let obstacle = &model.obstacles.list[*index as usize];
        let relative = model.space.offset(Vector::splat(obstacle.now), position);
        let surface = obstacle.shape.surface(relative);
        let s = surface.distance;
        let touching = s.lt(L::splat(avoid.contact));
        let s2 = (s * s).max(L::splat(avoid.contact * avoid.contact));
        let strength = L::splat(avoid.contact_push).select(touching, L::splat(avoid.strength) / s2);
        force = force + (surface.normal * strength).mask(s.lt(L::splat(avoid.reach)));
    }
    Avoidance { force, remaining_weight: L::splat(1.0) }
}

/// Turns to the clear direction nearest to the heading in the time that is left.
#[inline(always)]
fn steer<L: Lanes, const D: usize>(
    model: &CompiledModel<D>,
    species: &SpeciesModel<D>,
    position: Vector<L, D>,
    velocity: Vector<L, D>,
    near: &[u32],
) -> Avoidance<L, D> {
    let speed = velocity.length();
    let (zero, one) = (L::zero(), L::splat(1.0));
    let avoid = &species.avoid;
    let time = L::splat(avoid.look_ahead);
    let ahead = heading(velocity);
    let across = sides(ahead);

    // Probe the heading itself first, then the fan, until every boid has found a clear direction.
    let (mut left, mut best) = (time, zero);
    let (mut side, mut half_tangent) = (Vector::zero(), zero);
    let mut searching = zero.eq(zero);
    for index in 0..=model.obstacles.fan.len() {
        let (mut turned, mut to, mut tangent) = (ahead, Vector::zero(), 0.0);
        if index > 0 {
            let direction = &model.obstacles.fan[index - 1];
            to = across[0] * L::splat(direction.side[0] as f32) + across[1] * L::splat(direction.side[1] as f32);
            turned = ahead * L::splat(direction.cosine as f32) + to * L::splat(direction.sine as f32);
            tangent = direction.half_tangent as f32;
        }
        let free = probe(&model.obstacles, &model.space, position, turned * speed, avoid, near);
        if index == 0 {
            (left, best) = (free, free);
            searching = free.lt(time);
        } else {
            let better = L::and(searching, best.lt(free));
            best = free.select(better, best);
            side = to.select(better, side);
            half_tangent = L::splat(tangent).select(better, half_tangent);
            searching = L::and(searching, free.lt(time));
        }
        if !L::any(searching) {
            break;
        }
    }
    let blocked = left.lt(time);
    if !L::any(blocked) {
        return Avoidance { force: Vector::zero(), remaining_weight: one };
    }

    // Turn by a share of the angle: q is the tangent of half the turn.
    let step = L::splat(species.motion.step);
    let share = (L::splat(TURN_URGENCY) * step / left.max(step)).min(one);
    let q = (half_tangent * share).min(L::splat(avoid.half_turn));
    let scale = one / (one + q * q);
    let course = ahead * ((one - q * q) * scale) + side * ((q + q) * scale);
    // Slow down if there is too little time for the whole turn, or too little room after it.
    let braking = L::splat(BRAKING_STEPS) * step;
    let turnable = ((left / step + one) * L::splat(avoid.half_turn)) / half_tangent.max(L::splat(f32::MIN_POSITIVE));
    let turnable = turnable.min((best / braking).min(one)).mask(zero.lt(half_tangent));
    let brake = (left / braking).max(turnable).min(one);
    let change = course * (speed * brake) - velocity;
    let per = match species.motion.combine {
        Combine::Heading => L::splat(species.motion.max_speed.max(f32::MIN_POSITIVE)),
        _ => step,
    };
    let force: Vector<L, D> = per_axis!(axis => change.0[axis] / per);
    Avoidance {
        force: force.mask(blocked),
        remaining_weight: (left / time.max(L::splat(f32::MIN_POSITIVE))).select(blocked, one),
    }
}

/// Two directions perpendicular to another and to each other. In 2D only the first exists: to the left.
#[inline(always)]
fn sides<L: Lanes, const D: usize>(ahead: Vector<L, D>) -> [Vector<L, D>; 2] {
    let (zero, one) = (L::zero(), L::splat(1.0));
    let (mut first, mut second) = (Vector::zero(), Vector::zero());
    let (x, y, z) = (ahead.0[0], ahead.0[1], ahead.0[D - 1]);
    if D == 2 {
        first.0[0] = zero - y;
        first.0[1] = x;
    } else {
        // Duff et al. 2017: continuous but for one sign, and never a division by nearly zero.
        let sign = (zero - one).select(z.lt(zero), one);
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

/// How long boids can keep a velocity before they come too close to an obstacle; at most the time they look ahead.
///
/// Sphere tracing with longer strides: along a straight line the distance to a convex part is a convex function, whose
/// tangent reaches the clearance before the function does. So a probe never overshoots, is exact after one stride on a
/// plane, and passes along a wall without touching it.
#[inline(always)]
fn probe<L: Lanes, const D: usize>(
    obstacles: &Obstacles<D>,
    space: &Space<D>,
    position: Vector<L, D>,
    velocity: Vector<L, D>,
    avoid: &Avoid,
    near: &[u32],
) -> L {
    let mut free = L::splat(avoid.look_ahead);
    let clearance = L::splat(avoid.clearance);
    let tiny = L::splat(f32::MIN_POSITIVE);
    for index in near {
        let obstacle: &Obstacle<D> = &obstacles.list[*index as usize];
        // In the frame of the obstacle, which may move.
        let relative = space.offset(Vector::splat(obstacle.now), position);
        let velocity = velocity - Vector::splat(obstacle.velocity);
        let grazing = L::zero() - velocity.length() * L::splat(GRAZING);
        for part in 0..obstacle.shape.parts() {
            let mut time = L::zero();
            let mut approaching = L::zero().lt(free);
            for _ in 0..PROBE_ITERATIONS {
                let surface = obstacle.shape.part(part, relative + velocity * time);
                let rate = surface.normal.dot(velocity);
                let gap = (surface.distance - clearance).max(L::zero());
                let stride = gap / (L::zero() - rate).max(tiny);
                approaching = L::and(approaching, rate.lt(grazing));
                time = (time + stride).min(free).select(approaching, time);
                approaching = L::and(approaching, time.lt(free));
                if !L::any(approaching) {
                    break;
                }
            }
            free = time.select(approaching, free);
        }
    }
    free
}
