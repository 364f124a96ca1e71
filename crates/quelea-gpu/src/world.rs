//! A flock on a GPU.

use crate::assemble::Assembly;
use crate::buffers::{Buffers, GridWords, Needs, SCAN_BLOCK};
use crate::device::Gpu;
use crate::error::GpuError;
use crate::fields::Fields;
use crate::kernels::{Kernels, Pass, counting_pass};
use crate::layout::{grid_words, lasting_cells, reaches_round};
use crate::shader::{Header, WORKGROUP, workgroups};
use crate::tables::Tables;
use quelea::engine::canonical_order::CellLayout;
use quelea::engine::{StepStats, check_change};
use quelea::fast::Flock;
use quelea::fast::program::{Memory, Model};
use quelea::model::ScenarioIssue;
use quelea::model::settings::Search;
use quelea::{Scenario, ScenarioError, StartError, State, World};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// The name of the engine, as in `engine = "gpu"`.
pub const ENGINE: &str = "gpu";

/// A relation to a species is one bit of a word.
const MOST_SPECIES: usize = 32;

pub(crate) const NO_REPRESENTATIVES: &str = "\"representative\" is not computed on a GPU: use engine = \"fast\"";

/// How many steps may be on their way to the device.
const STEPS_AHEAD: usize = 3;

/// The workgroups that sort crowded cells.
const CROWD_GROUPS: u32 = 256;

/// A kernel and its workgroups.
type Dispatch<'a> = (&'a Pass, (u32, u32));

/// A flock that steps on a GPU: the same scenario as in [`World`], with the same bits.
///
/// Nothing of the flock is copied back until somebody looks at it.
pub struct GpuWorld<const D: usize> {
    pub(crate) gpu: Arc<Gpu>,
    pub(crate) model: Model<D>,
    pub(crate) steps: u64,
    pub(crate) fields: Fields,
    pub(crate) buffers: Buffers,
    kernels: Kernels,
    header: Header,
    /// What the uniform on cells was last.
    grid_words: GridWords,
    /// Whether some boid may have to look at everyone; the kernels are made for it.
    pub(crate) reaches_round: bool,
    /// Which of the two buffers of ids belongs to the unsorted copy.
    parity: usize,
    submitted: VecDeque<Submission>,
    /// The flock as it is now, once somebody has asked.
    host: OnceLock<Arc<Flock<D>>>,
    /// The flock as it was last known, and what was changed since: if the device fails, it goes on from there.
    pub(crate) last: Mutex<Last<D>>,
    /// Why the flock is not on the device any more.
    pub(crate) failure: OnceLock<GpuError>,
    /// The flock on the processor, after the device has failed.
    pub(crate) rescue: OnceLock<Box<World<D>>>,
    /// The same flock on the processor, to look into it.
    pub(crate) inspected: Option<Box<World<D>>>,
}

/// A flock in the memory of its device, slot by slot.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct DeviceFlock<'a> {
    /// In 2D position and velocity; in 3D the position and the first component of the velocity: four numbers each.
    pub positions: &'a wgpu::Buffer,
    /// In 3D the other components of the velocity, two numbers each.
    pub velocities: &'a wgpu::Buffer,
    /// The ids.
    pub ids: &'a wgpu::Buffer,
    /// The index of the species of each boid as a word, and the place of the first; `None` if there is one species.
    pub species: Option<(&'a wgpu::Buffer, usize)>,
    /// The number of boids.
    pub boids: usize,
}

/// What was sent to the device.
struct Submission {
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
        let _ = gpu.device.poll(wgpu::PollType::Wait { submission_index: Some(self.index), timeout: None });
        #[cfg(target_arch = "wasm32")]
        {
            let _ = (gpu, self.done.await);
        }
    }
}

/// A state that is known for certain.
pub(crate) struct Last<const D: usize> {
    flock: Arc<Flock<D>>,
    step: u64,
    scenario: Scenario,
    /// Scenarios that came later, with the steps before which they came.
    pub changes: Vec<(u64, Scenario)>,
}

