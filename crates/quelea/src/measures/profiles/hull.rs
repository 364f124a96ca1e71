//! The hull of a flock in a space that is not periodic: how far each boid is from the border, and the density inside.

use super::Prepared;
use crate::geometry::vector::dot;
use crate::geometry::with_dimension;
use crate::model::Scenario;
use crate::state::State;

/// The convex hull, as the half-spaces that touch it in many directions. It reaches beyond a flat face by up to 1/160 of
/// the width of the face in 2D, and by about 1/40 in 3D.
pub(super) struct Hull<const D: usize> {
    directions: Vec<[f64; D]>,
    /// How far the flock reaches in each direction.
    reach: Vec<f64>,
    /// The boids on the hull: the furthest in each direction, each once.
    pub corners: Vec<usize>,
}

impl<const D: usize> Hull<D> {
    pub fn new(positions: &[[f64; D]]) -> Self {
        let directions = directions::<D>();
        let furthest = |direction: &[f64; D]| {
            let along = positions.iter().map(|position| dot(*position, *direction)).enumerate();
            along.fold((0, f64::NEG_INFINITY), |best, next| if next.1 > best.1 { next } else { best })
        };
        let (mut corners, reach): (Vec<usize>, Vec<f64>) = directions.iter().map(furthest).unzip();
        corners.sort_unstable();
        corners.dedup();
        Hull { directions, reach, corners }
    }

    /// The distance of a point inside from the border.
    pub fn border(&self, point: &[f64; D]) -> f64 {
        let gaps = self.directions.iter().zip(&self.reach).map(|(direction, reach)| reach - dot(*point, *direction));
        gaps.fold(f64::INFINITY, f64::min)
    }

    /// The volume: the area in 2D. Seen from a point inside, it is the mean of rᴰ over all directions, times that of the
    /// unit ball, r being the distance of the border.
    pub fn volume(&self, inside: &[f64; D]) -> f64 {
        let gaps: Vec<f64> = self
            .directions
            .iter()
            .zip(&self.reach)
            .map(|(direction, reach)| reach - dot(*inside, *direction))
            .collect();
        let powers = self.directions.iter().map(|ray| {
            let cuts = self.directions.iter().zip(&gaps).map(|(direction, gap)| (dot(*ray, *direction), gap));
            let border = cuts.filter(|(cosine, _)| *cosine > 0.0).map(|(cosine, gap)| gap / cosine);
            libm::pow(border.fold(f64::INFINITY, f64::min), D as f64)
        });
        let unit_ball = if D == 2 { std::f64::consts::PI } else { 4.0 / 3.0 * std::f64::consts::PI };
        unit_ball * powers.sum::<f64>() / self.directions.len() as f64
    }
}

/// Directions that cover the circle or the sphere evenly.
fn directions<const D: usize>() -> Vec<[f64; D]> {
    let count = if D == 2 { 256 } else { 1500 };
    let golden = std::f64::consts::PI * (3.0 - libm::sqrt(5.0));
    let direction = |index: u32| {
        let share = (f64::from(index) + 0.5) / f64::from(count);
        let (height, angle) =
            if D == 2 { (0.0, std::f64::consts::TAU * share) } else { (1.0 - 2.0 * share, golden * f64::from(index)) };
        let radius = libm::sqrt(1.0 - height * height);
        let point = [radius * libm::cos(angle), radius * libm::sin(angle), height];
        std::array::from_fn(|axis| point[axis])
    };
    (0..count).map(direction).collect()
}

/// The largest distance between two boids: the size L of a flock. Only boids on its hull are compared, which may miss the
/// largest by a hundredth at most. `None` on a torus, where it says nothing about the flock, and for fewer than two boids.
pub fn largest_distance(scenario: &Scenario, state: &State) -> Option<f64> {
    if state.len() < 2 || super::smallest_period(scenario).is_finite() {
        return None;
    }
    with_dimension!(state.dimension, D => {
        let Prepared { offsets, positions, .. } = Prepared::<D>::new(scenario, state);
        let corners = Hull::new(&positions).corners;
        let pairs = corners.iter().flat_map(|a| corners.iter().map(move |b| (a, b)));
        let squares = pairs.map(|(a, b)| offsets.squared(&positions[*a], &positions[*b]));
        Some(libm::sqrt(squares.fold(0.0, f64::max)))
    })
}
