//! The engines of this program besides those of the library.

#[cfg(feature = "mpi")]
use quelea::registry::{EngineEntry, register as register_engine};
#[cfg(feature = "mpi")]
use quelea::{Engine, Scenario, StartError, State};

/// Makes the engines of this program known to scenarios.
pub fn register() {
    #[cfg(feature = "gpu")]
    quelea_gpu::register();
    #[cfg(feature = "mpi")]
    register_engine(EngineEntry::new(
        crate::run::divided::ENGINE,
        "The fast engine on all processes that mpirun started, with the same bits.",
        refuse,
    ));
}

/// Only `quelea run` divides a flock.
#[cfg(feature = "mpi")]
fn refuse(_: &Scenario, _: State) -> Result<Box<dyn Engine>, StartError> {
    Err(StartError::Engine(
        "engine = \"mpi\" is for `quelea run` alone: use engine = \"fast\", with the same bits".into(),
    ))
}
