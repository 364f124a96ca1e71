//! `quelea bench`: how fast flocks step on this machine.

pub mod arguments;
mod peak;
mod plot;
mod row;
mod workload;

use crate::atomic_file::AtomicFile;
use crate::error::interrupted;
use crate::input::quoted;
use crate::plot::PictureFormat;
use crate::{interrupt, memory};
use anyhow::Context;
use arguments::BenchArgs;
use peak::Peak;
use row::Row;
use std::io::Write;
use workload::Workload;

/// Measures all workloads, and prints each row as it comes.
pub fn bench(arguments: &BenchArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let format = arguments.plot.as_deref().map(PictureFormat::from_path).transpose()?;
    // Before a temporary file exists that a signal could leave behind.
    interrupt::install_handler()?;
    let file = arguments.plot.as_deref().map(|path| AtomicFile::reserve(path, arguments.force)).transpose()?;
    let peak = Peak::measure();
    let mut rows = Vec::new();
    if !arguments.json {
        writeln!(out, "{peak}\n\n{}", Row::heading())?;
    }
    let workloads = Workload::all(arguments);
    for workload in &workloads {
        memory::check(workload.boids, workload.dimension, false)?;
        let row = row::measure(workload, arguments.seconds, &peak).with_context(|| format!("{workload:?}"))?;
        let Some(row) = row else {
            let (done, total) = (rows.len(), workloads.len());
            return Err(interrupted(format!("stopped after {done} of {total} rows; the same command starts again")));
        };
        if !arguments.json {
            writeln!(out, "{row}")?;
            out.flush()?;
        }
        rows.push(row);
    }
    if let (Some(file), Some(format)) = (file, format) {
        file.commit(&plot::plot_rows(&rows, format)?)?;
    }
    if arguments.json {
        let rows: Vec<_> = rows.iter().map(Row::to_json).collect();
        writeln!(out, "{:#}", serde_json::Value::Array(rows))?;
    } else {
        writeln!(out, "\n{}", row::LEGEND)?;
        if let Some(plot) = &arguments.plot {
            writeln!(out, "plot {}", quoted(plot))?;
        }
    }
    Ok(())
}
