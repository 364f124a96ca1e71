//! `quelea sweep`: every combination of some parameters, times seeds.

mod journal;
mod plan;
mod summary;
mod vary;
mod workers;

use crate::arguments::SweepOrder;
use crate::failure::{stopped, wrong};
use crate::files::{Rows, TableKind};
use crate::new_file::{NewFile, refuse_taken, replace};
use crate::plot::{self, Picture};
use crate::progress::Progress;
use crate::source::shown;
use crate::{interrupt, memory};
use journal::Journal;
use plan::Plan;
use std::io::Write;
use std::time::Instant;

/// Does a sweep, or what is left of it.
pub fn sweep(order: &SweepOrder, out: &mut dyn Write) -> anyhow::Result<()> {
    let began = Instant::now();
    let kind = TableKind::of(&order.out)?;
    let plan = Plan::of(order)?;
    let picture = order.plot.as_deref().map(Picture::of).transpose()?;
    if picture.is_some() && plan.varied.len() > 2 {
        return Err(wrong(
            "--plot draws one or two varied parameters; `quelea plot` with --x and --y chooses among more",
        ));
    }
    memory::check(plan.boids, plan.base.general.dimension, false)?;
    let place = order.plot.as_deref().map(|path| NewFile::reserve(path, order.force)).transpose()?;

    let path = Journal::beside(&order.out);
    // A table in its place with its whole journal beside it was cut off between the last two steps.
    if !path.exists() {
        refuse_taken(&order.out, order.force)?;
    }
    let mut journal = Journal::open(&path, &plan, order.force)?;
    let all = plan.runs().count();
    if journal.done.len() < all {
        refuse_taken(&order.out, order.force)?;
    }
    let before = journal.done.len();
    let threads = threads(order, &plan, all - before);
    interrupt::watch()?;
    let progress = Progress::of_runs(!order.quiet && !order.json, all as u64, before as u64);
    let left: Vec<u64> = plan.runs().filter(|run| !journal.done.contains_key(run)).collect();
    workers::work(&plan, left.into_iter(), threads, |run, outcome| {
        journal.add(&plan, run, outcome)?;
        progress.done();
        Ok(())
    })?;
    drop(progress);
    if journal.done.len() < all {
        return Err(stopped(format!("stopped after {} of {all} runs; the same command goes on", journal.done.len())));
    }

    let outcomes: Vec<_> = journal.done.iter().map(|(run, outcome)| (*run, outcome.clone())).collect();
    let table = plan.table(&outcomes);
    let about = [
        ("quelea.version", env!("CARGO_PKG_VERSION").to_owned()),
        ("quelea.scenario", plan.base.to_toml()),
        ("quelea.varied", plan.varied.iter().map(|vary| vary.path.as_str()).collect::<Vec<_>>().join(" ")),
    ];
    replace(&order.out, &kind.whole(&table, &about)?)?;
    journal.remove()?;
    // What goes wrong with the plot is told after what the sweep has found.
    let drawn = match (place, picture) {
        (Some(place), Some(picture)) => draw(&table, place, picture).map_err(|error| {
            let (whole, table) = (shown(&order.out), order.out.display());
            error.context(format!(
                "the table is whole in {whole}, but not drawn; `quelea plot {table} --out FILE` tries again"
            ))
        }),
        _ => Ok(()),
    };
    let seconds = began.elapsed().as_secs_f64();
    let plot = order.plot.as_deref().filter(|_| drawn.is_ok());
    let summary = summary::Summary { order, plan: &plan, table: &table, plot, before, seconds, threads };
    match (order.json, order.quiet) {
        (true, _) => summary.write_json(out)?,
        (false, false) => summary.write_text(out)?,
        (false, true) => {}
    }
    drawn
}

fn draw(table: &Rows, place: NewFile, picture: Picture) -> anyhow::Result<()> {
    let options = plot::Options { measures: Vec::new(), x: None, y: None, size: None };
    place.finish(&plot::picture(table, &options, picture)?)
}

/// How many runs are done at once.
fn threads(order: &SweepOrder, plan: &Plan, runs: usize) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let asked = order.threads.map_or(cores, usize::from).min(runs.max(1));
    memory::fitting(plan.boids, plan.base.general.dimension, asked)
}
