//! Herders: where they aim, and when they slow down.

use super::Reference;
use super::rules::target;
use crate::geometry::vector::{add, div, length, scale, sub, unit};
use crate::model::settings::Relation;

/// The point a herder aims at: behind the boid that has strayed furthest, or behind all of them as seen from the
/// goal. `None` if there is nobody to herd, or no goal.
pub fn herding_aim<const D: usize>(flock: &Reference<D>, id: usize) -> Option<[f64; D]> {
    let (boids, spacing) = (&flock.boids, flock.species(id).herd.spacing);
    let is_herded = |other: &usize| {
        *other != id && flock.relations.relation(boids.species[id], boids.species[*other]) == Relation::Herd
    };
    let herd: Vec<[f64; D]> = (0..boids.len()).filter(is_herded).map(|other| boids.positions[other]).collect();
    let goal = target(flock, id, boids.waypoints.get(id).copied().unwrap_or(0))?;
    let count = herd.len() as f64;
    let centre = div(herd.iter().copied().fold([0.0; D], add), count);
    let (mut furthest, mut most) = (*herd.first()?, -1.0);
    for position in &herd {
        let distance = length(sub(*position, centre));
        if distance > most {
            (furthest, most) = (*position, distance);
        }
    }
    Some(match most > spacing * libm::pow(count, 2.0 / 3.0) {
        true => add(furthest, scale(unit(sub(furthest, centre)), spacing)),
        false => add(centre, scale(unit(sub(centre, goal)), spacing * count.sqrt())),
    })
}
