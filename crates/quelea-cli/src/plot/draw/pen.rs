//! Lengths, lines and text at the scale of a picture, and the colours of plots.

use super::axis_scale::AxisScale;
use plotters::prelude::*;

pub const INK: RGBColor = RGBColor(40, 44, 52);
pub const PALE: RGBColor = RGBColor(226, 229, 234);
/// Lines that the legend does not name.
pub const GREY: RGBColor = RGBColor(176, 180, 188);

/// The palette of Okabe and Ito, also for the colour-blind, without its yellow, which is pale on white.
pub const COLOURS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(0, 0, 0),
];

/// The scale at which a picture is drawn: bitmaps are drawn larger and downsampled.
#[derive(Clone, Copy)]
pub struct Pen {
    pub scale: f64,
}

impl Pen {
    /// A length in pixels of the finished picture.
    pub fn length(self, pixels: f64) -> u32 {
        (pixels * self.scale).round() as u32
    }

    /// The width of the labels and the name of a vertical axis.
    pub fn label_area(self, scale: &AxisScale) -> u32 {
        self.length((28.0 + 6.5 * scale.longest_label().min(20) as f64).max(64.0))
    }

    pub fn text(self, size: f64) -> TextStyle<'static> {
        TextStyle::from(("sans-serif", size * self.scale).into_font()).color(&INK)
    }

    pub fn line(self, colour: &impl Color, width: f64) -> ShapeStyle {
        ShapeStyle { color: colour.to_rgba(), filled: false, stroke_width: self.length(width).max(1) }
    }
}
