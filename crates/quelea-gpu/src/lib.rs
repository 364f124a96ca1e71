//! Steps flocks on a GPU, with the bits of a processor.
//!
//! The step of the fast engine writes itself down as data ([`quelea::fast::program`]); here it becomes compute shaders
//! for wgpu: Vulkan, Metal and Direct3D 12. Neighbours are added up in the canonical order, each operation is rounded
//! by itself, and a test at the start makes sure that the device can do that: then a flock has the same
//! [`state hash`](quelea::State::hash) on the GPU as on any processor.
//!
//! ```no_run
//! quelea_gpu::register();
//! let mut scenario = quelea::Scenario::preset("p5")?;
//! scenario.set("engine", "gpu")?;
//! let mut flock = quelea::Simulation::new(&scenario)?;
//! flock.run(100);
//! println!("{:016x}", flock.state().hash());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod arithmetic;
mod assemble;
pub mod auto;
mod buffers;
mod device;
mod emit;
mod engine;
mod error;
mod fields;
mod kernels;
mod layout;
mod loops;
mod peak;
mod ranges;
mod shader;
#[cfg(not(any(target_vendor = "apple", target_arch = "wasm32")))]
mod spirv;
mod tables;
#[cfg(test)]
mod tests;
mod world;

pub use device::Gpu;
pub use error::GpuError;
pub use peak::Peak;
pub use world::{ENGINE, GpuWorld};

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
