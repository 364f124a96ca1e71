//! The measures of runs over their steps.

use super::figure::{Figure, Panels, PlotOptions, common_title, measure_names};
use super::panels::{Axis, Line, LinePanel, Point, measure_label};
use super::sources::Source;
use crate::error::user_error;
use crate::files::{Table, Values, format_number};

/// Up to this number, each sample is marked.
const MAX_MARKS: usize = 30;

pub fn from_sources(sources: &[Source], options: &PlotOptions) -> anyhow::Result<Figure> {
    if let Some(given) = options.x.as_ref().or(options.y.as_ref()).or(options.by.as_ref()) {
        return Err(user_error(format!(
            "--x, --y, --by: `{given}` is for sweeps; this is a run, plotted over its steps"
        )));
    }
    let mut warnings = Vec::new();
    let mut runs: Vec<(&Source, Vec<f64>)> = Vec::new();
    for source in sources {
        let steps = steps(&source.table).map_err(|error| error.context(source.quoted.clone()))?;
        match runs.iter().find(|(earlier, _)| is_same(&earlier.table, &source.table)) {
            Some((earlier, _)) if earlier.quoted == source.quoted => {
                warnings.push(format!("{} is given twice; it is drawn once", source.quoted));
            }
            Some((earlier, _)) => {
                warnings.push(format!("{} holds the same run as {}; it is drawn once", source.quoted, earlier.quoted))
            }
            None => runs.push((source, steps)),
        }
    }
    let tables: Vec<&Table> = runs.iter().map(|(source, _)| &source.table).collect();
    let line = |index: usize, name: &str| {
        let (source, steps) = &runs[index];
        let values = source.table.column(name)?.to_numbers()?;
        let points = steps.iter().zip(values).map(|(step, value)| Point::new(*step, value)).collect();
        Some(Line { index, points })
    };
    let panel = |name: String| LinePanel {
        label: measure_label(&name),
        x: Axis::linear("step".to_owned()),
        lines: (0..runs.len()).filter_map(|index| line(index, &name)).collect(),
        marked: runs.iter().all(|(_, steps)| steps.len() <= MAX_MARKS),
    };
    let names = measure_names(&tables, options, |name| name != "step")?;
    let drawn: Vec<&Source> = runs.iter().map(|(source, _)| *source).collect();
    Ok(Figure {
        title: match &runs[..] {
            [(only, steps)] => title(only, steps),
            _ => common_title(&drawn, "runs"),
        },
        caption: String::new(),
        legend: drawn.iter().map(|source| source.legend(&drawn, true)).collect(),
        panels: Panels::Lines(names.into_iter().map(panel).collect()),
        warnings,
    })
}

/// The title of a single run.
fn title(source: &Source, steps: &[f64]) -> String {
    let seed = source.scenario.as_ref().map(|scenario| format!(", seed {}", scenario.general.seed)).unwrap_or_default();
    let span = match (steps.first(), steps.last()) {
        (Some(first), Some(last)) => format!("from step {} to step {}", format_number(*first), format_number(*last)),
        _ => "without samples".to_owned(),
    };
    format!("{}{seed}, {span}", source.title())
}

/// The steps of a run. They must not go back: such a table holds several runs.
fn steps(table: &Table) -> anyhow::Result<Vec<f64>> {
    let steps = table.column("step").and_then(Values::to_numbers);
    let steps = steps.ok_or_else(|| user_error("its steps are not numbers"))?;
    match steps.windows(2).position(|pair| pair[1] < pair[0]) {
        Some(row) => Err(user_error(format!(
            "step {} follows step {} in row {}: it holds several runs; give each its own file",
            format_number(steps[row + 1]),
            format_number(steps[row]),
            row + 2
        ))),
        None => Ok(steps),
    }
}

/// Whether two tables hold the same numbers, to the bit.
fn is_same(a: &Table, b: &Table) -> bool {
    let is_same_column = |(a, b): (&Values, &Values)| (0..a.len()).all(|row| a.to_text(row) == b.to_text(row));
    let columns = || a.columns().iter().zip(b.columns()).map(|((_, a), (_, b))| (a, b));
    a.names() == b.names() && a.len() == b.len() && columns().all(is_same_column)
}
