//! Doing again what a link says, a little at a time, so that a page stays awake meanwhile.

use crate::experiment::{Edit, Experiment, Refused};
use crate::link::Plan;
use std::collections::VecDeque;

/// What is still to be done.
pub struct Replay {
    edits: VecDeque<Edit>,
    step: u64,
}

impl Replay {
    /// Starts what a plan says, and what is to be done to it.
    pub fn of(plan: Plan) -> Result<(Experiment, Replay), Refused> {
        let experiment = Experiment::new(plan.start)?;
        Ok((experiment, Replay { edits: plan.edits.into(), step: plan.step }))
    }

    /// Does at most so many steps. True when all is done.
    pub fn go_on(&mut self, experiment: &mut Experiment, steps: u32) -> Result<bool, Refused> {
        for _ in 0..=steps {
            let now = experiment.running().steps();
            while self.edits.front().is_some_and(|edit| edit.step <= now) {
                if let Some(edit) = self.edits.pop_front() {
                    experiment.edit(edit.change)?;
                }
            }
            if now >= self.step {
                return Ok(true);
            }
            experiment.running_mut().step();
        }
        Ok(false)
    }

    /// How far it will run.
    pub fn step(&self) -> u64 {
        self.step
    }
}
