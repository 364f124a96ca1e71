//! Draws a figure as SVG or PNG.

mod axis_scale;
mod bitmap;
mod curves;
mod heat_map;
mod legend;
mod line_style;
mod lines;
mod pen;

use super::figure::{Figure, Panels};
use super::picture_format::PictureFormat;
use crate::error::user_error;
use anyhow::anyhow;
use bitmap::{SUPERSAMPLING, downsample, encode_png};
use legend::Legend;
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
pub fn draw(figure: &Figure, size: Option<(u32, u32)>, format: PictureFormat) -> anyhow::Result<Vec<u8>> {
    // plotters has no font of its own, and the system may have none.
    static FONT: Once = Once::new();
    FONT.call_once(|| {
        let font = include_bytes!("../../../fonts/DejaVuSans-subset.ttf");
        let _ = plotters::style::register_font("sans-serif", FontStyle::Normal, font);
    });
    let (width, height) = size.unwrap_or_else(|| {
        let (width, height) = figure.default_size();
        (width, height + Legend::new(&figure.legend, width).map_or(0, |legend| legend.height()))
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

/// Draws the title, the panels below it, and the legend.
fn draw_page<B: DrawingBackend>(root: &Area<B>, figure: &Figure, pen: Pen) -> Drawn<B> {
    root.fill(&WHITE)?;
    let (width, height) = root.dim_in_pixel();
    let heading_height = pen.length(if figure.caption.is_empty() { 34.0 } else { 50.0 });
    let (heading, body) = root.split_vertically(heading_height);
    let centred = |size: f64| pen.text(size).pos(Pos::new(HPos::Center, VPos::Center));
    let middle = (width / 2) as i32;
    heading.draw_text(&figure.title, &centred(15.0), (middle, pen.length(18.0) as i32))?;
    if !figure.caption.is_empty() {
        heading.draw_text(&figure.caption, &centred(12.0), (middle, pen.length(38.0) as i32))?;
    }
    let legend = Legend::new(&figure.legend, (f64::from(width) / pen.scale) as u32);
    let legend_height = legend.as_ref().map_or(0, |legend| pen.length(f64::from(legend.height())));
    let (body, bottom) = body.split_vertically(height.saturating_sub(heading_height + legend_height));
    let (rows, columns) = figure.grid();
    let areas = body.split_evenly((rows, columns));
    match &figure.panels {
        Panels::Lines(panels) => {
            if let (Some(legend), Some(panel)) = (legend, panels.first()) {
                legend.draw(&bottom, panel, pen)?;
            }
            panels.iter().zip(&areas).try_for_each(|(panel, area)| lines::draw(area, panel, pen))
        }
        Panels::Heat(panels) => {
            panels.iter().zip(&areas).try_for_each(|(panel, area)| heat_map::draw(area, panel, pen))
        }
        Panels::Curves(panel) => curves::draw(&body, panel, pen),
    }
}
