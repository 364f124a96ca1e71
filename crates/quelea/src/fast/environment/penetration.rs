//! The last resort: no boid that steers around obstacles ever has its centre in one.
//!
//! A boid that would come too close to a surface is stopped there and slides along it; one that is inside, because it
//! started there or something moved over it, is moved out.

use super::obstacle::{AtTime, Obstacles, Surface};
use super::{LaneBuffer, bounding_box, from_buffer, to_buffer};
use crate::fast::compiled::{CompiledModel, SpeciesModel};
use crate::fast::integration::NewMotion;
use crate::fast::simd::{Kernel, Lanes, Width};
use crate::fast::space::Space;
use crate::fast::vector::{Vector, per_axis};
use crate::model::environment::constants::{MAX_MARCHES, MAX_PUSHES, MAX_STRIDES};
use crate::model::settings::AvoidMethod;

/// Moves boids out of obstacles on their way from `old`, and takes the velocity into surfaces from them.
#[inline(always)]
pub(crate) fn resolve_penetration<L: Lanes, const D: usize>(
    model: &CompiledModel<D>,
    species: &SpeciesModel<D>,
    old: Vector<L, D>,
    count: usize,
    moved: NewMotion<L, D>,
    width: Width,
) -> NewMotion<L, D> {
    let (obstacles, space) = (&model.obstacles, &model.space);
    if !species.avoid.active || species.avoid.method != AvoidMethod::Steer || obstacles.list.is_empty() {
        return moved;
    }
    // A boid that the boundary has put elsewhere did not get there in a straight line; except on a torus.
    let whole = moved.velocity * L::splat(species.motion.step);
    let straight = old + whole;
    let mut direct = straight.0[0].eq(moved.position.0[0]);
    for axis in 1..D {
        direct = L::and(direct, straight.0[axis].eq(moved.position.0[axis]));
    }
    let whole = if space.is_torus() { whole } else { whole.mask(direct) };
    let start = old.select(direct, moved.position - whole);

    let (start, lengths) = (to_buffer(start), whole.length().to_array());
    let (low, high) = bounding_box(&start, count);
    let furthest = lengths[..count].iter().copied().fold(0.0, f32::max);
    let reach = 2.0 * (furthest + species.avoid.clearance);
    let mut near = obstacles.near(space, low, high, reach, AtTime::EndOfStep);
    if near.is_empty() {
        return moved;
    }
    let (position, velocity) = (to_buffer(moved.position), to_buffer(moved.velocity));
    let mut boids = Boids { start, whole: to_buffer(whole), position, velocity };
    // A boid pushed far may have come to obstacles that were not considered.
    if !width.run(ResolvePenetration { model, species, near: &near, reach, boids: &mut boids }) {
        near = obstacles.all();
        width.run(ResolvePenetration { model, species, near: &near, reach: f32::INFINITY, boids: &mut boids });
    }
    let (position, velocity) = (from_buffer(&boids.position), from_buffer(&boids.velocity));
    let (position, velocity) = if space.is_torus() { space.bound(position, velocity) } else { (position, velocity) };
    NewMotion { position, velocity, ..moved }
}

/// Boids near obstacles: where they start and how far they want to go; and where they end up and how they move,
/// at first as if nothing were in their way.
struct Boids<const D: usize> {
    start: LaneBuffer<D>,
    whole: LaneBuffer<D>,
    position: LaneBuffer<D>,
    velocity: LaneBuffer<D>,
}

/// Compiled apart from the step: only boids near an obstacle need it.
struct ResolvePenetration<'a, const D: usize> {
    model: &'a CompiledModel<D>,
    species: &'a SpeciesModel<D>,
    near: &'a [u32],
    /// How far from its start a boid may get without meeting other obstacles than these.
    reach: f32,
    boids: &'a mut Boids<D>,
}

