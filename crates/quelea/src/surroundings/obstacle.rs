//! Obstacles: how far it is to the surface of each, and which way is out.
//!
//! Every shape is one function from a place to a signed distance and the direction in which it grows; the
//! force field, the probes and the hold all use it. A list of obstacles is their union.

use super::fan::{Blade, fan};
use super::path::Drift;
use super::{edges, middle, time, vector};
use crate::lanes::Lanes;
use crate::scenario::Scenario;
use crate::scenario::settings::{Obstacle as Settings, Shape, SpaceKind};
use crate::space::Space;
use crate::vector::{Vector, each};

/// All obstacles of a world, where they are in this step, and the directions in which boids look past them.
#[derive(Clone, Debug)]
pub(crate) struct Scenery<const D: usize> {
    pub obstacles: Vec<Obstacle<D>>,
    pub fan: Vec<Blade>,
    /// Half the thickness of the thinnest: a boid that moves no further at once cannot pass through.
    pub thinnest: f32,
}

/// The time at which obstacles are looked for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum When {
    /// From now on, for some time.
    Within(f32),
    AfterTheStep,
}

/// Something solid.
#[derive(Clone, Debug)]
pub(crate) struct Obstacle<const D: usize> {
    pub solid: Solid<D>,
    /// From its middle to the sides of the box round it.
    extent: [f32; D],
    /// Where its middle is when the step begins, and when it ends.
    pub now: [f32; D],
    pub next: [f32; D],
    /// How it moves meanwhile.
    pub velocity: [f32; D],
    speed: f32,
    start: [f64; D],
    drift: Drift<D>,
}

/// A shape round its middle.
#[derive(Clone, Debug)]
pub(crate) enum Solid<const D: usize> {
    Sphere { radius: f32 },
    Box { half: [f32; D] },
    Capsule { wall: Wall<D>, radius: f32 },
    HalfSpace { normal: [f32; D] },
    Polygon { walls: Vec<Wall<D>>, radius: f32, filled: bool },
}

/// A straight line between two points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wall<const D: usize> {
    from: [f32; D],
    along: [f32; D],
    length2: f32,
    /// A direction across it, for places exactly on it.
    side: [f32; D],
}

/// A distance from a surface, negative inside, and the direction out.
#[derive(Clone, Copy)]
pub(crate) struct Surface<L: Lanes, const D: usize> {
    pub distance: L,
    pub out: Vector<L, D>,
}

impl<const D: usize> Scenery<D> {
    pub fn of(scenario: &Scenario) -> Self {
        let obstacles: Vec<Obstacle<D>> = scenario.obstacles.iter().map(Obstacle::of).collect();
        let thinnest = obstacles.iter().map(|obstacle| obstacle.solid.half_thickness()).fold(f32::INFINITY, f32::min);
        Scenery { obstacles, fan: fan::<D>(), thinnest }
    }

    /// Puts the obstacles where they are in a step.
    pub fn place(&mut self, scenario: &Scenario, step: u64) {
        let (now, next) = (time(scenario, step), time(scenario, step.saturating_add(1)));
        let duration = scenario.first.species.motion.step;
        for obstacle in &mut self.obstacles {
            let (by, after) = (obstacle.drift.by(now), obstacle.drift.by(next));
            obstacle.now = placed(scenario, obstacle.start, by).map(|x| x as f32);
            obstacle.next = placed(scenario, obstacle.start, after).map(|x| x as f32);
            obstacle.velocity = std::array::from_fn(|axis| ((after[axis] - by[axis]) / duration) as f32);
            obstacle.speed = Vector(obstacle.velocity).length();
        }
    }

    /// The numbers of those that may be nearer than `reach` to somewhere in a box, at the end of the step or
    /// at some time between now and then. Naming too many changes nothing.
    pub fn near(&self, space: &Space<D>, low: [f32; D], high: [f32; D], reach: f32, then: When) -> Vec<u32> {
        let mut found = Vec::new();
        'next: for (number, obstacle) in self.obstacles.iter().enumerate() {
            let (place, reach) = match then {
                When::Within(time) => (&obstacle.now, reach + obstacle.speed * time),
                When::AfterTheStep => (&obstacle.next, reach),
            };
            for axis in 0..D {
                let (middle, half) = ((low[axis] + high[axis]) * 0.5, (high[axis] - low[axis]) * 0.5);
                let gap = (place[axis] - middle).abs();
                // A little more than enough: what rounding does to one boid must not decide.
                let most = (half + reach + obstacle.extent[axis]) * 1.0001;
                if gap > most && !(space.is_torus() && (gap - space.size[axis]).abs() <= most) {
                    continue 'next;
                }
            }
            found.push(number as u32);
        }
        found
    }

    /// Every obstacle's number.
    pub fn all(&self) -> Vec<u32> {
        (0..self.obstacles.len() as u32).collect()
    }
}

