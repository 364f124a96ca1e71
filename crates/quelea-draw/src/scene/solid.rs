//! An obstacle to be drawn.

use super::vec3;
use quelea::model::settings::{Obstacle, ShapeKind};

/// An obstacle.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Solid {
    /// A sphere; a circle in 2D.
    Sphere {
        /// Its centre.
        centre: [f32; 3],
        /// Its radius.
        radius: f32,
    },
    /// An axis-aligned box.
    Box {
        /// Its lowest corner.
        low: [f32; 3],
        /// Its highest corner.
        high: [f32; 3],
    },
    /// All points within a radius of a line segment.
    Capsule {
        /// One end of the segment.
        from: [f32; 3],
        /// The other end.
        to: [f32; 3],
        /// The radius.
        radius: f32,
    },
    /// All points behind a plane.
    HalfSpace {
        /// A point of the plane.
        point: [f32; 3],
        /// The outward normal, of any length.
        normal: [f32; 3],
    },
    /// A chain of straight walls. Only in 2D.
    Polygon {
        /// Its corners in order.
        corners: Vec<[f32; 2]>,
        /// Whether a wall joins the last corner to the first.
        closed: bool,
        /// Whether the interior of a closed chain is solid too.
        filled: bool,
        /// Thickness of the walls.
        thickness: f32,
    },
}

impl From<&Obstacle> for Solid {
    fn from(obstacle: &Obstacle) -> Self {
        let (centre, radius) = (vec3(&obstacle.centre), obstacle.radius as f32);
        match obstacle.shape {
            ShapeKind::Sphere => Solid::Sphere { centre, radius },
            ShapeKind::Box => {
                let half = vec3(&obstacle.size).map(|x| x / 2.0);
                Solid::Box {
                    low: std::array::from_fn(|axis| centre[axis] - half[axis]),
                    high: std::array::from_fn(|axis| centre[axis] + half[axis]),
                }
            }
            ShapeKind::Capsule => Solid::Capsule { from: vec3(&obstacle.from), to: vec3(&obstacle.to), radius },
            ShapeKind::HalfSpace => Solid::HalfSpace { point: centre, normal: vec3(&obstacle.normal) },
            ShapeKind::Polygon => Solid::Polygon {
                corners: obstacle.points.iter().map(|corner| [vec3(corner)[0], vec3(corner)[1]]).collect(),
                closed: obstacle.closed,
                filled: obstacle.closed && obstacle.solid,
                thickness: obstacle.thickness as f32,
            },
        }
    }
}
