//! The flock as the processor knows it: copied back to be looked at, or stepped there after the device has failed.

use super::GpuWorld;
#[cfg(not(target_arch = "wasm32"))]
use super::now;
use crate::error::GpuError;
use quelea::fast::Flock;
use quelea::{Scenario, State, World};
use std::sync::{Arc, MutexGuard, PoisonError};

/// A state that is known for certain.
#[derive(Clone)]
pub(crate) struct Last<const D: usize> {
    pub(super) flock: Arc<Flock<D>>,
    pub(super) step: u64,
    pub(super) scenario: Scenario,
    /// Scenarios that came later, with the steps before which they came.
    pub changes: Vec<(u64, Scenario)>,
}

impl<const D: usize> Last<D> {
    pub fn new(flock: Flock<D>, step: u64, scenario: Scenario) -> Self {
        Last { flock: Arc::new(flock), step, scenario, changes: Vec::new() }
    }

    /// The flock on the processor, stepped from there to another step.
    pub fn replay(&self, until: u64) -> World<D> {
        let mut world = World::go_on(self.scenario.clone(), self.flock.to_state(self.step));
        let mut changes = self.changes.iter().peekable();
        loop {
            while let Some((_, scenario)) = changes.next_if(|(step, _)| *step <= world.steps()) {
                world.change(scenario.clone()).expect("this change was taken before");
            }
            if world.steps() >= until {
                return world;
            }
            world.step();
        }
    }
}

impl<const D: usize> GpuWorld<D> {
    /// Keeps a change for the case that the device fails.
    pub(super) fn remember(&mut self, scenario: Scenario) {
        let (step, mut last) = (self.steps, self.last());
        match last.changes.last_mut().filter(|(at, _)| *at == step) {
            Some(change) => change.1 = scenario,
            None => last.changes.push((step, scenario)),
        }
    }

    /// Goes on on the processor.
    pub(crate) fn rescue(&self, problem: GpuError) {
        let _ = self.failure.set(problem);
        let _ = self.rescue.set(self.replay());
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
            let downloading = self.buffers.download(&self.gpu, &mut flock, &self.fields, self.parity);
            match self.gpu.attempt(downloading).await {
                Ok(()) => *self.last() = Last::new(flock, self.steps, self.model.scenario().clone()),
                Err(problem) => {
                    let _ = self.failure.set(problem);
                    return;
                }
            }
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

    pub(super) fn last(&self) -> MutexGuard<'_, Last<D>> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The flock on the processor, stepped from where it was last known to where it is now.
    fn replay(&self) -> Box<World<D>> {
        Box::new(self.last().replay(self.steps))
    }

    /// The flock on the processor, if the device has failed.
    pub(crate) fn rescued(&self) -> Option<&World<D>> {
        if self.rescue.get().is_none() && self.host().is_none() {
            let world = self.replay();
            match self.problem() {
                Some(problem) => {
                    let _ = self.failure.set(problem);
                    let _ = self.rescue.set(world);
                }
                // In a browser, where nobody has fetched it: the flock on the device is the same.
                None => {
                    let mut last = self.last();
                    (last.flock, last.step) = (Arc::new(world.flock().clone()), self.steps);
                    last.scenario = self.model.scenario().clone();
                    last.changes.clear();
                    let _ = self.host.set(last.flock.clone());
                }
            }
        }
        self.rescue.get().map(Box::as_ref)
    }

    /// What went wrong, here or with the device.
    fn problem(&self) -> Option<GpuError> {
        self.failure.get().cloned().or_else(|| self.gpu.failure())
    }

    /// Does one step on the processor, and takes the flock back to its device. Pages await
    /// [`step_async`](Self::step_async) instead, which is why this need not be fast.
    #[cfg(target_arch = "wasm32")]
    pub fn step(&mut self) {
        if self.rescued().is_none() {
            let scenario = self.model.scenario().clone();
            let mut world = World::from_state(&scenario, self.state()).expect("this state has been stepped before");
            world.step();
            match self.restart(&scenario, world.state()) {
                Ok(()) => return,
                Err(problem) => {
                    let failed = GpuError::Failed { adapter: self.gpu.adapter.clone(), problem: problem.to_string() };
                    let _ = (self.failure.set(failed), self.rescue.set(Box::new(world)));
                    self.steps += 1;
                    return;
                }
            }
        }
        if let Some(world) = self.rescue.get_mut() {
            world.step();
            self.steps = world.steps();
        }
    }

    /// The same flock on the processor, to look into it.
    pub(crate) fn inspected(&mut self) -> &mut World<D> {
        if self.rescued().is_some() {
            return self.rescue.get_mut().expect("it is rescued");
        }
        if self.inspected.is_none() {
            let world = World::go_on(self.model.scenario().clone(), self.state());
            self.inspected = Some(Box::new(world));
        }
        self.inspected.as_mut().expect("it was just made")
    }
}
