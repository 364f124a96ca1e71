//! A space that grows with its flock, and large flocks that do not start at one point.

use quelea::Scenario;
use quelea::geometry::Boundary;
use quelea::model::settings::StartPosition;

/// From this many boids on, a flock that starts at one point would be a dot for a long time: most of its boids have no
/// room to leave.
const SPREAD_FROM: usize = 2_000;

/// Scales the space and everything in it so that its density stays the same with this many boids of the first
/// species. Without boids there is no density to keep, and nothing changes.
pub fn keep_density(scenario: &mut Scenario, boids: usize) {
    let before = scenario.species.first().map_or(0, |first| first.settings.boids);
    if before > 0 && boids > 0 {
        scenario.scale_space((boids as f64 / before as f64).powf(1.0 / scenario.general.dimension as f64));
    }
}

/// Lets a large flock start spread out instead of at one point. Returns whether it does so now. An open space has no
/// extent to fill.
pub fn spread(scenario: &mut Scenario) -> bool {
    let has_extent = scenario.extent().boundary != Boundary::Open;
    let Some(first) = scenario.species.first_mut() else { return false };
    let start = &mut first.settings.start;
    let at_one_point = matches!(start.position, StartPosition::Centre | StartPosition::Point);
    let spread = at_one_point && has_extent && first.settings.boids >= SPREAD_FROM;
    if spread {
        start.position = StartPosition::Uniform;
    }
    spread
}

/// Lets a flock that has become small again start where its scenario says.
pub fn gather(scenario: &mut Scenario, opened: &Scenario) -> bool {
    let (Some(first), Some(opened)) = (scenario.species.first_mut(), opened.species.first()) else { return false };
    let small = first.settings.boids < SPREAD_FROM;
    if small {
        first.settings.start.position = opened.settings.start.position;
    }
    small
}
