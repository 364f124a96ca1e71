//! Flocks on a graphics device.

use quelea::{Simulation, StartError};
use quelea_draw::FlockBuffers;
use quelea_gpu::{DeviceFlock, EngineWorld, Gpu, GpuWorld};
use std::sync::Arc;

/// A device that flocks can step on.
pub type Device = Arc<Gpu>;

/// After so many steps a flock is copied from its device even if nobody looks at it: should the device fail, no more are
/// done again on the processor.
const KEPT_STEPS: u64 = 500;

/// The flock on a device, in work that does not depend on the dimension; `None` if it is on the processor.
macro_rules! on_device {
    ($simulation:expr, $engine:ident, |$world:ident| $work:expr) => {
        if $simulation.dimension() == 2 {
            match $simulation.$engine::<EngineWorld<2>>() {
                Some($world) => Some($work),
                None => None,
            }
        } else {
            match $simulation.$engine::<EngineWorld<3>>() {
                Some($world) => Some($work),
                None => None,
            }
        }
    };
}

/// Whether a flock is on a device.
pub fn has(simulation: &Simulation) -> bool {
    on_device!(simulation, engine, |_world| ()).is_some()
}

/// Moves a flock from the processor to a device. If that does not take it, the flock stays where it is.
pub async fn enter(simulation: &mut Simulation, device: &Device) -> Result<(), String> {
    match simulation.dimension() {
        2 => enter_in::<2>(simulation, device).await,
        _ => enter_in::<3>(simulation, device).await,
    }
}

async fn enter_in<const D: usize>(simulation: &mut Simulation, device: &Device) -> Result<(), String> {
    let start = || GpuWorld::<D>::on(device.clone(), simulation.scenario(), simulation.state());
    let world = device.attempt_now(start).await.map_err(|problem| problem.to_string())?;
    let world = world.map_err(|problem: StartError| problem.to_string())?;
    // What a browser has against the device is known only now.
    device.settled().await.map_err(|problem| problem.to_string())?;
    *simulation = Simulation::with_engine(EngineWorld::from(world));
    Ok(())
}

/// Moves a flock from its device to the processor. It has to be fetched before, or its last steps are done again.
pub fn leave(simulation: &mut Simulation) {
    if has(simulation) {
        let (scenario, state) = (simulation.scenario().clone(), simulation.state());
        *simulation = Simulation::from_state(&scenario, state).expect("this state has been stepped before");
    }
}

/// Copies a flock from its device, so that everything can be asked of it until its next step.
pub async fn fetch(simulation: &Simulation) {
    on_device!(simulation, engine, |world| world.fetch().await);
}

/// Does one step of a flock that is on a device. Returns whether it is on one.
pub async fn step(simulation: &mut Simulation) -> bool {
    simulation.follow_schedule();
    let stepped = on_device!(simulation, engine_mut, |world| world.step_async().await).is_some();
    if stepped && simulation.steps().is_multiple_of(KEPT_STEPS) {
        fetch(simulation).await;
    }
    stepped
}

/// What is wrong with the device of a flock. Such a flock has gone on on the processor.
pub fn failure(simulation: &Simulation) -> Option<String> {
    if has(simulation) { simulation.info().device?.failure } else { None }
}

/// A flock where it is, to be drawn there.
pub fn buffers(simulation: &Simulation) -> Option<FlockBuffers<'_>> {
    let DeviceFlock { positions, velocities, ids, species, boids, .. } =
        on_device!(simulation, engine, |world| world.buffers())??;
    Some(FlockBuffers { positions, velocities, ids, species, boids })
}

/// The index of the species of each boid by id, if the flock is on a device that works.
pub fn species(simulation: &Simulation) -> Option<Vec<u8>> {
    buffers(simulation).and_then(|_| on_device!(simulation, engine, |world| world.species()))
}
