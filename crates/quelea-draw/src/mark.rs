//! Marks over the flock: circles, fields of view, arrows, lines, rings.

use crate::colour::Colour;

/// A mark over the flock. Lengths are in units of the world, widths in pixels. Nothing hides a mark.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Mark {
    /// A circle; in 3D a sphere, shown by its outline and its equator.
    Circle {
        /// Its centre.
        centre: [f32; 3],
        /// Its radius.
        radius: f32,
        /// Colour of the line.
        colour: Colour,
        /// Colour of the interior, if it is filled. Only in 2D.
        fill: Option<Colour>,
    },
    /// A field of view: a sector of a circle, in 3D a cone of a sphere.
    Sector {
        /// Position of the eye.
        centre: [f32; 3],
        /// Direction of the view, of any length.
        direction: [f32; 3],
        /// How far the view reaches.
        radius: f32,
        /// The full angle, in degrees.
        angle: f32,
        /// Colour of the line.
        colour: Colour,
        /// Colour of the interior, if it is filled. Only in 2D.
        fill: Option<Colour>,
    },
    /// An arrow.
    Arrow {
        /// Its start.
        from: [f32; 3],
        /// The vector from its start to its tip.
        vector: [f32; 3],
        /// Its colour.
        colour: Colour,
        /// Width of the shaft in pixels.
        width: f32,
        /// What it stands for, such as the name of a rule. It is not drawn.
        label: Option<String>,
    },
    /// A straight line.
    Line {
        /// One end.
        from: [f32; 3],
        /// The other end.
        to: [f32; 3],
        /// Its colour.
        colour: Colour,
        /// Its width in pixels.
        width: f32,
    },
    /// A point.
    Point {
        /// Its position.
        at: [f32; 3],
        /// Its colour.
        colour: Colour,
        /// Its radius in pixels.
        radius: f32,
    },
    /// A ring around a boid. Not drawn if there is no such boid.
    Ring {
        /// The id of the boid.
        boid: usize,
        /// Its colour.
        colour: Colour,
    },
}
