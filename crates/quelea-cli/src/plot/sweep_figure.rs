//! The measures of a sweep over one or two varied parameters.

use super::figure::{Figure, Panels, PlotOptions, selected_measures};
use super::panels::{AxisColumn, HeatPanel, LinePanel, measure_label};
use crate::error::user_error;
use crate::files::Table;
use crate::statistics::mean_and_deviation;

/// Up to this number, each point is marked.
const MARKED: usize = 60;

pub fn from_table(table: &Table, options: &PlotOptions) -> anyhow::Result<Figure> {
    // The columns are run, the varied parameters, seed, the measures, state_hash.
    let names = table.names();
    let varied: Vec<&str> = names.iter().skip(1).take_while(|name| **name != "seed").copied().collect();
    let axes = select_axes(&varied, options)?;
    let others: Vec<&str> = ["run", "seed", "state_hash"].into_iter().chain(varied.iter().copied()).collect();
    let measures = selected_measures(table, options, &others)?;
    let axes: Vec<AxisColumn> = axes.into_iter().map(|path| AxisColumn::new(table, path)).collect();
    let all_on_axes = axes.len() == varied.len();
    match &axes[..] {
        [x] => Ok(lines(x, &measures, all_on_axes)),
        [x, y] => Ok(heat_maps(x, y, &measures, all_on_axes)),
        _ => Err(user_error("it has no varied parameter")),
    }
}

fn lines(x: &AxisColumn, measures: &[(&str, Vec<f64>)], all_on_axes: bool) -> Figure {
    let at = |position: f64, values: &[f64]| -> Vec<f64> {
        x.rows.iter().zip(values).filter(|(row, _)| **row == position).map(|(_, value)| *value).collect()
    };
    let point = |position: &f64, values: &[f64]| {
        let (mean, deviation) = mean_and_deviation(&at(*position, values));
        (*position, mean, deviation)
    };
    let panel = |(name, values): &(&str, Vec<f64>)| LinePanel {
        label: measure_label(name),
        x: x.axis.clone(),
        points: x.positions.iter().map(|position| point(position, values)).collect(),
        marked: x.positions.len() <= MARKED,
    };
    let count = x.positions.first().map_or(0, |position| at(*position, &x.rows).len());
    let runs = runs_per_point(count, all_on_axes);
    let heading = match count {
        0 | 1 => runs,
        _ if x.axis.words.is_some() => format!("points: mean of {runs}; bars: ± standard deviation"),
        _ => format!("line: mean of {runs}; band: ± standard deviation"),
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
