//! An experiment: a running flock, the scenario it started from, and every edit since. Start and edits are enough
//! to reach the same state again, bit for bit.

use crate::edit::{Change, Edit};
use crate::error::ExperimentError;
use quelea::model::{Effect, Parameter, parameters};
use quelea::{Scenario, ScenarioError, Simulation, Value};

/// The largest number of boids in a page: far more than it can step in a frame, and far from filling its memory.
const MAX_BOIDS: usize = 1_000_000;

/// Parameters that need a restart in general, but here the flock continues with its present state.
const CONTINUED: [&str; 2] = ["engine", "reference.update"];

/// A running flock and its history.
pub struct Experiment {
    start: Scenario,
    edits: Vec<Edit>,
    simulation: Simulation,
}

impl Experiment {
    /// Starts a scenario.
    pub fn new(scenario: Scenario) -> Result<Self, ExperimentError> {
        let boids = scenario.boids();
        if boids > MAX_BOIDS {
            return Err(ExperimentError::TooManyBoids { boids, most: MAX_BOIDS });
        }
        let simulation = Simulation::new(&scenario)?;
        Ok(Experiment { start: scenario, edits: Vec::new(), simulation })
    }

    /// Continues a flock from a snapshot. Its history is that of its scenario alone.
    pub fn from_snapshot(bytes: &[u8]) -> Result<Self, ExperimentError> {
        let simulation = Simulation::from_snapshot(bytes)?;
        let boids = simulation.len();
        if boids > MAX_BOIDS {
            return Err(ExperimentError::TooManyBoids { boids, most: MAX_BOIDS });
        }
        Ok(Experiment { start: simulation.scenario().clone(), edits: Vec::new(), simulation })
    }

    /// The scenario it started from.
    pub fn start(&self) -> &Scenario {
        &self.start
    }

    /// The edits since the start, in order.
    pub fn edits(&self) -> &[Edit] {
        &self.edits
    }

    /// The scenario as it is now.
    pub fn scenario(&self) -> &Scenario {
        self.simulation.scenario()
    }

    /// The flock.
    pub fn simulation(&self) -> &Simulation {
        &self.simulation
    }

    /// The flock, to step or to inspect. Changes must go through [`edit`](Self::edit), or they are lost in links.
    pub fn simulation_mut(&mut self) -> &mut Simulation {
        &mut self.simulation
    }

    /// Changes the running flock and records the edit.
    pub fn edit(&mut self, change: Change) -> Result<(), ExperimentError> {
        self.apply(&change)?;
        let step = self.simulation.steps();
        // While a slider is dragged or the pointer moves, only the last value before a step counts.
        self.edits.pop_if(|last| last.step == step && last.change.is_overwritten_by(&change));
        self.edits.push(Edit { step, change });
        Ok(())
    }

    fn apply(&mut self, change: &Change) -> Result<(), ExperimentError> {
        match change {
            Change::Set(values) => self.set(values)?,
            Change::Join { species, position, velocity } => {
                let scenario = self.simulation.scenario();
                let index = scenario.species.iter().position(|found| found.name == *species);
                let index = index.ok_or_else(|| ExperimentError::unknown_species(species, scenario))?;
                self.simulation.add_boid(index, position, velocity)?;
            }
            Change::Replace(text) => self.simulation.continue_with(&Scenario::from_toml(text)?)?,
        }
        Ok(())
    }

    fn set(&mut self, values: &[(String, String)]) -> Result<(), ExperimentError> {
        let mut scenario = self.simulation.scenario().clone();
        let (left_out, given): (Vec<_>, Vec<_>) = values.iter().partition(|(_, value)| value.is_empty());
        for (path, _) in left_out {
            leave_out(&mut scenario, path)?;
        }
        scenario.set_all(given.iter().map(|(path, value)| (path.as_str(), Value::parse_or_word(value))))?;
        if values.iter().any(|(path, _)| CONTINUED.contains(&path.as_str())) {
            self.simulation.continue_with(&scenario)?;
        } else {
            self.simulation.change(scenario)?;
        }
        Ok(())
    }
}

/// Leaves a parameter out, as if its line were deleted from the file: further species that have the same value lose
/// it too. Links rely on that. An absent parameter may be left out again.
pub fn leave_out(scenario: &mut Scenario, path: &str) -> Result<(), ScenarioError> {
    let Some(value) = scenario.get(path) else { return Ok(()) };
    let mut paths = vec![path.to_owned()];
    if !path.starts_with("species.") && !path.starts_with("relations.") {
        let further = scenario.species.iter().skip(1).map(|species| format!("species.{}.{path}", species.name));
        paths.extend(further.filter(|path| scenario.get(path).as_ref() == Some(&value)));
    }
    paths.iter().try_for_each(|path| scenario.unset(path))
}

/// Whether a parameter can change while the flock runs.
pub fn is_live(path: &str) -> bool {
    let path = match path.strip_prefix("species.") {
        Some(rest) => rest.split_once('.').map_or(rest, |(_, path)| path),
        None => path,
    };
    // The only paths that end with a name of the user's choice.
    let path = if path.starts_with("relations.") { "relations.NAME" } else { path };
    parameters().iter().any(|row| row.path == path && is_live_parameter(row))
}

/// Whether a parameter of the table can change while the flock runs.
pub fn is_live_parameter(row: &Parameter) -> bool {
    row.effect == Effect::Live || CONTINUED.contains(&row.path.as_str())
}
