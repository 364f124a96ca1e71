//! Obstacles: the distance to the surface of each, and which way is out.
//!
//! Every shape is one function from a point to a signed distance and the direction in which it grows; the force
//! field, the probes and the resolution of penetration all use it. A list of obstacles is their union.

use crate::fast::simd::Lanes;
use crate::fast::space::Space;
use crate::fast::vector::{Vector, per_axis};
use crate::geometry::fan::{FanDirection, fan};
use crate::geometry::vector::{add, perpendicular, sub};
use crate::geometry::{self, Shape};
use crate::model::Scenario;
use crate::model::environment::Solid;

/// All obstacles of a scenario where they are in this step, and the directions in which boids look past them.
#[derive(Clone, Debug)]
pub(crate) struct Obstacles<const D: usize> {
    pub list: Vec<Obstacle<D>>,
    pub fan: Vec<FanDirection>,
    /// Half the thickness of the thinnest: a boid that moves no further at once cannot pass through.
    pub min_half_thickness: f32,
}

/// When obstacles are looked for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum AtTime {
    /// From now on, for some time.
    Within(f32),
    /// At the end of the step.
    EndOfStep,
}

/// An obstacle.
#[derive(Clone, Debug)]
pub(crate) struct Obstacle<const D: usize> {
    pub shape: LaneShape<D>,
    /// Half the size of the box around it.
    extent: [f32; D],
    /// Its centre when the step begins, and when it ends.
    pub now: [f32; D],
    pub next: [f32; D],
    /// Its velocity during the step.
    pub velocity: [f32; D],
    speed: f32,
    solid: Solid<D>,
}

/// The single-precision copy of a [`Shape`].
#[derive(Clone, Debug)]
pub(crate) enum LaneShape<const D: usize> {
    Sphere { radius: f32 },
    Box { half: [f32; D] },
    Capsule { segment: Segment<D>, radius: f32 },
    HalfSpace { normal: [f32; D] },
    Polygon { walls: Vec<Segment<D>>, radius: f32, filled: bool },
}

/// A line segment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Segment<const D: usize> {
    pub from: [f32; D],
    pub along: [f32; D],
    pub length2: f32,
    /// A direction across it, for points exactly on it.
    pub side: [f32; D],
}

/// The distance to a surface, negative inside, and the direction out.
#[derive(Clone, Copy)]
pub(crate) struct Surface<L: Lanes, const D: usize> {
    pub distance: L,
    pub normal: Vector<L, D>,
}

impl<const D: usize> Obstacles<D> {
    pub fn new(scenario: &Scenario) -> Self {
        let list: Vec<Obstacle<D>> =
            scenario.obstacles.iter().map(|obstacle| Obstacle::new(Solid::new(obstacle))).collect();
        let half_thickness = |obstacle: &Obstacle<D>| obstacle.shape.half_thickness();
        let min_half_thickness = list.iter().map(half_thickness).fold(f32::INFINITY, f32::min);
        Obstacles { list, fan: fan::<D>(), min_half_thickness }
    }

    /// Moves the obstacles to where they are in a step.
    pub fn advance_to(&mut self, scenario: &Scenario, step: u64) {
        if self.list.is_empty() {
            return;
        }
        let (now, next) = (scenario.time(step), scenario.time(step.saturating_add(1)));
        let (space, duration) = (scenario.space::<D>(), scenario.time_step());
        for obstacle in &mut self.list {
            let (before, after) = (obstacle.solid.displacement(now), obstacle.solid.displacement(next));
            obstacle.now = centre_at(&space, &obstacle.solid, before);
            obstacle.next = centre_at(&space, &obstacle.solid, after);
            obstacle.velocity = sub(after, before).map(|x| (x / duration) as f32);
            obstacle.speed = Vector(obstacle.velocity).length();
        }
    }

