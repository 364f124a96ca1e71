//! The parameter table and the presets as JSON, for a page to make its controls from.

use quelea::Scenario;
use quelea::parameters::{Kind, Parameter, Section};
use quelea::scenario::presets::PRESETS;
use quelea::scenario::settings::{General, Species};
use serde_json::{Value, json};

/// Every parameter but those of obstacles: what concerns the whole experiment, then what each species has.
pub fn parameters() -> Value {
    let (mut general, mut species) = (Vec::new(), Vec::new());
    General::describe("", &mut general);
    Species::describe("", &mut species);
    let general = general.iter().map(|row| parameter(row, false));
    general.chain(species.iter().map(|row| parameter(row, true))).collect()
}

fn parameter(row: &Parameter, of_species: bool) -> Value {
    let mut object = json!({
        "path": row.path,
        "ofSpecies": of_species,
        "optional": row.optional,
        "default": row.default,
        "unit": row.unit,
        "sentence": row.sentence,
        "live": crate::experiment::Experiment::is_live(&row.path),
    });
    let (kind, more) = match row.kind {
        Kind::Number(low, high) => ("number", json!({ "low": low, "high": high })),
        Kind::Whole(low, high) => ("whole", json!({ "low": low, "high": high })),
        Kind::Flag => ("flag", json!({})),
        Kind::Choice(choices) => {
            let choices = choices.iter().map(|(word, meaning)| json!({ "word": word, "meaning": meaning.trim() }));
            ("choice", json!({ "choices": choices.collect::<Vec<_>>() }))
        }
        Kind::Numbers(low, high) => ("numbers", json!({ "low": low, "high": high })),
        Kind::Words => ("words", json!({})),
        Kind::Text => ("text", json!({})),
        // Too long for a control: they are edited as TOML.
        _ => ("other", json!({})),
    };
    object["kind"] = kind.into();
    if let (Some(object), Value::Object(more)) = (object.as_object_mut(), more) {
        object.extend(more);
    }
    object
}

/// Every preset: its name, what it shows and its dimension.
pub fn presets() -> Value {
    let known = PRESETS.iter().filter_map(|(name, _)| Scenario::preset(name).ok());
    known
        .map(|scenario| {
            let general = &scenario.general;
            json!({
                "name": general.name,
                "title": general.title,
                "source": general.source,
                "dimension": general.dimension,
                "boids": scenario.boids(),
            })
        })
        .collect()
}

/// The values of all parameters of a scenario as TOML, by path; those of further species behind
/// `species.NAME.`. What is left out is not there.
pub fn values(scenario: &Scenario) -> Value {
    let (mut general, mut species) = (Vec::new(), Vec::new());
    General::describe("", &mut general);
    Species::describe("", &mut species);
    let mut paths: Vec<String> = general.into_iter().chain(species.iter().cloned()).map(|row| row.path).collect();
    for kind in &scenario.others {
        paths.extend(species.iter().map(|row| format!("species.{}.{}", kind.name, row.path)));
    }
    let value = |path: String| scenario.get(&path).map(|value| (path, Value::from(value.to_string().trim())));
    Value::Object(paths.into_iter().filter_map(value).collect())
}
