//! A measure over two parameters, as a heat map.

use super::axis_scale::AxisScale;
use super::pen::{INK, PALE, Pen};
use super::{Area, Drawn};
use crate::plot::panels::{Axis, HeatPanel};
use crate::plot::ranges::{extent, tight_range};
use crate::plot::ticks::{Ticks, tick};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// Viridis (Smith and van der Walt 2015): perceptually uniform, also in grey and for the colour-blind.
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

/// The colour for a fraction from 0 to 1.
fn colour(fraction: f64) -> RGBColor {
    let position = fraction.clamp(0.0, 1.0) * (VIRIDIS.len() - 1) as f64;
    let (index, part) = (position.floor() as usize, position.fract());
    let (a, b) = (VIRIDIS[index], VIRIDIS[(index + 1).min(VIRIDIS.len() - 1)]);
    let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * part).round() as u8;
    RGBColor(mix(a.0, b.0), mix(a.1, b.1), mix(a.2, b.2))
}

/// Draws a panel: the cells and a colour bar.
pub fn draw<B: DrawingBackend>(area: &Area<B>, panel: &HeatPanel, pen: Pen) -> Drawn<B> {
    let (width, _) = area.dim_in_pixel();
    let (map, bar) = area.split_horizontally(width.saturating_sub(pen.length(86.0)));
    let values = panel.cells.iter().flatten().flatten().copied();
    let Some((low, high)) = extent(values) else { return draw_cells(&map, panel, pen, "", &|_| 0.5) };
    // Halves, since the difference may overflow.
    let fraction = |x: f64| if high > low { (x / 2.0 - low / 2.0) / (high / 2.0 - low / 2.0) } else { 0.5 };
    let ticks = match high > low && tight_range([low, high].into_iter()) == (low..high) {
        true => Ticks::linear(&(low..high), 6),
        false => Ticks { marks: vec![(low, tick(low))], offset: String::new() },
    };
    draw_cells(&map, panel, pen, &ticks.offset, &fraction)?;
    draw_colour_bar(&bar, &ticks, &fraction, pen)
}

fn draw_cells<B: DrawingBackend>(
    area: &Area<B>,
    panel: &HeatPanel,
    pen: Pen,
    offset: &str,
    fraction: &dyn Fn(f64) -> f64,
) -> Drawn<B> {
    let words = |axis: &Axis| AxisScale::Words(axis.words.clone().unwrap_or_default());
    let (x, y) = (words(&panel.x), words(&panel.y));
    let mut chart = ChartBuilder::on(area)
        .margin(pen.length(6.0))
        .caption(format!("{}{offset}", panel.label), pen.text(13.5))
        .x_label_area_size(pen.length(48.0))
        .y_label_area_size(pen.label_area(&y))
        .build_cartesian_2d(x, y)?;
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
    for (index, row) in panel.cells.iter().enumerate() {
        for (column, value) in row.iter().enumerate() {
            let (x, y) = (column as f64, index as f64);
            let fill = value.filter(|value| value.is_finite()).map_or(PALE, |value| colour(fraction(value)));
            let cell = Rectangle::new([(x - 0.5, y - 0.5), (x + 0.5, y + 0.5)], fill.filled());
            chart.draw_series(std::iter::once(cell))?;
        }
    }
    Ok(())
}

/// A strip of all colours from the lowest to the highest value, with ticks.
fn draw_colour_bar<B: DrawingBackend>(
    area: &Area<B>,
    ticks: &Ticks,
    fraction: &dyn Fn(f64) -> f64,
    pen: Pen,
) -> Drawn<B> {
    let (_, height) = area.dim_in_pixel();
    let (top, bottom) = (pen.length(38.0) as i32, height as i32 - pen.length(60.0) as i32);
    let (left, right) = (pen.length(4.0) as i32, pen.length(20.0) as i32);
    let length = (bottom - top).max(1);
    for y in 0..length {
        let strip = Rectangle::new(
            [(left, bottom - y - 1), (right, bottom - y)],
            colour(f64::from(y) / f64::from(length)).filled(),
        );
        area.draw(&strip)?;
    }
    for (x, label) in &ticks.marks {
        let y = bottom - (fraction(*x).clamp(0.0, 1.0) * f64::from(length)).round() as i32;
        let mark = [(right, y), (right + pen.length(4.0) as i32, y + pen.length(1.0) as i32)];
        area.draw(&Rectangle::new(mark, INK.filled()))?;
        let style = pen.text(11.5).pos(Pos::new(HPos::Left, VPos::Center));
        area.draw_text(label, &style, (right + pen.length(8.0) as i32, y))?;
    }
    Ok(())
}
