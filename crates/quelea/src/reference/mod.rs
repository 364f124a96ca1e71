//! The reference engine: every rule in double precision, one boid at a time, everyone compared with everyone.
//!
//! It is written to be read. `docs/model.md` defines a step; this module says it again in Rust, with nothing done for
//! speed, and the fast engine is checked against it. It also does what only the sources did: it can move boids one
//! after the other, and reproduce defects of published programs.
//!
//! Neighbours are added up in the order of their ids. Everyone is tested, whatever `search` says: the approximate
//! search `representative` belongs to the fast engine alone.
//!
//! ```
//! use quelea::{Reference, Scenario};
//!
//! let mut flock = Reference::<2>::new(&Scenario::preset("p5")?)?;
//! flock.step();
//! let forces = flock.forces(0); // [("separation", [..]), ("alignment", [..]), ("cohesion", [..])]
//! # assert_eq!(forces.len(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod avoid;
mod boids;
mod falloff;
mod flow;
mod frameworks;
mod herding;
mod integrators;
mod motion;
mod neighbourhood;
mod noise;
mod outside_rule;
mod penetration;
mod quirks;
mod relations;
mod rules;
mod steering;
#[cfg(test)]
mod tests;

use crate::engine::{self, Engine, EngineInfo, FlockView, Precision, RuleForce, StartError, check_change, check_start};
use crate::geometry::{Space, voronoi_neighbours};
use crate::model::environment::{Obstacles, Target};
use crate::model::settings::{Integrator, PerceptionKind, SpeciesSettings, Update};
use crate::model::{EngineName, Flow, RuleKind, Scenario, ScenarioError, Species};
use crate::state::State;
use crate::state::random::{Random, Stream};
use crate::state::start::{init_memory, initial_state, with_friends_at_start};
use boids::Boids;
use neighbourhood::Neighbourhood;
use outside_rule::OutsideRules;
pub use outside_rule::{Boid, Neighbour, Rule, RuleContext};
use quirks::Quirks;
use relations::Relations;
use std::sync::Arc;
use steering::Steering;

/// A flock that steps exactly as `docs/model.md` says, in the plainest way.
#[derive(Clone, Debug)]
pub struct Reference<const D: usize> {
    scenario: Scenario,
    boids: Boids<D>,
    update: Update,
    // The rest follows from the scenario.
    relations: Relations,
    space: Space<D>,
    obstacles: Obstacles<D>,
    targets: Vec<Option<Target<D>>>,
    flows: Vec<Option<Flow<D>>>,
    quirks: Quirks,
    /// Per boid, its Voronoi neighbours in the present state; empty unless a species perceives them.
    voronoi: Vec<Vec<u32>>,
    /// Rules added by a program; they stay if the scenario changes.
    rules: OutsideRules<D>,
}

/// What a step writes for one boid.
#[derive(Clone, Copy, Debug)]
struct NewMotion<const D: usize> {
    position: [f64; D],
    velocity: [f64; D],
    acceleration: [f64; D],
    wander: [f64; D],
    waypoint: u32,
}

impl<const D: usize> Reference<D> {
    /// A flock in the initial state of a scenario. Refused if the scenario is not valid or not of `D` dimensions.
    pub fn new(scenario: &Scenario) -> Result<Self, StartError> {
        check_start::<D>(scenario)?;
        Self::from_state(scenario, initial_state(scenario))
    }

    /// A flock in a given state. Refused if the scenario is not valid, or the state does not fit it.
    pub fn from_state(scenario: &Scenario, mut state: State) -> Result<Self, StartError> {
        check_start::<D>(scenario)?;
        state.validate_against(scenario)?;
        init_memory(scenario, &mut state);
        let scenario = with_friends_at_start(scenario, &state);
        Ok(Self::assemble(&scenario, Boids::from_state(&state, &scenario.space())))
    }

    fn assemble(scenario: &Scenario, boids: Boids<D>) -> Self {
        let species = || scenario.species.iter();
        let mut flock = Reference {
            update: scenario.general.reference.update,
            relations: Relations::new(scenario, &boids.species),
            space: scenario.space(),
            obstacles: Obstacles::new(scenario),
            targets: species().map(|species| Target::new(&species.settings.goal)).collect(),
            flows: species().map(|species| Flow::new(scenario, &species.settings.flow)).collect(),
            quirks: Quirks::new(scenario),
            voronoi: Vec::new(),
            rules: OutsideRules(Vec::new()),
            scenario: scenario.clone(),
            boids,
        };
        flock.find_voronoi_neighbours();
        flock
    }

