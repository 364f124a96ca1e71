//! A boid to be drawn.

use crate::colour::Colour;
use bytemuck::{Pod, Zeroable};

/// A boid, in the layout of a vertex buffer.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct Boid {
    /// Its position.
    pub position: [f32; 3],
    /// Its length.
    pub size: f32,
    /// Its velocity, which it points along. At rest it points along x.
    pub velocity: [f32; 3],
    /// Its colour.
    pub colour: Colour,
}
