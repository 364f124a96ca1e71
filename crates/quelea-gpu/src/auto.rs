//! The engine that chooses: the GPU where it is faster, else the processor. The bits are the same.

use crate::device::Gpu;
use crate::world::GpuWorld;
use quelea::{Engine, Scenario, StartError, State, World};

/// The name of the engine, as in `engine = "auto"`.
pub const ENGINE: &str = "auto";

/// The smallest flock for which a GPU is chosen. Measured in docs/performance.md.
pub const FEWEST_BOIDS: usize = 20_000;

/// Opens a flock on the GPU if it is large enough, there is a GPU that is not software and has the bits of the
/// processor, and it can do what the scenario asks for; else on the processor.
pub(crate) fn open(scenario: &Scenario, state: State) -> Result<Box<dyn Engine>, StartError> {
    match scenario.general.dimension {
        2 => open_in::<2>(scenario, state),
        _ => open_in::<3>(scenario, state),
    }
}

fn open_in<const D: usize>(scenario: &Scenario, state: State) -> Result<Box<dyn Engine>, StartError> {
    let gpu = (state.len() >= FEWEST_BOIDS).then(Gpu::shared).and_then(Result::ok);
    if let Some(gpu) = gpu.filter(|gpu| !gpu.is_software() && gpu.is_exact())
        && let Ok(world) = GpuWorld::<D>::on(gpu, scenario, state.clone())
    {
        return Ok(Box::new(world));
    }
    Ok(Box::new(World::<D>::from_state(scenario, state)?))
}
