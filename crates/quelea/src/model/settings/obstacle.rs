//! Parameters of an obstacle.

use super::choices::{Ends, ShapeKind};
use crate::model::section::section;

section! {
    /// A solid obstacle.
    Obstacle {
        /// Its shape.
        shape: ShapeKind = ShapeKind::Sphere, "", 0.0, 0.0, Live;
        /// Sphere, box: its centre. Half-space: a point on its surface.
        centre: Vec<f64> = vec![], "length", -1e6, 1e6, Live;
        /// Sphere: its radius. Capsule: half its thickness.
        radius: f64 = 1.0, "length", 1e-6, 1e6, Live;
        /// Box: its length along each axis.
        size: Vec<f64> = vec![], "length", 1e-6, 1e6, Live;
        /// Capsule: one end of its centre line.
        from: Vec<f64> = vec![], "length", -1e6, 1e6, Live;
        /// Capsule: the other end of its centre line.
        to: Vec<f64> = vec![], "length", -1e6, 1e6, Live;
        /// Half-space: the direction out of it.
        normal: Vec<f64> = vec![], "", -1e6, 1e6, Live;
        /// Polygon: its corners, in order.
        points: Vec<Vec<f64>> = vec![], "length", -1e6, 1e6, Live;
        /// Polygon: whether the last corner is joined to the first.
        closed: bool = true, "", 0.0, 0.0, Live;
        /// Polygon: whether the inside of a closed chain is solid too.
        solid: bool = true, "", 0.0, 0.0, Live;
        /// Polygon: thickness of its walls; an open or hollow chain needs some.
        thickness: f64 = 0.0, "length", 0.0, 1e6, Live;
        /// Its velocity; it stands still if left out.
        velocity: Option<Vec<f64>> = None, "length/time", -1e6, 1e6, Live;
        /// It moves like a point that follows these, starting at the first.
        path: Vec<Vec<f64>> = vec![], "length", -1e6, 1e6, Live;
        /// Its speed along the path.
        speed: f64 = 1.0, "length/time", 0.0, 1e6, Live;
        /// What it does at the end of its path.
        ends: Ends = Ends::Loop, "", 0.0, 0.0, Live;
    }
}

impl Obstacle {
    /// A ball; a disc in 2D.
    pub fn sphere(centre: impl Into<Vec<f64>>, radius: f64) -> Self {
        Obstacle { centre: centre.into(), radius, ..Obstacle::default() }
    }

    /// A box along the axes; a rectangle in 2D.
    pub fn cuboid(centre: impl Into<Vec<f64>>, size: impl Into<Vec<f64>>) -> Self {
        Obstacle { shape: ShapeKind::Box, centre: centre.into(), size: size.into(), ..Obstacle::default() }
    }

    /// A straight wall with round ends, twice the radius thick.
    pub fn capsule(from: impl Into<Vec<f64>>, to: impl Into<Vec<f64>>, radius: f64) -> Self {
        Obstacle { shape: ShapeKind::Capsule, from: from.into(), to: to.into(), radius, ..Obstacle::default() }
    }
}
