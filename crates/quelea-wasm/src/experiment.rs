//! An experiment: a running flock, the scenario it started from, and every edit since. Start and edits are enough
//! to reach the same state again, bit for bit.

use crate::device;
use crate::edit::{Change, Edit};
use crate::error::ExperimentError;
use quelea::model::settings::Obstacle;
use quelea::model::{Effect, Parameter, parameters};
use quelea::{Scenario, ScenarioError, Simulation, Value};

/// The largest number of boids in a page: far more than it can step in a frame, and far from filling its memory.
pub const MAX_BOIDS: usize = 1_000_000;

/// Parameters that need a restart in general, but here the flock continues with its present state.
const CONTINUED: [&str; 2] = ["engine", "reference.update"];

/// A running flock and its history.
pub struct Experiment {
    start: Scenario,
    edits: Vec<Edit>,
    simulation: Simulation,
    /// The obstacle that the last edit has moved, as it was before.
    moved: Option<Obstacle>,
}

impl Experiment {
    /// Starts a scenario.
    pub fn new(scenario: Scenario) -> Result<Self, ExperimentError> {
        let boids = scenario.boids();
        if boids > MAX_BOIDS {
            return Err(ExperimentError::TooManyBoids { boids: boids as f64, most: MAX_BOIDS });
        }
        let simulation = Simulation::new(&scenario)?;
        Ok(Experiment { start: scenario, edits: Vec::new(), simulation, moved: None })
    }

    /// Continues a flock from a snapshot. Its history is that of its scenario alone.
    pub fn from_snapshot(bytes: &[u8]) -> Result<Self, ExperimentError> {
        let simulation = Simulation::from_snapshot(bytes)?;
        let boids = simulation.len();
        if boids > MAX_BOIDS {
            return Err(ExperimentError::TooManyBoids { boids: boids as f64, most: MAX_BOIDS });
        }
        Ok(Experiment { start: simulation.scenario().clone(), edits: Vec::new(), simulation, moved: None })
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
        if !device::has(&self.simulation) {
            return self.edit_here(change);
        }
        self.edit_here(change.clone()).or_else(|_| {
            // The processor takes more, and has the better words for what it refuses too.
            device::leave(&mut self.simulation);
            self.edit_here(change)
        })
    }

    fn edit_here(&mut self, change: Change) -> Result<(), ExperimentError> {
        if let Change::Move { obstacle, offset } = &change {
            return self.move_obstacle(*obstacle, offset);
        }
        self.apply(&change)?;
        let step = self.simulation.steps();
        // While a slider is dragged or the pointer moves, only the last value before a step counts.
        self.edits.pop_if(|last| last.step == step && last.change.is_overwritten_by(&change));
        self.edits.push(Edit { step, change });
        Ok(())
    }

    /// Moves an obstacle. Moves of the same obstacle between two steps become one: it then is where a replay puts it,
    /// to the bit.
    fn move_obstacle(&mut self, obstacle: usize, offset: &[f64]) -> Result<(), ExperimentError> {
        let (step, mut offset) = (self.simulation.steps(), offset.to_vec());
        let mut scenario = self.simulation.scenario().clone();
        let found = scenario.obstacles.get_mut(obstacle).ok_or(ExperimentError::UnknownObstacle(obstacle))?;
        if offset.len() != scenario.general.dimension || offset.iter().any(|x| !x.is_finite()) {
            return Err(ExperimentError::Offset { numbers: scenario.general.dimension });
        }
        let mut origin = found.clone();
        let mut continued = false;
        if let (Some(Edit { step: last, change: Change::Move { obstacle: same, offset: before } }), Some(moved)) =
            (self.edits.last(), &self.moved)
            && (*last, *same) == (step, obstacle)
        {
            offset.iter_mut().zip(before).for_each(|(x, before)| *x += before);
            (origin, continued) = (moved.clone(), true);
        }
        *found = shifted(&origin, &offset);
        self.simulation.change(scenario)?;
        if continued {
            self.edits.pop();
        }
        self.edits.push(Edit { step, change: Change::Move { obstacle, offset } });
        self.moved = Some(origin);
        Ok(())
    }

    fn apply(&mut self, change: &Change) -> Result<(), ExperimentError> {
        match change {
            Change::Set(values) => self.set(values)?,
            Change::Join { species, position, velocity, id } => {
                let scenario = self.simulation.scenario();
                let index = scenario.species.iter().position(|found| found.name == *species);
                let index = index.ok_or_else(|| ExperimentError::unknown_species(species, scenario))?;
                let boids = self.simulation.len();
                if boids >= MAX_BOIDS {
                    return Err(ExperimentError::TooManyBoids { boids: (boids + 1) as f64, most: MAX_BOIDS });
                }
                self.simulation.insert_boid(id.unwrap_or(boids as u32), index, position, velocity)?;
            }
            Change::Leave(ids) => {
                self.simulation.remove_boids(ids)?;
            }
            Change::Move { obstacle, offset } => return self.move_obstacle(*obstacle, offset),
            Change::Replace(text) => self.simulation.continue_with(&Scenario::from_toml(text)?)?,
        }
        Ok(())
    }

    fn set(&mut self, values: &[(String, String)]) -> Result<(), ExperimentError> {
        let mut scenario = self.simulation.scenario().clone();
        set_values(&mut scenario, values)?;
        if values.iter().any(|(path, _)| CONTINUED.contains(&path.as_str())) {
            self.simulation.continue_with(&scenario)?;
        } else {
            self.simulation.change(scenario)?;
        }
        Ok(())
    }
}

/// An obstacle moved by an offset. One that follows a path keeps it: paths say how far an obstacle has moved.
fn shifted(obstacle: &Obstacle, offset: &[f64]) -> Obstacle {
    let mut shifted = obstacle.clone();
    let points = [&mut shifted.centre, &mut shifted.from, &mut shifted.to].into_iter().chain(&mut shifted.points);
    points.for_each(|point| point.iter_mut().zip(offset).for_each(|(x, dx)| *x += dx));
    shifted
}

/// Sets parameters together; those with an empty value are left out.
pub fn set_values(scenario: &mut Scenario, values: &[(String, String)]) -> Result<(), ScenarioError> {
    let (left_out, given): (Vec<_>, Vec<_>) = values.iter().partition(|(_, value)| value.is_empty());
    for (path, _) in left_out {
        leave_out(scenario, path)?;
    }
    scenario.set_all(given.iter().map(|(path, value)| (path.as_str(), Value::parse_or_word(value))))
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
