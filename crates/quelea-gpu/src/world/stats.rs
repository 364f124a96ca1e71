//! What a step has to do.

use super::GpuWorld;
use crate::assemble::Assembly;
use crate::buffers::Buffers;
use crate::error::GpuError;
use crate::kernels::counting_pass;
use crate::shader::{WORKGROUP, workgroups};
use quelea::engine::StepStats;

impl<const D: usize> GpuWorld<D> {
    /// Counts candidates and neighbours of a sample of boids.
    pub(crate) async fn count(&mut self, sample: usize) -> Result<StepStats, GpuError> {
        let boids = self.buffers.boids;
        if boids == 0 {
            return Ok(StepStats::from_sums(0, 0, 0, 0));
        }
        let every = (boids / sample.max(1)).max(1);
        let counted: Vec<[u32; 2]> = (0..boids).step_by(every).map(|slot| [every as u32, slot as u32]).collect();
        let program = self.model.record().swap_remove(0).species.swap_remove(0);
        let layout = self.lay_out().await?;
        self.counted = None;
        let GpuWorld { gpu, model, fields, buffers, header, .. } = self;
        Buffers::write_growing(gpu, &mut buffers.results, "results", counted.as_flattened());
        let assembly =
            Assembly { model, fields, reaches_round: self.reaches_round, counts_ahead: false, limits_loops: false };
        let counting = counting_pass(gpu, &assembly, &program, buffers, header)?;
        let mut encoder = self.gpu.device.create_command_encoder(&Default::default());
        self.clear_cells(&mut encoder, &layout);
        let mut pass = encoder.begin_compute_pass(&Default::default());
        let counting = (&counting, workgroups(self.buffers.results.size() as usize / 8, WORKGROUP));
        for (kernel, workgroups) in self.sorting(&layout).chain([counting]) {
            kernel.run(&mut pass, self.parity, workgroups);
        }
        drop(pass);
        self.gpu.queue.submit([encoder.finish()]);
        let results: Vec<[u32; 2]> = self.gpu.read(&self.buffers.results, counted.len()).await?;
        let sum = |index: usize| results.iter().map(|counts| counts[index] as usize).sum();
        Ok(StepStats::from_sums(counted.len(), counted.len(), sum(0), sum(1)))
    }
}
