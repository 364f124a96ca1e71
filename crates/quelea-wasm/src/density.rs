//! A space that grows with its flock.

use quelea::Scenario;
use quelea::model::settings::SpaceKind;

/// Scales the space and everything in it so that its density stays the same with this many boids of the first
/// species. Without boids there is no density to keep, and nothing changes.
pub fn keep_density(scenario: &mut Scenario, boids: usize) {
    let before = scenario.species.first().map_or(0, |first| first.settings.boids);
    if before == 0 || boids == 0 {
        return;
    }
    let factor = (boids as f64 / before as f64).powf(1.0 / scenario.general.dimension as f64);
    let scale = |x: &mut f64| *x = round(*x * factor);
    let space = &mut scenario.general.space;
    space.size.iter_mut().for_each(scale);
    scale(&mut space.radius);
    // The origin of a sphere is its centre, around which it grows. The origin of a box is its lowest corner, which
    // moves, so that a box centred on zero stays there.
    if space.kind != SpaceKind::Sphere {
        space.origin.iter_mut().flatten().for_each(scale);
    }
    for species in &mut scenario.species {
        let (start, goal) = (&mut species.settings.start, &mut species.settings.goal);
        scale(&mut start.radius);
        start.at.iter_mut().flatten().for_each(scale);
        goal.position.iter_mut().chain(&mut goal.waypoints).chain(&mut goal.path).flatten().for_each(scale);
    }
    for obstacle in &mut scenario.obstacles {
        let vectors = [&mut obstacle.centre, &mut obstacle.size, &mut obstacle.from, &mut obstacle.to];
        let points = obstacle.points.iter_mut().chain(&mut obstacle.path);
        vectors.into_iter().chain(points).flatten().for_each(scale);
        scale(&mut obstacle.radius);
        scale(&mut obstacle.thickness);
    }
}

/// Rounds to six digits, so that scaling up and down again restores the number.
fn round(x: f64) -> f64 {
    format!("{x:.5e}").parse().unwrap_or(x)
}
