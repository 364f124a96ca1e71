//! Draws a figure as SVG or PNG.

mod axis_scale;
mod bitmap;
mod curves;
mod heat_map;
mod lines;
mod pen;

use super::figure::{Figure, Panels};
use super::picture_format::PictureFormat;
use crate::error::user_error;
use anyhow::anyhow;
use bitmap::{SUPERSAMPLING, downsample, encode_png};
use pen::Pen;
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::FontStyle;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::sync::Once;

/// An area to draw on.
type Area<'a, B> = DrawingArea<B, Shift>;

/// The result of drawing.
type Drawn<B> = Result<(), DrawingAreaErrorKind<<B as DrawingBackend>::ErrorType>>;

/// The most pixels of a bitmap, which takes half a gigabyte while it is drawn.
const MAX_PIXELS: u64 = 16_000_000;

/// Draws a figure, and returns the picture as a file.
pub fn draw(figure: &Figure, (width, height): (u32, u32), format: PictureFormat) -> anyhow::Result<Vec<u8>> {
    // plotters has no font of its own, and the system may have none.
    static FONT: Once = Once::new();
    FONT.call_once(|| {
        let font = include_bytes!("../../../fonts/DejaVuSans-subset.ttf");
        let _ = plotters::style::register_font("sans-serif", FontStyle::Normal, font);
    });
    let cannot_draw = |error: &dyn std::fmt::Display| anyhow!("cannot draw it: {error}");
    match format {
        PictureFormat::Svg => {
            let mut text = String::new();
            let root = SVGBackend::with_string(&mut text, (width, height)).into_drawing_area();
            draw_page(&root, figure, Pen { scale: 1.0 }).map_err(|error| cannot_draw(&error))?;
            root.present().map_err(|error| cannot_draw(&error))?;
            drop(root);
            Ok(text.into_bytes())
        }
        PictureFormat::Png if u64::from(width) * u64::from(height) > MAX_PIXELS => Err(user_error(format!(
            "a PNG of {width} by {height} pixels takes too much memory; allowed: at most {} million pixels in total\n  \
             choose a smaller --size, fewer panels with --measure, or an .svg, which may have any size",
            MAX_PIXELS / 1_000_000
        ))),
        PictureFormat::Png => {
            let large = (width * SUPERSAMPLING, height * SUPERSAMPLING);
            let mut pixels = vec![255; (large.0 * large.1 * 3) as usize];
            let root = BitMapBackend::with_buffer(&mut pixels, large).into_drawing_area();
            draw_page(&root, figure, Pen { scale: f64::from(SUPERSAMPLING) }).map_err(|error| cannot_draw(&error))?;
            root.present().map_err(|error| cannot_draw(&error))?;
            drop(root);
            encode_png(&downsample(&pixels, large), (width, height))
        }
    }
}

/// Draws the heading and the panels below it.
fn draw_page<B: DrawingBackend>(root: &Area<B>, figure: &Figure, pen: Pen) -> Drawn<B> {
    root.fill(&WHITE)?;
    let (heading, body) = root.split_vertically(pen.length(34.0));
    let middle = (heading.dim_in_pixel().0 / 2) as i32;
    let centred = pen.text(15.0).pos(Pos::new(HPos::Center, VPos::Center));
    heading.draw_text(&figure.heading, &centred, (middle, pen.length(18.0) as i32))?;
    let (rows, columns) = figure.grid();
    let areas = body.split_evenly((rows, columns));
    match &figure.panels {
        Panels::Lines(panels) => panels.iter().zip(&areas).try_for_each(|(panel, area)| lines::draw(area, panel, pen)),
        Panels::Heat(panels) => {
            panels.iter().zip(&areas).try_for_each(|(panel, area)| heat_map::draw(area, panel, pen))
        }
        Panels::Curves(panel) => curves::draw(&body, panel, pen),
    }
}
