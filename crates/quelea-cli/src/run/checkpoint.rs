//! When a run's checkpoint is written, and where.

use super::outputs::Outputs;
use super::plan::Plan;
use crate::new_file::{NewFile, replace, same};
use anyhow::anyhow;
use quelea::{Snapshot, State};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How long a run goes on without a checkpoint, if not told in steps.
const MINUTE: Duration = Duration::from_secs(60);

/// The checkpoint of a run.
pub struct Checkpoint {
    path: Option<PathBuf>,
    every: Option<u64>,
    saved: Instant,
    /// The step of the last one.
    step: Option<u64>,
}

impl Checkpoint {
    /// Refuses a file that is there, unless it is the one the run goes on from, and a place that cannot be
    /// written to.
    pub fn open(plan: &Plan, resumed_from: Option<&Path>, step: u64) -> anyhow::Result<Self> {
        let mut own = false;
        if let Some(path) = &plan.checkpoint {
            own = resumed_from.is_some_and(|from| same(from, path));
            drop(NewFile::reserve(path, plan.force || own)?);
        }
        Ok(Checkpoint {
            path: plan.checkpoint.clone(),
            every: plan.checkpoint_every,
            saved: Instant::now(),
            step: own.then_some(step),
        })
    }

    /// Whether one is due before the next step. The first is due at once, which also shows that it can be
    /// written, and the last at the end of the run, which may be made longer later.
    pub fn due(&self, step: u64, last: u64) -> bool {
        let due = || match self.every {
            Some(every) => step.is_multiple_of(every),
            None => self.saved.elapsed() >= MINUTE,
        };
        self.path.is_some() && self.step != Some(step) && (self.step.is_none() || step >= last || due())
    }

    /// Writes it, after everything sampled so far.
    pub fn save(&mut self, plan: &Plan, outputs: &mut Outputs, state: &State) -> anyhow::Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        outputs.commit()?;
        let (measures, record) = outputs.positions()?;
        replace(path, &Snapshot::write(&plan.scenario, state, &plan.notes(measures, record)))?;
        (self.saved, self.step) = (Instant::now(), Some(state.step));
        Ok(())
    }

    /// A run that is stopped gets a checkpoint, also where none was asked for.
    pub fn save_at_last(&mut self, plan: &Plan, outputs: &mut Outputs, state: &State) -> anyhow::Result<()> {
        if self.path.is_some() {
            return if self.step == Some(state.step) { outputs.commit() } else { self.save(plan, outputs, state) };
        }
        self.path = Some(unused(&plan.scenario.general.name));
        self.save(plan, outputs, state).map_err(|error| {
            anyhow!(
                "{error:#}\n  it was stopped and is not saved; a run that begins with --checkpoint FILE is saved there"
            )
        })
    }

    /// The command that goes on from the last one, if there is one.
    pub fn command(&self) -> Option<String> {
        let word = self.path.as_ref().filter(|_| self.step.is_some())?.to_string_lossy();
        let quoted = if word.contains(|c: char| !(c.is_alphanumeric() || "._-/".contains(c))) {
            format!("'{}'", word.replace('\'', "'\\''"))
        } else {
            word.into_owned()
        };
        Some(format!("quelea run --resume {quoted}"))
    }

    /// How to go on from the last one, if there is one.
    pub fn advice(&self) -> Option<String> {
        Some(format!("to go on from step {}: {}", self.step?, self.command()?))
    }
}

/// `NAME.checkpoint`, or `NAME-2.checkpoint`, …: the first that is not there.
fn unused(name: &str) -> PathBuf {
    let plain: String = name.chars().map(|c| if c.is_alphanumeric() || c == '-' { c } else { '-' }).collect();
    let plain = if plain.is_empty() { "flock".to_owned() } else { plain };
    let numbered = (2..).map(|number| format!("{plain}-{number}.checkpoint"));
    let mut names = std::iter::once(format!("{plain}.checkpoint")).chain(numbered).map(PathBuf::from);
    names.find(|path| std::fs::symlink_metadata(path).is_err()).unwrap_or_default()
}
