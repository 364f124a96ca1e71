//! Threads that do the runs of a sweep.

use super::kept::Finished;
use super::plan::{Outcome, Plan};
use super::series::RunSeries;
use crate::interrupt;
use quelea::measures::encounters::{Encounters, anyone_hunts};
use quelea::measures::series::Estimate;
use quelea::model::settings::EndWhen;
use quelea::{Measures, Scenario, Simulation};
use std::collections::VecDeque;
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
                    match finish(plan, run, &stop).transpose() {
                        None => break,
                        Some(finished) => {
                            let outcome = finished.map(|(outcome, _)| outcome);
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

/// Does one run and returns what is kept of it, and its flock; `None` if it was stopped.
pub fn finish(
    plan: &Plan,
    run: u64,
    stop: &(dyn Fn() -> bool + Sync),
) -> anyhow::Result<Option<(Outcome, Simulation)>> {
    let scenario = plan.scenario(run)?;
    // A pool of one thread: the others have runs of their own.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    pool.install(|| run_to_end(plan, run, &scenario, stop))
}

fn run_to_end(
    plan: &Plan,
    run: u64,
    scenario: &Scenario,
    stop: &(dyn Fn() -> bool + Sync),
) -> anyhow::Result<Option<(Outcome, Simulation)>> {
    let mut simulation = Simulation::new(scenario)?;
    let mut samples = Samples::new(plan, scenario);
    let mut series = RunSeries::new(plan, run);
    let counted = series.is_some() || plan.measures.iter().any(|kept| kept.counts_encounters());
    let counts = counted && anyone_hunts(scenario);
    let mut encounters = counts.then(|| Encounters::new(scenario));
    loop {
        let remaining = scenario.general.steps - simulation.steps();
        let outcome = simulation.outcome();
        samples.add(&mut simulation, remaining, outcome.is_some());
        if let Some(series) = &mut series {
            series.add(&simulation, encounters.as_ref(), outcome.is_some());
        }
        if let Some(outcome) = outcome {
            if let Some(series) = series {
                series.write(scenario)?;
            }
            let samples = samples.into_list();
            let encounters = encounters.as_ref();
            let run = Finished { outcome, boids: scenario.boids(), samples: &samples, encounters };
            let columns = plan.measures.iter().flat_map(|kept| {
                let Estimate { value, error } = kept.estimate(&run);
                [Some(value), (plan.has_errors() && kept.fluctuates()).then_some(error)]
            });
            let outcome = Outcome { measures: columns.flatten().collect(), state_hash: simulation.hash() };
            return Ok(Some((outcome, simulation)));
        }
        if stop() {
            return Ok(None);
        }
        simulation.step();
        if let Some(encounters) = &mut encounters {
            encounters.watch(&simulation.state());
        }
    }
}

/// The measures of the steps that are averaged. They are counted from the end, so that the final state is always
/// among them.
struct Samples<'a> {
    plan: &'a Plan,
    may_end_early: bool,
    /// All measures of each sample. For a run that may end early: of the last steps so far, of which some will count.
    newest: VecDeque<Vec<f64>>,
}

impl<'a> Samples<'a> {
    fn new(plan: &'a Plan, scenario: &Scenario) -> Self {
        let may_end_early = scenario.general.end.when != EndWhen::Never;
        Samples { plan, may_end_early, newest: VecDeque::new() }
    }

    /// Measures a step if it may be one of those.
    fn add(&mut self, simulation: &mut Simulation, remaining: u64, is_last: bool) {
        let Plan { average, every, ref measures, .. } = *self.plan;
        let counts = match self.may_end_early {
            true => is_last || average > 1,
            false => remaining < average && remaining.is_multiple_of(every),
        };
        if !counts {
            return;
        }
        let wanted = |name: &str| {
            measures.iter().filter_map(|kept| kept.measure()).any(|index| Measures::DEFINITIONS[index].0 == name)
        };
        let values = simulation.measure_only(wanted).values();
        self.newest.push_back(values.map(|(_, value)| value).to_vec());
        if self.newest.len() as u64 > average {
            self.newest.pop_front();
        }
    }

    /// The samples that count, in the order of time.
    fn into_list(self) -> Vec<Vec<f64>> {
        let every = if self.may_end_early { self.plan.every as usize } else { 1 };
        let mut list: Vec<Vec<f64>> = self.newest.into_iter().rev().step_by(every).collect();
        list.reverse();
        list
    }
}
