//! `quelea sweep`: all combinations of parameter values, with several seeds each.

pub mod arguments;
mod journal;
mod kept;
pub mod plan;
mod range;
mod seeds;
mod series;
mod settings;
mod summary;
pub mod vary;
pub mod workers;

use crate::arguments::ReportForm;
use crate::atomic_file::{AtomicFile, refuse_existing, remove_leftovers, replace};
use crate::error::{interrupted, user_error};
use crate::files::{Table, TableFormat};
use crate::input::quoted;
use crate::plot::{PictureFormat, plot_sweep};
use crate::progress::Progress;
use crate::warnings::Warnings;
use crate::{interrupt, memory, shell};
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
    plan.warnings.print();
    let picture_format = arguments.plot.as_deref().map(PictureFormat::from_path).transpose()?;
    if picture_format.is_some() && !(1..=2).contains(&plan.varied.len()) {
        return Err(user_error(
            "--plot takes one or two varied parameters besides the seed; `quelea plot` with --x and --y selects from more",
        ));
    }
    let journal_path = Journal::path_for(&arguments.out);
    let settings_path = settings::path_for(&arguments.out);
    for path in [&arguments.out, &journal_path, &settings_path] {
        remove_leftovers(path)?;
    }
    if !journal_path.exists()
        && !arguments.output.force
        && let Some(table) = settings::finished_table(&plan, &arguments.out)?
    {
        return finish_again(arguments, &plan, &table, picture_format, start, out);
    }
    memory::check(plan.max_boids, plan.base.general.dimension, false)?;
    // Before a temporary file exists that a signal could leave behind.
    interrupt::install_handler()?;
    let plot_file =
        arguments.plot.as_deref().map(|path| AtomicFile::reserve(path, arguments.output.force)).transpose()?;

    // A table beside its complete journal belongs to a sweep that was killed just before it removed the journal.
    let is_resumed = journal_path.exists();
    if !is_resumed {
        refuse_existing(&arguments.out, arguments.output.force)?;
    }
    let mut journal = Journal::open(&journal_path, &plan, arguments.output.force)?;
    let total = plan.runs().count();
    if journal.done.len() < total {
        refuse_existing(&arguments.out, arguments.output.force)?;
    }
    let done_before = journal.done.len();
    let threads = threads(arguments, &plan, total - done_before);
    let progress =
        Progress::for_runs(arguments.output.progress_form(&arguments.progress), total as u64, done_before as u64);
    let remaining: Vec<u64> = plan.runs().filter(|run| !journal.done.contains_key(run)).collect();
    if let Some(series) = &plan.series {
        // A run that was killed between its table and its line in the journal is done again.
        series.prepare(&remaining, arguments.output.force || is_resumed)?;
    }
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
        late.add(format!(
            "`{path}` made no difference: runs that differ in nothing else have the same results, to the bit"
        ));
    }
    late.print();
    plan.warnings.extend(late);
    let metadata = [
        ("quelea.version", env!("CARGO_PKG_VERSION").to_owned()),
        ("quelea.scenario", plan.base.to_toml()),
        ("quelea.varied", plan.varied.iter().map(|vary| vary.path.as_str()).collect::<Vec<_>>().join(" ")),
        (settings::KEY, settings::of_plan(&plan).to_string()),
    ];
    // Before the table: a table without settings is not recognised as finished.
    if format == TableFormat::Csv {
        replace(&settings_path, format!("{:#}\n", settings::of_plan(&plan)).as_bytes())?;
    }
    replace(&arguments.out, &format.encode(&table, &metadata)?)?;
    journal.remove()?;
    // A failed plot is reported after the results.
    let plotted = match (plot_file, picture_format) {
        (Some(file), Some(format)) => plot_table(&plan, &table, file, format).map_err(|error| {
            let (quoted, path) = (quoted(&arguments.out), shell::word(&arguments.out));
            error.context(format!(
                "the table is complete in {quoted}, but not plotted; the same command or `quelea plot {path} --out FILE` tries again"
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

/// Does what is missing of a finished sweep: its plot.
fn finish_again(
    arguments: &SweepArgs,
    plan: &Plan,
    table: &Table,
    picture_format: Option<PictureFormat>,
    start: Instant,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let missing = arguments.plot.as_deref().filter(|path| std::fs::symlink_metadata(path).is_err());
    if let Some((path, format)) = missing.zip(picture_format) {
        interrupt::install_handler()?;
        plot_table(plan, table, AtomicFile::reserve(path, false)?, format)?;
    }
    let runs = table.len();
    match arguments.output.report_form() {
        ReportForm::Json => {
            let plot = arguments.plot.as_deref();
            let seconds = start.elapsed().as_secs_f64();
            summary::Summary { arguments, plan, table, plot, done_before: runs, seconds, threads: 0 }
                .write_json(out)?;
        }
        ReportForm::Text => {
            writeln!(out, "the sweep is complete: {runs} runs in {}", quoted(&arguments.out))?;
            match (&arguments.plot, missing) {
                (Some(_), Some(path)) => writeln!(out, "plot {}", quoted(path))?,
                (Some(path), None) => writeln!(out, "{} exists and is kept", quoted(path))?,
                (None, _) => {}
            }
        }
        ReportForm::Nothing => {}
    }
    Ok(())
}

fn plot_table(plan: &Plan, table: &Table, file: AtomicFile, format: PictureFormat) -> anyhow::Result<()> {
    file.commit(&plot_sweep(table.clone(), plan.base.clone(), format)?)
}

/// The number of runs at the same time.
fn threads(arguments: &SweepArgs, plan: &Plan, runs: usize) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let wanted = arguments.threads.map_or(cores, usize::from).min(runs.max(1));
    memory::max_parallel_runs(plan.max_boids, plan.base.general.dimension, wanted)
}
