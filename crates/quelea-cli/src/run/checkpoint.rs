//! The checkpoint of a run: when it is saved, and how to resume from it.

use super::encounter_count::EncounterCount;
use super::outputs::Outputs;
use super::plan::Plan;
use crate::atomic_file::{AtomicFile, is_same_file, replace};
use crate::shell;
use anyhow::anyhow;
use quelea::{Snapshot, State};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The interval between checkpoints if none is given in steps.
const INTERVAL: Duration = Duration::from_secs(60);

/// The checkpoint of a run.
pub struct Checkpoint {
    path: Option<PathBuf>,
    every: Option<u64>,
    saved: Instant,
    /// The step of the last one.
    step: Option<u64>,
}

impl Checkpoint {
    /// Refuses an existing file, unless the run is resumed from it, and one that cannot be written.
    pub fn open(plan: &Plan, resumed_from: Option<&Path>, step: u64) -> anyhow::Result<Self> {
        let mut is_own = false;
        if let Some(path) = &plan.checkpoint {
            is_own = resumed_from.is_some_and(|from| is_same_file(from, path));
            drop(AtomicFile::reserve(path, plan.force || is_own)?);
        }
        Ok(Checkpoint {
            path: plan.checkpoint.clone(),
            every: plan.checkpoint_every,
            saved: Instant::now(),
            step: is_own.then_some(step),
        })
    }

    /// Whether to save one before the next step. The first is saved at once, which shows that it can be written,
    /// and the last at the end of the run, which may be extended later.
    pub fn is_due(&self, step: u64, is_last: bool) -> bool {
        let is_due = || match self.every {
            Some(every) => step.is_multiple_of(every),
            None => self.saved.elapsed() >= INTERVAL,
        };
        self.path.is_some() && self.step != Some(step) && (self.step.is_none() || is_last || is_due())
    }

    /// Commits all samples and saves a checkpoint.
    pub fn save(
        &mut self,
        plan: &Plan,
        outputs: &mut Outputs,
        encounters: Option<&EncounterCount>,
        state: &State,
    ) -> anyhow::Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        outputs.commit()?;
        let (measures, record) = outputs.resume_points()?;
        replace(path, &Snapshot::write(&plan.scenario, state, &plan.notes(measures, record, encounters)))?;
        (self.saved, self.step) = (Instant::now(), Some(state.step));
        Ok(())
    }

    /// Saves an interrupted run, even if no checkpoint was asked for.
    pub fn save_interrupted(
        &mut self,
        plan: &Plan,
        outputs: &mut Outputs,
        encounters: Option<&EncounterCount>,
        state: &State,
    ) -> anyhow::Result<()> {
        if self.path.is_some() {
            return match self.step == Some(state.step) {
                true => outputs.commit(),
                false => self.save(plan, outputs, encounters, state),
            };
        }
        self.path = Some(unused_path(&plan.scenario.general.name));
        self.save(plan, outputs, encounters, state).map_err(|error| {
            anyhow!("{error:#}\n  the run was interrupted and is not saved; --checkpoint FILE chooses where to save it")
        })
    }

    /// The command that resumes from the last checkpoint, if there is one.
    pub fn resume_command(&self) -> Option<String> {
        let path = self.path.as_ref().filter(|_| self.step.is_some())?;
        Some(format!("quelea run --resume {}", shell::word(path)))
    }

    /// How to resume from the last checkpoint, if there is one.
    pub fn resume_hint(&self) -> Option<String> {
        Some(format!("to resume from step {}: {}", self.step?, self.resume_command()?))
    }
}

/// The first of `NAME.checkpoint`, `NAME-2.checkpoint`, … that does not exist.
pub fn unused_path(name: &str) -> PathBuf {
    // File systems take names of 255 bytes.
    let stem: String = name.chars().take(60).map(|c| if c.is_alphanumeric() || c == '-' { c } else { '-' }).collect();
    let stem = if stem.is_empty() { "flock".to_owned() } else { stem };
    let numbered = (2..).map(|number| format!("{stem}-{number}.checkpoint"));
    let mut paths = std::iter::once(format!("{stem}.checkpoint")).chain(numbered).map(PathBuf::from);
    paths.find(|path| std::fs::symlink_metadata(path).is_err()).unwrap_or_default()
}
