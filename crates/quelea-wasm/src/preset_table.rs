//! The presets and scenes as JSON.

use quelea::Scenario;
use quelea::model::presets;
use serde_json::{Value, json};
use wasm_bindgen::prelude::wasm_bindgen;

/// The group of the scenes.
const SCENES: &str = "scenes";

/// The presets and scenes as JSON: name, group, title, source, dimension and number of boids.
#[wasm_bindgen]
pub fn presets() -> String {
    let row = |scenario: Scenario| {
        json!({
            "name": scenario.general.name,
            "group": presets::group(&scenario.general.name).unwrap_or(SCENES),
            "title": scenario.general.title,
            "source": scenario.general.source,
            "dimension": scenario.general.dimension,
            "boids": scenario.boids(),
        })
    };
    let names = presets::names().chain(presets::SCENES.iter().map(|(name, _)| *name));
    let scenarios = names.filter_map(|name| Scenario::preset(name).ok());
    Value::from_iter(scenarios.map(row)).to_string()
}
