//! `quelea bench`: how fast flocks step on this machine.

pub mod arguments;
mod peak;
mod plot;
mod preset;
mod row;
mod scaling;
mod timing;
mod workload;

use crate::atomic_file::AtomicFile;
use crate::error::interrupted;
use crate::input::quoted;
use crate::plot::PictureFormat;
use crate::{interrupt, memory};
use anyhow::Context;
use arguments::BenchArgs;
use peak::Peak;
use preset::{PresetRow, PresetWorkload};
use row::Row;
use scaling::ScalingRow;
use std::fmt::Display;
use std::io::Write;
use workload::Workload;

/// Measures all workloads, and prints each row as it comes.
pub fn bench(arguments: &BenchArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let format = arguments.plot.as_deref().map(PictureFormat::from_path).transpose()?;
    let presets = PresetWorkload::all(arguments)?;
    let workloads = if arguments.preset.is_empty() { Workload::all(arguments) } else { Vec::new() };
    // A flock that cannot be made is refused before any is measured.
    for workload in &workloads {
        workload.scenario().with_context(|| workload.describe())?;
    }
    // Before a temporary file exists that a signal could leave behind.
    interrupt::install_handler()?;
    let file = arguments.plot.as_deref().map(|path| AtomicFile::reserve(path, arguments.force)).transpose()?;
    let (rows, picture, legend): (Vec<_>, _, _) = if arguments.scaling {
        let rows = measure_all(arguments, out, &ScalingRow::heading(), &scaling::workloads(arguments), |workload| {
            scaling::measure(workload, arguments.seconds).with_context(|| format!("{workload:?}"))
        })?;
        (rows.iter().map(ScalingRow::to_json).collect(), None, scaling::LEGEND)
    } else if arguments.preset.is_empty() {
        let peak = measure_peak(arguments.engine.as_deref())?;
        let heading = format!("{peak}\n\n{}", Row::heading());
        let rows = measure_all(arguments, out, &heading, &workloads, |workload| {
            memory::check(workload.boids, workload.dimension, false)?;
            row::measure(workload, arguments.seconds, &peak).with_context(|| workload.describe())
        })?;
        let picture = format.map(|format| plot::plot_rows(&rows, format)).transpose()?;
        (rows.iter().map(Row::to_json).collect(), picture, row::LEGEND)
    } else {
        let rows = measure_all(arguments, out, &PresetRow::heading(), &presets, |workload| {
            let PresetWorkload { name, scenario, .. } = workload;
            memory::check(scenario.boids(), scenario.general.dimension, false)?;
            workload.measure(arguments.seconds).with_context(|| format!("--preset {name}"))
        })?;
        let picture = format.map(|format| plot::plot_presets(&rows, format)).transpose()?;
        (rows.iter().map(PresetRow::to_json).collect(), picture, preset::LEGEND)
    };
    if let (Some(file), Some(picture)) = (file, picture) {
        file.commit(&picture)?;
    }
    if arguments.json {
        writeln!(out, "{:#}", serde_json::Value::Array(rows))?;
    } else {
        writeln!(out, "\n{legend}")?;
        if let Some(plot) = &arguments.plot {
            writeln!(out, "plot {}", quoted(plot))?;
        }
    }
    Ok(())
}

/// The peak of what an engine runs on.
fn measure_peak(engine: Option<&str>) -> anyhow::Result<Peak> {
    #[cfg(feature = "gpu")]
    if engine == Some(quelea_gpu::ENGINE) {
        return Peak::measure_gpu();
    }
    let _ = engine;
    Ok(Peak::measure())
}

/// Measures workloads one by one, below a heading.
fn measure_all<W, R: Display>(
    arguments: &BenchArgs,
    out: &mut dyn Write,
    heading: &str,
    workloads: &[W],
    measure: impl Fn(&W) -> anyhow::Result<Option<R>>,
) -> anyhow::Result<Vec<R>> {
    if !arguments.json {
        writeln!(out, "{heading}")?;
        out.flush()?;
    }
    let mut rows = Vec::new();
    for workload in workloads {
        let Some(row) = measure(workload)? else {
            let (done, total) = (rows.len(), workloads.len());
            return Err(interrupted(format!("stopped after {done} of {total} rows; the same command starts again")));
        };
        if !arguments.json {
            writeln!(out, "{row}")?;
            out.flush()?;
        }
        rows.push(row);
    }
    Ok(rows)
}
