//! Memory of the GPU that grows as it is needed.

use crate::error::DrawError;
use crate::gpu::Gpu;

/// A vertex buffer that is written anew, and replaced by a larger one where it is too small.
#[derive(Default)]
pub(crate) struct Store {
    buffer: Option<wgpu::Buffer>,
    items: u32,
}

impl Store {
    /// Writes items; those from before are gone.
    pub fn write<T: bytemuck::Pod>(&mut self, gpu: &Gpu, items: &[T]) -> Result<(), DrawError> {
        let bytes: &[u8] = bytemuck::cast_slice(items);
        let needed = bytes.len() as u64;
        let most = gpu.device.limits().max_buffer_size;
        if needed > most {
            return Err(DrawError::TooMany { items: items.len(), most: most / size_of::<T>() as u64 });
        }
        if self.buffer.as_ref().is_none_or(|buffer| buffer.size() < needed) && needed > 0 {
            // Half as much again, so that a flock that grows does not need a new one each time.
            let size = (needed + needed / 2).next_multiple_of(256).min(most);
            let usage = wgpu::BufferUsages::VERTEX | wgpu::BufferUsages::COPY_DST;
            let description = wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false };
            self.buffer = Some(gpu.device.create_buffer(&description));
        }
        if let Some(buffer) = &self.buffer
            && needed > 0
        {
            gpu.queue.write_buffer(buffer, 0, bytes);
        }
        self.items = items.len() as u32;
        Ok(())
    }

    /// What it holds and how many, unless it is empty.
    pub fn filled(&self) -> Option<(wgpu::BufferSlice<'_>, u32)> {
        let buffer = self.buffer.as_ref().filter(|_| self.items > 0)?;
        Some((buffer.slice(..), self.items))
    }
}
