//! The measures of sweeps over one or two varied parameters.

use super::figure::{Figure, Panels, PlotOptions, common_title, measure_names};
use super::heat_figure::heat_maps;
use super::merge::{Sweep, merge};
use super::panels::{AxisColumn, Line, LinePanel, MAX_BANDS, Point, measure_label};
use super::select_axes::select_axes;
use super::sources::Source;
use crate::files::{Table, Values};
use crate::statistics::mean_and_deviation;

/// Up to this number, each point is marked.
const MAX_MARKS: usize = 60;

/// How the column of an error ends, after the name of its measure.
const ERROR: &str = ":error";

pub fn from_sources(sources: &[Source], options: &PlotOptions) -> anyhow::Result<Figure> {
    let mut warnings = Vec::new();
    let sweeps = merge(sources, &mut warnings)?;
    let axes = select_axes(&sweeps, options)?;
    let tables: Vec<&Table> = sweeps.iter().map(|sweep| &sweep.table).collect();
    // Errors are drawn at the measures, not on their own.
    let is_measure = |name: &str| {
        let is_varied = sweeps.iter().any(|sweep| sweep.varied.iter().any(|path| path == name));
        !is_varied && !["run", "seed", "state_hash"].contains(&name) && !name.ends_with(ERROR)
    };
    let measures = measure_names(&tables, options, is_measure)?;
    let column = |path: &str| {
        let values: Vec<&Values> = tables.iter().filter_map(|table| table.column(path)).collect();
        AxisColumn::new(path, &values)
    };
    let used = 1 + usize::from(axes.y.is_some()) + usize::from(axes.by.is_some());
    let all_on_axes = sweeps.iter().all(|sweep| sweep.varied.len() == used);
    let x = column(&axes.x);
    let mut figure = match &axes.y {
        Some(y) => heat_maps(tables[0], &x, &column(y), &measures, all_on_axes),
        None => {
            let lines = line_groups(&sweeps, axes.by.as_deref().map(|path| (path, column(path))));
            line_panels(&tables, &x, &lines, &measures, all_on_axes)
        }
    };
    let drawn: Vec<&Source> = sweeps.iter().map(|sweep| sweep.source).collect();
    figure.title = match &drawn[..] {
        [only] => only.title().to_owned(),
        _ => common_title(&drawn, "sweeps"),
    };
    figure.warnings = warnings;
    Ok(figure)
}

/// The runs behind a line.
struct LineGroup {
    name: String,
    /// The index of the table.
    table: usize,
    rows: Vec<usize>,
}

/// A line for each sweep, or for each value of a parameter in each sweep.
fn line_groups(sweeps: &[Sweep], by: Option<(&str, AxisColumn)>) -> Vec<LineGroup> {
    let sources: Vec<&Source> = sweeps.iter().map(|sweep| sweep.source).collect();
    let mut groups = Vec::new();
    for (table, sweep) in sweeps.iter().enumerate() {
        let name = sweep.source.legend(&sources, false);
        let all = 0..sweep.table.len();
        let Some((path, by)) = &by else {
            groups.push(LineGroup { name, table, rows: all.collect() });
            continue;
        };
        for (position, label) in by.positions.iter().zip(by.labels()) {
            let rows: Vec<usize> = all.clone().filter(|row| by.rows[table][*row] == *position).collect();
            let value = format!("{path} = {label}");
            let name = if sweeps.len() == 1 { value } else { format!("{name}, {value}") };
            if !rows.is_empty() {
                groups.push(LineGroup { name, table, rows });
            }
        }
    }
    groups
}

/// How far apart points of several lines are drawn at a word, in units of the axis.
const DODGE: f64 = 0.08;

fn line_panels(
    tables: &[&Table],
    x: &AxisColumn,
    groups: &[LineGroup],
    measures: &[String],
    all_on_axes: bool,
) -> Figure {
    // The rows of each group at each position.
    let at = |group: &LineGroup| {
        let mut rows = vec![Vec::new(); x.positions.len()];
        for row in &group.rows {
            if let Some(index) = x.index(group.table, *row) {
                rows[index].push(*row);
            }
        }
        rows
    };
    let rows: Vec<Vec<Vec<usize>>> = groups.iter().map(at).collect();
    let line = |index: usize, name: &str| {
        let table = tables[groups[index].table];
        let values = table.column(name)?.to_numbers()?;
        let errors = block_errors(table, name);
        let shift = match x.axis.words {
            Some(_) => DODGE * (index as f64 - (groups.len() - 1) as f64 / 2.0),
            None => 0.0,
        };
        let point = |(position, rows): (&f64, &Vec<usize>)| {
            let samples: Vec<f64> = rows.iter().map(|row| values[*row]).collect();
            let (mean, deviation) = mean_and_deviation(&samples);
            // Of several runs the error follows from their spread, of one from the blocks of its samples.
            let error = match rows[..] {
                [only] => errors.as_ref().map_or(0.0, |errors| errors[only]),
                _ => deviation / (samples.len() as f64).sqrt(),
            };
            (!rows.is_empty()).then(|| Point::new(position + shift, mean).with_spread(deviation, error))
        };
        Some(Line { index, points: x.positions.iter().zip(&rows[index]).filter_map(point).collect() })
    };
    let panel = |name: &String| LinePanel {
        label: measure_label(name),
        x: x.axis.clone(),
        lines: (0..groups.len()).filter_map(|index| line(index, name)).collect(),
        marked: x.axis.words.is_some() || x.positions.len() <= MAX_MARKS,
    };
    let counts = rows.iter().flatten().map(Vec::len).filter(|count| *count > 0);
    let (least, most) = counts.fold((usize::MAX, 0), |(least, most), count| (least.min(count), most.max(count)));
    let has_block_errors = tables.iter().any(|table| measures.iter().any(|name| block_errors(table, name).is_some()));
    let runs = runs_per_point(least, most, all_on_axes);
    let has_bands = groups.len() <= MAX_BANDS;
    let caption = match most {
        0 | 1 if has_block_errors => format!("{runs}; bars: ± standard error from blocks of samples"),
        0 | 1 => runs,
        _ if x.axis.words.is_some() => {
            format!("points: mean of {runs}; bars: ± standard error, pale: ± standard deviation")
        }
        _ if has_bands => format!("line: mean of {runs}; bars: ± standard error; band: ± standard deviation"),
        _ => format!("line: mean of {runs}; bars: ± standard error"),
    };
    Figure {
        title: String::new(),
        caption,
        legend: groups.iter().map(|group| group.name.clone()).collect(),
        panels: Panels::Lines(measures.iter().map(panel).collect()),
        warnings: Vec::new(),
    }
}

/// The errors of a measure within each run.
fn block_errors(table: &Table, name: &str) -> Option<Vec<f64>> {
    table.column(&format!("{name}{ERROR}")).and_then(Values::to_numbers)
}

/// `3 runs each`, or `2 to 3 runs each`.
pub fn runs_per_point(least: usize, most: usize, all_on_axes: bool) -> String {
    let runs = match (least, most) {
        (1, 1) => "1 run each".to_owned(),
        (least, most) if least < most => format!("{least} to {most} runs each"),
        (_, most) => format!("{most} runs each"),
    };
    if all_on_axes { runs } else { format!("{runs}, over all values of the other parameters") }
}
