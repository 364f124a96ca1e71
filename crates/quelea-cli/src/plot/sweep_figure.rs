//! The measures of a sweep over one or two varied parameters.

use super::figure::{Figure, Panels, PlotOptions, selected_measures};
use super::panels::{AxisColumn, HeatPanel, LinePanel, measure_label};
use crate::error::user_error;
use crate::files::{Table, Values};
use crate::statistics::mean_and_deviation;

/// Up to this number, each point is marked.
const MARKED: usize = 60;

/// How the column of an error ends, after the name of its measure.
const ERROR: &str = ":error";

pub fn from_table(table: &Table, options: &PlotOptions) -> anyhow::Result<Figure> {
    // The columns are run, the varied parameters, seed, the measures, state_hash.
    let names = table.names();
    let varied: Vec<&str> = names.iter().skip(1).take_while(|name| **name != "seed").copied().collect();
    let axes = select_axes(&varied, options)?;
    let others: Vec<&str> = ["run", "seed", "state_hash"].into_iter().chain(varied.iter().copied()).collect();
    // Errors are drawn at the measures, not on their own.
    let errors = names.iter().filter(|name| name.ends_with(ERROR)).copied();
    let others: Vec<&str> = others.into_iter().chain(errors).collect();
    let measures = selected_measures(table, options, &others)?;
    let axes: Vec<AxisColumn> = axes.into_iter().map(|path| AxisColumn::new(table, path)).collect();
    let all_on_axes = axes.len() == varied.len();
    match &axes[..] {
        [x] => Ok(lines(table, x, &measures, all_on_axes)),
        [x, y] => Ok(heat_maps(x, y, &measures, all_on_axes)),
        _ => Err(user_error("it has no varied parameter")),
    }
}

fn lines(table: &Table, x: &AxisColumn, measures: &[(&str, Vec<f64>)], all_on_axes: bool) -> Figure {
    let at = |position: f64, values: &[f64]| -> Vec<f64> {
        x.rows.iter().zip(values).filter(|(row, _)| **row == position).map(|(_, value)| *value).collect()
    };
    let point = |position: &f64, values: &[f64]| {
        let (mean, deviation) = mean_and_deviation(&at(*position, values));
        (*position, mean, deviation)
    };
    // Of several runs the error follows from their spread, of one from the blocks of its samples.
    let error = |position: &f64, values: &[f64], errors: &[f64]| match at(*position, values) {
        runs if runs.len() > 1 => mean_and_deviation(&runs).1 / (runs.len() as f64).sqrt(),
        _ => at(*position, errors).first().copied().unwrap_or(0.0),
    };
    let block_errors = |name: &str| table.column(&format!("{name}{ERROR}")).and_then(Values::to_numbers);
    let panel = |(name, values): &(&str, Vec<f64>)| {
        let errors = block_errors(name).unwrap_or_default();
        LinePanel {
            label: measure_label(name),
            x: x.axis.clone(),
            points: x.positions.iter().map(|position| point(position, values)).collect(),
            errors: x.positions.iter().map(|position| error(position, values, &errors)).collect(),
            marked: x.positions.len() <= MARKED,
        }
    };
    let count = x.positions.first().map_or(0, |position| at(*position, &x.rows).len());
    let runs = runs_per_point(count, all_on_axes);
    let heading = match count {
        0 | 1 if measures.iter().any(|(name, _)| block_errors(name).is_some()) => {
            format!("{runs}; bars: ± standard error from blocks of samples")
        }
        0 | 1 => runs,
        _ if x.axis.words.is_some() => {
            format!("points: mean of {runs}; bars: ± standard error, pale: ± standard deviation")
        }
        _ => format!("line: mean of {runs}; bars: ± standard error; band: ± standard deviation"),
    };
    Figure { heading, panels: Panels::Lines(measures.iter().map(panel).collect()) }
}

fn heat_maps(x: &AxisColumn, y: &AxisColumn, measures: &[(&str, Vec<f64>)], all_on_axes: bool) -> Figure {
    let at = |column: f64, row: f64, values: &[f64]| -> Vec<f64> {
        let rows = x.rows.iter().zip(&y.rows).zip(values);
        rows.filter(|((x, y), _)| **x == column && **y == row).map(|(_, value)| *value).collect()
    };
    let cell = |column: &f64, row: &f64, values: &[f64]| {
        let found = at(*column, *row, values);
        (!found.is_empty()).then(|| mean_and_deviation(&found).0)
    };
    let panel = |(name, values): &(&str, Vec<f64>)| HeatPanel {
        label: measure_label(name),
        x: x.axis.with_words(&x.positions),
        y: y.axis.with_words(&y.positions),
        cells: y
            .positions
            .iter()
            .map(|row| x.positions.iter().map(|column| cell(column, row, values)).collect())
            .collect(),
    };
    let count = match (x.positions.first(), y.positions.first()) {
        (Some(column), Some(row)) => at(*column, *row, &x.rows).len(),
        _ => 0,
    };
    let mean = if count > 1 { "mean of " } else { "" };
    let heading = format!("{mean}{}", runs_per_point(count, all_on_axes));
    Figure { heading, panels: Panels::Heat(measures.iter().map(panel).collect()) }
}

fn runs_per_point(count: usize, all_on_axes: bool) -> String {
    let runs = if count == 1 { "1 run".to_owned() } else { format!("{count} runs") };
    if all_on_axes { format!("{runs} each") } else { format!("{runs} each, over all values of the other parameters") }
}

/// The varied parameters on the axes.
fn select_axes<'a>(varied: &[&'a str], options: &PlotOptions) -> anyhow::Result<Vec<&'a str>> {
    let find = |option: &str, wanted: &Option<String>| {
        let Some(wanted) = wanted else { return Ok(None) };
        let found = varied.iter().find(|name| *name == wanted).copied();
        let refuse = || user_error(format!("{option}: `{wanted}` is not varied\n  allowed: {}", varied.join(", ")));
        found.map(Some).ok_or_else(refuse)
    };
    let (x, y) = (find("--x", &options.x)?, find("--y", &options.y)?);
    if x.is_some() && x == y {
        return Err(user_error("--x and --y name the same parameter"));
    }
    match (x, y, varied) {
        (Some(x), Some(y), _) => Ok(vec![x, y]),
        // One parameter of several is plotted as a line, over all values of the others.
        (Some(x), None, _) => Ok(vec![x]),
        (None, Some(y), _) => {
            let first = varied.iter().find(|name| **name != y);
            Ok(first.copied().into_iter().chain([y]).collect())
        }
        (None, None, [_] | [_, _]) => Ok(varied.to_vec()),
        (None, None, []) => Err(user_error("it has no varied parameter")),
        _ => Err(user_error(format!(
            "it varies {} parameters: select with --x, or with --x and --y\n  allowed: {}",
            varied.len(),
            varied.join(", ")
        ))),
    }
}
