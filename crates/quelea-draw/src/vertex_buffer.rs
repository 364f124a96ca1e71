//! A vertex buffer that grows.

use crate::error::DrawError;
use crate::gpu::Gpu;

/// A vertex buffer that is overwritten as a whole, and replaced by a larger one when it is too small.
#[derive(Default)]
pub(crate) struct VertexBuffer {
    buffer: Option<wgpu::Buffer>,
    items: u32,
}

impl VertexBuffer {
    /// Replaces the contents.
    pub fn write<T: bytemuck::Pod>(&mut self, gpu: &Gpu, items: &[T]) -> Result<(), DrawError> {
        let bytes: &[u8] = bytemuck::cast_slice(items);
        let needed = bytes.len() as u64;
        let most = gpu.device.limits().max_buffer_size;
        if needed > most {
            return Err(DrawError::TooMany { items: items.len(), most: most / size_of::<T>() as u64 });
        }
        if self.buffer.as_ref().is_none_or(|buffer| buffer.size() < needed) && needed > 0 {
            // Half as much again, so that a growing flock does not allocate in every frame.
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

    /// The buffer and its number of items; `None` if it is empty.
    pub fn contents(&self) -> Option<(wgpu::BufferSlice<'_>, u32)> {
        let buffer = self.buffer.as_ref().filter(|_| self.items > 0)?;
        Some((buffer.slice(..), self.items))
    }
}
