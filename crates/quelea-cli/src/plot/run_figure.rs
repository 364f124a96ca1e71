//! The measures of a run over its steps.

use super::figure::{Figure, Panels, PlotOptions, selected_measures};
use super::panels::{Axis, LinePanel, measure_label};
use crate::error::user_error;
use crate::files::{Table, Values, format_number};

/// Up to this number, each sample is marked.
const MARKED: usize = 30;

pub fn from_table(table: &Table, options: &PlotOptions) -> anyhow::Result<Figure> {
    if let Some(given) = options.x.as_ref().or(options.y.as_ref()) {
        return Err(user_error(format!("--x, --y: `{given}` is for sweeps; this is a run, plotted over its steps")));
    }
    let steps = table.column("step").and_then(Values::to_numbers);
    let steps = steps.ok_or_else(|| user_error("its steps are not numbers"))?;
    let x = Axis::linear("step".to_owned());
    let panel = |(name, values): (&str, Vec<f64>)| LinePanel {
        label: measure_label(name),
        x: x.clone(),
        points: steps.iter().zip(values).map(|(step, value)| (*step, value, 0.0)).collect(),
        errors: Vec::new(),
        marked: steps.len() <= MARKED,
    };
    let panels: Vec<LinePanel> = selected_measures(table, options, &["step"])?.into_iter().map(panel).collect();
    let heading = match (&panels[..], steps.first(), steps.last()) {
        ([only], ..) => format!("{} over the run", only.label),
        (_, Some(first), Some(last)) => {
            format!("The run from step {} to step {}", format_number(*first), format_number(*last))
        }
        _ => "A run without samples".to_owned(),
    };
    Ok(Figure { heading, panels: Panels::Lines(panels) })
}
