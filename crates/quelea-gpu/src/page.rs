//! A flock on the device of a page. What a page has of its device belongs to the worker that opened it, whereas engines
//! may go from thread to thread: this one must not, and says so if somebody tries.

use crate::world::GpuWorld;
use send_wrapper::SendWrapper;
use std::ops::{Deref, DerefMut};

/// A flock on a GPU as a simulation holds it. Whoever touches it on another thread than that of its device panics.
pub struct EngineWorld<const D: usize>(SendWrapper<GpuWorld<D>>);

impl<const D: usize> From<GpuWorld<D>> for EngineWorld<D> {
    fn from(world: GpuWorld<D>) -> Self {
        EngineWorld(SendWrapper::new(world))
    }
}

impl<const D: usize> Deref for EngineWorld<D> {
    type Target = GpuWorld<D>;

    fn deref(&self) -> &GpuWorld<D> {
        &self.0
    }
}

impl<const D: usize> DerefMut for EngineWorld<D> {
    fn deref_mut(&mut self) -> &mut GpuWorld<D> {
        &mut self.0
    }
}
