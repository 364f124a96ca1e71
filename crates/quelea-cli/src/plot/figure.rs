//! What a plot shows, worked out from a table.

use super::curves::Curves;
use super::panels::{HeatPanel, LinePanel};
use super::{run_figure, sweep_figure};
use crate::error::user_error;
use crate::files::Table;
use crate::suggestion::did_you_mean;

/// What the user selected.
#[derive(Default)]
pub struct PlotOptions {
    pub measures: Vec<String>,
    pub x: Option<String>,
    pub y: Option<String>,
    pub size: Option<(u32, u32)>,
}

/// A heading and the panels below it.
pub struct Figure {
    pub heading: String,
    pub panels: Panels,
}

pub enum Panels {
    Lines(Vec<LinePanel>),
    Heat(Vec<HeatPanel>),
    Curves(Curves),
}

impl Figure {
    /// The figure of a run or a sweep.
    pub fn from_table(table: &Table, options: &PlotOptions) -> anyhow::Result<Self> {
        let has = |name: &str| table.column(name).is_some();
        if has("run") && has("seed") {
            return sweep_figure::from_table(table, options);
        }
        if has("id") {
            return Err(user_error(
                "it is a trajectory; `quelea plot` plots measures: write them with `quelea run --measures FILE`",
            ));
        }
        if has("step") {
            return run_figure::from_table(table, options);
        }
        let columns = table.names();
        if columns.is_empty() {
            return Err(user_error(
                "it is empty; `quelea run --measures FILE` and `quelea sweep` write tables to plot",
            ));
        }
        Err(user_error(format!(
            "it holds neither the measures of a run (with a column `step`) nor a sweep (with `run` and `seed`): its columns are {}",
            columns.join(", ")
        )))
    }

    fn panel_count(&self) -> usize {
        match &self.panels {
            Panels::Lines(panels) => panels.len(),
            Panels::Heat(panels) => panels.len(),
            Panels::Curves(_) => 1,
        }
    }

    /// Rows and columns of panels.
    pub fn grid(&self) -> (usize, usize) {
        let columns = match self.panel_count() {
            0 | 1 => 1,
            2..=4 => 2,
            5 | 6 => 3,
            7 | 8 => 2,
            _ => 3,
        };
        (self.panel_count().div_ceil(columns).max(1), columns)
    }

    /// Width and height in pixels at which everything is legible.
    pub fn default_size(&self) -> (u32, u32) {
        let (rows, columns) = self.grid();
        match (rows, columns) {
            (1, 1) => (800, 500),
            (rows, columns) => (440 * columns as u32, 300 * rows as u32 + 40),
        }
    }
}

/// The measures to plot: those selected, or all of the table. `others` are its columns that are not measures.
pub fn selected_measures<'a>(
    table: &'a Table,
    options: &PlotOptions,
    others: &[&str],
) -> anyhow::Result<Vec<(&'a str, Vec<f64>)>> {
    let columns = table.columns().iter().filter(|(name, _)| !others.contains(&name.as_str()));
    let measures: Vec<(&str, Vec<f64>)> =
        columns.filter_map(|(name, values)| Some((name.as_str(), values.to_numbers()?))).collect();
    if measures.is_empty() {
        return Err(user_error("it has no column with a measure"));
    }
    if options.measures.is_empty() {
        return Ok(measures);
    }
    let selected = options.measures.iter().map(|wanted| {
        let wanted = wanted.trim();
        let names = || measures.iter().map(|(name, _)| *name);
        measures.iter().find(|(name, _)| *name == wanted).cloned().ok_or_else(|| {
            let (hint, names) = (did_you_mean(wanted, names()), names().collect::<Vec<_>>().join(", "));
            user_error(format!("--measure: it has no `{wanted}`{hint}\n  allowed: {names}"))
        })
    });
    selected.collect()
}