impl<const D: usize> GpuWorld<D> {
    /// A flock in a given state on the best GPU of this machine.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn from_state(scenario: &Scenario, state: State) -> Result<Self, StartError> {
        let gpu = Gpu::shared().map_err(refused)?;
        Self::on(gpu, scenario, state)
    }

    /// A flock on a GPU that is open.
    pub fn on(gpu: Arc<Gpu>, scenario: &Scenario, state: State) -> Result<Self, StartError> {
        check_scenario(scenario)?;
        let steps = state.step;
        let (model, flock) = Model::<D>::start(scenario, state)?;
        Self::start(gpu, model, flock, steps).map_err(refused)
    }

    pub(crate) fn start(gpu: Arc<Gpu>, model: Model<D>, flock: Flock<D>, steps: u64) -> Result<Self, GpuError> {
        let fields = fields_of(&model, !flock.species.is_empty());
        let lists = model.has_lists();
        let mut buffers = Buffers::new(&gpu, flock.len(), &fields, needs_of(&model))?;
        // Before kernels are compiled for as many parts as they have.
        if let Some(cells) = lasting_cells(&model, flock.len()) {
            buffers.make_room_for_cells(&gpu, cells);
        }
        let reaches_round = reaches_round(&model, flock.len());
        let assembly = Assembly { model: &model, fields: &fields, reaches_round, limits_loops: gpu.limits_loops };
        let kernels = Kernels::new(&gpu, &assembly, lists, &buffers)?;
        buffers.upload(&gpu, &flock, &fields, 0);
        let last =
            Last { flock: Arc::new(flock), step: steps, scenario: model.scenario().clone(), changes: Vec::new() };
        let mut world = GpuWorld {
            gpu,
            model,
            steps,
            fields,
            buffers,
            kernels,
            header: Header::default(),
            grid_words: GridWords::default(),
            reaches_round,
            parity: 0,
            submitted: VecDeque::new(),
            host: OnceLock::new(),
            last: Mutex::new(last),
            failure: OnceLock::new(),
            rescue: OnceLock::new(),
            inspected: None,
        };
        world.upload_friends()?;
        world.upload_tables();
        world.rebind()?;
        world.gpu.wait();
        world.gpu.check()?;
        Ok(world)
    }

    /// Starts again on the same device, in the same memory if it fits.
    pub(crate) fn begin_again(&mut self, model: Model<D>, flock: Flock<D>, steps: u64) -> Result<(), GpuError> {
        let fields = fields_of(&model, !flock.species.is_empty());
        if !self.buffers.fit(flock.len(), &fields, needs_of(&model)) || self.failure.get().is_some() {
            // A device that has failed is opened again, but in a browser only the page can do that.
            #[cfg(not(target_arch = "wasm32"))]
            let gpu = if self.gpu.check().is_ok() { self.gpu.clone() } else { Gpu::shared()? };
            #[cfg(target_arch = "wasm32")]
            let gpu = self.gpu.clone();
            *self = Self::start(gpu, model, flock, steps)?;
            return Ok(());
        }
        self.buffers.upload(&self.gpu, &flock, &fields, 0);
        (self.parity, self.steps) = (0, steps);
        self.reaches_round = reaches_round(&model, flock.len());
        let last =
            Last { flock: Arc::new(flock), step: steps, scenario: model.scenario().clone(), changes: Vec::new() };
        (self.model, self.last) = (model, Mutex::new(last));
        (self.host, self.inspected) = (OnceLock::new(), None);
        self.upload_friends()?;
        self.assemble()
    }

    /// Replaces the scenario of the running flock. Refused if it is not valid, or a parameter that differs needs a
    /// restart.
    pub fn change(&mut self, scenario: Scenario) -> Result<(), ScenarioError> {
        check_change(self.scenario(), &scenario)?;
        if scenario.general.search == Search::Representative {
            return Err(ScenarioIssue::new("search", NO_REPRESENTATIVES).into());
        }
        self.inspected = None;
        if let Some(world) = self.rescue.get_mut() {
            return world.change(scenario);
        }
        if self.follow(&scenario) {
            self.remember(scenario);
            return Ok(());
        }
        // Boids have to remember more or other things than they do. The state is taken before the change.
        let state = self.state();
        if let Some(world) = self.rescue.get_mut() {
            return world.change(scenario);
        }
        let (model, flock) = Model::<D>::go_on(&scenario, state).expect("the change was checked");
        match GpuWorld::start(self.gpu.clone(), model, flock, self.steps) {
            Ok(world) => *self = world,
            Err(problem) => {
                self.remember(scenario);
                self.rescue(problem);
            }
        }
        Ok(())
    }

    /// Keeps a change for the case that the device fails.
    fn remember(&mut self, scenario: Scenario) {
        let (step, last) = (self.steps, self.last.get_mut().unwrap_or_else(PoisonError::into_inner));
        match last.changes.last_mut().filter(|(at, _)| *at == step) {
            Some(change) => change.1 = scenario,
            None => last.changes.push((step, scenario)),
        }
    }

    /// The scenario as it is now.
    pub fn scenario(&self) -> &Scenario {
        self.rescue.get().map_or(self.model.scenario(), |world| world.scenario())
    }

    /// Starts again with another scenario and state, in the same memory if it fits.
    pub fn restart(&mut self, scenario: &Scenario, state: State) -> Result<(), StartError> {
        check_scenario(scenario)?;
        let steps = state.step;
        let (model, flock) = Model::<D>::start(scenario, state)?;
        self.begin_again(model, flock, steps).map_err(refused)
    }

    /// Goes on with a changed scenario, unless boids have to remember more or other things than they do.
    pub(crate) fn follow(&mut self, scenario: &Scenario) -> bool {
        let Some(model) = self.model.changed(scenario) else { return false };
        let fields = fields_of(&model, self.fields.species.is_some());
        if !self.buffers.fit(self.buffers.boids, &fields, needs_of(&model)) {
            return false;
        }
        self.model = model;
        self.reaches_round = reaches_round(&self.model, self.buffers.boids);
        self.upload_friends().and_then(|()| self.assemble()).is_ok()
    }

    /// The device it is on.
    pub fn gpu(&self) -> &Arc<Gpu> {
        &self.gpu
    }

    /// The number of steps done.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The flock where it is, for those who read it there: slot by slot, valid until the next step. `None` if the
    /// device has failed, or if the flock is so large that it is in several buffers.
    pub fn buffers(&self) -> Option<DeviceFlock<'_>> {
        let Buffers { unsorted, ids, boids, .. } = &self.buffers;
        if self.rescue.get().is_some() {
            return None;
        }
        let species = match self.fields.species {
            Some(field) => Some((unsorted.words.whole()?, field * boids)),
            None => None,
        };
        Some(DeviceFlock {
            positions: unsorted.positions.whole()?,
            velocities: unsorted.velocities.whole()?,
            ids: ids[self.parity].whole()?,
            species,
            boids: *boids,
        })
    }

    /// The index of the species of each boid, by id.
    pub fn species(&self) -> Vec<u8> {
        let last = self.last();
        let mut species = vec![0; last.flock.len()];
        last.flock.ids.iter().zip(&last.flock.species).for_each(|(id, own)| species[*id as usize] = *own);
        species
    }

    /// Does one step.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn step(&mut self) {
        now(self.step_async());
    }

    /// Does one step. Only in a browser this takes its time and lets others work.
    pub async fn step_async(&mut self) {
        self.inspected = None;
        if self.rescue.get().is_none() {
            match self.try_step().await {
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

    /// Goes on on the processor.
    pub(crate) fn rescue(&self, problem: GpuError) {
        let _ = self.failure.set(problem);
        let _ = self.rescue.set(self.replay());
    }

    /// Waits until all steps are done. `Err` says why the device could not.
    pub fn finish(&self) -> Result<(), GpuError> {
        self.gpu.wait();
        self.gpu.check()
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
        if moves || herds { self.assemble() } else { Ok(()) }
    }

    /// Makes the kernels and tables of the scenario as it is now.
    pub(crate) fn assemble(&mut self) -> Result<(), GpuError> {
        let GpuWorld { gpu, model, fields, reaches_round, buffers, .. } = self;
        let assembly = Assembly { model, fields, reaches_round: *reaches_round, limits_loops: gpu.limits_loops };
        let lists = model.has_lists();
        self.kernels = Kernels::new(gpu, &assembly, lists, buffers)?;
        self.upload_tables();
        self.kernels.bind(&self.gpu, &self.buffers);
        Ok(())
    }

    /// Binds the kernels to buffers that were replaced, and compiles them again if columns have more parts now.
    fn rebind(&mut self) -> Result<(), GpuError> {
        if !self.kernels.fit(&self.buffers) {
            return self.assemble();
        }
        self.kernels.bind(&self.gpu, &self.buffers);
        Ok(())
    }

    fn upload_tables(&mut self) {
        self.model.advance_to(self.steps);
        let Tables { rows, parts, fan } = Tables::new(&self.model);
        (self.header.parts, self.header.fan) = (parts, fan);
        Buffers::write_growing(&self.gpu, &mut self.buffers.tables, "tables", &rows);
    }

    /// Friends do not change; Voronoi neighbours do.
    fn upload_friends(&mut self) -> Result<(), GpuError> {
        if !self.model.has_friends() {
            return Ok(());
        }
        let flock = &self.last.get_mut().unwrap_or_else(PoisonError::into_inner).flock;
        let mut lists: Vec<Vec<u32>> = vec![Vec::new(); flock.len()];
        for (slot, id) in flock.ids.iter().enumerate() {
            let friends = self.model.friends(usize::from(flock.species_of(slot)));
            lists[*id as usize] = friends.get(*id as usize).cloned().unwrap_or_default();
        }
        self.upload_lists(&lists)?;
        Ok(())
    }

    /// Returns whether a buffer was replaced.
    fn upload_lists(&mut self, lists: &[Vec<u32>]) -> Result<bool, GpuError> {
        let entries: usize = lists.iter().map(Vec::len).sum();
        if entries >= u32::MAX as usize {
            let adapter = &self.gpu.adapter;
            let problem = format!("{entries} perceived boids are more than the shaders of {adapter} have numbers for");
            return Err(GpuError::TooLarge(problem));
        }
        let mut starts: Vec<u32> = vec![0];
        let mut length = 0;
        starts.extend(lists.iter().map(|list| {
            length += list.len() as u32;
            length
        }));
        let mut all = lists.concat();
        all.push(0);
        let Buffers { list_starts, lists, list_slots, .. } = &mut self.buffers;
        let (starts, all) = (starts.as_slice(), all.as_slice());
        let gpu = &self.gpu;
        let replaced = [
            list_starts.write_growing(gpu, starts),
            lists.write_growing(gpu, all),
            list_slots.make_room(gpu, all.len()),
        ];
        Ok(replaced.contains(&true))
    }

    async fn positions_by_id(&mut self) -> Result<(Vec<u8>, Vec<[f32; D]>), GpuError> {
        let all = 0..self.buffers.boids;
        let ids: Vec<u32> = self.buffers.ids[self.parity].to_vec(&self.gpu, all.clone()).await?;
        self.buffers.check_overruns(&self.gpu).await?;
        let rows: Vec<[f32; 4]> = self.buffers.unsorted.positions.to_vec(&self.gpu, all.clone()).await?;
        let words: Vec<u32> = match self.fields.species {
            // It is the first field.
            Some(_) => self.buffers.unsorted.words.to_vec(&self.gpu, all).await?,
            None => Vec::new(),
        };
        let mut positions = vec![[0.0; D]; ids.len()];
        let mut species = vec![0; if words.is_empty() { 0 } else { ids.len() }];
        for (slot, id) in ids.iter().enumerate() {
            positions[*id as usize] = std::array::from_fn(|axis| rows[slot][axis]);
            if let Some(word) = words.get(slot) {
                species[*id as usize] = *word as u8;
            }
        }
        Ok((species, positions))
    }

    /// Divides the space into cells, all of a torus, else the box around the flock.
    async fn lay_out(&mut self) -> Result<CellLayout<D>, GpuError> {
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

    fn write_grid(&mut self, words: GridWords) {
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

    /// The kernels that sort the flock into canonical order, with their workgroups, in the order in which they run.
    fn sorting(&self, layout: &CellLayout<D>) -> impl Iterator<Item = Dispatch<'_>> {
        let Kernels { count_cells, sum_blocks, scan_blocks, finish_scan, place_ids, sort_crowds, order_boids, .. } =
            &self.kernels;
        let boids = workgroups(self.buffers.boids, WORKGROUP);
        let blocks = workgroups((layout.cells() + 1).div_ceil(SCAN_BLOCK), 1);
        let sorting = [
            (count_cells, boids),
            (sum_blocks, blocks),
            (scan_blocks, (1, 1)),
            (finish_scan, blocks),
            (place_ids, boids),
            (sort_crowds, (CROWD_GROUPS, 1)),
            (order_boids, boids),
        ];
        let gathering = [&self.kernels.gather_words, &self.kernels.gather_memory];
        sorting.into_iter().chain(gathering.into_iter().flatten().map(move |gather| (gather, boids)))
    }

    /// The kernels that step the sorted flock.
    fn stepping(&self, stage: usize) -> impl Iterator<Item = Dispatch<'_>> {
        let boids = workgroups(self.buffers.boids, WORKGROUP);
        let Kernels { find_slots, headings, steps, .. } = &self.kernels;
        let some = [find_slots.as_ref(), headings.as_ref(), Some(&steps[stage])];
        some.into_iter().flatten().map(move |kernel| (kernel, boids))
    }

    /// Empties all cells.
    fn clear_cells(&self, encoder: &mut wgpu::CommandEncoder, layout: &CellLayout<D>) {
        self.buffers.starts.clear(encoder, layout.cells() + 1);
        encoder.clear_buffer(&self.buffers.crowds, 0, Some(4));
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
            self.parity = 1 - self.parity;
        }
        self.steps += 1;
        self.host.take();
        self.gpu.check()?;
        Ok(times)
    }

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
        let GpuWorld { gpu, model, fields, buffers, header, .. } = self;
        Buffers::write_growing(gpu, &mut buffers.results, "results", counted.as_flattened());
        let assembly = Assembly { model, fields, reaches_round: self.reaches_round, limits_loops: false };
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

    /// The flock as it is now. `None` if the device has failed, or in a browser if nobody has fetched it.
    pub(crate) fn host(&self) -> Option<&Flock<D>> {
        #[cfg(not(target_arch = "wasm32"))]
        now(self.fetch());
        self.host.get().map(Arc::as_ref)
    }

    /// Copies the flock as it is now from the device, unless it has failed.
    pub async fn fetch(&self) {
        if self.rescue.get().is_some() || self.host.get().is_some() {
            return;
        }
        if self.last().step != self.steps {
            let mut flock = Flock::empty();
            let downloaded = self.buffers.download(&self.gpu, &mut flock, &self.fields, self.parity).await;
            if let Err(problem) = downloaded {
                let _ = self.failure.set(problem);
                return;
            }
            let mut last = self.last();
            (last.flock, last.step) = (Arc::new(flock), self.steps);
            last.scenario = self.model.scenario().clone();
            last.changes.clear();
        }
        let _ = self.host.set(self.last().flock.clone());
    }

    /// The whole state, by id. In a browser it has to be fetched before; else the steps since then are done again.
    pub fn state(&self) -> State {
        match self.rescued() {
            Some(world) => world.state(),
            None => self.host().expect("whoever is not rescued is here").to_state(self.steps),
        }
    }

    fn last(&self) -> MutexGuard<'_, Last<D>> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The flock on the processor, stepped from where it was last known to where it is now.
    fn replay(&self) -> Box<World<D>> {
        let last = self.last();
        let state = last.flock.to_state(last.step);
        let mut world = World::from_state(&last.scenario, state).expect("this state has been stepped before");
        let mut changes = last.changes.iter().peekable();
        loop {
            while let Some((_, scenario)) = changes.next_if(|(step, _)| *step <= world.steps()) {
                world.change(scenario.clone()).expect("this change was taken before");
            }
            if world.steps() >= self.steps {
                return Box::new(world);
            }
            world.step();
        }
    }

    /// The flock on the processor, if the device has failed.
    pub(crate) fn rescued(&self) -> Option<&World<D>> {
        if self.rescue.get().is_none() && self.host().is_none() {
            let _ = self.rescue.set(self.replay());
        }
        self.rescue.get().map(Box::as_ref)
    }

    /// The same flock on the processor, to look into it.
    pub(crate) fn inspected(&mut self) -> &mut World<D> {
        if self.rescued().is_some() {
            return self.rescue.get_mut().expect("it is rescued");
        }
        if self.inspected.is_none() {
            let state = self.state();
            let world = World::from_state(self.model.scenario(), state).expect("this state has been stepped before");
            self.inspected = Some(Box::new(world));
        }
        self.inspected.as_mut().expect("it was just made")
    }
}

/// Does what only in a browser takes its time.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn now<T>(work: impl Future<Output = T>) -> T {
    pollster::block_on(work)
}

