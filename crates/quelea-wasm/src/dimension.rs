//! A scenario in another dimension.

use quelea::Scenario;
use quelea::model::settings::{Obstacle, PerceptionKind, SpaceKind};

/// Turns a scenario in the plane into one in space, or the other way round. A boid that perceives up to a radius R has
/// as many neighbours as before: a space whose sides are W, H and H has the volume W·H·4R/3 of a plane W × H. What lies
/// at a point stays there as seen from the front, in the middle of the depth. What exists in one dimension only, such
/// as polygons, stays, and validation refuses it.
pub fn change_dimension(scenario: &mut Scenario, dimension: usize) {
    if dimension == scenario.general.dimension {
        return;
    }
    let range = range(scenario);
    let space = &scenario.general.space;
    let to_space = dimension > 2;
    // The side along which the depth is measured: the shorter one, so that a torus stays wide enough.
    let short = space.size.iter().copied().fold(f64::INFINITY, f64::min);
    let factor = match (range, space.kind, to_space) {
        (None, ..) => 1.0,
        (Some(range), SpaceKind::Sphere, true) => (range / space.radius).cbrt(),
        (Some(range), SpaceKind::Sphere, false) => (space.radius / range).sqrt(),
        (Some(range), _, true) if short.is_finite() => (4.0 * range / (3.0 * short)).cbrt(),
        (Some(range), _, false) if space.size.len() > 2 => (3.0 * space.size[2] / (4.0 * range)).sqrt(),
        _ => 1.0,
    };
    // No radius may exceed half a torus.
    let widest = range.filter(|_| space.kind == SpaceKind::Torus).map_or(0.0, |range| 2.0 * range / short);
    scenario.scale_space(factor.max(widest));

    let space = &mut scenario.general.space;
    let depth = space.size.iter().copied().fold(f64::INFINITY, f64::min);
    let low = space.origin.as_ref().and_then(|origin| origin.last().copied()).unwrap_or(0.0);
    let middle = match space.kind {
        SpaceKind::Sphere => low,
        _ if depth.is_finite() => low + depth / 2.0,
        _ => 0.0,
    };
    resize(&mut space.size, dimension, depth);
    space.origin.iter_mut().for_each(|origin| resize(origin, dimension, low));
    scenario.general.pointer.position.iter_mut().for_each(|point| resize(point, dimension, middle));
    scenario.general.end.at.iter_mut().for_each(|point| resize(point, dimension, middle));
    for species in &mut scenario.species {
        let settings = &mut species.settings;
        let (start, goal, flow) = (&mut settings.start, &mut settings.goal, &mut settings.flow);
        let points = start.at.iter_mut().chain(&mut goal.position).chain(&mut flow.centre);
        let points = points.chain(&mut goal.waypoints).chain(&mut goal.path);
        points.for_each(|point| resize(point, dimension, middle));
        let vectors = start.direction.iter_mut().chain(&mut flow.direction);
        vectors.for_each(|vector| resize(vector, dimension, 0.0));
    }
    for obstacle in &mut scenario.obstacles {
        change_obstacle(obstacle, dimension, middle, depth);
    }
    scenario.general.dimension = dimension;
}

/// How far boids of the first species perceive, if that is limited.
fn range(scenario: &Scenario) -> Option<f64> {
    let perception = &scenario.species.first()?.settings.perception;
    matches!(perception.kind, PerceptionKind::Radius | PerceptionKind::NearestWithin).then_some(perception.radius)
}

/// Gives an obstacle the depth of the space: boxes reach through all of it.
fn change_obstacle(obstacle: &mut Obstacle, dimension: usize, middle: f64, depth: f64) {
    let points = [&mut obstacle.centre, &mut obstacle.from, &mut obstacle.to].into_iter().chain(&mut obstacle.path);
    points.for_each(|point| resize(point, dimension, middle));
    resize(&mut obstacle.size, dimension, depth);
    resize(&mut obstacle.normal, dimension, 0.0);
    obstacle.velocity.iter_mut().for_each(|velocity| resize(velocity, dimension, 0.0));
}

/// Adds or drops the last component. An empty list stays empty.
fn resize(vector: &mut Vec<f64>, dimension: usize, last: f64) {
    if !vector.is_empty() {
        vector.resize(dimension, last);
    }
}
