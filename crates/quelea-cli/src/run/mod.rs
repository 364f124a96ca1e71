//! `quelea run`: from the order as it was typed to the report.

mod checkpoint;
mod outputs;
mod plan;
mod report;

use crate::arguments::Order;
use crate::failure::{stopped, wrong};
use crate::new_file::NewFile;
use crate::progress::Progress;
use crate::source::shown;
use crate::{engine, interrupt, memory};
use anyhow::{Context, anyhow};
use checkpoint::Checkpoint;
use outputs::Outputs;
use plan::{Opening, Plan};
use quelea::encounters::{Encounters, anyone_hunts};
use quelea::scenario::settings::Engine;
use quelea::simulation::Simulation;
use quelea::snapshot::AnyState;
use quelea::{Scenario, State};
use report::Report;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

/// Runs a scenario and reports on it.
pub fn run(order: &Order, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut plan = Plan::of(order)?;
    let (report, ended) = match std::mem::replace(&mut plan.opening, Opening::Made) {
        Opening::Resumed(state) => match *state {
            AnyState::Flat(state) => run_in(order, &plan, Some(state))?,
            AnyState::Solid(state) => run_in(order, &plan, Some(state))?,
        },
        opening => match plan.scenario.general.dimension {
            2 => run_in::<2>(order, &plan, first_state(&plan, opening)?)?,
            3 => run_in::<3>(order, &plan, first_state(&plan, opening)?)?,
            other => return Err(wrong(format!("`dimension` is {other}; allowed: 2 or 3"))),
        },
    };
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

/// Runs in one dimension. Without a report comes back what kept the run from beginning.
fn run_in<const D: usize>(order: &Order, plan: &Plan, start: Option<State<D>>) -> anyhow::Result<(Report, Ended)> {
    let place = plan.state_out.as_deref().map(|path| NewFile::reserve(path, plan.force)).transpose()?;
    let threads = rayon::ThreadPoolBuilder::new().num_threads(order.threads.map_or(0, usize::from)).build()?;
    // A thread takes address space with the first thing it allocates; `ulimit -v` counts that too.
    threads.broadcast(|_| drop(std::hint::black_box(Box::new(0))));
    let writes = plan.state_out.is_some() || plan.record.is_some() || plan.checkpoint.is_some();
    memory::check(plan.scenario.boids(), D, writes)?;
    interrupt::watch()?;
    threads.install(|| -> anyhow::Result<_> {
        let mut simulation = engine::open(&plan.scenario, start)?;
        let begins = simulation.steps();
        let mut outputs = Outputs::open(plan)?;
        let mut checkpoint = Checkpoint::open(plan, order.resume.as_deref(), begins)?;
        let progress = Progress::of_steps(!order.quiet && !order.json, plan.first, plan.last(), begins);
        let encounters = anyone_hunts(&plan.scenario).then(|| Encounters::of(&plan.scenario));
        let resumed = order.resume.is_some();
        let mut fly = Fly { plan, progress, encounters, resumed, stepping: Duration::ZERO };
        let flown = fly.through(&mut *simulation, &mut outputs, &mut checkpoint);
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
        let threads = if plan.scenario.general.engine == Engine::Fast { rayon::current_num_threads() } else { 1 };
        let timed = report::Timed { begins, seconds: fly.stepping.as_secs_f64(), threads };
        Ok((Report::new(plan, &state, timed, fly.encounters, resumed, step >= last), ended))
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
    fn through<const D: usize>(
        &mut self,
        simulation: &mut dyn Simulation<D>,
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
            self.progress
                .stepped(step + 1 - self.plan.first, || quelea::measures::measure(scenario, &simulation.state()));
        }
    }
}

/// The state with which a fresh run begins, where it is not the scenario's own.
fn first_state<const D: usize>(plan: &Plan, opening: Opening) -> anyhow::Result<Option<State<D>>> {
    let Opening::Table(table, path) = opening else { return Ok(None) };
    table_state(&plan.scenario, &table, plan.first, &path).map(Some)
}

fn table_state<const D: usize>(scenario: &Scenario, table: &str, step: u64, path: &Path) -> anyhow::Result<State<D>> {
    let read = State::from_csv(table).and_then(|mut state| state.fit(scenario).map(|()| state));
    Ok(State { step, ..read.with_context(|| shown(path))? })
}
