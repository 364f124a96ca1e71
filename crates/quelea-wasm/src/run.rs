//! A run of a flock in a page: from opening or restarting it until the next restart.

use crate::device::{self, Refusal, Wish};
use crate::edit::Change;
use crate::error::ExperimentError;
use crate::experiment::Experiment;
use crate::history::Delta;
use crate::record::Record;
use crate::replay::Replay;
use crate::switches::Shelf;
use crate::threads::on_threads;
use quelea::Scenario;

/// A flock with all that a restart replaces.
pub struct Run {
    pub experiment: Experiment,
    /// The scenario of the preset, file or link it was opened from.
    pub opened: Scenario,
    /// The preset it was opened from; empty for a file.
    pub preset: String,
    /// The part of a link that has not been replayed yet.
    pub replay: Option<Replay>,
    pub record: Record,
    /// What is switched off.
    pub shelf: Shelf,
    /// Whether the page lets the flock start spread out, unlike its scenario.
    pub spread: bool,
    /// The scenario before the pointer tool was pressed, while it is.
    pub before_pointer: Option<Scenario>,
    /// Why it left the device it was to step on, or was not taken.
    pub refusal: Option<Refusal>,
}

/// A boid that was removed, with the id it had.
#[derive(Clone, Debug, PartialEq)]
pub struct Boid {
    pub id: u32,
    pub species: String,
    pub position: Vec<f64>,
    pub velocity: Vec<f64>,
}

impl Run {
    /// A run that has just begun.
    pub fn new(experiment: Experiment, opened: Scenario, preset: &str) -> Self {
        Run {
            experiment,
            opened,
            preset: preset.to_owned(),
            replay: None,
            record: Record::default(),
            shelf: Shelf::default(),
            spread: false,
            before_pointer: None,
            refusal: None,
        }
    }

    /// Moves it to the device that is wished for, unless something is in the way.
    pub async fn settle(&mut self, wish: &Wish) {
        let simulation = self.experiment.simulation_mut();
        if self.refusal.is_some() || device::has(simulation) || Refusal::of(simulation.scenario(), wish).is_some() {
            return;
        }
        self.refusal = device::enter(simulation, &wish.device).await.err().map(Refusal::Refused);
    }

    /// Does steps where it is. Returns what is wrong with its device, if that has failed: it then is on the processor.
    pub async fn advance(&mut self, steps: u32) -> Option<String> {
        for done in 0..steps {
            if !device::step(self.experiment.simulation_mut()).await {
                self.advance_here(steps - done);
                return None;
            }
            if let Some(problem) = self.rescue() {
                self.advance_here(steps - done - 1);
                return Some(problem);
            }
        }
        None
    }

    fn advance_here(&mut self, steps: u32) {
        let simulation = self.experiment.simulation_mut();
        on_threads(|| simulation.run(steps.into()));
    }

    /// Takes it to the processor if its device has failed. Returns the problem.
    pub fn rescue(&mut self) -> Option<String> {
        let simulation = self.experiment.simulation_mut();
        let problem = device::failure(simulation)?;
        device::leave(simulation);
        self.refusal = Some(Refusal::Failed(problem.clone()));
        Some(problem)
    }

    /// Takes it to the processor: it is put aside, and the memory of the device is for those that step.
    pub fn leave(&mut self) {
        device::leave(self.experiment.simulation_mut());
    }

    /// The scenario as it is now.
    pub fn scenario(&self) -> &Scenario {
        self.experiment.scenario()
    }

    /// Changes the running flock. Returns what takes the change back: the last first.
    pub fn edit(&mut self, change: Change) -> Result<Vec<Delta>, ExperimentError> {
        let before = self.scenario().clone();
        let boids = self.experiment.simulation().len() as u32;
        let (mut deltas, mut is_model) = (Vec::new(), false);
        match &change {
            Change::Join { id, .. } => deltas.push(Delta::Joined(vec![id.unwrap_or(boids)])),
            Change::Leave(ids) => {
                // Friends lose each other with the boid.
                if before.species.iter().any(|species| !species.settings.perception.edges.is_empty()) {
                    deltas.push(Delta::Model { before: Box::new(before.clone()), pointer: false });
                }
                deltas.push(Delta::Left(self.boids(ids)));
            }
            _ => is_model = true,
        }
        self.experiment.edit(change)?;
        let now = self.scenario();
        if is_model && *now != before {
            let pointer = now.general.pointer.position != before.general.pointer.position;
            deltas.push(Delta::Model { before: Box::new(before), pointer });
        }
        Ok(deltas)
    }

    /// Takes a delta back. Returns the delta that takes this back.
    pub fn revert(&mut self, delta: &Delta) -> Result<Delta, ExperimentError> {
        match delta {
            Delta::Model { before, pointer } => {
                let (now, mut wanted) = (self.scenario().clone(), Scenario::clone(before));
                if !pointer {
                    wanted.general.pointer.position = now.general.pointer.position.clone();
                }
                if let Some(change) = Change::between(&now, &wanted) {
                    self.experiment.edit(change)?;
                }
                Ok(Delta::Model { before: Box::new(now), pointer: *pointer })
            }
            Delta::Joined(ids) => {
                let boids = self.boids(ids);
                self.experiment.edit(Change::Leave(ids.clone()))?;
                Ok(Delta::Left(boids))
            }
            Delta::Left(boids) => {
                for Boid { id, species, position, velocity } in boids.clone() {
                    self.experiment.edit(Change::Join { species, position, velocity, id: Some(id) })?;
                }
                Ok(Delta::Joined(boids.iter().map(|boid| boid.id).collect()))
            }
            Delta::Shelf(shelf) => Ok(Delta::Shelf(std::mem::replace(&mut self.shelf, shelf.clone()))),
        }
    }

    /// Boids as they are now, by rising id. Ids that do not exist are left out.
    pub fn boids(&self, ids: &[u32]) -> Vec<Boid> {
        let (state, scenario) = (self.experiment.simulation().state(), self.scenario());
        let mut ids = ids.to_vec();
        ids.sort_unstable();
        ids.dedup();
        let boid = |id: u32| {
            let index = id as usize;
            let species = scenario.species.get(usize::from(*state.species.get(index)?))?.name.clone();
            let (position, velocity) = (state.positions[index].to_vec(), state.velocities[index].to_vec());
            Some(Boid { id, species, position, velocity })
        };
        ids.into_iter().filter_map(boid).collect()
    }
}
