//! A state on its way from the device, while the flock steps on.

use super::rescue::Last;
use super::{GpuWorld, now};
use crate::buffers::{ended_loops, flock_of};
use crate::device::Gpu;
use crate::error::GpuError;
use crate::fields::Fields;
use quelea::engine::Capture;
use quelea::fast::Flock;
use quelea::{Scenario, State};
use std::sync::{Arc, Mutex, PoisonError};

/// Copies of a flock's columns that are on their way.
struct Copies<const D: usize> {
    gpu: Arc<Gpu>,
    /// Each with its number of words; the last one says whether loops were ended early.
    columns: Vec<(wgpu::Buffer, usize)>,
    fields: Fields,
    steps: u64,
    scenario: Scenario,
    /// What the flock makes known when it arrives, and what it goes on from if the device has failed meanwhile.
    shared: Arc<Mutex<Last<D>>>,
    last: Last<D>,
}

impl<const D: usize> GpuWorld<D> {
    /// The state as it is now, which another thread may wait for.
    pub(crate) fn capture(&self) -> Capture {
        let is_elsewhere = self.rescue.get().is_none() && self.host.get().is_none() && self.buffers.boids > 0;
        if is_elsewhere && let Ok(copies) = now(self.gpu.attempt(async { Ok(self.copy()) })) {
            return Capture::new(move || copies.state());
        }
        let state = self.state();
        Capture::new(move || state)
    }

    fn copy(&self) -> Copies<D> {
        let mut sources = self.buffers.columns(&self.fields, self.parity).to_vec();
        sources.push((&self.buffers.overruns, 1));
        let mut encoder = self.gpu.device.create_command_encoder(&Default::default());
        let copied = |(source, words): (&wgpu::Buffer, usize)| {
            let staging = self.gpu.staging(4 * words as u64);
            encoder.copy_buffer_to_buffer(source, 0, &staging, 0, 4 * words as u64);
            (staging, words)
        };
        let columns = sources.into_iter().map(copied).collect();
        self.gpu.queue.submit([encoder.finish()]);
        Copies {
            gpu: self.gpu.clone(),
            columns,
            fields: self.fields.clone(),
            steps: self.steps,
            scenario: self.model.scenario().clone(),
            shared: self.last.clone(),
            last: self.last().clone(),
        }
    }
}

impl<const D: usize> Copies<D> {
    fn state(self) -> State {
        match now(self.gpu.attempt(self.read())) {
            Ok(flock) => {
                let state = flock.to_state(self.steps);
                self.make_known(flock);
                state
            }
            // With the same bits.
            Err(_) => self.last.replay(self.steps).state(),
        }
    }

    async fn read(&self) -> Result<Flock<D>, GpuError> {
        let mut columns: Vec<Vec<u32>> = Vec::new();
        for (staging, words) in &self.columns {
            let mut column = Vec::with_capacity(*words);
            if *words > 0 {
                self.gpu.read_mapped(staging, 4 * *words as u64, &mut column).await?;
            }
            columns.push(column);
        }
        let overruns = columns.pop().unwrap_or_default();
        if self.gpu.limits_loops && overruns != [0] {
            return Err(ended_loops(&self.gpu));
        }
        Ok(flock_of(&columns, &self.fields))
    }

    /// If the device fails, the flock goes on from here, with what was changed since.
    fn make_known(self, flock: Flock<D>) {
        let mut last = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        if last.step < self.steps {
            let mut known = Last::new(flock, self.steps, self.scenario);
            known.changes = last.changes.iter().filter(|(step, _)| *step >= self.steps).cloned().collect();
            *last = known;
        }
    }
}
