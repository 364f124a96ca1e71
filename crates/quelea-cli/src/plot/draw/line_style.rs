//! The style of a line: colour, dashes and marks, which differ from line to line.

use super::pen::{COLOURS, GREY, Pen};
use super::{Area, Drawn};
use plotters::element::DashedPathElement;
use plotters::prelude::*;

/// The most lines that have a style of their own, and are named in the legend.
pub const MAX_NAMED: usize = 12;

/// A point in pixels.
pub type Pixel = (i32, i32);

/// The style of a line.
#[derive(Clone, Copy)]
pub struct LineStyle {
    pub colour: RGBColor,
    dashed: bool,
    mark: Mark,
    width: f64,
}

/// The shape of a point.
#[derive(Clone, Copy)]
enum Mark {
    Disc,
    Square,
    Triangle,
    Diamond,
}

impl LineStyle {
    /// The style of the line with this index in the legend.
    pub fn new(index: usize) -> Self {
        if index >= MAX_NAMED {
            return LineStyle { colour: GREY, dashed: false, mark: Mark::Disc, width: 1.0 };
        }
        let marks = [Mark::Disc, Mark::Square, Mark::Triangle, Mark::Diamond];
        let colour = COLOURS[index % COLOURS.len()];
        LineStyle { colour, dashed: index >= COLOURS.len(), mark: marks[index % marks.len()], width: 1.8 }
    }

    /// Draws a line through some points.
    pub fn draw_path<B: DrawingBackend>(self, area: &Area<B>, points: &[Pixel], pen: Pen) -> Drawn<B> {
        let style = pen.line(&self.colour, self.width);
        match self.dashed {
            true => area.draw(&DashedPathElement::new(points.to_vec(), pen.length(7.0), pen.length(4.0), style)),
            false => area.draw(&PathElement::new(points, style)),
        }
    }

    /// Draws a vertical bar, pale and wide for a deviation.
    pub fn draw_bar<B: DrawingBackend>(self, area: &Area<B>, ends: [Pixel; 2], pale: bool, pen: Pen) -> Drawn<B> {
        let style = if pale { pen.line(&self.colour.mix(0.25), 4.0) } else { pen.line(&self.colour, 1.4) };
        area.draw(&PathElement::new(ends, style))
    }

    /// Draws the mark of a point.
    pub fn draw_mark<B: DrawingBackend>(self, area: &Area<B>, (x, y): Pixel, pen: Pen) -> Drawn<B> {
        let fill = self.colour.filled();
        let half = |factor: f64| pen.length(3.0 * factor) as i32;
        let corners = match self.mark {
            Mark::Disc => return area.draw(&Circle::new((x, y), pen.length(3.0), fill)),
            Mark::Square => {
                let half = half(0.93);
                return area.draw(&Rectangle::new([(x - half, y - half), (x + half, y + half)], fill));
            }
            Mark::Triangle => {
                vec![(x, y - half(1.4)), (x + half(1.25), y + half(0.9)), (x - half(1.25), y + half(0.9))]
            }
            Mark::Diamond => vec![(x, y - half(1.4)), (x + half(1.4), y), (x, y + half(1.4)), (x - half(1.4), y)],
        };
        area.draw(&Polygon::new(corners, fill))
    }
}
