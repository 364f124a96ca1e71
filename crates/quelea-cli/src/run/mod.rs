//! `quelea run`: from the order as it was typed to the report.

mod checkpoint;
mod outputs;
mod plan;
mod report;

use crate::arguments::Order;
use crate::failure::stopped;
use crate::new_file::NewFile;
use crate::progress::Progress;
use crate::source::shown;
use crate::{interrupt, memory};
use anyhow::{Context, anyhow};
use checkpoint::Checkpoint;
use outputs::Outputs;
use plan::{Opening, Plan};
use quelea::measures::encounters::{Encounters, anyone_hunts};
use quelea::{Simulation, State};
use report::Report;
use std::io::Write;
use std::time::{Duration, Instant};

/// Runs a scenario and reports on it.
pub fn run(order: &Order, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut plan = Plan::of(order)?;
    let start = first_state(&mut plan)?;
    let (report, ended) = run_plan(order, &plan, start)?;
    match (order.json, order.quiet) {
        (true, _) => report.write_json(out)?,
        (false, false) => report.write_text(out)?,
        (false, true) => {}
    }
    ended
}

/// How a run ended: well, stopped, or with a file that could not be written. It is told after the report, which
/// holds what was done until then.
type Ended = anyhow::Result<()>;

/// Does the run. Fails without a report if it cannot begin.
fn run_plan(order: &Order, plan: &Plan, start: Option<State>) -> anyhow::Result<(Report, Ended)> {
    let place = plan.state_out.as_deref().map(|path| NewFile::reserve(path, plan.force)).transpose()?;
    let threads = rayon::ThreadPoolBuilder::new().num_threads(order.threads.map_or(0, usize::from)).build()?;
    // A thread takes address space with the first thing it allocates; `ulimit -v` counts that too.
    threads.broadcast(|_| drop(std::hint::black_box(Box::new(0))));
    let writes = plan.state_out.is_some() || plan.record.is_some() || plan.checkpoint.is_some();
    memory::check(plan.scenario.boids(), plan.scenario.general.dimension, writes)?;
    interrupt::watch()?;
    threads.install(|| -> anyhow::Result<_> {
        let mut simulation = match start {
            Some(state) => Simulation::from_state(&plan.scenario, state)?,
            None => Simulation::new(&plan.scenario)?,
        };
        let info = simulation.info();
        let begins = simulation.steps();
        let mut outputs = Outputs::open(plan, info.precision)?;
        let mut checkpoint = Checkpoint::open(plan, order.resume.as_deref(), begins)?;
        let progress = Progress::of_steps(!order.quiet && !order.json, plan.first, plan.last(), begins);
        let encounters = anyone_hunts(&plan.scenario).then(|| Encounters::new(&plan.scenario));
        let resumed = order.resume.is_some();
        let mut fly = Fly { plan, progress, encounters, resumed, stepping: Duration::ZERO };
        let flown = fly.through(&mut simulation, &mut outputs, &mut checkpoint);
        let (state, step, last) = (simulation.state(), simulation.steps(), plan.last());
        let ended = match (flown, place) {
            (Err(error), _) => {
                let advice = checkpoint.advice().map(|advice| format!("; {advice}")).unwrap_or_default();
                Err(anyhow!("{error:#}\n  the run ended at step {step}{advice}"))
            }
            (Ok(()), _) if step < last => Err(stopped(format!(
                "stopped after step {step} of {last}; {}",
                checkpoint.advice().unwrap_or_default()
            ))),
            (Ok(()), Some(place)) => place.finish(state.to_csv().as_bytes()).map_err(|error| {
                let again = checkpoint.command().unwrap_or("the same command".into());
                anyhow!("{error:#}\n  the run is done; to write its last state elsewhere: {again} --state-out FILE.csv")
            }),
            (Ok(()), None) => Ok(()),
        };
        let timed = report::Timed { begins, seconds: fly.stepping.as_secs_f64() };
        Ok((Report::new(plan, &state, &info, timed, fly.encounters, resumed, step >= last), ended))
    })
}

/// The steps of a run, with all that is done between them.
struct Fly<'a> {
    plan: &'a Plan,
    progress: Progress,
    /// Where somebody hunts.
    encounters: Option<Encounters>,
    resumed: bool,
    /// How long the steps alone have taken.
    stepping: Duration,
}

impl Fly<'_> {
    /// Goes on to the last step, or until it is stopped.
    fn through(
        &mut self,
        simulation: &mut Simulation,
        outputs: &mut Outputs,
        checkpoint: &mut Checkpoint,
    ) -> anyhow::Result<()> {
        let (scenario, last) = (&self.plan.scenario, self.plan.last());
        // The state of a checkpoint has been sampled before it was saved.
        let mut sampled = self.resumed;
        loop {
            let step = simulation.steps();
            if !std::mem::take(&mut sampled) && outputs.due(step) {
                let measures = outputs.sample(scenario, &simulation.state())?;
                self.progress.show(measures.as_ref());
            }
            let stopped = step < last && interrupt::asked();
            if stopped {
                checkpoint.save_at_last(self.plan, outputs, &simulation.state())?;
            } else if checkpoint.due(step, last) {
                checkpoint.save(self.plan, outputs, &simulation.state())?;
            }
            if step >= last || stopped {
                return outputs.commit();
            }
            let began = Instant::now();
            simulation.step();
            self.stepping += began.elapsed();
            if let Some(encounters) = &mut self.encounters {
                encounters.watch(&simulation.state());
            }
            self.progress.stepped(step + 1 - self.plan.first, || simulation.measure());
        }
    }
}

/// The state with which the run begins or goes on; `None` for the scenario's own initial state.
fn first_state(plan: &mut Plan) -> anyhow::Result<Option<State>> {
    match std::mem::replace(&mut plan.opening, Opening::Made) {
        Opening::Made => Ok(None),
        Opening::Resumed(state) => Ok(Some(*state)),
        Opening::Table(table, path) => {
            let read = State::from_csv(plan.scenario.general.dimension, &table);
            let read = read.and_then(|mut state| state.validate_against(&plan.scenario).map(|()| state));
            let mut state = read.with_context(|| shown(&path))?;
            state.step = plan.first;
            Ok(Some(state))
        }
    }
}
