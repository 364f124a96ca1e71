//! `quelea sweep`: all combinations of parameter values, with several seeds each.

pub mod arguments;
mod journal;
mod kept;
mod plan;
mod summary;
mod vary;
mod workers;

use crate::arguments::ReportForm;
use crate::atomic_file::{AtomicFile, refuse_existing, replace};
use crate::error::{interrupted, user_error};
use crate::files::{Table, TableFormat};
use crate::input::quoted;
use crate::plot::{self, PictureFormat, PlotOptions};
use crate::progress::Progress;
use crate::warnings::Warnings;
use crate::{interrupt, memory};
use arguments::SweepArgs;
use journal::Journal;
use plan::Plan;
use std::io::Write;
use std::time::Instant;

/// Does a sweep, or resumes one.
pub fn sweep(arguments: &SweepArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let start = Instant::now();
    let format = TableFormat::from_path(&arguments.out)?;
    let mut plan = Plan::new(arguments)?;
    plan.warnings.print(arguments.output.shows_warnings());
    let picture_format = arguments.plot.as_deref().map(PictureFormat::from_path).transpose()?;
    if picture_format.is_some() && plan.varied.len() > 2 {
        return Err(user_error(
            "--plot takes one or two varied parameters; `quelea plot` with --x and --y selects from more",
        ));
    }
    memory::check(plan.max_boids, plan.base.general.dimension, false)?;
    // Before a temporary file exists that a signal could leave behind.
    interrupt::install_handler()?;
    let plot_file =
        arguments.plot.as_deref().map(|path| AtomicFile::reserve(path, arguments.output.force)).transpose()?;

    let journal_path = Journal::path_for(&arguments.out);
    // A table beside its complete journal belongs to a sweep that was killed just before it removed the journal.
    if !journal_path.exists() {
        refuse_existing(&arguments.out, arguments.output.force)?;
    }
    let mut journal = Journal::open(&journal_path, &plan, arguments.output.force)?;
    let total = plan.runs().count();
    if journal.done.len() < total {
        refuse_existing(&arguments.out, arguments.output.force)?;
    }
    let done_before = journal.done.len();
    let threads = threads(arguments, &plan, total - done_before);
    let progress = Progress::for_runs(arguments.output.shows_progress(), total as u64, done_before as u64);
    let remaining: Vec<u64> = plan.runs().filter(|run| !journal.done.contains_key(run)).collect();
    workers::run_all(&plan, remaining.into_iter(), threads, |run, outcome| {
        journal.append(&plan, run, outcome)?;
        progress.increment();
        Ok(())
    })?;
    drop(progress);
    if journal.done.len() < total {
        let done = journal.done.len();
        return Err(interrupted(format!("stopped after {done} of {total} runs; the same command resumes")));
    }

    let outcomes: Vec<_> = journal.done.iter().map(|(run, outcome)| (*run, outcome.clone())).collect();
    let table = plan.table(&outcomes);
    let mut late = Warnings::default();
    for path in plan.without_difference(&outcomes) {
        late.add(format!("`{path}` made no difference: runs that differ in nothing else ended in the same state"));
    }
    late.print(arguments.output.shows_warnings());
    plan.warnings.extend(late);
    let metadata = [
        ("quelea.version", env!("CARGO_PKG_VERSION").to_owned()),
        ("quelea.scenario", plan.base.to_toml()),
        ("quelea.varied", plan.varied.iter().map(|vary| vary.path.as_str()).collect::<Vec<_>>().join(" ")),
    ];
    replace(&arguments.out, &format.encode(&table, &metadata)?)?;
    journal.remove()?;
    // A failed plot is reported after the results.
    let plotted = match (plot_file, picture_format) {
        (Some(file), Some(format)) => plot_table(&table, file, format).map_err(|error| {
            let (quoted, path) = (quoted(&arguments.out), arguments.out.display());
            error.context(format!(
                "the table is complete in {quoted}, but not plotted; `quelea plot {path} --out FILE` tries again"
            ))
        }),
        _ => Ok(()),
    };
    let summary = summary::Summary {
        arguments,
        plan: &plan,
        table: &table,
        plot: arguments.plot.as_deref().filter(|_| plotted.is_ok()),
        done_before,
        seconds: start.elapsed().as_secs_f64(),
        threads,
    };
    match arguments.output.report_form() {
        ReportForm::Json => summary.write_json(out)?,
        ReportForm::Text => summary.write_text(out)?,
        ReportForm::Nothing => {}
    }
    plotted
}

fn plot_table(table: &Table, file: AtomicFile, format: PictureFormat) -> anyhow::Result<()> {
    file.commit(&plot::plot_table(table, &PlotOptions::default(), format)?)
}

/// The number of runs at the same time.
fn threads(arguments: &SweepArgs, plan: &Plan, runs: usize) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let wanted = arguments.threads.map_or(cores, usize::from).min(runs.max(1));
    memory::max_parallel_runs(plan.max_boids, plan.base.general.dimension, wanted)
}
