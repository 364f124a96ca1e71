//! A space that grows with its flock.

use quelea::Scenario;

/// Scales the space and everything in it so that its density stays the same with this many boids of the first
/// species. Without boids there is no density to keep, and nothing changes.
pub fn keep_density(scenario: &mut Scenario, boids: usize) {
    let before = scenario.species.first().map_or(0, |first| first.settings.boids);
    if before > 0 && boids > 0 {
        scenario.scale_space((boids as f64 / before as f64).powf(1.0 / scenario.general.dimension as f64));
    }
}
