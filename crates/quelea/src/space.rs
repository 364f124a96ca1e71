//! The world: how far apart two boids are, and what happens at the edges.

use crate::lanes::Lanes;
use crate::scenario::Scenario;
use crate::scenario::settings::SpaceKind;
use crate::vector::{Vector, each};

/// The world, ready for stepping.
#[derive(Clone, Debug, PartialEq)]
pub struct Space<const D: usize> {
    /// What the world is.
    pub kind: SpaceKind,
    /// Its lowest corner, or a sphere's centre.
    pub low: [f32; D],
    /// Its length along each axis.
    pub size: [f32; D],
    radius: f32,
    margin: f32,
    push: f32,
    /// Whether walls push after the speed limit.
    pub push_after_limit: bool,
    /// Whether positions are wrapped before the move.
    pub wrap_before_move: bool,
}

impl<const D: usize> Space<D> {
    /// The world of a valid scenario.
    pub fn of(scenario: &Scenario) -> Self {
        let space = &scenario.general.space;
        let entry =
            |list: Option<&Vec<f64>>, axis: usize| list.and_then(|list| list.get(axis)).map_or(0.0, |x| *x as f32);
        Space {
            kind: space.kind,
            low: std::array::from_fn(|axis| entry(space.origin.as_ref(), axis)),
            size: std::array::from_fn(|axis| entry(Some(&space.size), axis)),
            radius: space.radius as f32,
            margin: space.margin as f32,
            push: space.push as f32,
            push_after_limit: space.push_after_limit,
            wrap_before_move: space.kind == SpaceKind::Wrap && space.wrap_before_move,
        }
    }

    /// Whether distances are measured across the edges.
    pub fn is_torus(&self) -> bool {
        self.kind == SpaceKind::Torus
    }

    /// What is added to a difference of positions to make it the shortest way round: the world's length,
    /// with a sign, along each axis where that is shorter.
    ///
    /// Adding it afterwards, also where a search already knows it, makes every search round alike.
    #[inline(always)]
    pub fn shift<L: Lanes>(&self, difference: Vector<L, D>) -> Vector<L, D> {
        each!(axis => {
            let (size, half) = (L::splat(self.size[axis]), L::splat(self.size[axis] * 0.5));
            let above = size.only(half.lt(difference.0[axis]));
            let below = size.only(difference.0[axis].lt(L::zero() - half));
            below - above
        })
    }

    /// From one position to another, the shortest way.
    #[inline(always)]
    pub fn offset<L: Lanes>(&self, from: Vector<L, D>, to: Vector<L, D>) -> Vector<L, D> {
        let difference = to - from;
        if self.is_torus() { difference + self.shift(difference) } else { difference }
    }

    /// What the walls add to the velocity of a boid at a position.
    #[inline(always)]
    pub fn push<L: Lanes>(&self, position: Vector<L, D>) -> Vector<L, D> {
        if self.kind != SpaceKind::Walls {
            return Vector::zero();
        }
        let push = L::splat(self.push);
        each!(axis => {
            let low = L::splat(self.low[axis] + self.margin);
            let high = L::splat(self.low[axis] + self.size[axis] - self.margin);
            push.only(position.0[axis].lt(low)) - push.only(high.lt(position.0[axis]))
        })
    }

    /// Where a boid is after the edges have had their say, and how it moves then.
    #[inline(always)]
    pub fn bound<L: Lanes>(&self, position: Vector<L, D>, velocity: Vector<L, D>) -> (Vector<L, D>, Vector<L, D>) {
        match self.kind {
            SpaceKind::Torus => (self.around(position), velocity),
            SpaceKind::Wrap => (self.wrap(position), velocity),
            SpaceKind::Reflect => self.reflect(position, velocity),
            SpaceKind::Sphere => (self.through_the_sphere(position), velocity),
            SpaceKind::Walls | SpaceKind::Open => (position, velocity),
        }
    }

    /// To the opposite limit, losing the overshoot, as p5 and harry do.
    #[inline(always)]
    pub fn wrap<L: Lanes>(&self, position: Vector<L, D>) -> Vector<L, D> {
        each!(axis => {
            let x = position.0[axis];
            let low = L::splat(self.low[axis] - self.margin);
            let high = L::splat(self.low[axis] + self.size[axis] + self.margin);
            let wrapped = low.or_else(high.lt(x), x);
            high.or_else(x.lt(low), wrapped)
        })
    }

    /// Into [low, high) along each axis. A boid may be any number of worlds away: speeds are only bounded by
    /// the scenario.
    #[inline(always)]
    fn around<L: Lanes>(&self, position: Vector<L, D>) -> Vector<L, D> {
        each!(axis => {
            let (x, low, size) = (position.0[axis], self.low[axis], self.size[axis]);
            let high = low + size;
            let (under, below) = (x.lt(L::splat(low)), x.lt(L::splat(high)));
            let inside = L::but_not(below, under);
            let back = |x: f32| {
                let y = low + (x - low - size * libm::floorf((x - low) / size));
                // The sum may round to the edge itself, which belongs to the other side.
                if (low..high).contains(&y) { y } else { low }
            };
            if L::any(L::either(under, L::but_not(x.eq(x), below))) {
                x.or_else(inside, L::load(&x.to_array().map(back)))
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
            let (under, over) = (x.lt(low), high.lt(x));
            let mirrored = (low + low - x).or_else(under, (high + high - x).or_else(over, x));
            velocity.0[axis] = (L::zero() - v).or_else(L::either(under, over), v);
            // One that is faster than the world is wide would still be outside.
            position.0[axis] = mirrored.max(low).min(high);
        }
        (position, velocity)
    }

    /// OpenSteer's way: out at one point of the sphere, in at the opposite one.
    #[inline(always)]
    fn through_the_sphere<L: Lanes>(&self, position: Vector<L, D>) -> Vector<L, D> {
        let from_centre = position - Vector::splat(self.low);
        let outside = L::splat(self.radius).lt(from_centre.length());
        (position - from_centre.unit() * L::splat(2.0 * self.radius)).or_else(outside, position)
    }
}