pub(crate) fn refused(problem: GpuError) -> StartError {
    StartError::Engine(problem.to_string())
}

/// Refuses what is not computed here.
pub(crate) fn check_scenario(scenario: &Scenario) -> Result<(), StartError> {
    if scenario.general.search == Search::Representative {
        return Err(StartError::Engine(format!("`search` {NO_REPRESENTATIVES}")));
    }
    let species = scenario.species.len();
    if species > MOST_SPECIES {
        return Err(StartError::Engine(format!(
            "{species} species are too many for engine = \"gpu\", which takes at most {MOST_SPECIES}: use engine = \"fast\""
        )));
    }
    Ok(())
}

fn needs_of<const D: usize>(model: &Model<D>) -> Needs {
    Needs { velocities: D == 3, headings: model.uses_headings(), slot_of_id: model.has_lists() }
}

fn fields_of<const D: usize>(model: &Model<D>, has_species: bool) -> Fields {
    let mut memory = Vec::new();
    if model.has_smoothed() {
        memory.push(Memory::Smoothed);
    }
    if model.has_wander() {
        memory.push(Memory::Wander);
    }
    if model.has_stages() {
        memory.extend((0..4).map(Memory::Stage));
    }
    Fields::new(has_species, model.has_waypoints(), model.has_nearest(), memory)
}
