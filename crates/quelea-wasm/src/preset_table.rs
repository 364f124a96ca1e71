//! The presets as JSON.

use quelea::Scenario;
use quelea::model::presets;
use serde_json::{Value, json};
use wasm_bindgen::prelude::wasm_bindgen;

/// The presets as JSON: name, group, title, source, dimension and number of boids.
#[wasm_bindgen]
pub fn presets() -> String {
    let row = |scenario: Scenario| {
        json!({
            "name": scenario.general.name,
            "group": presets::group(&scenario.general.name),
            "title": scenario.general.title,
            "source": scenario.general.source,
            "dimension": scenario.general.dimension,
            "boids": scenario.boids(),
        })
    };
    let scenarios = presets::names().filter_map(|name| Scenario::preset(name).ok());
    Value::from_iter(scenarios.map(row)).to_string()
}
