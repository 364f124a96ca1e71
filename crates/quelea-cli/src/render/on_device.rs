//! Flocks on a GPU, which are drawn where they are.

use quelea::Simulation;
use quelea_draw::{FlockBuffers, Painter};

/// A painter on the device of a flock, or on one of its own if the flock is not on a device.
pub fn painter(simulation: &Simulation, width: u32, height: u32) -> anyhow::Result<Painter> {
    #[cfg(feature = "gpu")]
    if let Some(gpu) = with_gpu::gpu(simulation) {
        let (device, queue) = gpu.wgpu();
        return Ok(Painter::on_device(device.clone(), queue.clone(), gpu.info().clone(), width, height)?);
    }
    let _ = simulation;
    Ok(pollster::block_on(Painter::offscreen(width, height))?)
}

/// The buffers of a flock on a device.
pub fn flock(simulation: &Simulation) -> Option<FlockBuffers<'_>> {
    #[cfg(feature = "gpu")]
    return with_gpu::flock(simulation);
    #[cfg(not(feature = "gpu"))]
    {
        let _ = simulation;
        None
    }
}

/// The index of the species of each boid by id, if the flock is on a device.
pub fn species(simulation: &Simulation) -> Option<Vec<u8>> {
    #[cfg(feature = "gpu")]
    return with_gpu::species(simulation);
    #[cfg(not(feature = "gpu"))]
    {
        let _ = simulation;
        None
    }
}

#[cfg(feature = "gpu")]
mod with_gpu {
    use quelea::Simulation;
    use quelea_draw::FlockBuffers;
    use quelea_gpu::{DeviceFlock, Gpu, GpuWorld};

    pub fn gpu(simulation: &Simulation) -> Option<&Gpu> {
        let flat = simulation.engine::<GpuWorld<2>>().map(GpuWorld::gpu);
        flat.or_else(|| simulation.engine::<GpuWorld<3>>().map(GpuWorld::gpu)).map(AsRef::as_ref)
    }

    pub fn flock(simulation: &Simulation) -> Option<FlockBuffers<'_>> {
        let flat = simulation.engine::<GpuWorld<2>>().map(GpuWorld::buffers);
        let found = flat.or_else(|| simulation.engine::<GpuWorld<3>>().map(GpuWorld::buffers))??;
        let DeviceFlock { positions, velocities, ids, species, boids, .. } = found;
        Some(FlockBuffers { positions, velocities, ids, species, boids })
    }

    pub fn species(simulation: &Simulation) -> Option<Vec<u8>> {
        let flat = simulation.engine::<GpuWorld<2>>().map(GpuWorld::species);
        flat.or_else(|| simulation.engine::<GpuWorld<3>>().map(GpuWorld::species))
    }
}
