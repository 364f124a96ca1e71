//! `quelea run`.

pub mod arguments;
mod checkpoint;
mod checkpoint_folder;
#[cfg(feature = "mpi")]
pub mod divided;
mod encounter_count;
mod output_file;
mod outputs;
mod plan;
mod recorder;
mod report;
mod same_scenario;

use crate::arguments::ReportForm;
use crate::atomic_file::AtomicFile;
use crate::error::interrupted;
use crate::progress::Progress;
use crate::{interrupt, memory};
use anyhow::anyhow;
use arguments::RunArgs;
use checkpoint::Checkpoint;
use encounter_count::EncounterCount;
use outputs::Outputs;
use plan::Plan;
use quelea::{Simulation, State};
use recorder::Recorder;
use report::{FinalState, Report, Stepped, Timing};
use std::io::Write;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Runs a scenario and reports on it.
pub fn run(arguments: &RunArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut plan = Plan::new(arguments)?;
    #[cfg(feature = "mpi")]
    if plan.scenario.general.engine.as_str() == divided::ENGINE {
        return divided::run(arguments, &plan, out);
    }
    plan.warnings.print();
    let start = plan.start.take();
    let (report, outcome) = run_plan(arguments, &plan, start)?;
    // The standard output belongs to the stream alone.
    let out = if plan.streams_to_stdout() { &mut std::io::stderr() } else { out };
    match arguments.output.report_form() {
        ReportForm::Json => report.write_json(out)?,
        ReportForm::Text => report.write_text(out)?,
        ReportForm::Nothing => {}
    }
    outcome
}

/// How a run ended: at its last step, interrupted, or with a file that could not be written. It is returned
/// after the report on what was done until then.
type Outcome = anyhow::Result<()>;

/// Does a run. Fails without a report if it cannot start.
fn run_plan(arguments: &RunArgs, plan: &Plan, start: Option<State>) -> anyhow::Result<(Report, Outcome)> {
    // Before a temporary file exists that a signal could leave behind.
    interrupt::install_handler()?;
    let state_out = plan.state_out.as_deref().map(|path| AtomicFile::reserve(path, plan.force)).transpose()?;
    let threads = rayon::ThreadPoolBuilder::new().num_threads(arguments.threads.map_or(0, usize::from)).build()?;
    // The first allocation of a thread reserves address space, which `ulimit -v` counts: let it happen now.
    threads.broadcast(|_| drop(std::hint::black_box(Box::new(0))));
    let writes_files = plan.state_out.is_some() || plan.record.is_some() || plan.checkpoint.is_some();
    let (boids, dimension) = (plan.scenario.boids(), plan.scenario.general.dimension);
    match writes_files || plan.measures.is_some() {
        true => memory::check(boids, dimension, writes_files)?,
        false => memory::check_run(boids, dimension)?,
    }
    threads.install(|| -> anyhow::Result<_> {
        let mut simulation = match start {
            Some(state) => Simulation::from_state(&plan.scenario, state)?,
            None => Simulation::new(&plan.scenario)?,
        };
        let start = simulation.steps();
        let outputs = Mutex::new(Outputs::open(plan, &simulation)?);
        let mut checkpoint = Checkpoint::open(plan, arguments.resume.as_deref(), start)?;
        let mut steps = Steps {
            plan,
            progress: Progress::for_steps(
                arguments.output.progress_form(&arguments.progress),
                plan.scenario.boids(),
                plan.first,
                plan.last(),
                start,
            ),
            encounters: EncounterCount::new(plan, start),
            is_resumed: arguments.resume.is_some(),
            time: Duration::ZERO,
        };
        let (done, unread) = std::thread::scope(|scope| -> anyhow::Result<_> {
            let mut recorder = Recorder::new(scope, &outputs, &simulation, threads.current_num_threads())?;
            let done = steps.run(&mut simulation, &mut recorder, &mut checkpoint);
            Ok((done, recorder.unread().unwrap_or_default().to_owned()))
        })?;
        let (state, step, last) = (simulation.state(), simulation.steps(), plan.last());
        let ending = *done.as_ref().unwrap_or(&Ending::Interrupted);
        let outcome = match (done, state_out) {
            (Err(error), _) => {
                let hint = checkpoint.resume_hint().map(|hint| format!("; {hint}")).unwrap_or_default();
                Err(anyhow!("{error:#}\n  the run ended at step {step}{hint}"))
            }
            (Ok(Ending::Interrupted), _) => {
                let hint = checkpoint.resume_hint().unwrap_or_default();
                Err(interrupted(format!("stopped after step {step} of {last}; {hint}")))
            }
            (Ok(Ending::Unread), _) if !plan.leaves_files() => Ok(()),
            (Ok(Ending::Unread), _) => {
                let hint = checkpoint.resume_hint().map(|hint| format!("; {hint}")).unwrap_or_default();
                Err(anyhow!("{unread}\n  the run ended at step {step} of {last}{hint}"))
            }
            (Ok(_), Some(file)) => file.commit(state.to_csv().as_bytes()).map_err(|error| {
                let command = checkpoint.resume_command().unwrap_or("the same command".into());
                anyhow!(
                    "{error:#}\n  the run is done; to write its final state elsewhere: {command} --state-out FILE.csv"
                )
            }),
            (Ok(_), None) => Ok(()),
        };
        let timing = Timing { start, seconds: steps.time.as_secs_f64() };
        let (stepped, final_state) = (Stepped::by(&simulation), FinalState::new(simulation.scenario(), &state));
        let report = Report::new(plan, stepped, final_state, timing, steps.encounters, steps.is_resumed, ending);
        Ok((report, outcome))
    })
}

