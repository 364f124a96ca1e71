//! A state with serde: vectors are lists with one number per axis.
//!
//! Numbers survive only as exactly as the format keeps them: serde_json needs its feature `float_roundtrip`.

use super::{State, Vectors};
use serde::{Deserialize, Serialize};

/// A state as it is serialised.
#[derive(Serialize, Deserialize)]
pub(super) struct Rows {
    dimension: usize,
    step: u64,
    species: Vec<u8>,
    positions: Vec<Vec<f64>>,
    velocities: Vec<Vec<f64>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    smoothed: Vec<Vec<f64>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    wander: Vec<Vec<f64>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    waypoints: Vec<u32>,
}

impl From<State> for Rows {
    fn from(state: State) -> Self {
        let rows = |vectors: &Vectors| vectors.iter().map(<[f64]>::to_vec).collect();
        Rows {
            dimension: state.dimension,
            step: state.step,
            positions: rows(&state.positions),
            velocities: rows(&state.velocities),
            smoothed: rows(&state.smoothed),
            wander: rows(&state.wander),
            species: state.species,
            waypoints: state.waypoints,
        }
    }
}

impl TryFrom<Rows> for State {
    type Error = String;

    fn try_from(rows: Rows) -> Result<Self, String> {
        let dimension = rows.dimension;
        if !(2..=3).contains(&dimension) {
            return Err(format!("`dimension` is {dimension}; allowed: 2 or 3"));
        }
        let vectors = |name: &str, rows: Vec<Vec<f64>>| match rows.iter().find(|row| row.len() != dimension) {
            Some(row) => Err(format!("`{name}` has a vector of {} numbers in a state of {dimension}D", row.len())),
            None => Ok(Vectors::from_numbers(dimension, rows.concat())),
        };
        Ok(State {
            dimension,
            step: rows.step,
            positions: vectors("positions", rows.positions)?,
            velocities: vectors("velocities", rows.velocities)?,
            smoothed: vectors("smoothed", rows.smoothed)?,
            wander: vectors("wander", rows.wander)?,
            species: rows.species,
            waypoints: rows.waypoints,
        })
    }
}
