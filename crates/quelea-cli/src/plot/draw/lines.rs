//! A measure as lines, with its standard deviation as a band and its standard error as bars.

use super::axis_scale::AxisScale;
use super::line_style::{LineStyle, MAX_NAMED, Pixel};
use super::pen::{INK, PALE, Pen};
use super::{Area, Drawn};
use crate::plot::panels::{Line, LinePanel, MAX_BANDS, Point};
use crate::plot::ranges::{linear_range, tight_range};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// Draws a panel.
pub fn draw<B: DrawingBackend>(area: &Area<B>, panel: &LinePanel, pen: Pen) -> Drawn<B> {
    let points = || panel.lines.iter().flat_map(|line| &line.points).filter(|point| point.is_finite());
    let has_bands = panel.lines.len() <= MAX_BANDS || !panel.is_joined();
    let reach = |point: &Point| {
        let reach = if has_bands { point.deviation.max(point.error) } else { point.error };
        [point.y - reach, point.y + reach]
    };
    let y = AxisScale::linear(linear_range(points().flat_map(reach)), 6);
    let x = tight_range(points().map(|point| point.x));
    let x = match &panel.x.words {
        Some(words) => AxisScale::Words(words.clone()),
        None if panel.x.logarithmic && x.start > 0.0 => AxisScale::Logarithmic(x),
        None => AxisScale::linear(x, 6),
    };
    let (x_name, y_name) = (x.name(&panel.x.label), y.name(&panel.label));
    let mut chart = ChartBuilder::on(area)
        .margin(pen.length(8.0))
        .margin_right(pen.length(20.0))
        .x_label_area_size(pen.length(48.0))
        .y_label_area_size(pen.label_area(&y))
        .build_cartesian_2d(x, y)?;
    let mut mesh = chart.configure_mesh();
    if panel.x.words.is_some() {
        mesh.disable_x_mesh();
    }
    mesh.bold_line_style(pen.line(&PALE, 1.0))
        .light_line_style(TRANSPARENT)
        .axis_style(pen.line(&INK, 1.0))
        .label_style(pen.text(11.5))
        .axis_desc_style(pen.text(13.0))
        .set_all_tick_mark_size(pen.length(5.0))
        .x_labels(if panel.x.words.is_some() { 8 } else { 6 })
        .y_labels(6)
        .x_desc(x_name)
        .y_desc(y_name)
        .draw()?;
    // Marks at the ends of the axes reach beyond them, so the whole panel is the canvas.
    let plane = chart.plotting_area();
    let (left, top) = area.get_base_pixel();
    let pixel = |x: f64, y: f64| {
        let (column, row) = plane.map_coordinate(&(x, y));
        (column - left, row - top)
    };
    if points().next().is_none() {
        let (columns, rows) = plane.get_pixel_range();
        let middle = ((columns.start + columns.end) / 2 - left, (rows.start + rows.end) / 2 - top);
        return area.draw_text("no finite values", &pen.text(12.0).pos(Pos::new(HPos::Center, VPos::Center)), middle);
    }
    let (is_joined, marked) = (panel.is_joined(), panel.marked);
    // The lines without a name lie below the others.
    let (named, unnamed): (Vec<&Line>, Vec<&Line>) = panel.lines.iter().partition(|line| line.index < MAX_NAMED);
    for line in unnamed.iter().chain(&named) {
        draw_spread(area, line, has_bands, is_joined, &pixel, pen)?;
    }
    for line in unnamed.iter().chain(&named) {
        draw_line(area, line, is_joined, marked, &pixel, pen)?;
    }
    Ok(())
}

/// The stretches of a line between values that cannot be drawn.
fn stretches(line: &Line) -> impl Iterator<Item = &[Point]> {
    line.points.split(|point| !point.is_finite()).filter(|stretch| !stretch.is_empty())
}

/// Draws the deviations as a band, or as pale bars if points are not joined.
fn draw_spread<B: DrawingBackend>(
    canvas: &Area<B>,
    line: &Line,
    has_bands: bool,
    is_joined: bool,
    pixel: &dyn Fn(f64, f64) -> Pixel,
    pen: Pen,
) -> Drawn<B> {
    let style = LineStyle::new(line.index);
    for stretch in stretches(line).filter(|stretch| has_bands && stretch.iter().any(|point| point.deviation > 0.0)) {
        if is_joined {
            let above = stretch.iter().map(|point| pixel(point.x, point.y + point.deviation));
            let below = stretch.iter().rev().map(|point| pixel(point.x, point.y - point.deviation));
            let band: Vec<Pixel> = above.chain(below).collect();
            canvas.draw(&Polygon::new(band, style.colour.mix(0.18)))?;
            continue;
        }
        for point in stretch {
            let ends = [point.y - point.deviation, point.y + point.deviation].map(|y| pixel(point.x, y));
            style.draw_bar(canvas, ends, true, pen)?;
        }
    }
    Ok(())
}

/// Draws a line, its error bars and its marks.
fn draw_line<B: DrawingBackend>(
    canvas: &Area<B>,
    line: &Line,
    is_joined: bool,
    marked: bool,
    pixel: &dyn Fn(f64, f64) -> Pixel,
    pen: Pen,
) -> Drawn<B> {
    let style = LineStyle::new(line.index);
    for stretch in stretches(line) {
        let path: Vec<Pixel> = stretch.iter().map(|point| pixel(point.x, point.y)).collect();
        if is_joined {
            style.draw_path(canvas, &path, pen)?;
        }
        for point in stretch.iter().filter(|point| point.error > 0.0) {
            let ends = [point.y - point.error, point.y + point.error].map(|y| pixel(point.x, y));
            style.draw_bar(canvas, ends, false, pen)?;
        }
        // A single point has no line.
        if marked || path.len() == 1 {
            path.into_iter().try_for_each(|point| style.draw_mark(canvas, point, pen))?;
        }
    }
    Ok(())
}
