//! An experiment as part of a web address: what it started from, what was done to it and when, and how far
//! it ran. Opening it does the same again, and comes to the same bits.

use crate::experiment::{Change, Edit, Experiment, Refused};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use quelea::Scenario;
use serde_json::{Value, json};

/// Tells one form of links from later ones.
const FORM: &str = "1.";
/// No link unpacks to more than this, whatever it claims.
const LARGEST: usize = 8 << 20;

/// What a link says.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// What to start from.
    pub start: Scenario,
    /// What to do, and when.
    pub edits: Vec<Edit>,
    /// How far to run.
    pub step: u64,
}

/// Writes an experiment as a link.
pub fn write(experiment: &Experiment) -> String {
    let edits: Vec<Value> = experiment.edits().iter().map(write_edit).collect();
    let plan = json!([experiment.running().steps(), experiment.start().to_toml(), edits]);
    let packed = miniz_oxide::deflate::compress_to_vec(plan.to_string().as_bytes(), 9);
    format!("{FORM}{}", BASE64_URL_SAFE_NO_PAD.encode(packed))
}

/// Reads a link.
pub fn read(link: &str) -> Result<Plan, Refused> {
    let wrong = |what: &str| Refused::Unknown(format!("this link cannot be read: {what}"));
    let packed = link.strip_prefix(FORM).ok_or_else(|| wrong("it does not begin with `1.`"))?;
    let packed = BASE64_URL_SAFE_NO_PAD.decode(packed).map_err(|_| wrong("part of it is missing or was changed"))?;
    let text = miniz_oxide::inflate::decompress_to_vec_with_limit(&packed, LARGEST)
        .map_err(|_| wrong("part of it is missing or was changed"))?;
    let plan: Value = serde_json::from_slice(&text).map_err(|_| wrong("part of it is missing or was changed"))?;
    let step = plan[0].as_u64().ok_or_else(|| wrong("it does not say how far to run"))?;
    let start = Scenario::from_toml(plan[1].as_str().ok_or_else(|| wrong("there is no scenario in it"))?)?;
    let edits =
        plan[2].as_array().into_iter().flatten().map(|edit| read_edit(edit).ok_or_else(|| wrong("a change in it")));
    Ok(Plan { start, edits: edits.collect::<Result<_, _>>()?, step })
}

fn write_edit(edit: &Edit) -> Value {
    match &edit.change {
        Change::Set(values) => json!([edit.step, "set", values]),
        Change::Join { species, position, velocity } => json!([edit.step, "join", species, position, velocity]),
        Change::Replace(scenario) => json!([edit.step, "replace", scenario]),
    }
}

fn read_edit(edit: &Value) -> Option<Edit> {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let numbers = |value: &Value| value.as_array()?.iter().map(Value::as_f64).collect::<Option<Vec<f64>>>();
    let pair = |value: &Value| Some((text(&value[0])?, text(&value[1])?));
    let change = match edit[1].as_str()? {
        "set" => Change::Set(edit[2].as_array()?.iter().map(pair).collect::<Option<_>>()?),
        "join" => Change::Join { species: text(&edit[2])?, position: numbers(&edit[3])?, velocity: numbers(&edit[4])? },
        "replace" => Change::Replace(text(&edit[2])?),
        _ => return None,
    };
    Some(Edit { step: edit[0].as_u64()?, change })
}
