//! Opens the engine that a scenario asks for.

use quelea::simulation::Simulation;
use quelea::{Scenario, ScenarioError, State};

/// Opens a flock: the scenario's own first state, or one that is given and fits it.
pub fn open<const D: usize>(scenario: &Scenario, start: Option<State<D>>) -> anyhow::Result<Box<dyn Simulation<D>>> {
    let state = start.unwrap_or_else(|| quelea::start::start(scenario));
    Ok(Box::new(Drift { scenario: scenario.clone(), state }))
}

/// Boids that fly straight on: a stand-in until the engines are there.
struct Drift<const D: usize> {
    scenario: Scenario,
    state: State<D>,
}

impl<const D: usize> Simulation<D> for Drift<D> {
    fn step(&mut self) {
        for (position, velocity) in self.state.positions.iter_mut().zip(&self.state.velocities) {
            (0..D).for_each(|axis| position[axis] += velocity[axis]);
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
        self.scenario = scenario;
        Ok(())
    }
}
