//! Threads that do the runs of a sweep.

use super::plan::{Outcome, Plan};
use crate::interrupt;
use quelea::{Scenario, Simulation};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, mpsc};

/// Does runs on several threads, each run on one, and passes every outcome to `handle`, until all are done,
/// `handle` fails, or the program is interrupted.
pub fn run_all(
    plan: &Plan,
    runs: impl Iterator<Item = u64> + Send,
    threads: usize,
    mut handle: impl FnMut(u64, Outcome) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let runs = Mutex::new(runs);
    let failed = AtomicBool::new(false);
    let (sender, outcomes) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, runs, failed) = (sender.clone(), &runs, &failed);
            scope.spawn(move || {
                let next = || runs.lock().ok().and_then(|mut runs| runs.next());
                while let Some(run) = next().filter(|_| !failed.load(Ordering::Relaxed)) {
                    let stop = || failed.load(Ordering::Relaxed) || interrupt::requested();
                    match outcome(plan, run, &stop).transpose() {
                        None => break,
                        Some(outcome) => {
                            if sender.send((run, outcome)).is_err() {
                                break;
                            }
                        }
                    }
                }
            });
        }
        drop(sender);
        let mut result = Ok(());
        for (run, outcome) in outcomes {
            if result.is_ok() {
                result = outcome.and_then(|outcome| handle(run, outcome));
                failed.store(result.is_err(), Ordering::Relaxed);
            }
        }
        result
    })
}

/// Does one run; `None` if it was stopped.
fn outcome(plan: &Plan, run: u64, stop: &(dyn Fn() -> bool + Sync)) -> anyhow::Result<Option<Outcome>> {
    let scenario = plan.scenario(run)?;
    // A pool of one thread: the others have runs of their own.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    pool.install(|| run_to_end(plan, &scenario, stop))
}

fn run_to_end(plan: &Plan, scenario: &Scenario, stop: &(dyn Fn() -> bool + Sync)) -> anyhow::Result<Option<Outcome>> {
    let mut simulation = Simulation::new(scenario)?;
    let mut sums = vec![0.0; plan.measures.len()];
    let mut samples = 0.0;
    loop {
        // Counted from the end, so that the final state is always measured.
        let remaining = scenario.general.steps - simulation.steps();
        if remaining < plan.average && remaining.is_multiple_of(plan.every) {
            let values = simulation.measure().values();
            sums.iter_mut().zip(&plan.measures).for_each(|(sum, index)| *sum += values[*index].1);
            samples += 1.0;
        }
        if remaining == 0 {
            let measures = sums.iter().map(|sum| sum / samples).collect();
            return Ok(Some(Outcome { measures, state_hash: simulation.hash() }));
        }
        if stop() {
            return Ok(None);
        }
        simulation.step();
    }
}
