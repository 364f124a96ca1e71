//! An inspected boid as JSON.

use quelea::Inspection;
use serde_json::{Value, json};

/// What a boid perceives and what its rules make it do.
pub fn to_json(inspection: &Inspection) -> Value {
    let neighbours = inspection.neighbours.iter().map(|neighbour| {
        json!({
            "id": neighbour.id,
            "offset": neighbour.offset,
            "distance": neighbour.distance,
            "seen": neighbour.in_view,
            "close": neighbour.too_close,
        })
    });
    let forces = inspection.forces.iter().map(|force| json!({ "rule": force.rule, "force": force.force }));
    json!({
        "id": inspection.id,
        "species": inspection.species,
        "name": inspection.species_name,
        "position": inspection.position,
        "velocity": inspection.velocity,
        "radius": inspection.radius,
        "view": inspection.field_of_view,
        "closeRadius": inspection.separation_radius,
        "neighbours": Value::from_iter(neighbours),
        "terms": Value::from_iter(forces),
        "sum": inspection.sum,
        "plainSum": inspection.sum_is_exact,
    })
}