/// Where an obstacle that has moved is: on a torus, in the world.
pub(crate) fn placed<const D: usize>(scenario: &Scenario, start: [f64; D], by: [f64; D]) -> [f64; D] {
    let space = &scenario.general.space;
    let low: [f64; D] = vector(space.origin.as_deref().unwrap_or_default());
    std::array::from_fn(|axis| {
        let x = start[axis] + by[axis];
        match space.kind {
            SpaceKind::Torus => x - space.size[axis] * libm::floor((x - low[axis]) / space.size[axis]),
            _ => x,
        }
    })
}

impl<const D: usize> Obstacle<D> {
    fn of(settings: &Settings) -> Self {
        let start: [f64; D] = middle(settings);
        let half = |size: &[f64]| -> [f32; D] { vector::<D>(size).map(|x| (x / 2.0) as f32) };
        let radius = settings.radius as f32;
        let relative = |point: [f64; D]| -> [f64; D] { std::array::from_fn(|axis| point[axis] - start[axis]) };
        let (solid, extent) = match settings.shape {
            Shape::Sphere => (Solid::Sphere { radius }, [radius; D]),
            Shape::Box => (Solid::Box { half: half(&settings.size) }, half(&settings.size)),
            Shape::Capsule => {
                let (from, to) = (relative(vector(&settings.from)), relative(vector(&settings.to)));
                let extent = std::array::from_fn(|axis| from[axis].abs().max(to[axis].abs()) as f32 + radius);
                (Solid::Capsule { wall: Wall::new(from, to), radius }, extent)
            }
            Shape::HalfSpace => {
                let normal = crate::reference::maths::unit(vector::<D>(&settings.normal)).map(|x| x as f32);
                (Solid::HalfSpace { normal }, [f32::INFINITY; D])
            }
            Shape::Polygon => {
                let edges = edges::<D>(settings).into_iter().map(|[from, to]| [relative(from), relative(to)]);
                let edges: Vec<_> = edges.collect();
                let radius = (settings.thickness / 2.0) as f32;
                let extent = std::array::from_fn(|axis| {
                    edges.iter().flatten().map(|corner| corner[axis].abs() as f32).fold(0.0, f32::max) + radius
                });
                let walls = edges.iter().map(|[from, to]| Wall::new(*from, *to)).collect();
                (Solid::Polygon { walls, radius, filled: settings.closed && settings.solid }, extent)
            }
        };
        let (now, next) = (start.map(|x| x as f32), start.map(|x| x as f32));
        Obstacle { solid, extent, now, next, velocity: [0.0; D], speed: 0.0, start, drift: Drift::of(settings) }
    }
}

impl<const D: usize> Solid<D> {
    /// How deep a boid can be inside before the nearest way out leads to another side.
    fn half_thickness(&self) -> f32 {
        match self {
            Solid::Sphere { radius } | Solid::Capsule { radius, .. } | Solid::Polygon { radius, .. } => *radius,
            Solid::Box { half } => half.iter().copied().fold(f32::INFINITY, f32::min),
            Solid::HalfSpace { .. } => f32::INFINITY,
        }
    }

    /// How many convex parts it has.
    pub fn parts(&self) -> usize {
        match self {
            Solid::Polygon { walls, .. } => walls.len(),
            _ => 1,
        }
    }

    /// The surface of one convex part, seen from places relative to the middle of the whole.
    #[inline(always)]
    pub fn part<L: Lanes>(&self, number: usize, place: Vector<L, D>) -> Surface<L, D> {
        match self {
            Solid::Sphere { radius } => {
                let distance = place.length() - L::splat(*radius);
                Surface { distance, out: or_along_x(place.unit()) }
            }
            Solid::Box { half } => from_box(half, place),
            Solid::Capsule { wall, radius } => wall.surface(*radius, place),
            Solid::HalfSpace { normal } => {
                let out = Vector::splat(*normal);
                Surface { distance: place.dot(out), out }
            }
            Solid::Polygon { walls, radius, .. } => walls[number].surface(*radius, place),
        }
    }

    /// The surface of the whole, seen from places relative to its middle.
    #[inline(always)]
    pub fn surface<L: Lanes>(&self, place: Vector<L, D>) -> Surface<L, D> {
        let mut nearest = Surface { distance: L::splat(f32::MAX), out: Vector::zero() };
        for number in 0..self.parts() {
            let part = self.part(number, place);
            let nearer = part.distance.lt(nearest.distance);
            nearest.distance = part.distance.or_else(nearer, nearest.distance);
            nearest.out = part.out.or_else(nearer, nearest.out);
        }
        if let Solid::Polygon { walls, radius, filled: true } = self {
            let outside = L::splat(1.0).or_else(even_crossings(walls, place), L::splat(-1.0));
            let radius = L::splat(*radius);
            nearest.distance = (nearest.distance + radius) * outside - radius;
            nearest.out = nearest.out * outside;
        }
        nearest
    }
}

