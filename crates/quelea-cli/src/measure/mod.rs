//! `quelea measure`: the measures of a trajectory, whoever made it.

pub mod arguments;
mod frames;
mod pictures;
mod results;
mod rows;
mod summary;
mod tables;

use crate::arguments::ReportForm;
use crate::atomic_file::{AtomicFile, refuse_existing};
use crate::error::user_error;
use crate::files::{Table, TableFormat};
use crate::input::quoted;
use crate::plot::{PictureFormat, plot_curves};
use anyhow::Context;
use arguments::{Format, MeasureArgs, Plots, SpaceKind};
use frames::Frames;
use quelea::Scenario;
use results::Results;
use std::io::Write;
use std::path::{Path, PathBuf};
use summary::Summary;

/// Measures a trajectory, writes tables and plots, and prints a summary.
pub fn measure(arguments: &MeasureArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let extension = match arguments.format {
        Format::Csv => "csv",
        Format::Parquet => "parquet",
    };
    let format = TableFormat::from_path(Path::new("table").with_extension(extension).as_path())?;
    TableFormat::from_path(&arguments.file)?;
    let rows = rows::read(&arguments.file)?;
    let scenario = scenario(arguments, rows.dimension)?;
    let has_velocities = rows.has_velocities;
    let frames = Frames::new(rows, &scenario, arguments.frame_rate)
        .map_err(|problem| user_error(format!("{}: {problem}", quoted(&arguments.file))))?;
    let folder = arguments.out.as_deref();
    folder.map(|folder| prepare(arguments, folder, extension)).transpose()?;
    let results = Results::new(arguments, &scenario, &frames);
    if let Some(folder) = folder {
        let commit = |path: PathBuf, bytes: &[u8]| AtomicFile::reserve(&path, arguments.output.force)?.commit(bytes);
        for (name, table) in tables::NAMES.iter().zip(tables::tables(arguments, &frames, &results)) {
            if let Some(table) = table {
                commit(folder.join(name).with_extension(extension), &format.encode(&table, &[])?)?;
            }
        }
        for (name, picture) in pictures::NAMES.iter().zip(pictures::pictures(&results)) {
            if let (Some((heading, curves)), Some((format, extension))) = (picture, picture_format(arguments.plots)) {
                let bytes = plot_curves(heading.to_owned(), curves, format)?;
                commit(folder.join(name).with_extension(extension), &bytes)?;
            }
        }
    }
    let summary = Summary { arguments, frames: &frames, results: &results, has_velocities };
    match arguments.output.report_form() {
        ReportForm::Json => summary.write_json(out),
        ReportForm::Text => summary.write_text(out),
        ReportForm::Nothing => Ok(()),
    }
}

/// Measures a trajectory that is in memory: every table that was made, with its name.
pub fn measure_table(table: &Table, arguments: &MeasureArgs) -> anyhow::Result<Vec<(&'static str, Table)>> {
    let rows = rows::from_table(table).map_err(user_error)?;
    let scenario = scenario(arguments, rows.dimension)?;
    let frames = Frames::new(rows, &scenario, arguments.frame_rate).map_err(user_error)?;
    let results = Results::new(arguments, &scenario, &frames);
    let tables = tables::NAMES.into_iter().zip(tables::tables(arguments, &frames, &results));
    Ok(tables.filter_map(|(name, table)| Some((name, table?))).collect())
}

/// A scenario with the space of the trajectory, and nothing else that matters to measures but the link distance.
fn scenario(arguments: &MeasureArgs, dimension: usize) -> anyhow::Result<Scenario> {
    let size = &arguments.size;
    let space = match arguments.space {
        SpaceKind::Open if !size.is_empty() => {
            return Err(user_error("--size is for --space torus; an open space has none"));
        }
        SpaceKind::Open => "kind = \"open\"".to_owned(),
        SpaceKind::Torus if size.len() != dimension => {
            return Err(user_error(format!(
                "--space torus: the table has {dimension} dimensions, --size has {}\n  allowed: {}",
                size.len(),
                if dimension == 2 {
                    "--size W,H, such as --size 100,100"
                } else {
                    "--size W,H,D, such as --size 50,50,50"
                }
            )));
        }
        SpaceKind::Torus => format!("kind = \"torus\"\nsize = {size:?}"),
    };
    // Without a link distance, one that every space allows.
    let smallest = size.iter().copied().fold(f64::INFINITY, f64::min);
    let radius = arguments.radius.unwrap_or_else(|| if smallest.is_finite() { smallest / 4.0 } else { 1.0 });
    let text = format!("boids = 0\ndimension = {dimension}\nperception.radius = {radius:?}\n[space]\n{space}\n");
    Scenario::from_toml(&text).context("--space, --size and --radius")
}

/// Creates the folder, and refuses files that exist or cannot be written before anything is measured.
fn prepare(arguments: &MeasureArgs, folder: &Path, extension: &str) -> anyhow::Result<()> {
    let force = arguments.output.force;
    if folder.exists() && !folder.is_dir() {
        return Err(user_error(format!("--out: {} is not a folder", quoted(folder))));
    }
    let tables = tables::NAMES.iter().map(|name| folder.join(name).with_extension(extension));
    let picture = |extension| pictures::NAMES.iter().map(move |name| folder.join(name).with_extension(extension));
    let pictures = picture_format(arguments.plots).map(|(_, extension)| picture(extension));
    for path in tables.chain(pictures.into_iter().flatten()) {
        refuse_existing(&path, force)?;
    }
    std::fs::create_dir_all(folder).with_context(|| format!("cannot write {}", quoted(folder)))?;
    // Dropped at once: it only shows that files can be written.
    AtomicFile::reserve(&folder.join(tables::NAMES[0]).with_extension(extension), force).map(drop)
}

/// The format of plots and its extension; `None` for no plots, and in a build that cannot draw.
fn picture_format(plots: Plots) -> Option<(PictureFormat, &'static str)> {
    match plots {
        _ if cfg!(not(feature = "plot")) => None,
        Plots::Png => Some((PictureFormat::Png, "png")),
        Plots::Svg => Some((PictureFormat::Svg, "svg")),
        Plots::None => None,
    }
}
