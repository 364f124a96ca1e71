//! The checkpoint of a divided run.

use crate::error::user_error;
use crate::files::ResumePoint;
use crate::input::quoted;
use crate::run::checkpoint::unused_path;
use crate::run::checkpoint_folder::{Manifest, step_folder, write_part};
use crate::run::encounter_count::EncounterCount;
use crate::run::plan::Plan;
use crate::shell;
use anyhow::Context;
use quelea::model::EngineName;
use quelea::state::part::ids_of_rank;
use quelea::{Distributed, Ranks, Scenario};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The interval between checkpoints if none is given in steps.
const INTERVAL: Duration = Duration::from_secs(60);

/// A checkpoint that all ranks save together.
pub struct FolderCheckpoint {
    folder: Option<PathBuf>,
    every: Option<u64>,
    saved: Instant,
    /// The step of the last one.
    step: Option<u64>,
}

/// Makes the folder of a checkpoint. One that holds another run's is refused unless `force` allows to replace it.
pub fn prepare(folder: &Path, resumed: Option<&Path>, force: bool) -> anyhow::Result<()> {
    if folder.join("current.json").exists() && resumed != Some(folder) && !force {
        return Err(user_error(format!("{} holds a checkpoint already; --force replaces it", quoted(folder))));
    }
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", quoted(folder)))
}

impl FolderCheckpoint {
    pub fn new(plan: &Plan, resumed: Option<&Path>, step: u64) -> Self {
        let is_own = plan.checkpoint.as_deref().is_some_and(|folder| resumed == Some(folder));
        FolderCheckpoint {
            folder: plan.checkpoint.clone(),
            every: plan.checkpoint_every,
            saved: Instant::now(),
            step: is_own.then_some(step),
        }
    }

    /// Whether to save one before the next step: the first at once, the last at the end.
    pub fn is_due(&self, step: u64, is_last: bool) -> bool {
        let is_due = || match self.every {
            Some(every) => step.is_multiple_of(every),
            None => self.saved.elapsed() >= INTERVAL,
        };
        self.can_save(step) && (self.step.is_none() || is_last || is_due())
    }

    /// Whether there is a checkpoint, and none of this step yet.
    fn can_save(&self, step: u64) -> bool {
        self.folder.is_some() && self.step != Some(step)
    }

    /// Whether an interrupted run is to be saved: it is even if no checkpoint was asked for, in a folder that rank 0
    /// finds.
    pub fn can_save_interrupted(&mut self, plan: &Plan, ranks: &dyn Ranks, step: u64) -> bool {
        if self.folder.is_none() {
            let own = if ranks.rank() == 0 { unused_path(&plan.scenario.general.name) } else { PathBuf::new() };
            let name = ranks.gather(own.to_string_lossy().chars().map(u32::from).collect()).swap_remove(0);
            self.folder = Some(name.into_iter().filter_map(char::from_u32).collect::<String>().into());
        }
        self.can_save(step)
    }

    /// Saves the parts of all ranks.
    pub fn save<const D: usize>(
        &mut self,
        plan: &Plan,
        flock: &Distributed<D>,
        measures: Option<ResumePoint>,
        encounters: Option<&EncounterCount>,
    ) -> anyhow::Result<()> {
        let Some(folder) = &self.folder else { return Ok(()) };
        let (ranks, step) = (flock.ranks(), flock.steps());
        if ranks.rank() == 0 {
            let parts = step_folder(folder, step);
            fs::create_dir_all(&parts).with_context(|| format!("cannot create {}", quoted(&parts)))?;
        }
        // The folder is there, and later every part is.
        ranks.gather(Vec::new());
        let scenario = for_any_program(&plan.scenario);
        let state = flock.part().by_id(ranks, flock.boids());
        let first = ids_of_rank(flock.boids(), ranks.count(), ranks.rank()).start;
        write_part(folder, ranks.rank(), &scenario, &state, first)?;
        ranks.gather(Vec::new());
        if ranks.rank() == 0 {
            let mut notes: Value = serde_json::from_str(&plan.notes(measures, None, encounters)).unwrap_or_default();
            notes["record_folder"] = plan.record.as_ref().map(|file| file.path().to_string_lossy()).into();
            Manifest { scenario, step, parts: ranks.count(), notes }.publish(folder)?;
        }
        (self.saved, self.step) = (Instant::now(), Some(step));
        Ok(())
    }

    /// How to resume from the last checkpoint, if there is one.
    pub fn resume_hint(&self) -> Option<String> {
        let folder = self.folder.as_ref()?;
        Some(format!("to resume from step {}: mpirun … quelea run --resume {}", self.step?, shell::word(folder)))
    }
}

/// The scenario as a program without MPI reads it, too.
fn for_any_program(scenario: &Scenario) -> Scenario {
    let mut scenario = scenario.clone();
    scenario.general.engine = EngineName::FAST;
    scenario
}
