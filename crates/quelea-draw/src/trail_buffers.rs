//! Trails on the GPU.
//!
//! Each moment has a buffer of positions and is uploaded once. A segment of the trails is drawn between the buffers
//! of two consecutive moments, so long trails of many boids cost one upload of positions per frame.

use crate::error::DrawError;
use crate::gpu::Gpu;
use crate::trails::Trails;
use crate::vertex_buffer::VertexBuffer;

/// The buffers of all moments, oldest first.
#[derive(Default)]
pub(crate) struct TrailBuffers {
    /// Serial numbers and positions.
    moments: Vec<(u64, VertexBuffer)>,
    fades: Option<FadeUniforms>,
    segments: usize,
}

/// One uniform per segment: how it fades.
struct FadeUniforms {
    buffer: wgpu::Buffer,
    group: wgpu::BindGroup,
    capacity: usize,
}

/// Distance between uniforms in a buffer with dynamic offsets: the largest alignment that WebGPU permits.
const UNIFORM_STRIDE: usize = 256;
/// The opacity of the newest segment.
const NEWEST_OPACITY: f32 = 0.6;

impl TrailBuffers {
    /// Uploads the moments that are not on the GPU yet, and the fades of all segments. `pixel` is the number of
    /// pixels per pixel of the page.
    pub fn upload(
        &mut self,
        gpu: &Gpu,
        layout: &wgpu::BindGroupLayout,
        trails: &Trails,
        pixel: f32,
    ) -> Result<(), DrawError> {
        let is_present = |serial: u64| trails.moments().any(|moment| moment.serial == serial);
        let (mut kept, old): (Vec<_>, Vec<_>) = self.moments.drain(..).partition(|(serial, _)| is_present(*serial));
        // The buffers of old moments are reused for new ones.
        let mut free: Vec<VertexBuffer> = old.into_iter().map(|(_, buffer)| buffer).collect();
        for moment in trails.moments() {
            if !kept.iter().any(|(serial, _)| *serial == moment.serial) {
                let mut buffer = free.pop().unwrap_or_default();
                buffer.write(gpu, &moment.positions)?;
                kept.push((moment.serial, buffer));
            }
        }
        kept.sort_by_key(|(serial, _)| *serial);
        self.moments = kept;

        self.segments = trails.len().saturating_sub(1);
        if self.segments == 0 {
            return Ok(());
        }
        if self.fades.as_ref().is_none_or(|fades| fades.capacity < self.segments) {
            self.fades = Some(FadeUniforms::new(gpu, layout, self.segments.next_power_of_two()));
        }
        if let Some(fades) = &self.fades {
            let mut bytes = vec![0u8; UNIFORM_STRIDE * self.segments];
            let opacity = |moment: usize| NEWEST_OPACITY * (moment as f32 / self.segments as f32).powf(1.4);
            // WGSL does not guarantee infinities.
            let max_move = trails.max_move.min(f32::MAX);
            for (segment, bytes) in bytes.chunks_exact_mut(UNIFORM_STRIDE).enumerate() {
                let fade = [opacity(segment), opacity(segment + 1), 1.5 * pixel, max_move];
                bytes[..16].copy_from_slice(bytemuck::bytes_of(&fade));
            }
            gpu.queue.write_buffer(&fades.buffer, 0, &bytes);
        }
        Ok(())
    }

    /// Draws all segments in the colours of `count` boids.
    pub fn draw(&self, pass: &mut wgpu::RenderPass, boids: wgpu::BufferSlice, count: u32) {
        let Some(fades) = self.fades.as_ref().filter(|_| self.segments > 0) else { return };
        pass.set_vertex_buffer(2, boids);
        for (segment, pair) in self.moments.windows(2).enumerate() {
            if let [(_, older), (_, newer)] = pair
                && let (Some((from, older_count)), Some((to, newer_count))) = (older.contents(), newer.contents())
            {
                pass.set_bind_group(1, &fades.group, &[(UNIFORM_STRIDE * segment) as u32]);
                pass.set_vertex_buffer(0, from);
                pass.set_vertex_buffer(1, to);
                pass.draw(0..4, 0..count.min(older_count).min(newer_count));
            }
        }
    }
}

impl FadeUniforms {
    fn new(gpu: &Gpu, layout: &wgpu::BindGroupLayout, capacity: usize) -> Self {
        let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("fades"),
            size: (UNIFORM_STRIDE * capacity) as u64,
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let one = wgpu::BufferBinding { buffer: &buffer, offset: 0, size: std::num::NonZeroU64::new(16) };
        let group = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("fades"),
            layout,
            entries: &[wgpu::BindGroupEntry { binding: 0, resource: wgpu::BindingResource::Buffer(one) }],
        });
        FadeUniforms { buffer, group, capacity }
    }
}