/// +x where a vector is zero: some direction is better than none.
#[inline(always)]
fn or_along_x<L: Lanes, const D: usize>(direction: Vector<L, D>) -> Vector<L, D> {
    let mut direction = direction;
    let none = L::zero().eq(direction.dot(direction));
    direction.0[0] = L::splat(1.0).or_else(none, direction.0[0]);
    direction
}

#[inline(always)]
fn from_box<L: Lanes, const D: usize>(half: &[f32; D], place: Vector<L, D>) -> Surface<L, D> {
    let (one, zero) = (L::splat(1.0), L::zero());
    // Beyond which side it is, and how far: below zero inside.
    let sign: Vector<L, D> = each!(axis => (zero - one).or_else(place.0[axis].lt(zero), one));
    let beyond: Vector<L, D> = each!(axis => place.0[axis] * sign.0[axis] - L::splat(half[axis]));
    let to_corner: Vector<L, D> = each!(axis => beyond.0[axis].max(zero) * sign.0[axis]);
    let mut deepest = beyond.0[0];
    let mut inside_out = Vector::zero();
    inside_out.0[0] = sign.0[0];
    for axis in 1..D {
        let nearer = deepest.lt(beyond.0[axis]);
        deepest = beyond.0[axis].or_else(nearer, deepest);
        let mut this = Vector::zero();
        this.0[axis] = sign.0[axis];
        inside_out = this.or_else(nearer, inside_out);
    }
    let outside = zero.lt(to_corner.dot(to_corner));
    Surface {
        distance: to_corner.length().or_else(outside, deepest),
        out: to_corner.unit().or_else(outside, inside_out),
    }
}

/// Where a line from a place to one side crosses an even number of a closed chain's walls: outside.
#[inline(always)]
fn even_crossings<L: Lanes, const D: usize>(walls: &[Wall<D>], place: Vector<L, D>) -> L::Mask {
    let (one, mut sign) = (L::splat(1.0), L::splat(1.0));
    for wall in walls {
        let (x, y) = (place.0[0] - L::splat(wall.from[0]), place.0[1] - L::splat(wall.from[1]));
        let under_first = y.lt(L::zero());
        let under_second = place.0[1].lt(L::splat(wall.from[1] + wall.along[1]));
        let left = (x * L::splat(wall.along[1])).lt(y * L::splat(wall.along[0]));
        let rising = L::but_not(L::both(under_second, left), under_first);
        let falling = L::but_not(L::but_not(under_first, under_second), left);
        sign = (L::zero() - sign).or_else(L::either(rising, falling), sign);
    }
    sign.eq(one)
}

impl<const D: usize> Wall<D> {
    fn new(from: [f64; D], to: [f64; D]) -> Self {
        let along: [f64; D] = std::array::from_fn(|axis| to[axis] - from[axis]);
        Wall {
            from: from.map(|x| x as f32),
            along: along.map(|x| x as f32),
            length2: along.iter().map(|x| x * x).sum::<f64>() as f32,
            side: across(along).map(|x| x as f32),
        }
    }

    /// The surface of everything nearer than `radius`.
    #[inline(always)]
    fn surface<L: Lanes>(&self, radius: f32, place: Vector<L, D>) -> Surface<L, D> {
        let from = place - Vector::splat(self.from);
        let along = Vector::splat(self.along);
        let (zero, one, length2) = (L::zero(), L::splat(1.0), L::splat(self.length2));
        let share = (from.dot(along) / length2).max(zero).min(one);
        let off = from - along * share;
        // Beside the wall the way to it is straight across; close to its middle line, rounding would tilt it.
        let beside = L::both(zero.lt(share), share.lt(one));
        let off = off - along * (off.dot(along) / length2).only(beside);
        let some = zero.lt(off.dot(off));
        let out = off.unit().or_else(some, Vector::splat(self.side));
        Surface { distance: off.length() - L::splat(radius), out }
    }
}

/// A direction across another one.
pub(crate) fn across<const D: usize>(along: [f64; D]) -> [f64; D] {
    // The axis it leans to least, less its share of it; in 2D that is one of the two sides.
    let least = (0..D).min_by(|a, b| along[*a].abs().total_cmp(&along[*b].abs())).unwrap_or(0);
    let length2: f64 = along.iter().map(|x| x * x).sum();
    let share = if length2 > 0.0 { along[least] / length2 } else { 0.0 };
    let side = std::array::from_fn(|axis| f64::from(u8::from(axis == least)) - along[axis] * share);
    crate::reference::maths::unit(side)
}
