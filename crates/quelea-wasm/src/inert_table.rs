//! The parameters that have no effect, and why, as JSON. A page greys them out.

use crate::parameter_table::paths;
use quelea::Scenario;
use quelea::model::Cause;
use quelea::model::settings::{KernelKind, PerceptionKind, SpeciesSettings};
use serde_json::{Value, json};

/// The reason of every parameter without effect, by path.
pub fn inert(scenario: &Scenario) -> Value {
    let reason = |path: String| {
        let inert = scenario.inert(&path).map(|inert| inert.cause).or_else(|| range_cause(scenario, &path));
        inert.map(|cause| (path, to_json(&cause)))
    };
    Value::Object(paths(scenario).into_iter().filter_map(reason).collect())
}

/// A perception that does not end at a radius uses it only where rules without a radius of their own fall off towards
/// it. (It also bounds the forces of boids that touch, a millionth of it apart, which nobody can see.)
fn range_cause(scenario: &Scenario, path: &str) -> Option<Cause> {
    let prefix = path.strip_suffix("perception.radius")?;
    let name = prefix.strip_prefix("species.").and_then(|prefix| prefix.strip_suffix('.'));
    let species = match name {
        Some(name) => scenario.species.iter().find(|species| species.name == name),
        None => scenario.species.first(),
    };
    let settings = &species?.settings;
    let kind = settings.perception.kind;
    let needed = [PerceptionKind::Radius, PerceptionKind::NearestWithin];
    (!needed.contains(&kind) && !has_falloff_to_range(settings)).then(|| Cause::Is {
        path: format!("{prefix}perception.kind"),
        value: kind.to_string(),
        needed: needed.iter().map(PerceptionKind::to_string).collect(),
    })
}

fn has_falloff_to_range(settings: &SpeciesSettings) -> bool {
    let (separation, alignment, cohesion) = (&settings.separation, &settings.alignment, &settings.cohesion);
    let rules = [
        (separation.falloff, separation.radius),
        (alignment.falloff, alignment.radius),
        (cohesion.falloff, cohesion.radius),
    ];
    let ends_at_range = |falloff| matches!(falloff, KernelKind::Lattice | KernelKind::Bump);
    rules.iter().any(|(falloff, radius)| radius.is_none() && ends_at_range(*falloff))
}

fn to_json(cause: &Cause) -> Value {
    match cause {
        Cause::NotInOrder { rule, order } => json!({ "kind": "not-in-order", "rule": rule.word(), "path": order }),
        Cause::NoWeight { weight } => json!({ "kind": "no-weight", "path": weight }),
        Cause::Is { path, value, needed } => json!({ "kind": "is", "path": path, "value": value, "needed": needed }),
        Cause::Missing { paths } => json!({ "kind": "missing", "path": paths.first(), "paths": paths }),
        Cause::FullView { view } => json!({ "kind": "full-view", "path": view }),
        Cause::Replaced { by } => json!({ "kind": "replaced", "path": by }),
        Cause::NoObstacle => json!({ "kind": "no-obstacle" }),
        Cause::NoRelation { relations, needed } => {
            json!({ "kind": "no-relation", "path": relations, "needed": needed })
        }
        // Causes that a later version of the library may add.
        other => json!({ "kind": "other", "text": other.to_string() }),
    }
}
