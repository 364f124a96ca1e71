//! A flock on a GPU as an engine: what programs, pages and pictures ask of it.

use crate::error::GpuError;
use crate::world::{ENGINE, GpuWorld, NO_REPRESENTATIVES, check_scenario, refused};
use quelea::engine::{
    Components, Device, EngineInfo, Inspection, Neighbour, Precision, RuleForce, StepStats, check_change,
};
use quelea::fast::Flock;
use quelea::fast::program::Model;
use quelea::model::ScenarioIssue;
use quelea::model::settings::Search;
use quelea::{Engine, FlockView, Scenario, ScenarioError, StartError, State};
use std::sync::PoisonError;

impl<const D: usize> Engine for GpuWorld<D> {
    fn step(&mut self) {
        GpuWorld::step(self);
    }

    fn steps(&self) -> u64 {
        self.steps
    }

    fn scenario(&self) -> &Scenario {
        self.model.scenario()
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
        match self.rescued() {
            Some(world) => world.state(),
            None => self.host().expect("whoever is not rescued is here").to_state(self.steps),
        }
    }

    fn change(&mut self, scenario: Scenario) -> Result<(), ScenarioError> {
        check_change(self.model.scenario(), &scenario)?;
        if scenario.general.search == Search::Representative {
            return Err(ScenarioIssue::new("search", NO_REPRESENTATIVES).into());
        }
        self.inspected = None;
        if let Some(world) = self.rescue.get_mut() {
            world.change(scenario.clone())?;
        }
        self.last.get_mut().unwrap_or_else(PoisonError::into_inner).changes.push((self.steps, scenario.clone()));
        if self.rescue.get().is_some() || self.follow(&scenario) {
            return Ok(());
        }
        let state = self.state();
        let (model, flock) = Model::<D>::go_on(&scenario, state).expect("the change was checked");
        match GpuWorld::start(self.gpu.clone(), model, flock, self.steps) {
            Ok(world) => *self = world,
            Err(problem) => self.rescue(problem),
        }
        Ok(())
    }

    fn restart(&mut self, scenario: &Scenario, state: State) -> Result<(), StartError> {
        check_scenario(scenario)?;
        let steps = state.step;
        let (model, flock) = Model::<D>::start(scenario, state)?;
        self.begin_again(model, flock, steps).map_err(refused)
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
        // One species that perceives by distance is counted where it is.
        let counts_here = self.fields.species.is_none() && self.model.furthest().is_some() && !self.model.has_lists();
        if self.rescued().is_none()
            && counts_here
            && let Ok(stats) = self.count(sample)
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

    fn wait(&self) {
        self.gpu.wait();
    }

    fn len(&self) -> usize {
        self.rescue.get().map_or(self.buffers.boids, |world| world.flock().len())
    }
}
