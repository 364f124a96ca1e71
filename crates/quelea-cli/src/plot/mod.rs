//! `quelea plot`: the measures of a run or a sweep as a picture.

mod canvas;
mod curves;
mod figure;
mod heat_map;
mod lines;
mod ruler;
mod scale;

pub use canvas::Picture;
pub use curves::{Curve, Curves};
pub use figure::{Options, mean_and_spread};

use crate::arguments::PlotOrder;
use crate::failure::wrong;
use crate::files::{self, Rows, TableKind};
use crate::new_file::NewFile;
use crate::source::shown;
use figure::{Figure, Panels};
use std::io::Write;

/// Draws tables and says where the picture is.
pub fn plot(order: &PlotOrder, out: &mut dyn Write) -> anyhow::Result<()> {
    // The picture is named after the first table: what is no table has no such name either.
    TableKind::of(&order.files[0])?;
    let path = order.out.clone().unwrap_or_else(|| order.files[0].with_extension("svg"));
    let kind = Picture::of(&path)?;
    let options = Options {
        measures: order.measure.clone(),
        x: order.x.clone(),
        y: order.y.clone(),
        size: order.size.as_deref().map(size).transpose()?,
    };
    let mut table: Option<Rows> = None;
    for file in &order.files {
        let more = files::table(file)?;
        match &mut table {
            None => table = Some(more),
            Some(table) if table.columns() == more.columns() => table.append(&more),
            Some(_) => {
                let first = shown(&order.files[0]);
                return Err(wrong(format!("{} has other columns than {first}", shown(file))));
            }
        }
    }
    let place = NewFile::reserve(&path, order.force)?;
    let bytes =
        picture(&table.unwrap_or_default(), &options, kind).map_err(|error| error.context(shown(&order.files[0])))?;
    place.finish(&bytes)?;
    Ok(writeln!(out, "plot {}", shown(&path))?)
}

/// A table as the bytes of a picture.
pub fn picture(table: &Rows, options: &Options, kind: Picture) -> anyhow::Result<Vec<u8>> {
    let figure = Figure::of(table, options)?;
    canvas::drawn(&figure, options.size.unwrap_or_else(|| figure.size()), kind)
}

/// Lines over one another as the bytes of a picture.
pub fn curves(heading: String, curves: Curves, kind: Picture) -> anyhow::Result<Vec<u8>> {
    canvas::drawn(&Figure { heading, panels: Panels::Curves(curves) }, (960, 520), kind)
}

/// `1280x720`.
fn size(text: &str) -> anyhow::Result<(u32, u32)> {
    let read = text.split_once(['x', '×']).and_then(|(width, height)| {
        let (width, height) = (width.trim().parse().ok()?, height.trim().parse().ok()?);
        ((200..=10_000).contains(&width) && (150..=10_000).contains(&height)).then_some((width, height))
    });
    read.ok_or_else(|| {
        wrong(format!("--size {text}: allowed: WIDTHxHEIGHT from 200x150 to 10000x10000, such as 1280x720"))
    })
}
