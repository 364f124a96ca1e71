//! `quelea bench`: how fast flocks step on this machine.

mod peak;
mod picture;
mod row;
mod workload;

use crate::failure::stopped;
use crate::interrupt;
use crate::new_file::NewFile;
use crate::numbers;
use crate::plot::Picture;
use crate::source::shown;
use anyhow::Context;
use clap::Args;
use peak::Peak;
use quelea::model::settings::Search;
use row::Row;
use std::io::Write;
use std::path::PathBuf;
use workload::{Spread, Workload};

/// A measurement as it was typed. What is left out is measured for all its values.
#[derive(Args)]
pub struct Order {
    /// How many boids; may be a list such as `1000,10000` [default: 1000 to 10000000]
    #[arg(long, value_name = "N", value_delimiter = ',', allow_hyphen_values = true, value_parser = numbers::whole(1, numbers::BOIDS))]
    boids: Vec<u32>,
    /// How many neighbours a boid perceives, by radius; with --nearest, how many nearest [default: 30; 7]
    #[arg(long, value_name = "K", value_parser = numbers::whole(1, numbers::BOIDS))]
    neighbours: Option<u32>,
    /// 2 or 3 [default: both]
    #[arg(long, value_name = "D", value_parser = numbers::whole(2u8, 3))]
    dimension: Option<u8>,
    /// How neighbours are found
    #[arg(long, value_name = "SEARCH", default_value = "grid", value_parser = ["grid", "brute", "kd-tree"])]
    search: String,
    /// Only perception of the k nearest
    #[arg(long, conflicts_with = "radius")]
    nearest: bool,
    /// Only perception by radius
    #[arg(long)]
    radius: bool,
    /// Only flocks that are spread evenly
    #[arg(long, conflicts_with = "clustered")]
    uniform: bool,
    /// Only flocks that have clustered
    #[arg(long)]
    clustered: bool,
    /// How many threads [default: one, and one per core]
    #[arg(long, value_name = "T", value_parser = numbers::threads)]
    threads: Option<u16>,
    /// For how long each row is measured, at least; a row takes at least three steps
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, value_parser = numbers::number(0.0f64, 86400.0))]
    seconds: f64,
    /// Print a JSON list, one object per row
    #[arg(long)]
    json: bool,
    /// Draw the table: .svg or .png
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Replace a picture that exists
    #[arg(long)]
    force: bool,
}

const SIZES: [u32; 5] = [1_000, 10_000, 100_000, 1_000_000, 10_000_000];

/// Measures, and prints each row as it comes.
pub fn bench(order: &Order, out: &mut dyn Write) -> anyhow::Result<()> {
    let kind = order.plot.as_deref().map(Picture::of).transpose()?;
    // Before there is a file that a signal could leave behind.
    interrupt::watch()?;
    let place = order.plot.as_deref().map(|path| NewFile::reserve(path, order.force)).transpose()?;
    let peak = Peak::measure();
    let mut rows = Vec::new();
    if !order.json {
        writeln!(out, "{peak}\n\n{}", Row::heading())?;
    }
    let workloads = workloads(order);
    for workload in &workloads {
        crate::memory::check(workload.boids, workload.dimension, false)?;
        let row = row::measure(workload, order.seconds, &peak).with_context(|| format!("{workload:?}"))?;
        let Some(row) = row else {
            let (done, all) = (rows.len(), workloads.len());
            return Err(stopped(format!("stopped after {done} of {all} rows; the same command begins anew")));
        };
        if !order.json {
            writeln!(out, "{row}")?;
            out.flush()?;
        }
        rows.push(row);
    }
    if let (Some(place), Some(kind)) = (place, kind) {
        place.finish(&picture::picture(&rows, kind)?)?;
    }
    if order.json {
        let rows: Vec<_> = rows.iter().map(Row::json).collect();
        writeln!(out, "{:#}", serde_json::Value::Array(rows))?;
    } else {
        writeln!(out, "\n{}", row::LEGEND)?;
        if let Some(plot) = &order.plot {
            writeln!(out, "plot {}", shown(plot))?;
        }
    }
    Ok(())
}

/// Every combination that the order leaves open.
fn workloads(order: &Order) -> Vec<Workload> {
    let search: Search = order.search.parse().expect("the command line allows only searches that exist");
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let sizes = if order.boids.is_empty() { &SIZES[..] } else { &order.boids };
    let dimensions = order.dimension.map_or(vec![2, 3], |dimension| vec![usize::from(dimension)]);
    let kinds: &[bool] = if order.nearest {
        &[true]
    } else if order.radius {
        &[false]
    } else {
        &[false, true]
    };
    let spreads: &[Spread] = match (order.uniform, order.clustered) {
        (true, _) => &[Spread::Uniform],
        (_, true) => &[Spread::Clustered],
        _ => &[Spread::Uniform, Spread::Clustered],
    };
    let threads = match order.threads {
        Some(threads) => vec![usize::from(threads)],
        None if cores == 1 => vec![1],
        None => vec![1, cores],
    };
    let mut workloads = Vec::new();
    for &boids in sizes {
        let boids = boids as usize;
        for &dimension in &dimensions {
            for &nearest in kinds {
                for &spread in spreads {
                    for &threads in &threads {
                        let usual = if nearest { 7 } else { 30 };
                        let neighbours = order.neighbours.map_or(usual, |neighbours| neighbours as usize);
                        workloads.push(Workload { boids, dimension, nearest, neighbours, spread, search, threads });
                    }
                }
            }
        }
    }
    workloads
}
