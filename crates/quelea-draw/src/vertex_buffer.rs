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
        if let Some(buffer) = self.make_room::<T>(gpu, items.len(), wgpu::BufferUsages::COPY_DST)? {
            gpu.queue.write_buffer(buffer, 0, bytemuck::cast_slice(items));
        }
        Ok(())
    }

    /// Makes room for so many items that a shader writes. `None` if there are none.
    pub fn reserve<T>(&mut self, gpu: &Gpu, items: usize) -> Result<Option<&wgpu::Buffer>, DrawError> {
        self.make_room::<T>(gpu, items, wgpu::BufferUsages::STORAGE)
    }

    fn make_room<T>(
        &mut self,
        gpu: &Gpu,
        items: usize,
        usage: wgpu::BufferUsages,
    ) -> Result<Option<&wgpu::Buffer>, DrawError> {
        let needed = (items * size_of::<T>()) as u64;
        let most = gpu.device.limits().max_buffer_size;
        if needed > most {
            return Err(DrawError::TooMany { items, most: most / size_of::<T>() as u64 });
        }
        self.items = items as u32;
        if needed == 0 {
            return Ok(None);
        }
        let fits = |buffer: &wgpu::Buffer| buffer.size() >= needed && buffer.usage().contains(usage);
        if !self.buffer.as_ref().is_some_and(fits) {
            // Half as much again, so that a growing flock does not allocate in every frame.
            let size = (needed + needed / 2).next_multiple_of(256).min(most);
            let usage = usage | wgpu::BufferUsages::VERTEX;
            let description = wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false };
            self.buffer = Some(gpu.device.create_buffer(&description));
        }
        Ok(self.buffer.as_ref())
    }

    /// The buffer and its number of items; `None` if it is empty.
    pub fn contents(&self) -> Option<(wgpu::BufferSlice<'_>, u32)> {
        let buffer = self.buffer.as_ref().filter(|_| self.items > 0)?;
        Some((buffer.slice(..), self.items))
    }
}
