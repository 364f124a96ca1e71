//! Typical magnitudes of a scenario: forces, distances and sizes that suit its units.

use quelea::Scenario;
use quelea::geometry::{Boundary, Extent};
use quelea::model::settings::{Combine, PerceptionKind, SpeciesSettings};

/// A force that turns a boid within about ten steps, whatever the units of the model.
pub fn noticeable_force(species: &SpeciesSettings) -> f64 {
    let motion = &species.motion;
    match (motion.combine, motion.max_force) {
        (Combine::Heading, _) => 0.3,
        (Combine::BudgetOfSum | Combine::BudgetOfLengths, Some(force)) => force,
        _ => 0.08 * motion.max_speed / (motion.step * motion.scale.max(1e-6)),
    }
}

/// How far a boid perceives, or a fraction of the space if that is unlimited.
pub fn perception_range(scenario: &Scenario, species: &SpeciesSettings) -> f64 {
    match species.perception.kind {
        PerceptionKind::Radius | PerceptionKind::NearestWithin => species.perception.radius,
        _ => space_size(scenario) / 12.0,
    }
}

/// The largest range of a rule. On a torus it is half the shortest side, or a boid would be met twice.
pub fn max_range(scenario: &Scenario) -> f64 {
    let Extent { boundary, size, .. } = scenario.extent();
    match boundary {
        Boundary::Torus => size.into_iter().fold(f64::INFINITY, f64::min) / 2.0,
        _ => f64::INFINITY,
    }
}

/// The longest side of the space; of an open one without a size, twice the diameter of the initial flock.
pub fn space_size(scenario: &Scenario) -> f64 {
    let Extent { boundary, size, .. } = scenario.extent();
    let longest = size.into_iter().fold(0.0, f64::max);
    match boundary {
        Boundary::Open if longest == 0.0 => {
            4.0 * scenario.species.first().map_or(0.0, |first| first.settings.start.radius)
        }
        _ => longest,
    }
}
