//! Lengths, lines and text at the scale of a picture, and the colours of plots.

use plotters::prelude::*;

pub const INK: RGBColor = RGBColor(40, 44, 52);
pub const PALE: RGBColor = RGBColor(226, 229, 234);
/// The blue of the palette of Okabe and Ito, also for the colour-blind.
pub const BLUE: RGBColor = RGBColor(0, 114, 178);

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

    pub fn text(self, size: f64) -> TextStyle<'static> {
        TextStyle::from(("sans-serif", size * self.scale).into_font()).color(&INK)
    }

    pub fn line(self, colour: &impl Color, width: f64) -> ShapeStyle {
        ShapeStyle { color: colour.to_rgba(), filled: false, stroke_width: self.length(width).max(1) }
    }
}
