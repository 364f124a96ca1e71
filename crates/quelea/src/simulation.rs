//! What every engine can do, so that programs need not know which one steps.

use crate::{Scenario, State};

/// A flock that steps.
pub trait Simulation<const D: usize>: Send {
    /// Does one step.
    fn step(&mut self);
    /// How many steps have been done.
    fn steps(&self) -> u64;
    /// How many boids there are.
    fn len(&self) -> usize;
    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The whole state, by id. Starting anew from it goes on exactly as this would.
    fn state(&self) -> State<D>;
    /// What it runs.
    fn scenario(&self) -> &Scenario;
    /// Changes parameters of the running flock; refused if they need a restart or are not valid.
    fn change(&mut self, scenario: Scenario) -> Result<(), crate::ScenarioError>;
}

/// Why a flock cannot be started from a given state.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum StartError {
    /// The scenario cannot be run.
    #[error(transparent)]
    Scenario(#[from] crate::ScenarioError),
    /// The state is not one of the scenario.
    #[error(transparent)]
    Table(#[from] crate::TableError),
}
