//! The plain model: every rule in double precision, one boid at a time, everyone compared with everyone.
//!
//! It is written to be read. `docs/model.md` says what a step does; this module says it again in Rust, with
//! nothing done for speed, and is what the fast engine is checked against. It also does what only the
//! sources did: it moves boids one after the other, and repeats the shipped programs' defects.
//!
//! Neighbours are added up in the order of their ids. Everyone is looked at exactly, whatever the
//! scenario's `search` says: the approximate search `representative` is the fast engine's alone.
//!
//! ```
//! use quelea::{Scenario, reference::Reference, simulation::Simulation};
//!
//! let mut flock = Reference::<2>::new(&Scenario::preset("p5")?)?;
//! flock.step();
//! let forces = flock.terms(0); // [("separation", [..]), ("alignment", [..]), ("cohesion", [..])]
//! # assert_eq!(forces.len(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod avoid;
mod flow;
mod hold;
pub(crate) mod maths;
mod motion;
pub mod obstacles;
mod quirks;
mod rules;
mod society;
mod steering;
mod surroundings;
#[cfg(test)]
mod tests;
pub(crate) mod world;

use crate::scenario::settings::{Species, Update};
use crate::simulation::{Simulation, StartError, check_change, ready};
use crate::{Scenario, ScenarioError, State, start};
use obstacles::Obstacles;
use quirks::Quirks;
use society::Society;
use steering::{Boid, Steering};
use surroundings::Surroundings;
use world::World;

/// A flock that steps as `docs/model.md` says, plainly.
#[derive(Clone, Debug)]
pub struct Reference<const D: usize> {
    scenario: Scenario,
    state: State<D>,
    update: Update,
    /// Who is what to whom; follows from the scenario.
    society: Society,
    /// The world and its edges; follows from the scenario.
    world: World<D>,
    /// What is solid; follows from the scenario.
    obstacles: Obstacles<D>,
    /// Which defects are repeated; follows from the scenario.
    quirks: Quirks,
}

/// What a step writes for one boid.
#[derive(Clone, Copy, Debug)]
struct Moved<const D: usize> {
    position: [f64; D],
    velocity: [f64; D],
    acceleration: [f64; D],
    wander: [f64; D],
    waypoint: u32,
}

impl<const D: usize> Reference<D> {
    /// A flock in the scenario's first state. Refused if the scenario is not valid or not of `D` dimensions.
    pub fn new(scenario: &Scenario) -> Result<Self, StartError> {
        ready::<D>(scenario)?;
        Ok(Self::assemble(scenario, start::start(scenario)))
    }

    /// A flock in a given state. Refused if the scenario is not valid, or the state not one of it.
    pub fn from_state(scenario: &Scenario, mut state: State<D>) -> Result<Self, StartError> {
        ready::<D>(scenario)?;
        state.fit(scenario)?;
        start::remember(scenario, &mut state);
        Ok(Self::assemble(scenario, state))
    }

    fn assemble(scenario: &Scenario, state: State<D>) -> Self {
        Reference {
            update: scenario.general.reference.update,
            society: Society::of(scenario, &state.species),
            world: World::of(scenario),
            obstacles: Obstacles::of(scenario),
            quirks: Quirks::of(scenario),
            scenario: scenario.clone(),
            state,
        }
    }

    /// Changes in which order the boids move, whatever the scenario says.
    pub fn set_update(&mut self, update: Update) {
        self.update = update;
    }

    /// Does one step in which boids move one after the other, in the given order of ids. A boid that is not
    /// named stays; a name that no boid has is passed over.
    pub fn step_in_order(&mut self, ids: &[u32]) {
        let boids = self.state.len();
        for id in ids.iter().map(|id| *id as usize).filter(|id| *id < boids) {
            let moved = self.moved(id);
            self.write(id, moved);
        }
        self.state.step += 1;
    }

    /// The force of each rule on one boid as it would be in the next step, already limited and weighted, in
    /// the order in which the rules count; empty if there is no such boid.
    pub fn terms(&self, id: u32) -> Vec<(&'static str, [f64; D])> {
        if id as usize >= self.state.len() {
            return Vec::new();
        }
        self.steering(id as usize).terms
    }

    /// Where one boid will be: look, steer, move, bound. Reads the present state and writes nothing.
    fn moved(&self, id: usize) -> Moved<D> {
        let steering = self.steering(id);
        motion::moved(self, id, &steering)
    }

    /// What one boid sees, and what it makes of it.
    fn steering(&self, id: usize) -> Steering<D> {
        let surroundings = Surroundings::of(self, id);
        steering::steer(self, id, &surroundings)
    }

    fn write(&mut self, id: usize, moved: Moved<D>) {
        self.state.positions[id] = moved.position;
        self.state.velocities[id] = moved.velocity;
        if let Some(acceleration) = self.state.smoothed.get_mut(id) {
            *acceleration = moved.acceleration;
        }
        if let Some(point) = self.state.wander.get_mut(id) {
            *point = moved.wander;
        }
        if let Some(waypoint) = self.state.waypoints.get_mut(id) {
            *waypoint = moved.waypoint;
        }
    }

    /// Moves some boids at once: all of them look before any of them moves.
    fn move_at_once(&mut self, ids: impl Iterator<Item = usize>) {
        let moved: Vec<_> = ids.map(|id| (id, self.moved(id))).collect();
        for (id, moved) in moved {
            self.write(id, moved);
        }
    }

    /// The parameters of one boid's species.
    fn species(&self, id: usize) -> &Species {
        let number = usize::from(self.state.species[id]);
        match number.checked_sub(1) {
            None => &self.scenario.first.species,
            Some(further) => &self.scenario.others[further].species,
        }
    }

    fn boid(&self, id: usize) -> Boid<D> {
        Boid { id, position: self.state.positions[id], velocity: self.state.velocities[id] }
    }
}

impl<const D: usize> Simulation<D> for Reference<D> {
    fn step(&mut self) {
        let boids = 0..self.state.len();
        match self.update {
            Update::AtOnce => self.move_at_once(boids),
            Update::OneByOne => {
                for id in boids {
                    let moved = self.moved(id);
                    self.write(id, moved);
                }
            }
            Update::SpeciesBySpecies => {
                for species in 0..self.scenario.kinds().count() {
                    let of_species = |id: &usize| usize::from(self.state.species[*id]) == species;
                    let ids: Vec<usize> = boids.clone().filter(of_species).collect();
                    self.move_at_once(ids.into_iter());
                }
            }
        }
        self.state.step += 1;
    }

    fn steps(&self) -> u64 {
        self.state.step
    }

    fn len(&self) -> usize {
        self.state.len()
    }

    fn state(&self) -> State<D> {
        self.state.clone()
    }

    fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    fn change(&mut self, scenario: Scenario) -> Result<(), ScenarioError> {
        check_change(&self.scenario, &scenario)?;
        start::remember(&scenario, &mut self.state);
        let update = self.update;
        *self = Self::assemble(&scenario, std::mem::take(&mut self.state));
        self.update = update;
        Ok(())
    }
}
