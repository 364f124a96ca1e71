//! The extent of a space, and what follows from it for a picture.

use super::vec3;
use quelea::Scenario;
use quelea::geometry::{Boundary, Extent};

/// The extent of the space.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Bounds {
    /// It has no edges.
    None,
    /// A box; a rectangle in 2D.
    Box {
        /// Its lowest corner.
        low: [f32; 3],
        /// Its highest corner.
        high: [f32; 3],
    },
    /// A sphere; a circle in 2D.
    Sphere {
        /// Its centre.
        centre: [f32; 3],
        /// Its radius.
        radius: f32,
    },
}

/// What a picture needs to know about a space.
pub(super) struct Stage {
    /// What is drawn of it.
    pub bounds: Bounds,
    /// The longest move in a step that does not cross an edge to the opposite side.
    pub max_move: f32,
    /// The mean length of its sides; for an open space, two diameters of the perception radius.
    pub side: f64,
    /// Whether it is a torus.
    pub is_torus: bool,
}

impl Stage {
    pub fn new(scenario: &Scenario) -> Self {
        let Extent { boundary, low, size, .. } = scenario.extent();
        let shortest = size.iter().copied().fold(f64::INFINITY, f64::min);
        let along = |share: f64| low.iter().zip(&size).map(|(low, side)| low + share * side).collect::<Vec<_>>();
        let bounding_box = Bounds::Box { low: vec3(&low), high: vec3(&along(1.0)) };
        let mean_side = size.iter().product::<f64>().powf(1.0 / size.len() as f64);
        match boundary {
            Boundary::Torus | Boundary::Wrap { .. } => {
                let is_torus = boundary == Boundary::Torus;
                Self { bounds: bounding_box, max_move: 0.5 * shortest as f32, side: mean_side, is_torus }
            }
            Boundary::Walls { .. } | Boundary::Reflect => {
                Self { bounds: bounding_box, max_move: f32::INFINITY, side: mean_side, is_torus: false }
            }
            Boundary::Sphere { radius } => Self {
                bounds: Bounds::Sphere { centre: vec3(&along(0.5)), radius: radius as f32 },
                max_move: radius as f32,
                side: 1.6 * radius,
                is_torus: false,
            },
            Boundary::Open => {
                let radius = scenario.species.first().map_or(0.0, |first| first.settings.perception.radius);
                Self { bounds: Bounds::None, max_move: f32::INFINITY, side: 4.0 * radius, is_torus: false }
            }
        }
    }
}