impl<const D: usize> Kernel for ResolvePenetration<'_, D> {
    /// Whether nobody got further than the reach. If somebody did, nothing is changed.
    type Output = bool;

    #[inline(always)]
    fn run<L: Lanes>(self) -> bool {
        let (obstacles, space, motion) = (&self.model.obstacles, &self.model.space, &self.species.motion);
        let (zero, clearance) = (L::zero(), L::splat(self.species.avoid.clearance));
        let max_stride = L::splat(obstacles.min_half_thickness.min(1e18)) + clearance;
        let start: Vector<L, D> = from_buffer(&self.boids.start);
        let (mut position, mut left): (_, Vector<L, D>) = (start, from_buffer(&self.boids.whole));
        let mut velocity: Vector<L, D> = from_buffer(&self.boids.velocity);
        let mut touched = zero.lt(zero);
        let (mut strayed, mut free) = (zero, zero);
        // The first stride has no length: something may have moved over the boid.
        for stride in 0..=MAX_STRIDES {
            let moving = if stride == 0 { zero.eq(zero) } else { zero.lt(left.dot(left)) };
            if !L::any(moving) {
                break;
            }
            let part = if stride == 0 { Vector::zero() } else { left.clamp_length(max_stride.max(free)) };
            position = position + part;
            left = left - part;
            let mut normals = Vector::zero();
            for attempt in 0..=MAX_PUSHES + MAX_MARCHES {
                let (surface, carried) = nearest(obstacles, space, position, self.near);
                strayed = strayed.max((position - start).length());
                free = surface.distance;
                let min_distance = if attempt < MAX_PUSHES { clearance } else { zero };
                let inside = L::and(moving, surface.distance.lt(min_distance));
                if !L::any(inside) {
                    break;
                }
                touched = L::or(touched, inside);
                if attempt == MAX_PUSHES + MAX_MARCHES {
                    // There is no way out: stay at the start, at rest.
                    position = start.select(inside, position);
                    velocity = Vector::zero().select(inside, velocity);
                    left = Vector::zero().select(inside, left);
                    break;
                }
                normals = normals + surface.normal.mask(inside);
                let out = if attempt < MAX_PUSHES { surface.normal } else { mean_direction(normals) };
                position = position + (out * (clearance - surface.distance)).mask(inside);
                left = left - inward(left, surface.normal).mask(inside);
                velocity = velocity - inward(velocity - carried, surface.normal).mask(inside);
            }
        }
        touched = L::or(touched, zero.lt(left.dot(left)));
        if L::any(L::splat(self.reach).lt(strayed + clearance)) && self.near.len() < obstacles.list.len() {
            return false;
        }
        let (free_position, free_velocity) = (from_buffer(&self.boids.position), from_buffer(&self.boids.velocity));
        self.boids.position = to_buffer(position.select(touched, free_position));
        self.boids.velocity =
            to_buffer(velocity.clamp_length(L::splat(motion.max_speed)).select(touched, free_velocity));
        true
    }
}

/// The nearest surface at the end of the step, and the velocity of its obstacle.
#[inline(always)]
fn nearest<L: Lanes, const D: usize>(
    obstacles: &Obstacles<D>,
    space: &Space<D>,
    position: Vector<L, D>,
    near: &[u32],
) -> (Surface<L, D>, Vector<L, D>) {
    let mut nearest = Surface { distance: L::splat(f32::MAX), normal: Vector::zero() };
    let mut carried = Vector::zero();
    for index in near {
        let obstacle = &obstacles.list[*index as usize];
        let relative = space.offset(Vector::splat(obstacle.next), position);
        let surface = obstacle.shape.surface(relative);
        let nearer = surface.distance.lt(nearest.distance);
        nearest.distance = surface.distance.select(nearer, nearest.distance);
        nearest.normal = surface.normal.select(nearer, nearest.normal);
        carried = Vector::splat(obstacle.velocity).select(nearer, carried);
    }
    (nearest, carried)
}

/// The component of a motion into a surface.
#[inline(always)]
fn inward<L: Lanes, const D: usize>(motion: Vector<L, D>, normal: Vector<L, D>) -> Vector<L, D> {
    normal * motion.dot(normal).min(L::zero())
}

/// The direction of a sum of directions; +x where they cancel.
#[inline(always)]
fn mean_direction<L: Lanes, const D: usize>(sum: Vector<L, D>) -> Vector<L, D> {
    let nonzero = L::splat(1e-6).lt(sum.dot(sum));
    let mut along_x: Vector<L, D> = per_axis!(axis => L::zero());
    along_x.0[0] = L::splat(1.0);
    sum.unit().select(nonzero, along_x)
}
