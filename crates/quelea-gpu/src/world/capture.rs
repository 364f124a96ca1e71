//! A state on its way from the device, while the flock steps on.

use super::rescue::Last;
use super::{GpuWorld, now};
use crate::buffers::{Copy, ended_loops};
use crate::device::Gpu;
use crate::error::GpuError;
use crate::fields::Fields;
use quelea::engine::Capture;
use quelea::fast::Flock;
use quelea::fast::program::Memory;
use quelea::{Scenario, State};
use std::sync::{Arc, Mutex, PoisonError};

/// Larger flocks are waited for: there may be several copies on their way, in memory that the system cannot move.
const MOST_BYTES: usize = 1 << 30;

/// Copies of a flock's columns that are on their way.
struct Copies<const D: usize> {
    gpu: Arc<Gpu>,
    /// The parts of each, with their bytes.
    columns: [Vec<(wgpu::Buffer, u64)>; 5],
    /// Whether loops were ended early.
    overruns: wgpu::Buffer,
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
        let rows = self.rows();
        let bytes = rows.iter().zip([4, 16, 8, 4, 16]).map(|(rows, each)| rows * each).sum::<usize>();
        if is_elsewhere
            && bytes <= MOST_BYTES
            && let Ok(copies) = now(self.gpu.attempt(async { Ok(self.copy(rows)) }))
        {
            return Capture::new(move || copies.state());
        }
        let state = self.state();
        Capture::new(move || state)
    }

    /// How many rows of ids, positions, velocities, words and memory are part of the state.
    fn rows(&self) -> [usize; 5] {
        let boids = self.buffers.boids;
        let remembered = self.fields.memory.iter().filter(|memory| !matches!(memory, Memory::Stage(_))).count();
        [boids, boids, if D == 3 { boids } else { 0 }, boids * self.fields.words, boids * remembered]
    }

    fn copy(&self, rows: [usize; 5]) -> Copies<D> {
        let Copy { positions, velocities, words, memory } = &self.buffers.unsorted;
        let sources = [&self.buffers.ids[self.parity], positions, velocities, words, memory];
        let mut encoder = self.gpu.device.create_command_encoder(&Default::default());
        let columns = std::array::from_fn(|index| sources[index].copy(&self.gpu, &mut encoder, rows[index]));
        let overruns = self.gpu.staging(4);
        encoder.copy_buffer_to_buffer(&self.buffers.overruns, 0, &overruns, 0, 4);
        self.gpu.queue.submit([encoder.finish()]);
        Copies {
            gpu: self.gpu.clone(),
            columns,
            overruns,
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
        let mut columns: [Vec<u32>; 5] = Default::default();
        for (column, parts) in columns.iter_mut().zip(&self.columns) {
            for (staging, bytes) in parts {
                let mut take = |bytes: &[u8]| column.extend_from_slice(bytemuck::cast_slice(bytes));
                self.gpu.read_mapped(staging, *bytes, &mut take).await?;
            }
        }
        let mut overruns = Vec::new();
        self.gpu.read_mapped(&self.overruns, 4, &mut |bytes: &[u8]| overruns.extend_from_slice(bytes)).await?;
        if self.gpu.limits_loops && overruns != [0; 4] {
            return Err(ended_loops(&self.gpu));
        }
        Ok(flock_of(columns, &self.fields))
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

fn flock_of<const D: usize>([ids, positions, velocities, words, memory]: [Vec<u32>; 5], fields: &Fields) -> Flock<D> {
    let boids = ids.len();
    let numbers = |words: &[u32], each: usize, at: usize| -> Vec<f32> {
        words.iter().skip(at).step_by(each).map(|word| f32::from_bits(*word)).collect()
    };
    let mut flock = Flock::empty();
    flock.ids = ids;
    flock.positions = std::array::from_fn(|axis| numbers(&positions, 4, axis));
    flock.velocities = std::array::from_fn(|axis| match (D, axis) {
        (2, _) => numbers(&positions, 4, 2 + axis),
        (_, 0) => numbers(&positions, 4, 3),
        _ => numbers(&velocities, 2, axis - 1),
    });
    let field = |index: usize| &words[index * boids..][..boids];
    if let Some(index) = fields.species {
        flock.species = field(index).iter().map(|species| *species as u8).collect();
    }
    if let Some(index) = fields.waypoints {
        flock.waypoints = field(index).to_vec();
    }
    for (index, which) in fields.memory.iter().enumerate() {
        let vectors = || &memory[4 * index * boids..][..4 * boids];
        match which {
            Memory::Smoothed => flock.smoothed = std::array::from_fn(|axis| numbers(vectors(), 4, axis)),
            Memory::Wander => flock.wander = std::array::from_fn(|axis| numbers(vectors(), 4, axis)),
            Memory::Stage(_) => {}
        }
    }
    flock
}