    fn find_voronoi_neighbours(&mut self) {
        let voronoi = |species: &Species| species.settings.perception.kind == PerceptionKind::Voronoi;
        if self.scenario.species.iter().any(voronoi) {
            self.voronoi = voronoi_neighbours(&self.space, &self.boids.positions);
        }
    }

    /// Sets the order in which the boids move, whatever the scenario says.
    pub fn set_update(&mut self, update: Update) {
        self.update = update;
    }

    /// Adds a rule to those of the scenario.
    pub fn add_rule(&mut self, rule: impl Rule<D> + 'static) {
        self.rules.0.push(Arc::new(rule));
    }

    /// Does one step.
    pub fn step(&mut self) {
        let ids = 0..self.boids.len();
        match self.update {
            Update::AtOnce if self.is_smooth() => integrators::step(self),
            Update::AtOnce => self.move_at_once(ids),
            Update::OneByOne => ids.for_each(|id| self.move_alone(id)),
            Update::Shuffled => self.random_order().into_iter().for_each(|id| self.move_alone(id)),
            Update::VelocitiesFirst => self.velocities_first(&ids.collect::<Vec<_>>()),
            Update::ShuffledVelocitiesFirst => self.velocities_first(&self.random_order()),
            Update::SpeciesBySpecies => {
                for species in 0..self.scenario.species.len() {
                    let of_species = |id: &usize| usize::from(self.boids.species[*id]) == species;
                    let ids: Vec<usize> = ids.clone().filter(of_species).collect();
                    self.move_at_once(ids.into_iter());
                }
            }
        }
        self.finish_step();
    }

    /// Does one step in the given order of ids: boids move one after the other, or, if the update order says so, first
    /// change their velocities one after the other. A boid that is not listed stays; unknown ids are ignored.
    pub fn step_in_order(&mut self, ids: &[u32]) {
        let boids = self.boids.len();
        let ids: Vec<usize> = ids.iter().map(|id| *id as usize).filter(|id| *id < boids).collect();
        match self.update {
            Update::VelocitiesFirst | Update::ShuffledVelocitiesFirst => self.velocities_first(&ids),
            _ => ids.into_iter().for_each(|id| self.move_alone(id)),
        }
        self.finish_step();
    }

    fn finish_step(&mut self) {
        self.boids.step += 1;
        self.find_voronoi_neighbours();
    }

    fn move_alone(&mut self, id: usize) {
        let moved = self.moved(id);
        self.write(id, moved);
    }

    /// Changes velocities one after the other, each seen by the next, and then moves all at once.
    fn velocities_first(&mut self, ids: &[usize]) {
        let mut positions = Vec::new();
        for &id in ids {
            let (moved, position) = (self.moved(id), self.boids.positions[id]);
            positions.push(moved.position);
            self.write(id, NewMotion { position, ..moved });
        }
        for (&id, position) in ids.iter().zip(positions) {
            self.boids.positions[id] = position;
        }
    }

    /// All ids in an order that depends on the seed and the step.
    fn random_order(&self) -> Vec<usize> {
        let mut ids: Vec<usize> = (0..self.boids.len()).collect();
        let mut random = Random::new(self.scenario.general.seed, self.boids.step, 0, Stream::Order);
        for last in (1..ids.len()).rev() {
            ids.swap(last, random.integer(0.0, last as f64) as usize);
        }
        ids
    }

    /// Whether the equations of motion are integrated by a method of higher order. Validation sees to it that all
    /// species agree.
    fn is_smooth(&self) -> bool {
        self.scenario.species.iter().any(|species| species.settings.motion.integrator != Integrator::Euler)
    }

    /// The number of steps done.
    pub fn steps(&self) -> u64 {
        self.boids.step
    }

    /// The scenario as it is now.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// The whole state, by id.
    pub fn state(&self) -> State {
        self.boids.to_state()
    }

    /// Replaces the scenario of the running flock. Refused if it is not valid or a parameter that differs needs a
    /// restart.
    pub fn change(&mut self, scenario: Scenario) -> Result<(), ScenarioError> {
        check_change(&self.scenario, &scenario)?;
        let (update, rules, mut state) = (self.update, self.rules.clone(), self.state());
        init_memory(&scenario, &mut state);
        *self = Self::assemble(&scenario, Boids::from_state(&state, &scenario.space()));
        (self.update, self.rules) = (update, rules);
        Ok(())
    }

