//! The engines that scenarios can ask for.

use crate::auto;
use crate::world::{ENGINE, GpuWorld};
use quelea::registry::{EngineEntry, register as register_engine};
use quelea::{Engine, Scenario, StartError, State};

/// Makes the engines known to scenarios: `engine = "gpu"` and `engine = "auto"`. Returns whether they were not yet.
pub fn register() -> bool {
    register_engine(EngineEntry::new(ENGINE, "The fast engine on a GPU, with the same bits.", open))
        && register_engine(EngineEntry::new(
            auto::ENGINE,
            "The GPU for flocks that are large enough for it, if there is one; else the fast engine.",
            auto::open,
        ))
}

fn open(scenario: &Scenario, state: State) -> Result<Box<dyn Engine>, StartError> {
    match scenario.general.dimension {
        2 => Ok(Box::new(GpuWorld::<2>::from_state(scenario, state)?)),
        _ => Ok(Box::new(GpuWorld::<3>::from_state(scenario, state)?)),
    }
}