/// How the steps of a run ended.
#[derive(Clone, Copy, PartialEq)]
pub enum Ending {
    /// By the end condition of the scenario.
    Reached,
    LastStep,
    Interrupted,
    /// A stream has lost its reader.
    Unread,
}

/// The steps of a run, and what happens between them.
struct Steps<'a> {
    plan: &'a Plan,
    progress: Progress,
    /// Counted if any species hunts.
    encounters: Option<EncounterCount>,
    is_resumed: bool,
    /// The time taken by the steps alone.
    time: Duration,
}

impl Steps<'_> {
    fn timed(&mut self, work: impl FnOnce()) {
        let start = Instant::now();
        work();
        self.time += start.elapsed();
    }

    /// Steps to the end of the run, or until it is interrupted.
    fn run(
        &mut self,
        simulation: &mut Simulation,
        recorder: &mut Recorder,
        checkpoint: &mut Checkpoint,
    ) -> anyhow::Result<Ending> {
        let last = self.plan.last();
        // The state of a checkpoint was sampled before it was saved.
        let mut already_sampled = self.is_resumed;
        loop {
            let step = simulation.steps();
            if recorder.is_due(step) && !recorder.is_aside() || step >= last {
                // Steps count where they are done, not where somebody looks at the result.
                self.timed(|| simulation.wait());
            }
            let reached = simulation.has_ended();
            if reached || step >= last {
                // What became of earlier samples decides how the run ends.
                recorder.finish()?;
            }
            let lost_reader = recorder.unread().is_some();
            if !std::mem::take(&mut already_sampled) && recorder.is_due(step) && !lost_reader {
                let encounters = self.encounters.as_ref().map(|count| &count.encounters);
                let measures = recorder.sample(simulation, encounters)?;
                self.progress.show(measures.as_ref());
            }
            let ending = match reached {
                _ if lost_reader => Some(Ending::Unread),
                true => Some(Ending::Reached),
                false if step >= last => Some(Ending::LastStep),
                false if interrupt::requested() => Some(Ending::Interrupted),
                false => recorder.unread().map(|_| Ending::Unread),
            };
            if ending == Some(Ending::Interrupted) {
                let mut outputs = recorder.outputs()?;
                checkpoint.save_interrupted(self.plan, &mut outputs, self.encounters.as_ref(), &simulation.state())?;
            } else if checkpoint.is_due(step, ending.is_some()) {
                let mut outputs = recorder.outputs()?;
                checkpoint.save(self.plan, &mut outputs, self.encounters.as_ref(), &simulation.state())?;
            }
            if let Some(ending) = ending {
                recorder.outputs()?.commit()?;
                return Ok(ending);
            }
            self.timed(|| simulation.step());
            if let Some(count) = &mut self.encounters {
                count.encounters.watch(&simulation.state());
            }
            let is_measured = simulation.len() <= memory::MOST_SEARCHED;
            self.progress
                .set_step(step + 1 - self.plan.first, || is_measured.then(|| simulation.measure_only(Progress::shows)));
        }
    }
}
