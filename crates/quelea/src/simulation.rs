//! What every engine can do, so that programs need not know which one steps.

use crate::parameters::{When, table};
use crate::scenario::Fault;
use crate::{Scenario, ScenarioError, State, TableError};

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
    fn change(&mut self, scenario: Scenario) -> Result<(), ScenarioError>;
}

/// Why a flock cannot start.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum StartError {
    /// The scenario is not valid.
    #[error(transparent)]
    Scenario(#[from] ScenarioError),
    /// The given state does not fit it.
    #[error(transparent)]
    Table(#[from] TableError),
    /// This engine, or this dimension, cannot run it.
    #[error("{0}")]
    Engine(String),
}

/// Checks that a scenario is valid and of this dimension.
pub(crate) fn ready<const D: usize>(scenario: &Scenario) -> Result<(), StartError> {
    scenario.validate()?;
    let dimension = scenario.general.dimension;
    if dimension != D {
        return Err(StartError::Engine(format!("the scenario has dimension {dimension}, not {D}")));
    }
    Ok(())
}

/// Checks that a running flock can take on a changed scenario: it is valid, and only live parameters differ.
pub(crate) fn check_change(old: &Scenario, new: &Scenario) -> Result<(), ScenarioError> {
    new.validate()?;
    let names = |scenario: &Scenario| scenario.kinds().map(|kind| kind.name.clone()).collect::<Vec<_>>();
    let shown = |scenario: &Scenario, path: &str| scenario.get(path).map(|value| value.to_string());
    let mut paths: Vec<String> = Vec::new();
    for row in table().into_iter().filter(|row| row.when == When::Restart && !row.path.starts_with("obstacle.")) {
        paths.extend(names(old).iter().skip(1).map(|name| format!("species.{name}.{}", row.path)));
        paths.push(row.path);
    }
    let differs = |path: &&String| shown(old, path) != shown(new, path);
    let mut faults: Vec<Fault> = paths.iter().filter(differs).map(|path| restart(path)).collect();
    if names(old) != names(new) {
        faults.push(restart("species"));
    }
    if faults.is_empty() { Ok(()) } else { Err(ScenarioError { file: None, faults }) }
}

fn restart(key: &str) -> Fault {
    let problem = "cannot change while the flock runs: start anew".to_owned();
    Fault { line: None, key: key.to_owned(), problem, allowed: None, hint: None }
}
