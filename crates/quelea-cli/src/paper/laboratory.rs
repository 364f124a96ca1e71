//! Where experiments run: many independent simulations, on all threads.

use crate::error::interrupted;
use crate::interrupt;
use crate::progress::{Progress, ProgressForm};
use crate::statistics::mean_and_deviation;
use quelea::measures::series::{Estimate, TimeStatistics};
use quelea::{Scenario, Simulation};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// After so many steps a run looks whether it should stop.
const LOOK_INTERVAL: u64 = 64;

/// Runs simulations for an experiment.
pub struct Laboratory {
    /// Whether fewer and shorter runs are wanted.
    pub quick: bool,
}

impl Laboratory {
    pub fn new(quick: bool) -> Self {
        Laboratory { quick }
    }

    /// The first in a quick experiment, else the second.
    pub fn pick<T>(&self, quick: T, full: T) -> T {
        if self.quick { quick } else { full }
    }

    /// Does a run for every input, each on one thread, and returns the results in the order of the inputs.
    pub fn run_all<I: Sync, R: Send>(
        &self,
        inputs: &[I],
        run: impl Fn(&I) -> anyhow::Result<R> + Sync,
    ) -> anyhow::Result<Vec<R>> {
        let progress = Progress::for_runs(ProgressForm::from_environment(), inputs.len() as u64, 0);
        let (next, results) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let work = || -> anyhow::Result<()> {
            // A pool of one thread: the others have runs of their own.
            let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(input) = inputs.get(index) else { return Ok(()) };
                let result = pool.install(|| run(input)).inspect_err(|_| {
                    // Nobody begins another run.
                    next.store(inputs.len(), Ordering::Relaxed);
                })?;
                if let Ok(mut results) = results.lock() {
                    results.push((index, result));
                }
                progress.increment();
            }
        };
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..rayon::current_num_threads()).map(|_| scope.spawn(work)).collect();
            threads.into_iter().try_for_each(|thread| match thread.join() {
                Ok(result) => result,
                Err(panic) => std::panic::resume_unwind(panic),
            })
        })?;
        let mut results = results.into_inner().unwrap_or_default();
        results.sort_by_key(|(index, _)| *index);
        Ok(results.into_iter().map(|(_, result)| result).collect())
    }

    /// Steps a flock, and calls a function after every so many steps; stops with an error if the program is
    /// interrupted.
    pub fn steps(
        &self,
        flock: &mut Simulation,
        steps: u64,
        every: u64,
        mut visit: impl FnMut(&mut Simulation) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        for step in 1..=steps {
            if flock.steps().is_multiple_of(LOOK_INTERVAL) && interrupt::requested() {
                return Err(interrupted("stopped; nothing is written: the same command starts again"));
            }
            flock.step();
            if step % every == 0 {
                visit(flock)?;
            }
        }
        Ok(())
    }

    /// The number of steps until the end condition of a scenario holds; `None` if it does not within its `steps`.
    pub fn steps_to_end(&self, scenario: &Scenario) -> anyhow::Result<Option<u64>> {
        let mut flock = Simulation::new(scenario)?;
        loop {
            if let Some(outcome) = flock.outcome() {
                return Ok(outcome.reached.then_some(outcome.step));
            }
            self.steps(&mut flock, 1, 1, |_| Ok(()))?;
        }
    }

    /// Runs a scenario and returns the polarisation after `settle` steps, sampled every few of `steps` more.
    pub fn polarisation(&self, scenario: &Scenario, settle: u64, steps: u64) -> anyhow::Result<TimeStatistics> {
        let mut flock = Simulation::new(scenario)?;
        self.steps(&mut flock, settle, settle.max(1), |_| Ok(()))?;
        let mut samples = Vec::new();
        self.steps(&mut flock, steps, 2, |flock| {
            samples.push(polarisation(flock));
            Ok(())
        })?;
        Ok(TimeStatistics::new(&samples, scenario.boids()))
    }
}

/// The polarisation of a flock.
pub fn polarisation(flock: &mut Simulation) -> f64 {
    // The other measures take longer than a step.
    flock.measure_only(|name| name == "polarisation").polarisation
}

/// The mean of independent runs, with its standard error.
pub fn mean_of(values: &[f64]) -> Estimate {
    let (value, deviation) = mean_and_deviation(values);
    let error = if values.len() > 1 { deviation / (values.len() as f64).sqrt() } else { f64::NAN };
    Estimate { value, error }
}
