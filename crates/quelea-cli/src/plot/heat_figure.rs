//! The measures of a sweep over two varied parameters, as heat maps.

use super::figure::{Figure, Panels};
use super::panels::{AxisColumn, HeatPanel, measure_label};
use super::sweep_figure::runs_per_point;
use crate::files::{Table, Values};
use crate::statistics::mean_and_deviation;

pub fn heat_maps(table: &Table, x: &AxisColumn, y: &AxisColumn, measures: &[String], all_on_axes: bool) -> Figure {
    // The rows of the table in each cell.
    let mut rows = vec![vec![Vec::new(); x.positions.len()]; y.positions.len()];
    for row in 0..table.len() {
        if let (Some(x), Some(y)) = (x.index(0, row), y.index(0, row)) {
            rows[y][x].push(row);
        }
    }
    let panel = |name: &String| {
        let values = table.column(name).and_then(Values::to_numbers).unwrap_or_default();
        let cell = |rows: &Vec<usize>| {
            let samples: Vec<f64> = rows.iter().map(|row| values[*row]).collect();
            (!rows.is_empty()).then(|| mean_and_deviation(&samples).0)
        };
        HeatPanel {
            label: measure_label(name),
            x: x.axis.with_words(&x.positions),
            y: y.axis.with_words(&y.positions),
            cells: rows.iter().map(|row| row.iter().map(cell).collect()).collect(),
        }
    };
    let counts = rows.iter().flatten().map(Vec::len).filter(|count| *count > 0);
    let (least, most) = counts.fold((usize::MAX, 0), |(least, most), count| (least.min(count), most.max(count)));
    let mean = if most > 1 { "mean of " } else { "" };
    Figure {
        title: String::new(),
        caption: format!("{mean}{}", runs_per_point(least, most, all_on_axes)),
        legend: Vec::new(),
        panels: Panels::Heat(measures.iter().map(panel).collect()),
        warnings: Vec::new(),
    }
}
