//! `quelea plot`, and plots for other commands.

#![cfg_attr(not(feature = "plot"), allow(dead_code, reason = "this build works out figures but cannot draw them"))]

pub mod arguments;
mod curves;
#[cfg(feature = "plot")]
mod draw;
mod figure;
mod panels;
mod picture_format;
mod run_figure;
mod sweep_figure;
mod ticks;

pub use curves::{Curve, Curves};
pub use figure::PlotOptions;
pub use picture_format::PictureFormat;

use crate::atomic_file::AtomicFile;
use crate::error::user_error;
use crate::files::{Table, TableFormat, read_table};
use crate::input::quoted;
use arguments::PlotArgs;
#[cfg(feature = "plot")]
use draw::draw;
use figure::{Figure, Panels};
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
        size: arguments.size.as_deref().map(parse_size).transpose()?,
    };
    let mut table: Option<Table> = None;
    for file in &arguments.files {
        let rows = read_table(file)?;
        match &mut table {
            None => table = Some(rows),
            Some(table) if table.fields() == rows.fields() => table.append(&rows),
            Some(_) => {
                let first = quoted(&arguments.files[0]);
                return Err(user_error(format!("{} has other columns than {first}", quoted(file))));
            }
        }
    }
    let file = AtomicFile::reserve(&path, arguments.force)?;
    let bytes = plot_table(&table.unwrap_or_default(), &options, format)
        .map_err(|error| error.context(quoted(&arguments.files[0])))?;
    file.commit(&bytes)?;
    Ok(writeln!(out, "plot {}", quoted(&path))?)
}

/// Plots a table, and returns the picture as a file.
pub fn plot_table(table: &Table, options: &PlotOptions, format: PictureFormat) -> anyhow::Result<Vec<u8>> {
    let figure = Figure::from_table(table, options)?;
    draw(&figure, options.size.unwrap_or_else(|| figure.default_size()), format)
}

/// Plots curves, and returns the picture as a file.
pub fn plot_curves(heading: String, curves: Curves, format: PictureFormat) -> anyhow::Result<Vec<u8>> {
    draw(&Figure { heading, panels: Panels::Curves(curves) }, (960, 520), format)
}

/// Not reached: `PictureFormat::from_path` has already refused every picture.
#[cfg(not(feature = "plot"))]
fn draw(_: &Figure, _: (u32, u32), _: PictureFormat) -> anyhow::Result<Vec<u8>> {
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
