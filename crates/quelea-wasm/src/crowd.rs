//! A world that grows with its flock.

use quelea::Scenario;

/// Scales the world so that it is as crowded with this many boids of the first species as it is now. A flock
/// without boids has no density to keep.
pub fn scale(scenario: &mut Scenario, boids: usize) {
    let before = scenario.first.species.boids;
    if before == 0 || boids == 0 {
        return;
    }
    let factor = (boids as f64 / before as f64).powf(1.0 / scenario.general.dimension as f64);
    let scaled = |x: &mut f64| *x = rounded(*x * factor);
    let space = &mut scenario.general.space;
    space.size.iter_mut().for_each(scaled);
    space.radius = rounded(space.radius * factor);
    // A sphere grows round its centre; a box's corner moves with its size, so that its centre stays in place
    // where that is the zero point.
    if space.kind != quelea::scenario::settings::SpaceKind::Sphere {
        space.origin.iter_mut().flatten().for_each(scaled);
    }
    for kind in std::iter::once(&mut scenario.first).chain(&mut scenario.others) {
        let (start, goal) = (&mut kind.species.start, &mut kind.species.goal);
        start.radius = rounded(start.radius * factor);
        start.at.iter_mut().flatten().for_each(scaled);
        goal.position.iter_mut().chain(&mut goal.waypoints).chain(&mut goal.path).flatten().for_each(scaled);
    }
    for obstacle in &mut scenario.obstacles {
        let vectors = [&mut obstacle.centre, &mut obstacle.size, &mut obstacle.from, &mut obstacle.to];
        let lists = obstacle.points.iter_mut().chain(&mut obstacle.path);
        vectors.into_iter().chain(lists).flatten().for_each(scaled);
        obstacle.radius = rounded(obstacle.radius * factor);
        obstacle.thickness = rounded(obstacle.thickness * factor);
    }
}

/// To six digits, so that there and back again is where it was.
fn rounded(x: f64) -> f64 {
    format!("{x:.5e}").parse().unwrap_or(x)
}
