//! Doing the runs of a sweep, several at once.

use super::plan::{Outcome, Plan};
use crate::interrupt;
use quelea::{Scenario, Simulation};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, mpsc};

/// Does runs on so many threads, each run on one, and hands every outcome to `take` as it comes, until all
/// are done, `take` fails, or Ctrl-C is pressed.
pub fn work(
    plan: &Plan,
    runs: impl Iterator<Item = u64> + Send,
    threads: usize,
    mut take: impl FnMut(u64, Outcome) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let runs = Mutex::new(runs);
    let ended = AtomicBool::new(false);
    let (send, outcomes) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (send, runs, ended) = (send.clone(), &runs, &ended);
            scope.spawn(move || {
                let next = || runs.lock().ok().and_then(|mut runs| runs.next());
                while let Some(run) = next().filter(|_| !ended.load(Ordering::Relaxed)) {
                    let stop = || ended.load(Ordering::Relaxed) || interrupt::asked();
                    match outcome(plan, run, &stop).transpose() {
                        None => break,
                        Some(outcome) => {
                            if send.send((run, outcome)).is_err() {
                                break;
                            }
                        }
                    }
                }
            });
        }
        drop(send);
        let mut done = Ok(());
        for (run, outcome) in outcomes {
            if done.is_ok() {
                done = outcome.and_then(|outcome| take(run, outcome));
                ended.store(done.is_err(), Ordering::Relaxed);
            }
        }
        done
    })
}

/// One run from beginning to end; nothing if it was stopped.
fn outcome(plan: &Plan, run: u64, stop: &(dyn Fn() -> bool + Sync)) -> anyhow::Result<Option<Outcome>> {
    let scenario = plan.scenario(run)?;
    // A pool of one thread: the others have runs of their own.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    pool.install(|| run_to_end(plan, &scenario, stop))
}

fn run_to_end(plan: &Plan, scenario: &Scenario, stop: &(dyn Fn() -> bool + Sync)) -> anyhow::Result<Option<Outcome>> {
    let mut simulation = Simulation::new(scenario)?;
    let steps = scenario.general.steps;
    let mut sums = vec![0.0; plan.kept.len()];
    let mut samples = 0.0;
    loop {
        // Counted from the end, so that the last state is always among those measured.
        let left = steps - simulation.steps();
        if left < plan.average && left.is_multiple_of(plan.every) {
            let values = simulation.measure().values();
            sums.iter_mut().zip(&plan.kept).for_each(|(sum, place)| *sum += values[*place].1);
            samples += 1.0;
        }
        if left == 0 {
            let measures = sums.iter().map(|sum| sum / samples).collect();
            return Ok(Some(Outcome { measures, state_hash: simulation.hash() }));
        }
        if stop() {
            return Ok(None);
        }
        simulation.step();
    }
}
