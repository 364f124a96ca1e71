//! Straight lines.

use crate::colour::Colour;
use bytemuck::{Pod, Zeroable};
use glam::Vec3;

/// A straight line.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub(crate) struct Stroke {
    pub from: [f32; 3],
    /// In pixels.
    pub width: f32,
    pub to: [f32; 3],
    /// Colour at the start.
    pub first: Colour,
    /// Colour at the end.
    pub second: Colour,
}

impl Stroke {
    pub fn new(from: Vec3, to: Vec3, width: f32, colour: Colour) -> Self {
        Stroke { from: from.into(), width, to: to.into(), first: colour, second: colour }
    }
}

/// Appends a polyline.
pub(super) fn push_polyline(strokes: &mut Vec<Stroke>, points: &[Vec3], width: f32, colour: Colour) {
    strokes.extend(points.windows(2).map(|pair| Stroke::new(pair[0], pair[1], width, colour)));
}
