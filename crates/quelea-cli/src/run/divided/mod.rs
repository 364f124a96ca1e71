//! `quelea run --engine mpi`: one flock on all processes that `mpirun` started.
//!
//! All ranks run the same loop and decide everything together: what to sample, when to save, when to stop. Rank 0
//! writes the measures and the report, every rank its part of records and checkpoints. A rank that fails ends the job;
//! the last checkpoint is whole all the same.

mod checkpoint;
mod costs;
mod dataset;

use super::Ending;
use super::arguments::RunArgs;
use super::checkpoint_folder::Manifest;
use super::encounter_count::EncounterCount;
use super::plan::Plan;
use super::report::{FinalState, Report, Stepped, Timing};
use crate::arguments::ReportForm;
use crate::error::{self, user_error};
use crate::files::{MeasuresFormat, Stream, TableWriter};
use crate::measure_row::measure_row;
use crate::output::escape_control;
use crate::progress::Progress;
use crate::{interrupt, memory};
use checkpoint::FolderCheckpoint;
use dataset::Dataset;
use quelea::measures::encounters::{Encounters, anyone_hunts};
use quelea::measures::{has_ended_divided, measure_divided};
use quelea::model::settings::{EndWhen, Search};
use quelea::state::part::Part;
use quelea::{Distributed, Measures, Ranks, Scenario, StartError, State};
use quelea_mpi::{Mpi, MpiRanks};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::ops::Range;
use std::path::Path;
use std::time::{Duration, Instant};

/// The name of the engine.
pub const ENGINE: &str = "mpi";

/// The scenario of a checkpoint, to be run by this engine.
pub fn scenario(manifest: &Manifest) -> anyhow::Result<Scenario> {
    Ok(manifest.scenario.clone().with("engine", ENGINE)?)
}

/// Runs a plan on all ranks.
pub fn run(arguments: &RunArgs, plan: &Plan, out: &mut dyn Write) -> anyhow::Result<()> {
    check_possible(arguments, plan)?;
    interrupt::install_handler()?;
    let Some(mpi) = Mpi::start() else {
        return Err(user_error("MPI does not allow calls from several threads, which this engine needs"));
    };
    // A rank that panics would wait for the others while it ends MPI.
    let previous = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        previous(panic);
        quelea_mpi::abort(101);
    }));
    let ranks = mpi.ranks();
    let rank = ranks.rank();
    if rank == 0 {
        plan.warnings.print();
    }
    let done = match plan.scenario.general.dimension {
        2 => run_in::<2>(arguments, plan, ranks, out),
        _ => run_in::<3>(arguments, plan, ranks, out),
    };
    match done {
        // Every rank is refused the same scenario; one says so.
        Err(error) if error.is::<StartError>() && rank > 0 => Err(error::reported(2)),
        Err(error) if error.is::<StartError>() => Err(error),
        // Others may be waiting for this rank, and MPI would not end before they do.
        Err(error) if !error::is_interrupted(&error) && !error::is_reported(&error) => fail(rank, &error),
        done => done,
    }
}

/// Ends the whole job after an error of one rank.
fn fail(rank: usize, error: &anyhow::Error) -> ! {
    let _ = writeln!(std::io::stderr(), "error: rank {rank}: {}", escape_control(&format!("{error:#}")));
    quelea_mpi::abort(1)
}

/// Refuses what a divided run cannot do.
fn check_possible(arguments: &RunArgs, plan: &Plan) -> anyhow::Result<()> {
    let refuse =
        |option: &str, instead: &str| Err(user_error(format!("{option}: not with engine = \"mpi\"; {instead}")));
    if arguments.start.is_some() {
        return refuse("--start", "start from the scenario, or resume a checkpoint");
    }
    if plan.state_out.is_some() {
        return refuse("--state-out", "--record FOLDER writes positions and velocities");
    }
    if plan.streams_to_stdout() {
        return refuse("`-`", "write files");
    }
    Ok(())
}

