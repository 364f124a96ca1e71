//! `quelea paper`: a paper's experiments, repeated and gone beyond.

mod accuracy;
mod likeness;
mod method;
mod published;
mod race;
mod scale;
mod sheet;
mod speed;

use crate::failure::stopped;
use crate::files::{Rows, TableKind};
use crate::interrupt;
use crate::new_file::NewFile;
use crate::numbers;
use crate::plot::{self, Picture};
use crate::progress::Progress;
use crate::source::shown;
use anyhow::Context;
use clap::{Args, Subcommand};
use sheet::Sheet;
use std::io::Write;
use std::path::PathBuf;

/// The papers whose experiments can be repeated.
#[derive(Subcommand)]
pub enum Paper {
    /// J. M. Lee, An Efficient Flocking Behaviors for Large Flocks by Using Representative Boid, 2008: its table
    /// and its figure, how accurate its method is, and an exact one that is faster
    Lee2008(Order),
}

/// The experiments as they were typed.
#[derive(Args)]
pub struct Order {
    /// The folder for the report, its picture and the raw data
    #[arg(long, value_name = "DIR", default_value = "lee2008")]
    out: PathBuf,
    /// Frames of each run
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = numbers::whole(1u32, 1_000_000_000))]
    frames: u32,
    /// Seeds for the accuracy
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = numbers::whole(1u64, 10_000))]
    seeds: u64,
    /// The largest flock to compare the speeds at: 1024, 10000 or 100000 boids
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = numbers::whole(1024usize, 100_000))]
    largest: usize,
    /// Replace files that exist
    #[arg(long)]
    force: bool,
}

pub fn paper(paper: &Paper, out: &mut dyn Write) -> anyhow::Result<()> {
    match paper {
        Paper::Lee2008(order) => lee2008(order, out),
    }
}

fn lee2008(order: &Order, out: &mut dyn Write) -> anyhow::Result<()> {
    // What cannot be written is to be known before the work.
    std::fs::create_dir_all(&order.out).with_context(|| format!("cannot make the folder {}", shown(&order.out)))?;
    // Before there is a file that a signal could leave behind.
    interrupt::watch()?;
    let place = |name: &str| NewFile::reserve(&order.out.join(name), order.force);
    let (report, figure) = (place("report.md")?, place("figure7.svg")?);
    let (table1, accuracy, scale) = (place("table1.csv")?, place("accuracy.csv")?, place("scale.csv")?);
    let frames = order.frames as usize;

    let parts = published::NEIGHBOURS.len() as u64 * (1 + order.seeds) + scale::points(order.largest) as u64;
    let progress = Progress::of_runs(true, parts, 0);
    let ended = || stopped("stopped; nothing is written: the same command begins anew");
    let mut sheets = Vec::new();
    // Each part is shown when it is done: the whole takes half an hour.
    let mut show = |part: Vec<Sheet>| -> anyhow::Result<()> {
        for sheet in part {
            writeln!(out, "{}", sheet.text())?;
            sheets.push(sheet);
        }
        Ok(out.flush()?)
    };
    let speed = speed::measure(frames, || progress.done())?.ok_or_else(ended)?;
    show(speed.sheets())?;
    let points = scale::measure(order.largest, frames, || progress.done())?.ok_or_else(ended)?;
    show(scale::sheets(&points, frames))?;
    let twins = accuracy::measure(frames, order.seeds, || progress.done())?.ok_or_else(ended)?;
    show(accuracy::sheets(&twins))?;
    drop(progress);

    let csv = |rows: &Rows| TableKind::Csv.whole(rows, &[]);
    table1.finish(&csv(&speed.raw())?)?;
    accuracy.finish(&csv(&accuracy::raw(&twins))?)?;
    scale.finish(&csv(&scale::raw_of(&points))?)?;
    let heading =
        "Figure 7, with the printed stop: the gain of representative boids, and the paper's (dashed)".to_owned();
    figure.finish(&plot::curves(heading, speed.figure(), Picture::Svg)?)?;
    report.finish(text(order, &sheets).as_bytes())?;
    Ok(writeln!(out, "report {}", shown(&order.out.join("report.md")))?)
}

/// The report.
fn text(order: &Order, sheets: &[Sheet]) -> String {
    let sheets: Vec<String> = sheets.iter().map(Sheet::markdown).collect();
    format!(
        "# Lee 2008, repeated\n\
         `quelea paper lee2008 --frames {} --seeds {} --largest {}`, version {}, on {}.\n\n\
         SWPS is the paper's SteeringWithPS, SWRB its SteeringWithRB, Basic its SteeringBasic; *quelea, exact* is the library's own search for the k nearest. Speeds are medians over rounds in which the methods took turns, on one thread; the raw data are in `table1.csv`, `scale.csv` and `accuracy.csv`.\n\n\
         ![Figure 7](figure7.svg)\n\n{}",
        order.frames,
        order.seeds,
        order.largest,
        env!("CARGO_PKG_VERSION"),
        machine(),
        sheets.join("\n")
    )
}

/// The processor's name, as far as the system tells it.
fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let about = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = about.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    let name = name.map_or(std::env::consts::ARCH, |(_, name)| name.trim());
    format!("{name}, {cores} {}", if cores == 1 { "core" } else { "cores" })
}
