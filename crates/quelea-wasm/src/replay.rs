//! The replay of a link, a few steps at a time, so that the page stays responsive.

use crate::edit::Edit;
use crate::error::ExperimentError;
use crate::experiment::Experiment;
use crate::link::Plan;
use std::collections::VecDeque;

/// What is left to be done.
pub struct Replay {
    edits: VecDeque<Edit>,
    last_step: u64,
}

impl Replay {
    /// Starts the experiment of a link, and returns it with what is left to be done.
    pub fn start(plan: Plan) -> Result<(Experiment, Replay), ExperimentError> {
        let experiment = Experiment::new(plan.start)?;
        Ok((experiment, Replay { edits: plan.edits.into(), last_step: plan.step }))
    }

    /// Does at most `steps` steps. Returns whether everything is done.
    pub fn advance(&mut self, experiment: &mut Experiment, steps: u32) -> Result<bool, ExperimentError> {
        for _ in 0..=steps {
            let now = experiment.simulation().steps();
            while self.edits.front().is_some_and(|edit| edit.step <= now) {
                if let Some(edit) = self.edits.pop_front() {
                    experiment.edit(edit.change)?;
                }
            }
            if now >= self.last_step {
                return Ok(true);
            }
            experiment.simulation_mut().step();
        }
        Ok(false)
    }

    /// The step at which it ends.
    pub fn last_step(&self) -> u64 {
        self.last_step
    }
}