fn run_in<const D: usize>(
    arguments: &RunArgs,
    plan: &Plan,
    ranks: MpiRanks,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let rank = ranks.rank();
    agree(&ranks, plan)?;
    let resumed = arguments.resume.as_deref().filter(|path| path.is_dir());
    together(&ranks, || prepare_outputs(plan, resumed))?;
    let threads = rayon::ThreadPoolBuilder::new().num_threads(arguments.threads.map_or(1, usize::from)).build()?;
    let boids_here = (plan.scenario.boids() as u128 * ranks.on_this_machine() as u128 / ranks.count() as u128) as usize;
    memory::check(boids_here, D, plan.record.is_some() || plan.checkpoint.is_some())?;
    let flock = threads.install(|| open::<D>(plan, resumed, ranks))?;
    let progress_form = match rank {
        0 => arguments.output.progress_form(&arguments.progress),
        _ => crate::progress::ProgressForm::None,
    };
    let start = flock.steps();
    let mut run = DividedRun {
        plan,
        measures: open_measures(plan, rank)?,
        record: plan.record.as_ref().map(|file| Dataset::new(file.path(), rank, plan.columns, plan.every)),
        checkpoint: FolderCheckpoint::new(plan, resumed, start),
        progress: Progress::for_steps(progress_form, plan.scenario.boids(), plan.first, plan.last(), start),
        encounters: EncounterCount::new(plan, start),
        time: Duration::ZERO,
        flock,
    };
    let per_rank = arguments.threads.map_or(1, usize::from);
    let (ending, stepped, final_state) = threads.install(|| -> anyhow::Result<_> {
        let ending = run.steps(resumed.is_some())?;
        let ranks = costs::gather(&run.flock, run.flock.steps() - start);
        let stepped = Stepped {
            engine: ENGINE,
            search: Search::Grid,
            approximate: false,
            threads: per_rank,
            device: None,
            ranks: Some(ranks),
        };
        Ok((ending, stepped, run.final_state()))
    })?;
    let step = final_state.step;
    if rank == 0 {
        let timing = Timing { start, seconds: run.time.as_secs_f64() };
        let encounters = run.encounters.take();
        let report = Report::new(plan, stepped, final_state, timing, encounters, resumed.is_some(), ending);
        match arguments.output.report_form() {
            ReportForm::Json => report.write_json(out)?,
            ReportForm::Text => report.write_text(out)?,
            ReportForm::Nothing => {}
        }
    }
    if ending != Ending::Interrupted {
        return Ok(());
    }
    let hint = run.checkpoint.resume_hint().unwrap_or_default();
    let message = format!("stopped after step {step} of {}; {hint}", plan.last());
    Err(if rank == 0 { error::interrupted(message) } else { error::reported(interrupt::exit_code()) })
}

/// Checks that all ranks run the same program and the same scenario.
fn agree(ranks: &dyn Ranks, plan: &Plan) -> anyhow::Result<()> {
    let digest = |text: &str| {
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        hasher.finish() as u32
    };
    let options = format!("{} {:?} {}", plan.every, plan.checkpoint_every, plan.last());
    let texts = [crate::version::long(), &plan.scenario.to_toml(), &options];
    let all = ranks.gather(texts.map(digest).to_vec());
    let Some((other, digests)) = all.iter().enumerate().find(|(_, digests)| **digests != all[0]) else { return Ok(()) };
    let what = ["another version of the program", "another scenario", "other options"];
    let differs = (0..what.len()).find(|index| digests[*index] != all[0][*index]).unwrap_or(0);
    let message = format!("rank {other} has {} than rank 0: start the same on every machine", what[differs]);
    Err(if ranks.rank() == 0 { user_error(message) } else { error::reported(2) })
}

/// Lets rank 0 do something that may be refused. If it is, all ranks end.
fn together(ranks: &dyn Ranks, f: impl FnOnce() -> anyhow::Result<()>) -> anyhow::Result<()> {
    let own = if ranks.rank() == 0 { f() } else { Ok(()) };
    let refused = ranks.gather(vec![u32::from(own.is_err())])[0][0] != 0;
    match own {
        Ok(()) if refused => Err(error::reported(2)),
        own => own,
    }
}

/// Makes the folders of records and checkpoints, and refuses what would replace something.
fn prepare_outputs(plan: &Plan, resumed: Option<&Path>) -> anyhow::Result<()> {
    let step = resumed.map(|folder| Manifest::read(folder).map(|manifest| manifest.step)).transpose()?;
    if let Some(file) = &plan.record {
        dataset::prepare(file.path(), step, plan.force)?;
    }
    match &plan.checkpoint {
        Some(folder) => checkpoint::prepare(folder, resumed, plan.force),
        None => Ok(()),
    }
}

/// The part of this rank: of the initial state, or of a checkpoint, whatever the number of ranks that saved it.
fn open<const D: usize>(plan: &Plan, resumed: Option<&Path>, ranks: MpiRanks) -> anyhow::Result<Distributed<D>> {
    let Some(folder) = resumed else { return Ok(Distributed::new(&plan.scenario, Box::new(ranks))?) };
    let manifest = Manifest::read(folder)?;
    let parts = share(manifest.parts, ranks.count(), ranks.rank());
    let (state, first): (State, usize) = manifest.read_parts(folder, parts)?;
    Ok(Distributed::from_part(&plan.scenario, state, first, Box::new(ranks))?)
}

/// One of so many shares of a number of things.
fn share(things: usize, shares: usize, index: usize) -> Range<usize> {
    things * index / shares..things * (index + 1) / shares
}

