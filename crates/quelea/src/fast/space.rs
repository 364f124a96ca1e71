//! The space in single precision: offsets between boids, and what the boundary does to them.

use crate::fast::simd::Lanes;
use crate::fast::vector::{Vector, per_axis};
use crate::geometry::{self, Boundary};

/// The single-precision copy of a [`geometry::Space`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Space<const D: usize> {
    /// What happens at its edge.
    pub boundary: Boundary,
    /// The lowest corner; for a sphere its centre.
    pub low: [f32; D],
    /// The length along each axis.
    pub size: [f32; D],
}

impl<const D: usize> Space<D> {
    pub(crate) fn new(space: &geometry::Space<D>) -> Self {
        let single = |vector: [f64; D]| vector.map(|x| x as f32);
        Space { boundary: space.boundary, low: single(space.low), size: single(space.size) }
    }

    /// Whether opposite edges are joined.
    pub fn is_torus(&self) -> bool {
        matches!(self.boundary, Boundary::Torus)
    }

    /// The shortest offset from one position to another, across the seam of a torus if need be.
    pub fn offset_between(&self, from: [f32; D], to: [f32; D]) -> [f32; D] {
        self.offset(Vector(from), Vector(to)).0
    }

    /// The correction that turns a difference of positions on a torus into the shortest offset: plus or minus the
    /// size along each axis, or zero.
    ///
    /// It is always added last, also if a search already knows it, so that every search rounds alike.
    #[inline(always)]
    pub(crate) fn shift<L: Lanes>(&self, difference: Vector<L, D>) -> Vector<L, D> {
        per_axis!(axis => {
            let (size, half) = (L::splat(self.size[axis]), L::splat(self.size[axis] * 0.5));
            let above = size.mask(half.lt(difference.0[axis]));
            let below = size.mask(difference.0[axis].lt(L::zero() - half));
            below - above
        })
    }

    /// The shortest offset from one position to another.
    #[inline(always)]
    pub(crate) fn offset<L: Lanes>(&self, from: Vector<L, D>, to: Vector<L, D>) -> Vector<L, D> {
        let difference = to - from;
        if self.is_torus() { difference + self.shift(difference) } else { difference }
    }

    /// The same point within a torus, as a step leaves it; unchanged in any other space.
    pub(crate) fn inside(&self, position: [f32; D]) -> [f32; D] {
        if self.is_torus() { self.wrap_torus(Vector(position)).0 } else { position }
    }

    /// What walls add to the velocity of a boid at a position.
    #[inline(always)]
    pub(crate) fn push<L: Lanes>(&self, position: Vector<L, D>) -> Vector<L, D> {
        let Boundary::Walls { margin, push, .. } = self.boundary else {
            return Vector::zero();
        };
        let (margin, push) = (margin as f32, L::splat(push as f32));
        per_axis!(axis => {
            let low = L::splat(self.low[axis] + margin);
            let high = L::splat(self.low[axis] + self.size[axis] - margin);
            push.mask(position.0[axis].lt(low)) - push.mask(high.lt(position.0[axis]))
        })
    }

    /// Whether walls push after the speed limit.
    #[inline(always)]
    pub(crate) fn pushes_after_limit(&self) -> bool {
        matches!(self.boundary, Boundary::Walls { after_limit: true, .. })
    }

    /// Applies a boundary that wraps before the move.
    #[inline(always)]
    pub(crate) fn bound_before_move<L: Lanes>(&self, position: Vector<L, D>) -> Vector<L, D> {
        match self.boundary {
            Boundary::Wrap { margin, before_move: true } => self.wrap(position, margin as f32),
            _ => position,
        }
    }

    /// Applies the boundary to boids that have moved; returns their positions and velocities.
    #[inline(always)]
    pub(crate) fn bound<L: Lanes>(
        &self,
        position: Vector<L, D>,
        velocity: Vector<L, D>,
    ) -> (Vector<L, D>, Vector<L, D>) {
        match self.boundary {
            Boundary::Torus => (self.wrap_torus(position), velocity),
            Boundary::Wrap { margin, before_move: false } => (self.wrap(position, margin as f32), velocity),
            Boundary::Reflect => self.reflect(position, velocity),
            Boundary::Sphere { radius } => (self.cross_sphere(position, radius as f32), velocity),
            Boundary::Walls { clamp: true, .. } => (self.clamp(position), velocity),
            Boundary::Wrap { .. } | Boundary::Walls { .. } | Boundary::Open => (position, velocity),
        }
    }

    /// From beyond an edge to the edge.
    #[inline(always)]
    fn clamp<L: Lanes>(&self, position: Vector<L, D>) -> Vector<L, D> {
        per_axis!(axis => {
            let (low, high) = (self.low[axis], self.low[axis] + self.size[axis]);
            position.0[axis].max(L::splat(low)).min(L::splat(high))
        })
    }

    /// From beyond one edge to the opposite edge; the overshoot is lost, as in p5 and harry.
    #[inline(always)]
    fn wrap<L: Lanes>(&self, position: Vector<L, D>, margin: f32) -> Vector<L, D> {
        per_axis!(axis => {
            let x = position.0[axis];
            let low = L::splat(self.low[axis] - margin);
            let high = L::splat(self.low[axis] + self.size[axis] + margin);
            let wrapped = low.select(high.lt(x), x);
            high.select(x.lt(low), wrapped)
        })
    }

    /// Into [low, high) along each axis. A boid may be any number of sizes away: only the scenario bounds speeds.
    #[inline(always)]
    fn wrap_torus<L: Lanes>(&self, position: Vector<L, D>) -> Vector<L, D> {
        per_axis!(axis => {
            let (x, low, size) = (position.0[axis], L::splat(self.low[axis]), L::splat(self.size[axis]));
            let high = low + size;
            let (below_low, below_high) = (x.lt(low), x.lt(high));
            let inside = L::and_not(below_high, below_low);
            if L::any(L::or(below_low, L::and_not(x.eq(x), below_high))) {
                let wrapped = low + (x - low - size * ((x - low) / size).floor());
                // The sum may round to the high edge, which is the low one.
                let wrapped = wrapped.select(L::and_not(wrapped.lt(high), wrapped.lt(low)), low);
                x.select(inside, wrapped)
            } else {
                x
            }
        })
    }

    #[inline(always)]
    fn reflect<L: Lanes>(&self, position: Vector<L, D>, velocity: Vector<L, D>) -> (Vector<L, D>, Vector<L, D>) {
        let (mut position, mut velocity) = (position, velocity);
        for axis in 0..D {
            let (low, high) = (L::splat(self.low[axis]), L::splat(self.low[axis] + self.size[axis]));
            let (x, v) = (position.0[axis], velocity.0[axis]);
            let (below, above) = (x.lt(low), high.lt(x));
            let mirrored = (low + low - x).select(below, (high + high - x).select(above, x));
            velocity.0[axis] = (L::zero() - v).select(L::or(below, above), v);
            // A boid that crosses the whole space in one step would still be outside.
            position.0[axis] = mirrored.max(low).min(high);
        }
        (position, velocity)
    }

    /// OpenSteer's sphericalWrapAround: out at one point of the sphere, in at the opposite one.
    #[inline(always)]
    fn cross_sphere<L: Lanes>(&self, position: Vector<L, D>, radius: f32) -> Vector<L, D> {
        let from_centre = position - Vector::splat(self.low);
        let outside = L::splat(radius).lt(from_centre.length());
        (position - from_centre.unit() * L::splat(2.0 * radius)).select(outside, position)
    }
}
