//! The replay of a link, a few steps at a time, so that the page stays responsive.

use crate::device;
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

    /// Does at most `steps` steps of a flock on the processor. Returns whether everything is done.
    pub fn advance(&mut self, experiment: &mut Experiment, steps: u32) -> Result<bool, ExperimentError> {
        for _ in 0..=steps {
            if self.prepare(experiment)? {
                return Ok(true);
            }
            experiment.simulation_mut().step();
        }
        Ok(false)
    }

    /// Does the same with a flock on a device.
    pub async fn advance_on_device(
        &mut self,
        experiment: &mut Experiment,
        steps: u32,
    ) -> Result<bool, ExperimentError> {
        for _ in 0..=steps {
            if self.has_edits(experiment) {
                device::fetch(experiment.simulation()).await;
            }
            if self.prepare(experiment)? {
                return Ok(true);
            }
            // An edit may have taken it to the processor.
            if !device::step(experiment.simulation_mut()).await {
                return Ok(false);
            }
        }
        Ok(false)
    }

    /// Whether something has to be changed before the next step.
    fn has_edits(&self, experiment: &Experiment) -> bool {
        self.edits.front().is_some_and(|edit| edit.step <= experiment.simulation().steps())
    }

    /// Changes what is to be changed before the next step. Returns whether there is none.
    fn prepare(&mut self, experiment: &mut Experiment) -> Result<bool, ExperimentError> {
        while self.has_edits(experiment) {
            if let Some(edit) = self.edits.pop_front() {
                experiment.edit(edit.change)?;
            }
        }
        Ok(experiment.simulation().steps() >= self.last_step)
    }

    /// The step at which it ends.
    pub fn last_step(&self) -> u64 {
        self.last_step
    }
}
