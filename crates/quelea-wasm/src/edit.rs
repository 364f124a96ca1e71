//! Edits: what a user did to a running flock, and when.

use crate::experiment::{is_live, set_values};
use crate::parameter_table;
use quelea::Scenario;
use serde_json::Value;

/// A change and when it was made.
#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    /// The number of steps done before.
    pub step: u64,
    /// The change.
    pub change: Change,
}

/// A change to a running flock that needs no restart.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// Sets parameters by path, with values as TOML, or empty to leave them out. They are set together, since
    /// they may only be valid together.
    Set(Vec<(String, String)>),
    /// Adds a boid with the next id, or with a given one, from which on the ids of the others rise by one.
    Join { species: String, position: Vec<f64>, velocity: Vec<f64>, id: Option<u32> },
    /// Removes boids by id; the ids above each fall by one.
    Leave(Vec<u32>),
    /// Moves an obstacle by an offset.
    Move { obstacle: usize, offset: Vec<f64> },
    /// Replaces the scenario, given as TOML: adds or removes species or obstacles. The numbers of boids must match.
    Replace(String),
}

impl Change {
    /// Whether a later change makes this one void: both set the same parameters.
    pub fn is_overwritten_by(&self, later: &Change) -> bool {
        match (self, later) {
            (Change::Set(own), Change::Set(later)) => {
                own.iter().map(|(path, _)| path).eq(later.iter().map(|(path, _)| path))
            }
            _ => false,
        }
    }

    /// The change from one scenario to another with as many boids; `None` if they are the same. It sets parameters if
    /// that is enough, since whole scenarios make long links.
    pub fn between(now: &Scenario, wanted: &Scenario) -> Option<Change> {
        if now == wanted {
            return None;
        }
        // Scheduled parameters cannot be set, and have other values at another step.
        let values = different_values(now, wanted);
        if now.schedule.is_empty() && !values.is_empty() && values.iter().all(|(path, _)| is_live(path)) {
            let mut changed = now.clone();
            if set_values(&mut changed, &values).is_ok() && changed == *wanted {
                return Some(Change::Set(values));
            }
        }
        Some(Change::Replace(wanted.to_toml()))
    }
}

/// The parameters that differ between two scenarios, with the values of the second; empty if left out there.
fn different_values(now: &Scenario, wanted: &Scenario) -> Vec<(String, String)> {
    let (now, wanted) = (parameter_table::values(now), parameter_table::values(wanted));
    let text = |values: &Value, path: &str| values[path].as_str().unwrap_or_default().to_owned();
    let keys = |values: &Value| values.as_object().into_iter().flatten().map(|(path, _)| path.clone()).collect();
    let (mut paths, further): (Vec<String>, Vec<String>) = (keys(&now), keys(&wanted));
    paths.extend(further.into_iter().filter(|path| now.get(path).is_none()));
    let different = paths.into_iter().filter(|path| now.get(path) != wanted.get(path));
    different.map(|path| (path.clone(), text(&wanted, &path))).collect()
}
