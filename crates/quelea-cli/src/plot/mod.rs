//! `quelea plot`, and plots for other commands.

#![cfg_attr(not(feature = "plot"), allow(dead_code, reason = "this build works out figures but cannot draw them"))]

pub mod arguments;
mod curves;
#[cfg(feature = "plot")]
mod draw;
mod figure;
mod heat_figure;
mod merge;
mod panels;
mod picture_format;
mod ranges;
mod run_figure;
mod select_axes;
mod sources;
mod sweep_figure;
mod ticks;

pub use curves::{Curve, Curves};
pub use picture_format::PictureFormat;

use crate::atomic_file::AtomicFile;
use crate::error::user_error;
use crate::files::{Table, TableFormat};
use crate::input::quoted;
use crate::warnings::Warnings;
use arguments::PlotArgs;
#[cfg(feature = "plot")]
use draw::draw;
use figure::{Figure, Panels, PlotOptions};
use quelea::Scenario;
use sources::Source;
use std::io::Write;

/// Plots tables and prints the path of the picture.
pub fn plot(arguments: &PlotArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    // Checked first: the picture is named after the first table.
    TableFormat::from_path(&arguments.files[0])?;
    let path = arguments.out.clone().unwrap_or_else(|| arguments.files[0].with_extension("svg"));
    let format = PictureFormat::from_path(&path)?;
    let options = PlotOptions {
        measures: arguments.measure.clone(),
        x: arguments.x.clone(),
        y: arguments.y.clone(),
        by: arguments.by.clone(),
        size: arguments.size.as_deref().map(parse_size).transpose()?,
    };
    let sources = Source::read_all(arguments)?;
    let file = AtomicFile::reserve(&path, arguments.force)?;
    let figure = Figure::from_sources(&sources, &options)?;
    file.commit(&draw(&figure, options.size, format)?)?;
    let mut warnings = Warnings::default();
    figure.warnings.into_iter().for_each(|warning| warnings.add(warning));
    warnings.print();
    Ok(writeln!(out, "plot {}", quoted(&path))?)
}

/// Plots the table of a sweep, and returns the picture as a file.
pub fn plot_sweep(table: Table, scenario: Scenario, format: PictureFormat) -> anyhow::Result<Vec<u8>> {
    let figure = Figure::from_sources(&[Source::in_memory(table, scenario)], &PlotOptions::default())?;
    draw(&figure, None, format)
}

/// Plots curves, and returns the picture as a file.
pub fn plot_curves(title: String, curves: Curves, format: PictureFormat) -> anyhow::Result<Vec<u8>> {
    let (caption, legend, warnings) = (String::new(), Vec::new(), Vec::new());
    let figure = Figure { title, caption, legend, panels: Panels::Curves(curves), warnings };
    draw(&figure, Some((960, 520)), format)
}

/// Not reached: `PictureFormat::from_path` has already refused every picture.
#[cfg(not(feature = "plot"))]
fn draw(_: &Figure, _: Option<(u32, u32)>, _: PictureFormat) -> anyhow::Result<Vec<u8>> {
    Err(picture_format::missing_feature())
}

/// Parses a size such as `1280x720`.
fn parse_size(text: &str) -> anyhow::Result<(u32, u32)> {
    let parsed = text.split_once(['x', '×']).and_then(|(width, height)| {
        let (width, height) = (width.trim().parse().ok()?, height.trim().parse().ok()?);
        ((200..=10_000).contains(&width) && (150..=10_000).contains(&height)).then_some((width, height))
    });
    parsed.ok_or_else(|| {
        user_error(format!("--size {text}: allowed: WIDTHxHEIGHT from 200x150 to 10000x10000, such as 1280x720"))
    })
}
