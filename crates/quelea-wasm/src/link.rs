//! An experiment as part of a web address: the scenario it started from, its edits, and the number of steps.
//! Opening the link repeats them and reaches the same state, bit for bit.
//!
//! A link is `1.` and, in URL-safe base64, the deflated JSON `[step, scenario as TOML, edits, preset]`; older links lack
//! the name of the preset. An edit is `[step, "set", [[path, value], …]]`, `[step, "join", species, position,
//! velocity]`, the same with the id of a boid that is put back, `[step, "leave", [id, …]]`, `[step, "move", obstacle,
//! offset]` or `[step, "replace", scenario as TOML]`.

use crate::edit::{Change, Edit};
use crate::error::ExperimentError;
use crate::experiment::Experiment;
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use quelea::Scenario;
use serde_json::{Value, json};

/// The version of the format.
const VERSION: &str = "1.";
/// A bound against links that inflate to fill the memory.
const MAX_INFLATED_BYTES: usize = 8 << 20;

/// The contents of a link.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The scenario to start from.
    pub start: Scenario,
    /// What to change, and when.
    pub edits: Vec<Edit>,
    /// The number of steps to do.
    pub step: u64,
    /// The preset it was made from, if it says so.
    pub preset: Option<String>,
}

/// Writes an experiment as a link, with the name of its preset, or an empty one.
pub fn write(experiment: &Experiment, preset: &str) -> String {
    let edits: Vec<Value> = experiment.edits().iter().map(write_edit).collect();
    let plan = json!([experiment.simulation().steps(), experiment.start().to_toml(), edits, preset]);
    let deflated = miniz_oxide::deflate::compress_to_vec(plan.to_string().as_bytes(), 9);
    format!("{VERSION}{}", BASE64_URL_SAFE_NO_PAD.encode(deflated))
}

/// Reads a link.
pub fn read(link: &str) -> Result<Plan, ExperimentError> {
    let error = ExperimentError::Link;
    let damaged = || error("part of it is missing or was changed");
    let encoded = link.strip_prefix(VERSION).ok_or_else(|| error("it does not start with `1.`"))?;
    let deflated = BASE64_URL_SAFE_NO_PAD.decode(encoded).map_err(|_| damaged())?;
    let text = miniz_oxide::inflate::decompress_to_vec_with_limit(&deflated, MAX_INFLATED_BYTES);
    let plan: Value = serde_json::from_slice(&text.map_err(|_| damaged())?).map_err(|_| damaged())?;
    let step = plan[0].as_u64().ok_or_else(|| error("the number of steps is missing"))?;
    let start = Scenario::from_toml(plan[1].as_str().ok_or_else(|| error("the scenario is missing"))?)?;
    let edits = plan[2].as_array().into_iter().flatten();
    let edits = edits.map(|edit| read_edit(edit).ok_or_else(|| error("one of its changes is not known")));
    Ok(Plan { start, edits: edits.collect::<Result<_, _>>()?, step, preset: plan[3].as_str().map(str::to_owned) })
}

fn write_edit(edit: &Edit) -> Value {
    match &edit.change {
        Change::Set(values) => json!([edit.step, "set", values]),
        Change::Join { species, position, velocity, id: None } => {
            json!([edit.step, "join", species, position, velocity])
        }
        Change::Join { species, position, velocity, id } => json!([edit.step, "join", species, position, velocity, id]),
        Change::Leave(ids) => json!([edit.step, "leave", ids]),
        Change::Move { obstacle, offset } => json!([edit.step, "move", obstacle, offset]),
        Change::Replace(scenario) => json!([edit.step, "replace", scenario]),
    }
}

fn read_edit(edit: &Value) -> Option<Edit> {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let numbers = |value: &Value| value.as_array()?.iter().map(Value::as_f64).collect::<Option<Vec<f64>>>();
    let id = |value: &Value| u32::try_from(value.as_u64()?).ok();
    let pair = |value: &Value| Some((text(&value[0])?, text(&value[1])?));
    let change = match edit[1].as_str()? {
        "set" => Change::Set(edit[2].as_array()?.iter().map(pair).collect::<Option<_>>()?),
        "join" => Change::Join {
            species: text(&edit[2])?,
            position: numbers(&edit[3])?,
            velocity: numbers(&edit[4])?,
            id: match &edit[5] {
                Value::Null => None,
                given => Some(id(given)?),
            },
        },
        "leave" => Change::Leave(edit[2].as_array()?.iter().map(id).collect::<Option<_>>()?),
        "move" => Change::Move { obstacle: usize::try_from(edit[2].as_u64()?).ok()?, offset: numbers(&edit[3])? },
        "replace" => Change::Replace(text(&edit[2])?),
        _ => return None,
    };
    Some(Edit { step: edit[0].as_u64()?, change })
}
