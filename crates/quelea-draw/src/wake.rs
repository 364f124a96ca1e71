//! Trails on the GPU. Every moment is uploaded once; a piece of a trail is drawn between two moments' buffers,
//! so that long trails of many boids cost one upload of places per frame.

use crate::error::DrawError;
use crate::gpu::Gpu;
use crate::store::Store;
use crate::trails::Trails;

#[derive(Default)]
pub(crate) struct Wake {
    /// The moments that are there, by their serial numbers.
    moments: Vec<(u64, Store)>,
    ages: Option<Ages>,
    drawn: usize,
}

struct Ages {
    buffer: wgpu::Buffer,
    group: wgpu::BindGroup,
    pieces: usize,
}

/// Uniforms that are chosen by an offset lie this far apart, on every adapter.
const STEP: usize = 256;
/// The opacity of the newest piece.
const FRESH: f32 = 0.6;

impl Wake {
    pub fn load(
        &mut self,
        gpu: &Gpu,
        layout: &wgpu::BindGroupLayout,
        trails: &Trails,
        pixel: f32,
    ) -> Result<(), DrawError> {
        // The places of moments that are past serve for new ones.
        let present = |serial: u64| trails.moments().any(|moment| moment.serial == serial);
        let (mut kept, gone): (Vec<_>, Vec<_>) = self.moments.drain(..).partition(|(serial, _)| present(*serial));
        let mut free: Vec<Store> = gone.into_iter().map(|(_, store)| store).collect();
        for past in trails.moments() {
            if !kept.iter().any(|(serial, _)| *serial == past.serial) {
                let mut store = free.pop().unwrap_or_default();
                store.write(gpu, &past.positions)?;
                kept.push((past.serial, store));
            }
        }
        kept.sort_by_key(|(serial, _)| *serial);
        self.moments = kept;

        self.drawn = trails.len().saturating_sub(1);
        if self.drawn == 0 {
            return Ok(());
        }
        if self.ages.as_ref().is_none_or(|ages| ages.pieces < self.drawn) {
            self.ages = Some(Ages::new(gpu, layout, self.drawn.next_power_of_two()));
        }
        if let Some(ages) = &self.ages {
            let mut bytes = vec![0u8; STEP * self.drawn];
            let opacity = |moment: usize| FRESH * (moment as f32 / self.drawn as f32).powf(1.4);
            // Infinity would be a number that shaders need not know.
            let jump = trails.max_move.min(f32::MAX);
            for (piece, bytes) in bytes.chunks_exact_mut(STEP).enumerate() {
                let fade = [opacity(piece), opacity(piece + 1), 1.5 * pixel, jump];
                bytes[..16].copy_from_slice(bytemuck::bytes_of(&fade));
            }
            gpu.queue.write_buffer(&ages.buffer, 0, &bytes);
        }
        Ok(())
    }

    pub fn paint(&self, pass: &mut wgpu::RenderPass, trails: &Trails, boids: wgpu::BufferSlice, count: u32) {
        let Some(ages) = self.ages.as_ref().filter(|_| self.drawn > 0 && !trails.is_empty()) else { return };
        pass.set_vertex_buffer(2, boids);
        for (piece, pair) in self.moments.windows(2).enumerate() {
            if let [(_, older), (_, newer)] = pair
                && let (Some((from, some)), Some((to, others))) = (older.filled(), newer.filled())
            {
                pass.set_bind_group(1, &ages.group, &[(STEP * piece) as u32]);
                pass.set_vertex_buffer(0, from);
                pass.set_vertex_buffer(1, to);
                pass.draw(0..4, 0..count.min(some).min(others));
            }
        }
    }
}

impl Ages {
    fn new(gpu: &Gpu, layout: &wgpu::BindGroupLayout, pieces: usize) -> Self {
        let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("ages"),
            size: (STEP * pieces) as u64,
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let one = wgpu::BufferBinding { buffer: &buffer, offset: 0, size: std::num::NonZeroU64::new(16) };
        let group = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("ages"),
            layout,
            entries: &[wgpu::BindGroupEntry { binding: 0, resource: wgpu::BindingResource::Buffer(one) }],
        });
        Ages { buffer, group, pieces }
    }
}
