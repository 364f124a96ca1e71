//! A measure over two parameters, as colours.

use super::canvas::{Area, Drawn, INK, PALE, Pen};
use super::figure::{Axis, HeatPanel};
use super::ruler::Ruler;
use super::scale::tick;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// Viridis (Smith and van der Walt 2015): equal steps look equal, in grey and to the colour-blind as well.
const VIRIDIS: [(u8, u8, u8); 9] = [
    (68, 1, 84),
    (71, 44, 122),
    (59, 81, 139),
    (44, 113, 142),
    (33, 144, 141),
    (39, 173, 129),
    (92, 200, 99),
    (170, 220, 50),
    (253, 231, 37),
];

/// The colour of a share from 0 to 1.
fn colour(share: f64) -> RGBColor {
    let at = share.clamp(0.0, 1.0) * (VIRIDIS.len() - 1) as f64;
    let (from, part) = (at.floor() as usize, at.fract());
    let (a, b) = (VIRIDIS[from], VIRIDIS[(from + 1).min(VIRIDIS.len() - 1)]);
    let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * part).round() as u8;
    RGBColor(mix(a.0, b.0), mix(a.1, b.1), mix(a.2, b.2))
}

/// Draws a panel: the cells, and beside them what the colours mean.
pub fn draw<B: DrawingBackend>(area: &Area<B>, panel: &HeatPanel, pen: Pen) -> Drawn<B> {
    let (width, _) = area.dim_in_pixel();
    let (map, bar) = area.split_horizontally(width.saturating_sub(pen.length(86.0)));
    let known = || panel.cells.iter().flatten().flatten().copied().filter(|x| x.is_finite());
    let (low, high) = known().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
    let share = |x: f64| if high > low { (x - low) / (high - low) } else { 0.5 };
    cells(&map, panel, pen, &share)?;
    if low <= high {
        legend(&bar, (low, high), pen)?;
    }
    Ok(())
}

fn cells<B: DrawingBackend>(area: &Area<B>, panel: &HeatPanel, pen: Pen, share: &dyn Fn(f64) -> f64) -> Drawn<B> {
    let words = |axis: &Axis| Ruler::Words(axis.words.clone().unwrap_or_default());
    let mut chart = ChartBuilder::on(area)
        .margin(pen.length(6.0))
        .caption(&panel.name, pen.text(13.5))
        .x_label_area_size(pen.length(48.0))
        .y_label_area_size(pen.length(66.0))
        .build_cartesian_2d(words(&panel.x), words(&panel.y))?;
    chart
        .configure_mesh()
        .disable_mesh()
        .axis_style(pen.line(&INK, 1.0))
        .label_style(pen.text(11.5))
        .axis_desc_style(pen.text(13.0))
        .x_labels(8)
        .y_labels(10)
        .x_desc(&panel.x.label)
        .y_desc(&panel.y.label)
        .set_all_tick_mark_size(pen.length(4.0))
        .draw()?;
    for (line, row) in panel.cells.iter().enumerate() {
        for (column, value) in row.iter().enumerate() {
            let (x, y) = (column as f64, line as f64);
            let fill = value.filter(|value| value.is_finite()).map_or(PALE, |value| colour(share(value)));
            let cell = Rectangle::new([(x - 0.5, y - 0.5), (x + 0.5, y + 0.5)], fill.filled());
            chart.draw_series(std::iter::once(cell))?;
        }
    }
    Ok(())
}

/// A strip of all colours from the lowest to the highest number.
fn legend<B: DrawingBackend>(area: &Area<B>, (low, high): (f64, f64), pen: Pen) -> Drawn<B> {
    let (_, height) = area.dim_in_pixel();
    let (top, bottom) = (pen.length(38.0) as i32, height as i32 - pen.length(60.0) as i32);
    let (left, right) = (pen.length(4.0) as i32, pen.length(20.0) as i32);
    let long = (bottom - top).max(1);
    for y in 0..long {
        let strip = Rectangle::new(
            [(left, bottom - y - 1), (right, bottom - y)],
            colour(f64::from(y) / f64::from(long)).filled(),
        );
        area.draw(&strip)?;
    }
    let marks = if high > low { 5 } else { 1 };
    for mark in 0..marks {
        let part = if marks > 1 { f64::from(mark) / f64::from(marks - 1) } else { 0.5 };
        let y = bottom - (part * f64::from(long)).round() as i32;
        let style = pen.text(11.5).pos(Pos::new(HPos::Left, VPos::Center));
        area.draw_text(&rough(low + part * (high - low)), &style, (right + pen.length(5.0) as i32, y))?;
    }
    Ok(())
}

/// A number to three digits.
fn rough(x: f64) -> String {
    tick(format!("{x:.2e}").parse().unwrap_or(x))
}
