//! Opens the engine that a scenario asks for.

use quelea::reference::Reference;
use quelea::scenario::settings::Engine;
use quelea::simulation::{Simulation, StartError};
use quelea::{Scenario, State, World};

/// Opens a flock: in the scenario's own first state, or in one that is given.
pub fn open<const D: usize>(
    scenario: &Scenario,
    start: Option<State<D>>,
) -> Result<Box<dyn Simulation<D>>, StartError> {
    Ok(match (scenario.general.engine, start) {
        (Engine::Fast, None) => Box::new(World::<D>::new(scenario)?),
        (Engine::Fast, Some(state)) => Box::new(World::from_state(scenario, state)?),
        (Engine::Reference, None) => Box::new(Reference::<D>::new(scenario)?),
        (Engine::Reference, Some(state)) => Box::new(Reference::from_state(scenario, state)?),
    })
}
