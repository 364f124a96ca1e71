//! Vertices of triangles.

use crate::colour::Colour;
use bytemuck::{Pod, Zeroable};
use glam::Vec3;

/// A vertex of a triangle.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub(crate) struct Vertex {
    pub position: [f32; 3],
    pub normal: [f32; 3],
    pub colour: Colour,
}

impl Vertex {
    /// A vertex of a surface that faces the viewer of a 2D picture.
    pub fn flat(position: Vec3, colour: Colour) -> Self {
        Vertex { position: position.into(), normal: [0.0, 0.0, 1.0], colour }
    }
}

/// Appends a fan of triangles from a centre to every segment of a polyline.
pub(super) fn push_fan(vertices: &mut Vec<Vertex>, centre: Vec3, points: &[Vec3], colour: Colour) {
    for pair in points.windows(2) {
        vertices.extend([centre, pair[0], pair[1]].map(|position| Vertex::flat(position, colour)));
    }
}
