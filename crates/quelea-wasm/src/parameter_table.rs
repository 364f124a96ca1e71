//! The parameter table and the values of a scenario as JSON. A page makes its controls from them.

use crate::experiment::is_live_parameter;
use quelea::Scenario;
use quelea::model::settings::{General, SpeciesSettings};
use quelea::model::{Parameter, ParameterType, Section};
use serde_json::{Value, json};
use wasm_bindgen::prelude::wasm_bindgen;

/// The parameter table as JSON, without obstacles: parameters of the whole experiment, then those of a species.
#[wasm_bindgen]
pub fn parameters() -> String {
    let (general, species) = (rows::<General>(), rows::<SpeciesSettings>());
    let general = general.iter().map(|row| to_json(row, false));
    Value::from_iter(general.chain(species.iter().map(|row| to_json(row, true)))).to_string()
}

/// The values of all parameters of a scenario as TOML, by path. Those of further species are under
/// `species.NAME.`; absent ones are left out.
pub fn values(scenario: &Scenario) -> Value {
    let value = |path: String| scenario.get(&path).map(|value| (path, Value::from(value.to_string())));
    Value::Object(paths(scenario).into_iter().filter_map(value).collect())
}

/// The paths of all parameters of a scenario but its obstacles. Those of further species are under `species.NAME.`.
pub fn paths(scenario: &Scenario) -> Vec<String> {
    let species = rows::<SpeciesSettings>();
    let mut paths: Vec<String> = rows::<General>().iter().chain(&species).map(|row| row.path.clone()).collect();
    for further in scenario.species.iter().skip(1) {
        paths.extend(species.iter().map(|row| format!("species.{}.{}", further.name, row.path)));
    }
    paths
}

/// The rows of a section of the parameter table.
pub fn rows<S: Section>() -> Vec<Parameter> {
    let mut rows = Vec::new();
    S::describe("", &mut rows);
    rows
}

fn to_json(row: &Parameter, of_species: bool) -> Value {
    let (kind, details) = match row.value_type {
        ParameterType::Number(low, high) => ("number", json!({ "low": low, "high": high })),
        ParameterType::Integer(low, high) => ("whole", json!({ "low": low, "high": high })),
        ParameterType::Numbers(low, high) => ("numbers", json!({ "low": low, "high": high })),
        ParameterType::Bool => ("flag", json!({})),
        ParameterType::Choice(choices) => ("choice", json!({ "choices": words(choices) })),
        ParameterType::Choices(_) => ("words", json!({})),
        ParameterType::Text => ("text", json!({})),
        // Too long for a control: they are edited as TOML.
        _ => ("other", json!({})),
    };
    let mut object = json!({
        "path": row.path,
        "ofSpecies": of_species,
        "optional": row.optional,
        "default": row.default,
        "unit": row.unit,
        "sentence": row.description,
        "live": is_live_parameter(row),
        "kind": kind,
    });
    if let (Value::Object(object), Value::Object(details)) = (&mut object, details) {
        object.extend(details);
    }
    object
}

/// Words with their meanings as JSON.
pub fn words(choices: &[(&str, &str)]) -> Value {
    choices.iter().map(|(word, meaning)| json!({ "word": word, "meaning": meaning.trim() })).collect()
}
