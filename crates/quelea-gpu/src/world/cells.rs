//! The cells of a flock.

use super::GpuWorld;
use crate::buffers::GridWords;
use crate::error::GpuError;
use crate::layout::grid_words;
use crate::shader::{WORKGROUP, workgroups};
use quelea::engine::canonical_order::CellLayout;

impl<const D: usize> GpuWorld<D> {
    /// Divides the space into cells, all of a torus, else the box around the flock.
    pub(super) async fn lay_out(&mut self) -> Result<CellLayout<D>, GpuError> {
        let (space, boids) = (self.model.space(), self.buffers.boids);
        let (low, size) = match space.is_torus() {
            true => (space.low, space.size),
            false => {
                let (low, high) = self.corners().await?;
                (low, std::array::from_fn(|axis| high[axis] - low[axis]))
            }
        };
        let layout = CellLayout::<D>::new(low, size, boids, self.model.reach());
        if self.buffers.make_room_for_cells(&self.gpu, layout.cells()) {
            self.rebind()?;
        }
        let words = grid_words(&layout, size, boids, self.model.space().is_torus());
        self.write_grid(words);
        Ok(layout)
    }

    pub(super) fn write_grid(&mut self, words: GridWords) {
        if self.grid_words != words {
            self.gpu.write(&self.buffers.grid, &[words]);
            self.grid_words = words;
        }
    }

    /// The corners of the box around the flock.
    async fn corners(&mut self) -> Result<([f32; D], [f32; D]), GpuError> {
        let boids = self.buffers.boids;
        self.gpu.write(&self.buffers.corners, &[u32::MAX, u32::MAX, u32::MAX, 0, 0, 0]);
        let counted = GridWords { boids: boids as u32, ..Default::default() };
        self.write_grid(counted);
        let mut encoder = self.gpu.device.create_command_encoder(&Default::default());
        let mut pass = encoder.begin_compute_pass(&Default::default());
        self.kernels.corners.run(&mut pass, self.parity, workgroups(boids, WORKGROUP));
        drop(pass);
        self.gpu.queue.submit([encoder.finish()]);
        let found: Vec<u32> = self.gpu.read(&self.buffers.corners, 6).await?;
        let number = |word: u32, none: u32, nobody: f32| match word {
            word if word == none => nobody,
            word if word & 0x8000_0000 != 0 => f32::from_bits(word ^ 0x8000_0000),
            word => f32::from_bits(!word),
        };
        let low = std::array::from_fn(|axis| number(found[axis], u32::MAX, f32::INFINITY));
        let high = std::array::from_fn(|axis| number(found[3 + axis], 0, f32::NEG_INFINITY));
        Ok((low, high))
    }
}
