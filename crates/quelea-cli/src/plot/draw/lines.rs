//! A measure as a line, with its standard deviation as a band and its standard error as bars.

use super::axis_scale::AxisScale;
use super::pen::{BLUE, INK, PALE, Pen};
use super::{Area, Drawn};
use crate::plot::panels::LinePanel;
use crate::plot::ticks::{linear_range, tick};
use plotters::prelude::*;

/// Draws a panel.
pub fn draw<B: DrawingBackend>(area: &Area<B>, panel: &LinePanel, pen: Pen) -> Drawn<B> {
    let errors = panel.errors.iter().copied().chain(std::iter::repeat(0.0));
    let finite = |((x, y, deviation), _): &((f64, f64, f64), f64)| (x + y + deviation).is_finite();
    let (points, errors): (Vec<(f64, f64, f64)>, Vec<f64>) =
        panel.points.iter().copied().zip(errors).filter(finite).unzip();
    let reach = |((_, y, deviation), error): (&(f64, f64, f64), &f64)| {
        let reach = if error.is_finite() { deviation.max(*error) } else { *deviation };
        [y - reach, y + reach]
    };
    let y = linear_range(points.iter().zip(&errors).flat_map(reach));
    let words = panel.x.words.as_ref();
    let x = match (words, points.first(), points.last()) {
        (Some(words), ..) => AxisScale::Words(words.clone()),
        (None, Some(first), Some(last)) if first.0 < last.0 && panel.x.logarithmic => {
            AxisScale::Logarithmic(first.0..last.0)
        }
        (None, Some(first), Some(last)) if first.0 < last.0 => AxisScale::Linear(first.0..last.0),
        (None, Some(only), _) => AxisScale::Linear(only.0 - 0.5..only.0 + 0.5),
        _ => AxisScale::Linear(0.0..1.0),
    };
    let mut chart = ChartBuilder::on(area)
        .margin(pen.length(8.0))
        .margin_right(pen.length(20.0))
        .x_label_area_size(pen.length(48.0))
        .y_label_area_size(pen.length(64.0))
        .build_cartesian_2d(x, y)?;
    let mut mesh = chart.configure_mesh();
    if words.is_some() {
        mesh.disable_x_mesh();
    }
    mesh.bold_line_style(pen.line(&PALE, 1.0))
        .light_line_style(TRANSPARENT)
        .axis_style(pen.line(&INK, 1.0))
        .label_style(pen.text(11.5))
        .axis_desc_style(pen.text(13.0))
        .set_all_tick_mark_size(pen.length(5.0))
        .x_labels(if words.is_some() { 8 } else { 6 })
        .y_labels(6)
        .y_label_formatter(&|y| tick(*y))
        .x_desc(&panel.x.label)
        .y_desc(&panel.label)
        .draw()?;
    let line = points.iter().map(|(x, y, _)| (*x, *y));
    match words {
        // Words are not ordered: no line, and a pale bar for each deviation.
        Some(_) => {
            let bar = |(x, y, deviation): &(f64, f64, f64)| {
                PathElement::new([(*x, y - deviation), (*x, y + deviation)], pen.line(&BLUE.mix(0.25), 4.0))
            };
            chart.draw_series(points.iter().map(bar))?;
        }
        None => {
            if points.iter().any(|(_, _, deviation)| *deviation > 0.0) {
                let above = points.iter().map(|(x, y, deviation)| (*x, y + deviation));
                let below = points.iter().rev().map(|(x, y, deviation)| (*x, y - deviation));
                let band: Vec<(f64, f64)> = above.chain(below).collect();
                chart.draw_series(std::iter::once(Polygon::new(band, BLUE.mix(0.18))))?;
            }
            chart.draw_series(LineSeries::new(line.clone(), pen.line(&BLUE, 1.8)))?;
        }
    }
    let bars = points.iter().zip(&errors).filter(|(_, error)| error.is_finite() && **error > 0.0);
    let bars =
        bars.map(|((x, y, _), error)| PathElement::new([(*x, y - error), (*x, y + error)], pen.line(&BLUE, 1.4)));
    chart.draw_series(bars)?;
    if panel.marked || words.is_some() {
        let mark = pen.length(3.0);
        chart.draw_series(line.map(|point| Circle::new(point, mark, BLUE.filled())))?;
    }
    Ok(())
}
