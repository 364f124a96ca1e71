//! Parts of a model that come as tables.

use crate::fast::environment::flow::FlowField;
use crate::fast::environment::goal::Goal;
use crate::fast::environment::obstacle::{self, LaneShape};
use crate::geometry::path::AtEnd;
use crate::model::environment::constants;

/// All obstacles where they are in a step, and how boids keep clear of them: see docs/model.md.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Obstacles<const D: usize> {
    /// Their convex parts. Those of one obstacle are next to each other.
    pub parts: Vec<Part<D>>,
    /// The directions in which boids look past them: cosine, sine, tangent of half the angle, and the side they turn
    /// to, as components along two directions across the heading.
    pub fan: Vec<[f32; 5]>,
    /// Half the thickness of the thinnest.
    pub min_half_thickness: f32,
}

/// A convex part of an obstacle.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Part<const D: usize> {
    /// Whether it is the first, and whether it is the last of its obstacle.
    pub first: bool,
    /// Whether it is the last.
    pub last: bool,
    /// Whether its obstacle is a closed chain of walls that is filled.
    pub filled: bool,
    /// Its shape.
    pub shape: Shape<D>,
    /// The centre of the obstacle when the step begins.
    pub now: [f32; D],
    /// The centre of the obstacle when the step ends.
    pub next: [f32; D],
    /// The velocity of the obstacle during the step.
    pub velocity: [f32; D],
}

/// The shape of a part, relative to the centre of its obstacle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape<const D: usize> {
    /// A ball.
    Sphere {
        /// Its radius.
        radius: f32,
    },
    /// A box.
    Box {
        /// Half its size.
        half: [f32; D],
    },
    /// Everything within a radius of a segment.
    Capsule {
        /// The radius.
        radius: f32,
        /// One end of the segment.
        from: [f32; D],
        /// The way to the other end.
        along: [f32; D],
        /// The square of its length.
        length2: f32,
        /// A direction across it.
        side: [f32; D],
    },
    /// Everything below a plane.
    HalfSpace {
        /// The direction out.
        normal: [f32; D],
    },
}

impl<const D: usize> Obstacles<D> {
    /// How often a probe is refined.
    pub const PROBE_ITERATIONS: usize = constants::PROBE_ITERATIONS;
    /// Approaching a surface at less than this fraction of its speed, a boid flies along it.
    pub const GRAZING: f32 = constants::GRAZING;
    /// How many times faster than the time that is left a turn is completed.
    pub const TURN_URGENCY: f32 = constants::TURN_URGENCY;
    /// With fewer steps than this left a boid slows down.
    pub const BRAKING_STEPS: f32 = constants::BRAKING_STEPS;
    /// The largest number of strides in which a move past obstacles is made.
    pub const MAX_STRIDES: usize = constants::MAX_STRIDES;
    /// How often a boid inside an obstacle is pushed out along the nearest way.
    pub const MAX_PUSHES: usize = constants::MAX_PUSHES;
    /// How often it is then pushed on in the mean direction.
    pub const MAX_MARCHES: usize = constants::MAX_MARCHES;

    pub(super) fn new(obstacles: &obstacle::Obstacles<D>) -> Self {
        let parts = obstacles.list.iter().flat_map(|obstacle| {
            let shapes = shapes(&obstacle.shape);
            let last = shapes.len() - 1;
            let filled = matches!(obstacle.shape, LaneShape::Polygon { filled: true, .. });
            let (now, next, velocity) = (obstacle.now, obstacle.next, obstacle.velocity);
            shapes.into_iter().enumerate().map(move |(index, shape)| Part {
                first: index == 0,
                last: index == last,
                filled,
                shape,
                now,
                next,
                velocity,
            })
        });
        let fan = obstacles.fan.iter().map(|direction| {
            let [first, second] = direction.side;
            [direction.cosine, direction.sine, direction.half_tangent, first, second].map(|x| x as f32)
        });
        Obstacles { parts: parts.collect(), fan: fan.collect(), min_half_thickness: obstacles.min_half_thickness }
    }
}

fn shapes<const D: usize>(shape: &LaneShape<D>) -> Vec<Shape<D>> {
    let capsule = |segment: &obstacle::Segment<D>, radius: f32| Shape::Capsule {
        radius,
        from: segment.from,
        along: segment.along,
        length2: segment.length2,
        side: segment.side,
    };
    match shape {
        LaneShape::Sphere { radius } => vec![Shape::Sphere { radius: *radius }],
        LaneShape::Box { half } => vec![Shape::Box { half: *half }],
        LaneShape::Capsule { segment, radius } => vec![capsule(segment, *radius)],
        LaneShape::HalfSpace { normal } => vec![Shape::HalfSpace { normal: *normal }],
        LaneShape::Polygon { walls, radius, .. } => walls.iter().map(|wall| capsule(wall, *radius)).collect(),
    }
}

/// Waypoints that each boid visits on its own.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Waypoints<const D: usize> {
    /// Where they are.
    pub points: Vec<[f32; D]>,
    /// Within this distance, squared, one is reached.
    pub within_squared: f32,
    /// The number of distinct counters: more than points if boids return the same way.
    pub counters: u32,
    /// Whether boids stay at the last.
    pub stops: bool,
}

impl<const D: usize> Waypoints<D> {
    pub(super) fn new(goal: &Goal<D>) -> Option<Self> {
        let Goal::Waypoints { points, within_squared, at_end } = goal else { return None };
        let count = points.len() as u32;
        let counters = if *at_end == AtEnd::Return { (2 * count).saturating_sub(2).max(1) } else { count };
        let stops = *at_end == AtEnd::Stop;
        Some(Waypoints { points: points.clone(), within_squared: *within_squared, counters, stops })
    }
}

/// A vector for each cell of a grid.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct FlowGrid<const D: usize> {
    /// The lowest corner.
    pub low: [f32; D],
    /// Cells per unit of length.
    pub cells_per_length: [f32; D],
    /// The number of cells along each axis.
    pub cells: [usize; D],
    /// Whether the grid repeats beyond its edges, where its outermost cells hold otherwise.
    pub repeats: bool,
    /// The vectors, cell by cell, x fastest.
    pub vectors: Vec<[f32; D]>,
}

impl<const D: usize> FlowGrid<D> {
    pub(super) fn new(flow: &FlowField<D>) -> Option<Self> {
        let FlowField::Grid { low, cells_per_length, cells, repeats, vectors } = flow else { return None };
        Some(FlowGrid {
            low: *low,
            cells_per_length: *cells_per_length,
            cells: *cells,
            repeats: *repeats,
            vectors: vectors.clone(),
        })
    }
}
