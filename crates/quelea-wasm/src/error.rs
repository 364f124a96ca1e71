//! Why something was refused.

use quelea::model::ScenarioIssue;
use quelea::{OpenError, ScenarioError, StartError};
use serde_json::{Value, json};
use std::fmt;
use std::ops::Deref;
use wasm_bindgen::JsValue;

/// Why an experiment could not be opened or edited. A running flock stays as it was.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ExperimentError {
    /// The scenario would not be valid.
    #[error(transparent)]
    Scenario(#[from] ScenarioError),
    /// The flock could not start or continue.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The snapshot cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// There is no species of this name.
    #[error("there is no species `{name}`; allowed: {allowed}")]
    UnknownSpecies { name: String, allowed: String },
    /// There is no obstacle with this index.
    #[error("there is no obstacle {0}")]
    UnknownObstacle(usize),
    /// The offset of an obstacle is not a vector of the space.
    #[error("an obstacle moves by {numbers} finite numbers")]
    Offset { numbers: usize },
    /// A shape does not have enough corners.
    #[error("a polygon has at least three corners, each with two numbers")]
    Corners,
    /// Nothing has been switched off under this name.
    #[error("`{0}` cannot be switched on or off; allowed: goal, predators, obstacles")]
    UnknownSwitch(String),
    /// The flock would be too large.
    #[error("{boids} boids are too many for a page: at most {most}. `quelea run` is only limited by memory")]
    TooManyBoids { boids: f64, most: usize },
    /// A number of boids has to be a whole number from 0 on.
    #[error("{boids} is not a number of boids; allowed: a whole number from 0 to {most}")]
    NotACount { boids: f64, most: usize },
    /// A word that is not one of those allowed.
    #[error("`{word}` is not {what}; allowed: {allowed}")]
    UnknownWord { word: String, what: &'static str, allowed: String },
    /// The link is damaged.
    #[error("this link cannot be read: {0}")]
    Link(&'static str),
}

impl ExperimentError {
    /// There is no species of this name in a scenario.
    pub fn unknown_species(name: &str, scenario: &quelea::Scenario) -> Self {
        let names: Vec<&str> = scenario.species.iter().map(|species| species.name.as_str()).collect();
        ExperimentError::UnknownSpecies { name: name.to_owned(), allowed: names.join(", ") }
    }
}

impl ExperimentError {
    /// What is wrong as JSON, for a page that says it in another language: the kind of error and its details.
    fn details(&self) -> Value {
        match self {
            ExperimentError::Scenario(error) | ExperimentError::Start(StartError::Scenario(error)) => issues(error),
            ExperimentError::UnknownSpecies { name, allowed } => {
                json!({ "kind": "unknown-species", "name": name, "allowed": allowed })
            }
            ExperimentError::TooManyBoids { boids, most } => {
                json!({ "kind": "too-many-boids", "boids": boids, "most": most })
            }
            ExperimentError::NotACount { boids, most } => {
                json!({ "kind": "not-a-count", "boids": boids, "most": most })
            }
            ExperimentError::UnknownWord { word, allowed, .. } => {
                json!({ "kind": "unknown-word", "word": word, "allowed": allowed })
            }
            ExperimentError::Link(problem) => json!({ "kind": "link", "problem": problem }),
            other => json!({ "kind": "other", "problem": other.to_string() }),
        }
    }
}

/// The issues of a scenario as JSON, each once: several species may have the same.
fn issues(error: &ScenarioError) -> Value {
    let to_json = |issue: &ScenarioIssue| {
        json!({
            "line": issue.line,
            "key": issue.key,
            "problem": issue.problem,
            "allowed": issue.allowed,
            "suggestion": issue.suggestion,
        })
    };
    let mut rows: Vec<Value> = Vec::new();
    for row in error.issues.iter().map(to_json) {
        if !rows.contains(&row) {
            rows.push(row);
        }
    }
    json!({ "kind": "scenario", "issues": rows })
}

/// An error as a page receives it: an `Error` whose message is the English text, and whose `details` say the same as
/// JSON.
#[derive(Clone, Debug, PartialEq)]
pub struct PageError {
    text: String,
    details: Value,
}

impl PageError {
    /// What is wrong as JSON.
    pub fn details(&self) -> &Value {
        &self.details
    }
}

impl From<ExperimentError> for PageError {
    fn from(error: ExperimentError) -> Self {
        PageError { text: error.to_string(), details: error.details() }
    }
}

impl Deref for PageError {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for PageError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl From<PageError> for JsValue {
    #[cfg(target_arch = "wasm32")]
    fn from(error: PageError) -> JsValue {
        let value: JsValue = js_sys::Error::new(&error.text).into();
        // Setting a property of a new object cannot fail.
        let _ = js_sys::Reflect::set(&value, &"details".into(), &error.details.to_string().into());
        value
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn from(error: PageError) -> JsValue {
        JsValue::from_str(&error.text)
    }
}
