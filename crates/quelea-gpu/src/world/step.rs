//! The step: cells, the sort into canonical order, the stages.

use super::GpuWorld;
#[cfg(not(target_arch = "wasm32"))]
use super::now;
use crate::buffers::SCAN_BLOCK;
use crate::device::Gpu;
use crate::error::GpuError;
use crate::kernels::{Kernels, Pass};
use crate::shader::{WORKGROUP, workgroups};
use quelea::engine::canonical_order::CellLayout;

/// How many steps may be on their way to the device.
const STEPS_AHEAD: usize = 3;

/// The workgroups that sort crowded cells.
const CROWD_GROUPS: u32 = 256;

/// A kernel and its workgroups.
pub(super) type Dispatch<'a> = (&'a Pass, (u32, u32));

/// What was sent to the device.
pub(super) struct Submission {
    #[cfg(not(target_arch = "wasm32"))]
    index: wgpu::SubmissionIndex,
    #[cfg(target_arch = "wasm32")]
    done: futures_channel::oneshot::Receiver<()>,
}

impl Submission {
    fn new(gpu: &Gpu, commands: wgpu::CommandBuffer) -> Self {
        let index = gpu.queue.submit([commands]);
        #[cfg(not(target_arch = "wasm32"))]
        return Submission { index };
        #[cfg(target_arch = "wasm32")]
        {
            let _ = index;
            let (send, done) = futures_channel::oneshot::channel();
            gpu.queue.on_submitted_work_done(move || {
                let _ = send.send(());
            });
            Submission { done }
        }
    }

    /// Waits until it is done.
    async fn wait(self, gpu: &Gpu) {
        #[cfg(not(target_arch = "wasm32"))]
        gpu.poll(wgpu::PollType::Wait { submission_index: Some(self.index), timeout: None });
        #[cfg(target_arch = "wasm32")]
        {
            let _ = (gpu, self.done.await);
        }
    }
}

