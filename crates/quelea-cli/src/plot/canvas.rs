//! From a figure to the bytes of a picture: SVG, or PNG.

use super::figure::{Figure, Panels};
use super::{curves, heat_map, lines};
use crate::failure::wrong;
use crate::files::ending;
use crate::source::shown;
use anyhow::{Context, anyhow};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::FontStyle;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::path::Path;
use std::sync::Once;

/// The formats a picture can have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Picture {
    Svg,
    Png,
}

impl Picture {
    /// By the ending of a file's name.
    pub fn of(path: &Path) -> anyhow::Result<Self> {
        match ending(path).as_str() {
            "svg" => Ok(Picture::Svg),
            "png" => Ok(Picture::Png),
            _ => Err(wrong(format!("{}: a picture ends in `.svg` or `.png`", shown(path)))),
        }
    }
}

/// An area to draw on.
pub type Area<'a, B> = DrawingArea<B, Shift>;

/// What can go wrong in drawing.
pub type Drawn<B> = Result<(), DrawingAreaErrorKind<<B as DrawingBackend>::ErrorType>>;

/// The ink, and how large everything is: a bitmap is drawn larger than it will be, and shrunk.
#[derive(Clone, Copy)]
pub struct Pen {
    scale: f64,
}

pub const INK: RGBColor = RGBColor(40, 44, 52);
pub const PALE: RGBColor = RGBColor(226, 229, 234);
/// The blue of Okabe and Ito's colours, which everyone can tell apart.
pub const BLUE: RGBColor = RGBColor(0, 114, 178);

impl Pen {
    /// A length in pixels of the finished picture.
    pub fn length(self, pixels: f64) -> u32 {
        (pixels * self.scale).round() as u32
    }

    pub fn text(self, size: f64) -> TextStyle<'static> {
        TextStyle::from(("sans-serif", size * self.scale).into_font()).color(&INK)
    }

    pub fn line(self, colour: &impl Color, width: f64) -> ShapeStyle {
        ShapeStyle { color: colour.to_rgba(), filled: false, stroke_width: self.length(width).max(1) }
    }
}

/// A bitmap is drawn so many times larger: the library draws edges without smoothing them.
const LARGER: u32 = 3;

/// The most pixels of a bitmap: half a gigabyte while it is drawn.
const MOST: u64 = 16_000_000;

/// Draws a figure.
pub fn drawn(figure: &Figure, (width, height): (u32, u32), kind: Picture) -> anyhow::Result<Vec<u8>> {
    // The library has no letters of its own, and the system may have none.
    static FONT: Once = Once::new();
    FONT.call_once(|| {
        let letters = include_bytes!("../../fonts/DejaVuSans-subset.ttf");
        let _ = plotters::style::register_font("sans-serif", FontStyle::Normal, letters);
    });
    let failed = |error: &dyn std::fmt::Display| anyhow!("cannot draw it: {error}");
    match kind {
        Picture::Svg => {
            let mut text = String::new();
            let root = SVGBackend::with_string(&mut text, (width, height)).into_drawing_area();
            page(&root, figure, Pen { scale: 1.0 }).map_err(|error| failed(&error))?;
            root.present().map_err(|error| failed(&error))?;
            drop(root);
            Ok(text.into_bytes())
        }
        Picture::Png if u64::from(width) * u64::from(height) > MOST => Err(wrong(format!(
            "a PNG of {width} by {height} pixels takes too much memory; allowed: at most {} million pixels in all\n  \
             choose a smaller --size, fewer panels with --measure, or an .svg, which may be of any size",
            MOST / 1_000_000
        ))),
        Picture::Png => {
            let large = (width * LARGER, height * LARGER);
            let mut pixels = vec![255; (large.0 * large.1 * 3) as usize];
            let root = BitMapBackend::with_buffer(&mut pixels, large).into_drawing_area();
            page(&root, figure, Pen { scale: f64::from(LARGER) }).map_err(|error| failed(&error))?;
            root.present().map_err(|error| failed(&error))?;
            drop(root);
            png_of(&shrunk(&pixels, large), (width, height))
        }
    }
}

/// The heading, and the panels below it.
fn page<B: DrawingBackend>(root: &Area<B>, figure: &Figure, pen: Pen) -> Drawn<B> {
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

/// The mean of every square of pixels.
fn shrunk(pixels: &[u8], (width, height): (u32, u32)) -> Vec<u8> {
    let by = LARGER as usize;
    let (small, rows) = (width as usize / by, height as usize / by);
    let mut result = Vec::with_capacity(small * rows * 3);
    for row in 0..rows {
        for column in 0..small {
            for colour in 0..3 {
                let at = |dy: usize, dx: usize| {
                    let place = (row * by + dy) * width as usize + column * by + dx;
                    u32::from(pixels[place * 3 + colour])
                };
                let sum: u32 = (0..by).flat_map(|dy| (0..by).map(move |dx| (dy, dx))).map(|(dy, dx)| at(dy, dx)).sum();
                result.push((sum / (LARGER * LARGER)) as u8);
            }
        }
    }
    result
}

fn png_of(pixels: &[u8], (width, height): (u32, u32)) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().context("cannot make a PNG of it")?;
    writer.write_image_data(pixels).and_then(|()| writer.finish()).context("cannot make a PNG of it")?;
    Ok(bytes)
}