    /// The indices of the obstacles that may be closer than `reach` to any point of a box at some time. Returning too
    /// many changes nothing.
    pub fn near(&self, space: &Space<D>, low: [f32; D], high: [f32; D], reach: f32, when: AtTime) -> Vec<u32> {
        let mut found = Vec::new();
        'next: for (index, obstacle) in self.list.iter().enumerate() {
            let (centre, reach) = match when {
                AtTime::Within(time) => (&obstacle.now, reach + obstacle.speed * time),
                AtTime::EndOfStep => (&obstacle.next, reach),
            };
            for axis in 0..D {
                let (middle, half) = ((low[axis] + high[axis]) * 0.5, (high[axis] - low[axis]) * 0.5);
                let gap = (centre[axis] - middle).abs();
                // Slightly more than enough, so that rounding cannot decide.
                let max_gap = (half + reach + obstacle.extent[axis]) * 1.0001;
                if gap > max_gap && !(space.is_torus() && (gap - space.size[axis]).abs() <= max_gap) {
                    continue 'next;
                }
            }
            found.push(index as u32);
        }
        found
    }

    /// The indices of all obstacles.
    pub fn all(&self) -> Vec<u32> {
        (0..self.list.len() as u32).collect()
    }
}

fn centre_at<const D: usize>(space: &geometry::Space<D>, solid: &Solid<D>, displacement: [f64; D]) -> [f32; D] {
    space.wrap_torus(add(solid.centre, displacement)).map(|x| x as f32)
}

impl<const D: usize> Obstacle<D> {
    /// Whether it moves by itself.
    pub fn moves(&self) -> bool {
        self.solid.moves()
    }

    fn new(solid: Solid<D>) -> Self {
        let single = |vector: [f64; D]| vector.map(|x| x as f32);
        let corner_extent = |corners: &[[f64; D]], radius: f32| -> [f32; D] {
            std::array::from_fn(|axis| corners.iter().map(|c| c[axis].abs() as f32).fold(0.0, f32::max) + radius)
        };
        let (shape, extent) = match &solid.shape {
            Shape::Sphere { radius } => (LaneShape::Sphere { radius: *radius as f32 }, [*radius as f32; D]),
            Shape::Box { size } => {
                let half = single(size.map(|x| x / 2.0));
                (LaneShape::Box { half }, half)
            }
            Shape::Capsule { segment, radius } => {
                let radius = *radius as f32;
                let shape = LaneShape::Capsule { segment: Segment::new(*segment), radius };
                (shape, corner_extent(segment, radius))
            }
            Shape::HalfSpace { normal } => (LaneShape::HalfSpace { normal: single(*normal) }, [f32::INFINITY; D]),
            Shape::Polygon { walls, radius, filled } => {
                let radius = *radius as f32;
                let extent = corner_extent(walls.as_flattened(), radius);
                let walls = walls.iter().map(|wall| Segment::new(*wall)).collect();
                (LaneShape::Polygon { walls, radius, filled: *filled }, extent)
            }
        };
        let centre = single(solid.centre);
        Obstacle { shape, extent, now: centre, next: centre, velocity: [0.0; D], speed: 0.0, solid }
    }
}

impl<const D: usize> LaneShape<D> {
    /// How deep a boid can be inside before the nearest way out leads to another side.
    fn half_thickness(&self) -> f32 {
        match self {
            LaneShape::Sphere { radius } | LaneShape::Capsule { radius, .. } | LaneShape::Polygon { radius, .. } => {
                *radius
            }
            LaneShape::Box { half } => half.iter().copied().fold(f32::INFINITY, f32::min),
            LaneShape::HalfSpace { .. } => f32::INFINITY,
        }
    }

    /// The number of convex parts.
    pub fn parts(&self) -> usize {
        match self {
            LaneShape::Polygon { walls, .. } => walls.len(),
            _ => 1,
        }
    }

    /// The surface of one convex part, seen from points relative to the centre of the whole.
    #[inline(always)]
    pub fn part<L: Lanes>(&self, index: usize, point: Vector<L, D>) -> Surface<L, D> {
        match self {
            LaneShape::Sphere { radius } => {
                let distance = point.length() - L::splat(*radius);
                Surface { distance, normal: or_along_x(point.unit()) }
            }
            LaneShape::Box { half } => box_surface(half, point),
            LaneShape::Capsule { segment, radius } => segment.surface(*radius, point),
            LaneShape::HalfSpace { normal } => {
                let normal = Vector::splat(*normal);
                Surface { distance: point.dot(normal), normal }
            }
            LaneShape::Polygon { walls, radius, .. } => walls[index].surface(*radius, point),
        }
    }

