//! Checkpoints as folders: what several ranks save together.
//!
//! Each rank writes its part into a folder of that step; when all parts are on disk, `current.json` is replaced, which
//! names the step, and the parts of earlier steps are removed. So there is a whole checkpoint at every moment.

#[cfg(feature = "mpi")]
use crate::atomic_file::replace;
use crate::error::user_error;
use crate::input::{quoted, read_bytes, read_text};
use anyhow::Context;
use quelea::{Scenario, Snapshot, State, Vectors};
use serde_json::Value;
#[cfg(feature = "mpi")]
use serde_json::json;
#[cfg(feature = "mpi")]
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// What `current.json` says.
pub struct Manifest {
    pub scenario: Scenario,
    pub step: u64,
    pub parts: usize,
    /// What a run needs to go on, as in a checkpoint of one file.
    pub notes: Value,
}

impl Manifest {
    pub fn read(folder: &Path) -> anyhow::Result<Self> {
        let path = folder.join("current.json");
        let unusable = |problem: &str| user_error(format!("{} is not a checkpoint: {problem}", quoted(folder)));
        if !path.is_file() {
            return Err(unusable("there is no `current.json` in it"));
        }
        let text = read_text(&path)?;
        let json: Value = serde_json::from_str(&text).map_err(|error| unusable(&error.to_string()))?;
        let number = |key: &str| json[key].as_u64().ok_or_else(|| unusable(&format!("`{key}` is missing")));
        let scenario = json["scenario"].as_str().ok_or_else(|| unusable("`scenario` is missing"))?;
        let parts = number("parts")?;
        Ok(Manifest {
            scenario: Scenario::from_toml(scenario).with_context(|| quoted(&path))?,
            step: number("step")?,
            parts: usize::try_from(parts).ok().filter(|parts| *parts > 0).ok_or_else(|| unusable("`parts` is 0"))?,
            notes: json["notes"].clone(),
        })
    }

    /// Makes the parts that all ranks have written the current checkpoint, and removes earlier ones.
    #[cfg(feature = "mpi")]
    pub fn publish(&self, folder: &Path) -> anyhow::Result<()> {
        let json = json!({
            "format": "quelea-checkpoint",
            "version": 1,
            "step": self.step,
            "parts": self.parts,
            "notes": self.notes,
            "scenario": self.scenario.to_toml(),
        });
        replace(&folder.join("current.json"), format!("{json:#}\n").as_bytes())?;
        let current = step_folder(folder, self.step);
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let is_step = entry.file_name().to_str().is_some_and(|name| name.starts_with("step-"));
            if is_step && entry.path() != current {
                // What cannot be removed takes space, but does no harm.
                let _ = fs::remove_dir_all(entry.path());
            }
        }
        Ok(())
    }

    /// The state of consecutive parts, and the id of its first boid.
    pub fn read_parts(&self, folder: &Path, parts: Range<usize>) -> anyhow::Result<(State, usize)> {
        let mut whole = State::new(self.scenario.general.dimension);
        whole.step = self.step;
        let mut first = None;
        for part in parts {
            let path = part_path(folder, self.step, part);
            let damaged = |problem: String| user_error(format!("{} {problem}", quoted(&path)));
            let read = Snapshot::read_part(&read_bytes(&path)?).map_err(|error| damaged(error.to_string()))?;
            let notes: Value = serde_json::from_str(&read.notes).unwrap_or_default();
            let id = notes["first"].as_u64().map(|id| id as usize);
            let id = id.filter(|id| *id == first.unwrap_or(*id) + whole.len() && read.state.step == self.step);
            let Some(id) = id else { return Err(damaged("does not belong to the checkpoint".to_owned())) };
            first.get_or_insert(id);
            append(&mut whole, read.state);
        }
        Ok((whole, first.unwrap_or(0)))
    }

    /// The whole state.
    #[cfg(not(feature = "mpi"))]
    pub fn read_state(&self, folder: &Path) -> anyhow::Result<State> {
        let (mut state, _) = self.read_parts(folder, 0..self.parts)?;
        state.validate_against(&self.scenario).with_context(|| quoted(folder))?;
        Ok(state)
    }
}

/// Writes a part: boids with consecutive ids.
#[cfg(feature = "mpi")]
pub fn write_part(folder: &Path, part: usize, scenario: &Scenario, state: &State, first: usize) -> anyhow::Result<()> {
    let notes = json!({ "first": first }).to_string();
    replace(&part_path(folder, state.step, part), &Snapshot::write(scenario, state, &notes))
}

/// The folder of the parts of one step.
pub fn step_folder(folder: &Path, step: u64) -> PathBuf {
    folder.join(format!("step-{step:012}"))
}

fn part_path(folder: &Path, step: u64, part: usize) -> PathBuf {
    step_folder(folder, step).join(format!("part-{part:05}"))
}

fn append(state: &mut State, more: State) {
    let dimension = state.dimension;
    let join = |own: &mut Vectors, more: Vectors| {
        *own = Vectors::from_numbers(dimension, [own.as_slice(), more.as_slice()].concat());
    };
    state.species.extend(more.species);
    join(&mut state.positions, more.positions);
    join(&mut state.velocities, more.velocities);
    join(&mut state.smoothed, more.smoothed);
    join(&mut state.wander, more.wander);
    state.waypoints.extend(more.waypoints);
}