impl<const D: usize> GpuWorld<D> {
    /// Does one step.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn step(&mut self) {
        now(self.step_async());
    }

    /// Does one step. Only in a browser this takes its time and lets others work.
    pub async fn step_async(&mut self) {
        self.inspected = None;
        if self.rescue.get().is_none() {
            let gpu = self.gpu.clone();
            match gpu.attempt(self.try_step()).await {
                Ok(()) => {
                    self.steps += 1;
                    self.host.take();
                    return;
                }
                Err(problem) => self.rescue(problem),
            }
        }
        if let Some(world) = self.rescue.get_mut() {
            world.step();
            self.steps = world.steps();
        }
    }

    async fn try_step(&mut self) -> Result<(), GpuError> {
        self.gpu.check()?;
        if self.buffers.boids == 0 {
            return Ok(());
        }
        let moves = self.model.moves();
        self.model.advance_to(self.steps);
        self.header.keys = self.model.random_keys(self.steps);
        for stage in 0..self.kernels.steps.len() {
            self.prepare(stage == 0 && moves).await?;
            let layout = self.lay_out().await?;
            self.kernels.write_constants(&self.gpu, &self.header);
            let mut encoder = self.gpu.device.create_command_encoder(&Default::default());
            self.clear_cells(&mut encoder, &layout);
            let mut pass = encoder.begin_compute_pass(&Default::default());
            for (kernel, workgroups) in self.sorting(&layout).chain(self.stepping(stage)) {
                kernel.run(&mut pass, self.parity, workgroups);
            }
            drop(pass);
            self.counted = self.buffers.counts_ahead().then_some(self.grid_words);
            self.submitted.push_back(Submission::new(&self.gpu, encoder.finish()));
            self.parity = 1 - self.parity;
        }
        while self.submitted.len() > STEPS_AHEAD {
            if let Some(submission) = self.submitted.pop_front() {
                submission.wait(&self.gpu).await;
            }
        }
        self.gpu.check()
    }

    /// What has to be known before a stage is recorded: where things are that move by themselves, whom boids see that
    /// only a processor can find out, what herders aim at.
    async fn prepare(&mut self, moves: bool) -> Result<(), GpuError> {
        let herds = self.model.herds();
        if herds || self.model.has_voronoi() {
            let (species, positions) = self.positions_by_id().await?;
            self.model.find_aims(&species, &positions);
            if self.model.has_voronoi() {
                let mut lists = self.model.voronoi(&positions);
                // Other species may perceive friends.
                for (id, list) in lists.iter_mut().enumerate() {
                    let species = usize::from(species.get(id).copied().unwrap_or(0));
                    if let Some(friends) = self.model.friends(species).get(id)
                        && self.model.perceives_friends(species)
                    {
                        list.clone_from(friends);
                    }
                }
                if self.upload_lists(&lists)? {
                    self.rebind()?;
                }
            }
        }
        if herds || moves && self.model.moves_goals() {
            self.advance_constants()?;
        }
        if moves && self.upload_tables() {
            self.kernels.bind(&self.gpu, &self.buffers);
        }
        Ok(())
    }

    /// Makes the constants of this step: the kernels themselves rarely differ.
    fn advance_constants(&mut self) -> Result<(), GpuError> {
        let stages = self.assembly().stages();
        if self.kernels.take_constants(stages) { Ok(()) } else { self.assemble() }
    }

    /// The kernels that sort the flock into canonical order, with their workgroups, in the order in which they run.
    pub(super) fn sorting(&self, layout: &CellLayout<D>) -> impl Iterator<Item = Dispatch<'_>> {
        let Kernels { count_cells, sum_blocks, scan_blocks, finish_scan, place_ids, sort_crowds, order_boids, .. } =
            &self.kernels;
        let boids = workgroups(self.buffers.boids, WORKGROUP);
        let blocks = workgroups((layout.cells() + 1).div_ceil(SCAN_BLOCK), 1);
        let counting = (!self.is_counted()).then_some((count_cells, boids));
        let sorting = [
            (sum_blocks, blocks),
            (scan_blocks, (1, 1)),
            (finish_scan, blocks),
            (place_ids, boids),
            (sort_crowds, (CROWD_GROUPS, 1)),
            (order_boids, boids),
        ];
        let gathering = [&self.kernels.gather_words, &self.kernels.gather_memory];
        counting.into_iter().chain(sorting).chain(gathering.into_iter().flatten().map(move |gather| (gather, boids)))
    }

    /// The kernels that step the sorted flock.
    fn stepping(&self, stage: usize) -> impl Iterator<Item = Dispatch<'_>> {
        let boids = workgroups(self.buffers.boids, WORKGROUP);
        let Kernels { find_slots, headings, steps, .. } = &self.kernels;
        let some = [find_slots.as_ref(), headings.as_ref(), Some(&steps[stage])];
        some.into_iter().flatten().map(move |kernel| (kernel, boids))
    }

    /// Whether the step before has counted the boids in each cell.
    fn is_counted(&self) -> bool {
        self.counted == Some(self.grid_words)
    }

    /// Empties all cells, unless they are counted already.
    pub(super) fn clear_cells(&self, encoder: &mut wgpu::CommandEncoder, layout: &CellLayout<D>) {
        if !self.is_counted() {
            self.buffers.starts(self.parity).0.clear(encoder, layout.cells() + 1);
        }
    }

    /// Does one step, kernel by kernel, and says how long each took, in seconds. For those who make it faster.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn step_by_kernel(&mut self) -> Result<Vec<(&'static str, f64)>, GpuError> {
        self.inspected = None;
        self.model.advance_to(self.steps);
        self.header.keys = self.model.random_keys(self.steps);
        let mut times = Vec::new();
        let moves = self.model.moves();
        for stage in 0..self.kernels.steps.len() {
            now(self.prepare(stage == 0 && moves))?;
            let layout = now(self.lay_out())?;
            self.kernels.write_constants(&self.gpu, &self.header);
            let timed = |name, record: &dyn Fn(&mut wgpu::CommandEncoder)| {
                self.gpu.wait();
                let mut encoder = self.gpu.device.create_command_encoder(&Default::default());
                record(&mut encoder);
                let commands = encoder.finish();
                let start = std::time::Instant::now();
                self.gpu.queue.submit([commands]);
                self.gpu.wait();
                (name, start.elapsed().as_secs_f64())
            };
            times.push(timed("clear", &|encoder| self.clear_cells(encoder, &layout)));
            for (kernel, workgroups) in self.sorting(&layout).chain(self.stepping(stage)) {
                times.push(timed(kernel.name(), &|encoder| {
                    kernel.run(&mut encoder.begin_compute_pass(&Default::default()), self.parity, workgroups);
                }));
            }
            self.counted = self.buffers.counts_ahead().then_some(self.grid_words);
            self.parity = 1 - self.parity;
        }
        self.steps += 1;
        self.host.take();
        self.gpu.check()?;
        Ok(times)
    }
}