/// The measures, which rank 0 writes.
fn open_measures(plan: &Plan, rank: usize) -> anyhow::Result<Option<Stream<Box<dyn TableWriter>>>> {
    let Some(file) = plan.measures.as_ref().filter(|_| rank == 0) else { return Ok(None) };
    let format = MeasuresFormat::new(file.path(), plan.stream_format)?;
    let metadata =
        [("quelea.version", env!("CARGO_PKG_VERSION").to_owned()), ("quelea.scenario", plan.scenario.to_toml())];
    let encounters = anyone_hunts(&plan.scenario).then(|| Encounters::new(&plan.scenario));
    let fields = || measure_row(&plan.scenario, 0, &Measures::default(), encounters.as_ref()).fields();
    let create = || Ok(format.create(fields(), &metadata));
    super::outputs::open_stream(file, plan.force, create, |point| format.resume(fields(), point)).map(Some)
}

/// A run on all ranks.
struct DividedRun<'a, const D: usize> {
    plan: &'a Plan,
    flock: Distributed<D>,
    measures: Option<Stream<Box<dyn TableWriter>>>,
    record: Option<Dataset>,
    checkpoint: FolderCheckpoint,
    progress: Progress,
    /// Counted if any species hunts.
    encounters: Option<EncounterCount>,
    /// The time taken by the steps alone.
    time: Duration,
}

impl<const D: usize> DividedRun<'_, D> {
    /// Steps to the end of the run, or until it is interrupted.
    fn steps(&mut self, is_resumed: bool) -> anyhow::Result<Ending> {
        // The state of a checkpoint was sampled before it was saved.
        let mut already_sampled = is_resumed;
        loop {
            let step = self.flock.steps();
            if !std::mem::take(&mut already_sampled) && step.is_multiple_of(self.plan.every) {
                self.sample()?;
            }
            let (ending, saves) = self.decide(step);
            if saves {
                self.save()?;
            }
            if let Some(ending) = ending {
                self.measures.as_mut().map_or(Ok(()), |stream| stream.commit(true))?;
                self.record.as_mut().map_or(Ok(()), Dataset::close)?;
                return Ok(ending);
            }
            let start = Instant::now();
            self.flock.step();
            self.time += start.elapsed();
            if let Some(count) = &mut self.encounters {
                count.encounters.watch_divided(self.flock.ranks(), &self.flock.part());
            }
            self.progress.set_step(step + 1 - self.plan.first, || Some(Measures::default()));
        }
    }

    /// Whether the run ends here, and whether to save, the same on every rank: any may be asked to stop, and rank 0
    /// has the clock.
    fn decide(&mut self, step: u64) -> (Option<Ending>, bool) {
        let ending = match self.has_ended(step) {
            true => Some(Ending::Reached),
            false => (step >= self.plan.last()).then_some(Ending::LastStep),
        };
        let due = self.checkpoint.is_due(step, ending.is_some());
        let all = self.flock.ranks().gather(vec![u32::from(interrupt::requested()), u32::from(due)]);
        let interrupted = ending.is_none() && all.iter().any(|flags| flags[0] != 0);
        let saves = all[0][1] != 0;
        match interrupted {
            true => {
                let saves = saves || self.checkpoint.can_save_interrupted(self.plan, self.flock.ranks(), step);
                (Some(Ending::Interrupted), saves)
            }
            false => (ending, saves),
        }
    }

    /// Whether the end condition of the scenario holds, which is looked at every `end.every` steps.
    fn has_ended(&self, step: u64) -> bool {
        let (flock, end) = (&self.flock, &self.plan.scenario.general.end);
        end.when != EndWhen::Never
            && step.is_multiple_of(end.every)
            && has_ended_divided(flock.scenario(), flock.ranks(), flock.boids(), &flock.part())
    }

    fn sample(&mut self) -> anyhow::Result<()> {
        if self.plan.measures.is_none() && self.record.is_none() {
            return Ok(());
        }
        let part = self.flock.part();
        if let Some(record) = &mut self.record {
            record.sample(self.flock.scenario(), &part)?;
        }
        if self.plan.measures.is_some() {
            let measures = self.measure(&part);
            if let Some(stream) = &mut self.measures {
                let encounters = self.encounters.as_ref().map(|count| &count.encounters);
                stream.format.append(&measure_row(self.flock.scenario(), self.flock.steps(), &measures, encounters));
                stream.commit_if_due()?;
            }
        }
        Ok(())
    }

    fn measure(&self, part: &Part) -> Measures {
        let flock = &self.flock;
        measure_divided(flock.scenario(), flock.ranks(), flock.boids(), part, |_| true)
    }

    fn final_state(&self) -> FinalState {
        let part = self.flock.part();
        let hash = part.hash(self.flock.ranks(), self.flock.boids());
        FinalState { step: self.flock.steps(), hash, measures: self.measure(&part), searched: true }
    }

    /// Saves a checkpoint that is whole when every rank has saved its part.
    fn save(&mut self) -> anyhow::Result<()> {
        self.record.as_mut().map_or(Ok(()), Dataset::close)?;
        let measures = match &mut self.measures {
            Some(stream) => {
                stream.commit(true)?;
                stream.resume_point()?
            }
            None => None,
        };
        self.checkpoint.save(self.plan, &self.flock, measures, self.encounters.as_ref())
    }
}
