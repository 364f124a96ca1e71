//! Several curves in one diagram, with a legend.

use super::axis_scale::AxisScale;
use super::pen::{COLOURS, INK, PALE, Pen};
use super::{Area, Drawn};
use crate::plot::curves::{Curve, Curves};
use crate::plot::ranges::{linear_range, log_range};
use plotters::element::DashedPathElement;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// The most points of a curve that are marked.
const MOST_MARKS: usize = 60;

/// Draws the diagram and its legend.
pub fn draw<B: DrawingBackend>(area: &Area<B>, panel: &Curves, pen: Pen) -> Drawn<B> {
    let (width, _) = area.dim_in_pixel();
    let (map, legend) = area.split_horizontally(width.saturating_sub(pen.length(230.0)));
    let x = panel.curves.iter().flat_map(|curve| &curve.points).map(|point| point.0);
    let y = panel.curves.iter().flat_map(|curve| curve.ends().flat_map(|(_, low, high)| [low, high]));
    let (x, y) = match panel.logarithmic {
        true => (AxisScale::Logarithmic(log_range(x)), AxisScale::Logarithmic(log_range(y))),
        false => (AxisScale::linear(linear_range(x), 6), AxisScale::linear(linear_range(y), 8)),
    };
    draw_curves(&map, (x, y), panel, pen)?;
    let (dash, gap) = (pen.length(6.0), pen.length(4.0));
    for (index, curve) in panel.curves.iter().enumerate() {
        let (left, middle, right) = (pen.length(6.0) as i32, pen.length(21.0) as i32, pen.length(36.0) as i32);
        let y = (pen.length(18.0) + index as u32 * pen.length(20.0)) as i32;
        let ends = [(left, y), (right, y)];
        match curve.dashed {
            true => legend.draw(&DashedPathElement::new(ends, dash, gap, curve.line(pen)))?,
            false => legend.draw(&PathElement::new(ends, curve.line(pen)))?,
        }
        if curve.points.len() <= MOST_MARKS {
            curve.mark((middle, y), pen).iter().try_for_each(|mark| legend.draw(mark))?;
        }
        let style = pen.text(11.5).pos(Pos::new(HPos::Left, VPos::Center));
        legend.draw_text(&curve.name, &style, (right + pen.length(6.0) as i32, y))?;
    }
    Ok(())
}

/// Draws the axes and the curves.
fn draw_curves<B: DrawingBackend>(
    area: &Area<B>,
    (x, y): (AxisScale, AxisScale),
    panel: &Curves,
    pen: Pen,
) -> Drawn<B> {
    let (x_name, y_name) = (x.name(&panel.x_label), y.name(&panel.y_label));
    let mut chart = ChartBuilder::on(area)
        .margin(pen.length(8.0))
        .x_label_area_size(pen.length(48.0))
        .y_label_area_size(pen.label_area(&y))
        .build_cartesian_2d(x, y)?;
    chart
        .configure_mesh()
        .bold_line_style(pen.line(&PALE, 1.0))
        .light_line_style(TRANSPARENT)
        .axis_style(pen.line(&INK, 1.0))
        .label_style(pen.text(11.5))
        .axis_desc_style(pen.text(13.0))
        .set_all_tick_mark_size(pen.length(5.0))
        .x_labels(6)
        .y_labels(8)
        .x_desc(x_name)
        .y_desc(y_name)
        .draw()?;
    let (dash, gap) = (pen.length(6.0), pen.length(4.0));
    for curve in &panel.curves {
        let points = curve.points.iter().copied();
        match curve.dashed {
            true => {
                chart.draw_series(DashedLineSeries::new(points.clone(), dash, gap, curve.line(pen)))?;
            }
            false => {
                chart.draw_series(LineSeries::new(points.clone(), curve.line(pen)))?;
            }
        }
        let bar = |(x, low, high)| PathElement::new([(x, low), (x, high)], pen.line(&curve.colour().mix(0.5), 1.6));
        chart.draw_series(curve.ends().filter(|(_, low, high)| low < high).map(bar))?;
        // Marks so close that they touch would hide the line.
        for point in points.filter(|_| curve.points.len() <= MOST_MARKS) {
            chart.draw_series(curve.mark(point, pen))?;
        }
    }
    Ok(())
}

impl Curve {
    /// Each point with the ends of its bar; those of a point without an error are the point.
    fn ends(&self) -> impl Iterator<Item = (f64, f64, f64)> {
        let errors = self.errors.iter().copied().chain(std::iter::repeat(0.0));
        self.points.iter().zip(errors).map(|((x, y), error)| {
            let error = if error.is_finite() { error } else { 0.0 };
            (*x, y - error, y + error)
        })
    }

    fn line(&self, pen: Pen) -> ShapeStyle {
        pen.line(&self.colour(), 1.6)
    }

    /// A disc, or a ring with a white centre.
    fn mark<C: Copy>(&self, at: C, pen: Pen) -> Vec<Circle<C, u32>> {
        let disc = Circle::new(at, pen.length(3.2), self.colour().filled());
        let hole = self.hollow.then(|| Circle::new(at, pen.length(1.8), WHITE.filled()));
        std::iter::once(disc).chain(hole).collect()
    }

    fn colour(&self) -> RGBColor {
        COLOURS[self.colour % COLOURS.len()]
    }
}