    /// The force of each rule that can act on one boid in the coming step, limited and weighted, in the order in which
    /// rules act; empty if there is no such boid.
    pub fn forces(&self, id: u32) -> Vec<(RuleKind, [f64; D])> {
        if id as usize >= self.boids.len() {
            return Vec::new();
        }
        let mut forces = self.steering(id as usize).forces;
        let can_act = |rule: RuleKind| self.scenario.has_subject(rule) && rule.can_act(self.species(id as usize));
        forces.retain(|(rule, _)| can_act(*rule));
        forces
    }

    /// Where one boid will be: perceive, steer, move, bound. Reads the present state and writes nothing.
    fn moved(&self, id: usize) -> NewMotion<D> {
        motion::moved(self, id, &self.steering(id))
    }

    /// What one boid perceives, and the force that follows.
    fn steering(&self, id: usize) -> Steering<D> {
        steering::steer(self, id, &Neighbourhood::new(self, id))
    }

    fn write(&mut self, id: usize, moved: NewMotion<D>) {
        self.boids.positions[id] = moved.position;
        self.boids.velocities[id] = moved.velocity;
        if let Some(acceleration) = self.boids.smoothed.get_mut(id) {
            *acceleration = moved.acceleration;
        }
        if let Some(point) = self.boids.wander.get_mut(id) {
            *point = moved.wander;
        }
        if let Some(waypoint) = self.boids.waypoints.get_mut(id) {
            *waypoint = moved.waypoint;
        }
    }

    /// Moves some boids at once: all of them perceive before any of them moves.
    fn move_at_once(&mut self, ids: impl Iterator<Item = usize>) {
        let moved: Vec<_> = ids.map(|id| (id, self.moved(id))).collect();
        for (id, moved) in moved {
            self.write(id, moved);
        }
    }

    /// The settings of the species of a boid.
    fn species(&self, id: usize) -> &SpeciesSettings {
        &self.scenario.species[usize::from(self.boids.species[id])].settings
    }

    fn boid(&self, id: usize) -> steering::Boid<D> {
        let max_speed = self.species(id).motion.max_speed;
        steering::Boid { id, position: self.boids.positions[id], velocity: self.boids.velocities[id], max_speed }
    }
}

impl<const D: usize> Engine for Reference<D> {
    fn step(&mut self) {
        Reference::step(self);
    }
    fn steps(&self) -> u64 {
        self.boids.step
    }
    fn scenario(&self) -> &Scenario {
        &self.scenario
    }
    fn view(&self) -> FlockView<'_> {
        let Boids { ids, species, positions, velocities, .. } = &self.boids;
        FlockView::new(ids, species, engine::Components::rows(positions), engine::Components::rows(velocities))
    }
    fn state(&self) -> State {
        Reference::state(self)
    }
    fn change(&mut self, scenario: Scenario) -> Result<(), ScenarioError> {
        Reference::change(self, scenario)
    }
    fn restart(&mut self, scenario: &Scenario, state: State) -> Result<(), StartError> {
        let rules = self.rules.clone();
        *self = Reference::from_state(scenario, state)?;
        self.rules = rules;
        Ok(())
    }
    fn neighbours(&mut self, id: u32) -> Vec<engine::Neighbour> {
        if id as usize >= self.boids.len() {
            return Vec::new();
        }
        let neighbours = Neighbourhood::new(self, id as usize).neighbours.into_iter();
        let perceived = neighbours.filter(|neighbour| neighbour.perceived);
        perceived.map(|n| engine::Neighbour::new(n.id as u32, n.offset.to_vec(), n.distance)).collect()
    }
    fn forces(&mut self, id: u32) -> Vec<RuleForce> {
        let forces = Reference::forces(self, id).into_iter();
        let mut forces: Vec<_> = forces.map(|(rule, force)| RuleForce::new(rule.word(), force.to_vec())).collect();
        if (id as usize) < self.boids.len() {
            let outside = self.rules.0.iter().zip(self.steering(id as usize).outside);
            forces.extend(outside.map(|(rule, force)| RuleForce::new(rule.name(), force.to_vec())));
        }
        forces
    }
    fn info(&self) -> EngineInfo {
        EngineInfo::new(EngineName::REFERENCE.as_str(), Precision::Double, self.boids.memory_bytes())
    }
}
