//! Everything but the boids, as triangles and strokes in the world's coordinates.

mod marks;
mod solids;
mod world;

use crate::camera::Camera;
use crate::colour::Colour;
use crate::scene::Scene;
use bytemuck::{Pod, Zeroable};
use glam::Vec3;

/// A corner of a triangle.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub(crate) struct Corner {
    pub at: [f32; 3],
    pub normal: [f32; 3],
    pub colour: Colour,
}

/// A straight line.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub(crate) struct Stroke {
    pub from: [f32; 3],
    /// In pixels.
    pub width: f32,
    pub to: [f32; 3],
    pub first: Colour,
    pub second: Colour,
}

/// What lies under and over the flock.
#[derive(Default)]
pub(crate) struct Geometry {
    /// The ground of a flat world.
    pub ground: Vec<Corner>,
    /// The world's edges.
    pub edges: Vec<Stroke>,
    /// Filled marks.
    pub fills: Vec<Corner>,
    /// Marks made of lines.
    pub strokes: Vec<Stroke>,
}

impl Geometry {
    /// All that changes with the camera or from frame to frame; obstacles do not.
    pub fn of(scene: &Scene, camera: &Camera, pixel: f32) -> Self {
        let mut geometry = Geometry::default();
        geometry.world(scene, camera, pixel);
        geometry.goals(scene, camera, pixel);
        geometry.marks(scene, camera, pixel);
        geometry
    }
}

/// The surfaces of the obstacles, and in 2D their outlines.
pub(crate) fn obstacles(scene: &Scene) -> (Vec<Corner>, Vec<Stroke>) {
    let mut build = solids::Solids::new(scene);
    scene.obstacles.iter().for_each(|solid| build.add(solid));
    (build.corners, build.outlines)
}

fn stroke(from: Vec3, to: Vec3, width: f32, colour: Colour) -> Stroke {
    Stroke { from: from.into(), width, to: to.into(), first: colour, second: colour }
}

/// Points of an arc round a centre, in the plane of two directions; angles in radians from the first.
fn arc(centre: Vec3, along: Vec3, across: Vec3, from: f32, to: f32, pieces: usize) -> Vec<Vec3> {
    let point = |piece: usize| {
        let (sin, cos) = (from + (to - from) * piece as f32 / pieces as f32).sin_cos();
        centre + along * cos + across * sin
    };
    (0..=pieces).map(point).collect()
}

fn circle(centre: Vec3, along: Vec3, across: Vec3) -> Vec<Vec3> {
    arc(centre, along, across, 0.0, std::f32::consts::TAU, 72)
}

fn polyline(strokes: &mut Vec<Stroke>, points: &[Vec3], width: f32, colour: Colour) {
    strokes.extend(points.windows(2).map(|pair| stroke(pair[0], pair[1], width, colour)));
}

fn flat(at: Vec3, colour: Colour) -> Corner {
    Corner { at: at.into(), normal: [0.0, 0.0, 1.0], colour }
}

/// Triangles from a centre to every piece of a line.
fn fan(corners: &mut Vec<Corner>, centre: Vec3, points: &[Vec3], colour: Colour) {
    for pair in points.windows(2) {
        corners.extend([centre, pair[0], pair[1]].map(|at| flat(at, colour)));
    }
}