    /// The surface of the whole, seen from points relative to its centre.
    #[inline(always)]
    pub fn surface<L: Lanes>(&self, point: Vector<L, D>) -> Surface<L, D> {
        let mut nearest = Surface { distance: L::splat(f32::MAX), normal: Vector::zero() };
        for index in 0..self.parts() {
            let part = self.part(index, point);
            let nearer = part.distance.lt(nearest.distance);
            nearest.distance = part.distance.select(nearer, nearest.distance);
            nearest.normal = part.normal.select(nearer, nearest.normal);
        }
        if let LaneShape::Polygon { walls, radius, filled: true } = self {
            let outside = L::splat(1.0).select(even_crossings(walls, point), L::splat(-1.0));
            let radius = L::splat(*radius);
            nearest.distance = (nearest.distance + radius) * outside - radius;
            nearest.normal = nearest.normal * outside;
        }
        nearest
    }
}

/// +x where a vector is zero: any direction is better than none.
#[inline(always)]
fn or_along_x<L: Lanes, const D: usize>(direction: Vector<L, D>) -> Vector<L, D> {
    let mut direction = direction;
    let is_zero = L::zero().eq(direction.dot(direction));
    direction.0[0] = L::splat(1.0).select(is_zero, direction.0[0]);
    direction
}

#[inline(always)]
fn box_surface<L: Lanes, const D: usize>(half: &[f32; D], point: Vector<L, D>) -> Surface<L, D> {
    let (one, zero) = (L::splat(1.0), L::zero());
    // How far beyond each side the point is; negative inside.
    let sign: Vector<L, D> = per_axis!(axis => (zero - one).select(point.0[axis].lt(zero), one));
    let beyond: Vector<L, D> = per_axis!(axis => point.0[axis] * sign.0[axis] - L::splat(half[axis]));
    let from_corner: Vector<L, D> = per_axis!(axis => beyond.0[axis].max(zero) * sign.0[axis]);
    let mut deepest = beyond.0[0];
    let mut inside_normal = Vector::zero();
    inside_normal.0[0] = sign.0[0];
    for axis in 1..D {
        let nearer = deepest.lt(beyond.0[axis]);
        deepest = beyond.0[axis].select(nearer, deepest);
        let mut this = Vector::zero();
        this.0[axis] = sign.0[axis];
        inside_normal = this.select(nearer, inside_normal);
    }
    let outside = zero.lt(from_corner.dot(from_corner));
    Surface {
        distance: from_corner.length().select(outside, deepest),
        normal: from_corner.unit().select(outside, inside_normal),
    }
}

/// Where a ray from a point to one side crosses an even number of a closed chain's walls: outside.
#[inline(always)]
fn even_crossings<L: Lanes, const D: usize>(walls: &[Segment<D>], point: Vector<L, D>) -> L::Mask {
    let (one, mut sign) = (L::splat(1.0), L::splat(1.0));
    for wall in walls {
        let (x, y) = (point.0[0] - L::splat(wall.from[0]), point.0[1] - L::splat(wall.from[1]));
        let below_first = y.lt(L::zero());
        let below_second = point.0[1].lt(L::splat(wall.from[1] + wall.along[1]));
        let left = (x * L::splat(wall.along[1])).lt(y * L::splat(wall.along[0]));
        let rising = L::and_not(L::and(below_second, left), below_first);
        let falling = L::and_not(L::and_not(below_first, below_second), left);
        sign = (L::zero() - sign).select(L::or(rising, falling), sign);
    }
    sign.eq(one)
}

impl<const D: usize> Segment<D> {
    fn new([from, to]: [[f64; D]; 2]) -> Self {
        let along = sub(to, from);
        Segment {
            from: from.map(|x| x as f32),
            along: along.map(|x| x as f32),
            length2: along.iter().map(|x| x * x).sum::<f64>() as f32,
            side: perpendicular(along).map(|x| x as f32),
        }
    }

    /// The surface of everything within `radius` of the segment.
    #[inline(always)]
    fn surface<L: Lanes>(&self, radius: f32, point: Vector<L, D>) -> Surface<L, D> {
        let from = point - Vector::splat(self.from);
        let along = Vector::splat(self.along);
        let (zero, one, length2) = (L::zero(), L::splat(1.0), L::splat(self.length2));
        let share = (from.dot(along) / length2).max(zero).min(one);
        let off = from - along * share;
        // Beside the segment the way to it is straight across; close to it, rounding would tilt that.
        let beside = L::and(zero.lt(share), share.lt(one));
        let off = off - along * (off.dot(along) / length2).mask(beside);
        let is_off = zero.lt(off.dot(off));
        let normal = off.unit().select(is_off, Vector::splat(self.side));
        Surface { distance: off.length() - L::splat(radius), normal }
    }
}
