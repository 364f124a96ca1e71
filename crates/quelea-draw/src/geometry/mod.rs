//! Everything but the boids, as triangles and strokes in world coordinates.

mod environment;
mod marks;
mod obstacles;
mod seam;
mod shadows;
mod space;
mod stroke;
mod triangulate;
mod vertex;

pub(crate) use obstacles::ObstacleGeometry;
pub(crate) use stroke::Stroke;
pub(crate) use triangulate::triangulate;
pub(crate) use vertex::Vertex;

use crate::camera::Camera;
use crate::scene::Scene;
use glam::Vec3;

/// What lies below and over the flock. It depends on the camera or changes with every frame.
#[derive(Default)]
pub(crate) struct Geometry {
    /// The ground of a 2D space, the floor of a 3D one.
    pub ground: Vec<Vertex>,
    /// The lines on the floor.
    pub ground_lines: Vec<Stroke>,
    /// The edges of the space.
    pub edges: Vec<Stroke>,
    /// Filled marks.
    pub fills: Vec<Vertex>,
    /// Lines of marks.
    pub strokes: Vec<Stroke>,
}

impl Geometry {
    pub fn new(scene: &Scene, camera: &Camera, pixel: f32) -> Self {
        let mut geometry = Geometry::default();
        geometry.add_space(scene, camera, pixel);
        geometry.add_goals(scene, camera, pixel);
        geometry.add_pointer(scene, camera, pixel);
        geometry.add_marks(scene, camera, pixel);
        geometry
    }
}

/// Points of an arc around a centre, from one angle to another in radians. The two vectors span its plane; the
/// first is at angle 0.
fn arc(centre: Vec3, along: Vec3, across: Vec3, from: f32, to: f32, segments: usize) -> Vec<Vec3> {
    let point = |index: usize| {
        let (sin, cos) = (from + (to - from) * index as f32 / segments as f32).sin_cos();
        centre + along * cos + across * sin
    };
    (0..=segments).map(point).collect()
}

fn circle(centre: Vec3, along: Vec3, across: Vec3) -> Vec<Vec3> {
    arc(centre, along, across, 0.0, std::f32::consts::TAU, 72)
}
