//! A flock on a GPU as an engine: what programs, pages and pictures ask of it.

use crate::error::GpuError;
#[cfg(not(target_arch = "wasm32"))]
use crate::world::now;
use crate::world::{ENGINE, GpuWorld};
use quelea::engine::{Components, Device, EngineInfo, Inspection, Neighbour, Precision, RuleForce, StepStats};
use quelea::fast::Flock;
use quelea::model::settings::Search;
use quelea::{Engine, FlockView, Scenario, ScenarioError, StartError, State};

/// A flock on a GPU as a simulation holds it.
#[cfg(not(target_arch = "wasm32"))]
pub type EngineWorld<const D: usize> = GpuWorld<D>;
#[cfg(target_arch = "wasm32")]
pub use crate::page::EngineWorld;

impl<const D: usize> Engine for EngineWorld<D> {
    fn step(&mut self) {
        GpuWorld::step(self);
    }

    fn steps(&self) -> u64 {
        self.steps
    }

    fn scenario(&self) -> &Scenario {
        GpuWorld::scenario(self)
    }

    fn view(&self) -> FlockView<'_> {
        let flock = match self.rescued() {
            Some(world) => world.flock(),
            None => self.host().expect("whoever is not rescued is here"),
        };
        let Flock { ids, species, positions, velocities, .. } = flock;
        FlockView::new(ids, species, Components::columns(positions), Components::columns(velocities))
    }

    fn state(&self) -> State {
        GpuWorld::state(self)
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn capture(&self) -> quelea::engine::Capture {
        GpuWorld::capture(self)
    }

    fn change(&mut self, scenario: Scenario) -> Result<(), ScenarioError> {
        GpuWorld::change(self, scenario)
    }

    fn restart(&mut self, scenario: &Scenario, state: State) -> Result<(), StartError> {
        GpuWorld::restart(self, scenario, state)
    }

    fn neighbours(&mut self, id: u32) -> Vec<Neighbour> {
        Engine::neighbours(self.inspected(), id)
    }

    fn forces(&mut self, id: u32) -> Vec<RuleForce> {
        Engine::forces(self.inspected(), id)
    }

    fn inspect(&mut self, id: u32) -> Option<Inspection> {
        Engine::inspect(self.inspected(), id)
    }

    fn stats(&mut self, sample: usize) -> StepStats {
        // One species that perceives by distance is counted where it is. In a page that would have to be waited for.
        #[cfg(not(target_arch = "wasm32"))]
        let counts_here = self.fields.species.is_none() && self.model.furthest().is_some() && !self.model.has_lists();
        #[cfg(not(target_arch = "wasm32"))]
        if self.rescued().is_none()
            && counts_here
            && let Ok(stats) = now(self.gpu.clone().attempt(self.count(sample)))
        {
            return stats;
        }
        Engine::stats(self.inspected(), sample)
    }

    fn info(&self) -> EngineInfo {
        let mut info = EngineInfo::new(ENGINE, Precision::Single, self.buffers.bytes());
        info.search = Search::Grid;
        let mut device = Device::new(self.gpu.name(), self.gpu.promise().to_owned());
        if self.rescue.get().is_some() {
            let problem = self.failure.get().map(GpuError::to_string).unwrap_or_default();
            device.failure =
                Some(format!("{problem}: the flock went on on the processor, from the last state that was known"));
        }
        info.device = Some(device);
        info
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn measure(&mut self, names: &[&str]) -> Option<Vec<f64>> {
        GpuWorld::measure(self, names)
    }

    fn wait(&self) {
        self.gpu.wait();
    }

    fn len(&self) -> usize {
        self.rescue.get().map_or(self.buffers.boids, |world| world.flock().len())
    }
}
