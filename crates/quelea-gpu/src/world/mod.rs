//! A flock on a GPU.

#[cfg(not(target_arch = "wasm32"))]
mod capture;
mod cells;
mod lists;
#[cfg(not(target_arch = "wasm32"))]
mod measure;
mod rescue;
mod stats;
mod step;

use crate::assemble::Assembly;
use crate::buffers::{Buffers, GridWords, Needs};
use crate::device::Gpu;
use crate::error::GpuError;
use crate::fields::Fields;
use crate::kernels::Kernels;
use crate::layout::{lasting_cells, reaches_round};
use crate::shader::Header;
use crate::tables::Tables;
use quelea::engine::check_change;
use quelea::fast::Flock;
use quelea::fast::program::{Memory, Model};
use quelea::model::ScenarioIssue;
use quelea::model::settings::Search;
use quelea::{Scenario, ScenarioError, StartError, State, World};
use rescue::Last;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, OnceLock};
use step::Submission;

/// The name of the engine, as in `engine = "gpu"`.
pub const ENGINE: &str = "gpu";

/// A relation to a species is one bit of a word.
const MOST_SPECIES: usize = 32;

pub(crate) const NO_REPRESENTATIVES: &str = "\"representative\" is not computed on a GPU: use engine = \"fast\"";

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
    /// For which cells the boids are counted already.
    counted: Option<GridWords>,
    /// Which of the two buffers of ids belongs to the unsorted copy.
    parity: usize,
    submitted: VecDeque<Submission>,
    /// The flock as it is now, once somebody has asked.
    host: OnceLock<Arc<Flock<D>>>,
    /// The flock as it was last known, and what was changed since: if the device fails, it goes on from there. States on
    /// their way become it, too.
    last: Arc<Mutex<Last<D>>>,
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
        #[cfg(not(target_arch = "wasm32"))]
        return now(gpu.clone().attempt(async { Self::try_start(gpu, model, flock, steps) }));
        #[cfg(target_arch = "wasm32")]
        Self::try_start(gpu, model, flock, steps)
    }

    fn try_start(gpu: Arc<Gpu>, model: Model<D>, flock: Flock<D>, steps: u64) -> Result<Self, GpuError> {
        let fields = fields_of(&model, !flock.species.is_empty());
        let lists = model.has_lists();
        let needs = needs_of(&gpu, &model, flock.len());
        let mut buffers = Buffers::new(&gpu, flock.len(), &fields, needs)?;
        // Before kernels are compiled for as many parts as they have.
        if let Some(cells) = lasting_cells(&model, flock.len()) {
            buffers.make_room_for_cells(&gpu, cells);
        }
        let reaches_round = reaches_round(&model, flock.len());
        let (counts_ahead, limits_loops) = (needs.counts_ahead, gpu.limits_loops);
        let assembly = Assembly { model: &model, fields: &fields, reaches_round, counts_ahead, limits_loops };
        let kernels = Kernels::new(&gpu, &assembly, lists, &buffers)?;
        buffers.upload(&gpu, &flock, &fields, 0);
        let last = Last::new(flock, steps, model.scenario().clone());
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
            counted: None,
            parity: 0,
            submitted: VecDeque::new(),
            host: OnceLock::new(),
            last: Arc::new(Mutex::new(last)),
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
        if !self.buffers.fit(flock.len(), &fields, needs_of(&self.gpu, &model, flock.len()))
            || self.failure.get().is_some()
        {
            // A device that has failed is opened again, but in a browser only the page can do that.
            #[cfg(not(target_arch = "wasm32"))]
            let gpu = if self.gpu.check().is_ok() { self.gpu.clone() } else { Gpu::shared()? };
            #[cfg(target_arch = "wasm32")]
            let gpu = self.gpu.clone();
            *self = Self::start(gpu, model, flock, steps)?;
            return Ok(());
        }
        (self.parity, self.steps, self.counted) = (0, steps, None);
        self.reaches_round = reaches_round(&model, flock.len());
        let last = Last::new(flock, steps, model.scenario().clone());
        (self.model, self.last) = (model, Arc::new(Mutex::new(last)));
        (self.host, self.inspected) = (OnceLock::new(), None);
        if let Err(problem) = self.reload() {
            self.rescue(problem);
        }
        Ok(())
    }

    /// Brings another flock to the device, and what steps it.
    fn reload(&mut self) -> Result<(), GpuError> {
        self.try_now(|world| {
            world.buffers.upload(&world.gpu, &world.last().flock, &world.fields, 0);
            world.upload_friends()?;
            world.assemble()
        })
    }

    /// Does something that is refused for this flock alone.
    fn try_now(&mut self, work: impl FnOnce(&mut Self) -> Result<(), GpuError>) -> Result<(), GpuError> {
        #[cfg(not(target_arch = "wasm32"))]
        return now(self.gpu.clone().attempt(async { work(self) }));
        #[cfg(target_arch = "wasm32")]
        work(self)
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
        if let Some(followed) = self.follow(&scenario) {
            self.remember(scenario);
            if let Err(problem) = followed {
                self.rescue(problem);
            }
            return Ok(());
        }
        // Boids have to remember more or other things than they do. The state is taken before the change.
        let state = self.state();
        if let Some(world) = self.rescue.get_mut() {
            return world.change(scenario);
        }
        let (model, flock) = Model::<D>::go_on(&scenario, state);
        match GpuWorld::start(self.gpu.clone(), model, flock, self.steps) {
            Ok(world) => *self = world,
            Err(problem) => {
                self.remember(scenario);
                self.rescue(problem);
            }
        }
        Ok(())
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

    /// Goes on with a changed scenario. `None` if boids have to remember more or other things than they do.
    fn follow(&mut self, scenario: &Scenario) -> Option<Result<(), GpuError>> {
        let model = self.model.changed(scenario)?;
        let fields = fields_of(&model, self.fields.species.is_some());
        if !self.buffers.fit(self.buffers.boids, &fields, needs_of(&self.gpu, &model, self.buffers.boids)) {
            return None;
        }
        self.model = model;
        self.reaches_round = reaches_round(&self.model, self.buffers.boids);
        Some(self.try_now(|world| {
            world.upload_friends()?;
            world.assemble()
        }))
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

    /// Makes the kernels and tables of the scenario as it is now.
    pub(crate) fn assemble(&mut self) -> Result<(), GpuError> {
        let lists = self.model.has_lists();
        self.kernels = Kernels::new(&self.gpu, &self.assembly(), lists, &self.buffers)?;
        self.upload_tables();
        self.kernels.bind(&self.gpu, &self.buffers);
        Ok(())
    }

    pub(crate) fn assembly(&self) -> Assembly<'_, D> {
        Assembly {
            model: &self.model,
            fields: &self.fields,
            reaches_round: self.reaches_round,
            counts_ahead: self.buffers.counts_ahead(),
            limits_loops: self.gpu.limits_loops,
        }
    }

    /// Binds the kernels to buffers that were replaced, and compiles them again if columns have more parts now.
    fn rebind(&mut self) -> Result<(), GpuError> {
        if !self.kernels.fit(&self.buffers) {
            return self.assemble();
        }
        self.kernels.bind(&self.gpu, &self.buffers);
        Ok(())
    }

    /// Returns whether a buffer was replaced.
    fn upload_tables(&mut self) -> bool {
        self.model.advance_to(self.steps);
        let Tables { rows, parts, fan } = Tables::new(&self.model);
        (self.header.parts, self.header.fan) = (parts, fan);
        Buffers::write_growing(&self.gpu, &mut self.buffers.tables, "tables", &rows)
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

/// Counting ahead needs two more buffers in the step kernel, and cells that stay where they are.
const BINDINGS_TO_COUNT_AHEAD: u32 = 16;

fn needs_of<const D: usize>(gpu: &Gpu, model: &Model<D>, boids: usize) -> Needs {
    Needs {
        velocities: D == 3,
        headings: model.uses_headings(),
        slot_of_id: model.has_lists(),
        counts_ahead: model.space().is_torus()
            && gpu.limits.max_storage_buffers_per_shader_stage >= BINDINGS_TO_COUNT_AHEAD
            && boids * 16 <= gpu.largest_binding(),
    }
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
