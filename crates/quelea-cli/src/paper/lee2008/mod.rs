//! J. M. Lee, 2008: representative boids.

mod accuracy;
mod comparison;
mod method;
mod published;
mod scale;
mod speed;
mod timing;

pub use scale::SIZES;

use super::arguments::Lee2008Args;
use super::machine::machine;
use super::report_table::ReportTable;
use crate::atomic_file::AtomicFile;
use crate::error::interrupted;
use crate::files::{Table, TableFormat};
use crate::input::quoted;
use crate::interrupt;
use crate::plot::{PictureFormat, plot_curves};
use crate::progress::{Progress, ProgressForm};
use anyhow::Context;
use std::io::Write;

/// Reproduces the paper's table and figure.
pub fn reproduce(arguments: &Lee2008Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let figure_path = arguments.out.join("figure7.svg");
    let figure_format = PictureFormat::from_path(&figure_path)?;
    std::fs::create_dir_all(&arguments.out)
        .with_context(|| format!("cannot create the folder {}", quoted(&arguments.out)))?;
    // Before a temporary file exists that a signal could leave behind.
    interrupt::install_handler()?;
    // Reserved first, so that a file that cannot be written is refused before the experiments.
    let reserve = |name: &str| AtomicFile::reserve(&arguments.out.join(name), arguments.force);
    let (report, figure) = (reserve("report.md")?, AtomicFile::reserve(&figure_path, arguments.force)?);
    let (table1, accuracy, scale) = (reserve("table1.csv")?, reserve("accuracy.csv")?, reserve("scale.csv")?);
    let frames = arguments.frames as usize;

    let parts = published::NEIGHBOURS.len() as u64 * (1 + arguments.seeds) + scale::count(arguments.largest) as u64;
    let progress = Progress::for_runs(ProgressForm::from_environment(), parts, 0);
    let stopped = || interrupted("stopped; nothing is written: the same command starts again");
    let mut tables = Vec::new();
    // Each part is printed when it is done: the whole takes half an hour.
    let mut print = |part: Vec<ReportTable>| -> anyhow::Result<()> {
        for table in part {
            writeln!(out, "{}", table.to_text())?;
            tables.push(table);
        }
        Ok(out.flush()?)
    };
    let speed = speed::measure(frames, || progress.increment())?.ok_or_else(stopped)?;
    print(speed.report_tables())?;
    let points = scale::measure(arguments.largest, frames, || progress.increment())?.ok_or_else(stopped)?;
    print(scale::report_tables(&points, frames))?;
    let trials = accuracy::measure(frames, arguments.seeds, || progress.increment())?.ok_or_else(stopped)?;
    print(accuracy::report_tables(&trials))?;
    drop(progress);

    let csv = |table: &Table| TableFormat::Csv.encode(table, &[]);
    table1.commit(&csv(&speed.raw_table())?)?;
    accuracy.commit(&csv(&accuracy::raw_table(&trials))?)?;
    scale.commit(&csv(&scale::raw_table(&points))?)?;
    let heading =
        "Figure 7, with the printed stop: the gain of representative boids, and the paper's (dashed)".to_owned();
    figure.commit(&plot_curves(heading, speed.figure(), figure_format)?)?;
    report.commit(report_text(arguments, &tables).as_bytes())?;
    Ok(writeln!(out, "report {}", quoted(&arguments.out.join("report.md")))?)
}

fn report_text(arguments: &Lee2008Args, tables: &[ReportTable]) -> String {
    let tables: Vec<String> = tables.iter().map(ReportTable::to_markdown).collect();
    format!(
        "# Lee 2008, reproduced\n\
         `quelea paper lee2008 --frames {} --seeds {} --largest {}`, version {}, on {}.\n\n\
         SWPS is the paper's SteeringWithPS, SWRB its SteeringWithRB, Basic its SteeringBasic; *quelea, exact* is the library's own search for the k nearest. Speeds are medians over rounds in which the methods took turns, on one thread; the raw data are in `table1.csv`, `scale.csv` and `accuracy.csv`.\n\n\
         ![Figure 7](figure7.svg)\n\n{}",
        arguments.frames,
        arguments.seeds,
        arguments.largest,
        env!("CARGO_PKG_VERSION"),
        machine(),
        tables.join("\n")
    )
}
