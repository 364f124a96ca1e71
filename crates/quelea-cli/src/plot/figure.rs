//! What a plot shows, worked out from tables.

use super::curves::Curves;
use super::panels::{HeatPanel, LinePanel};
use super::sources::Source;
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
    /// The varied parameter with a line for each value.
    pub by: Option<String>,
    pub size: Option<(u32, u32)>,
}

/// A title, the panels below it, and a legend.
pub struct Figure {
    pub title: String,
    /// What lines, bars and bands are; empty if that is clear.
    pub caption: String,
    /// The names of the lines; a single one needs no legend.
    pub legend: Vec<String>,
    pub panels: Panels,
    pub warnings: Vec<String>,
}

pub enum Panels {
    Lines(Vec<LinePanel>),
    Heat(Vec<HeatPanel>),
    Curves(Curves),
}

/// What a table holds.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Run,
    Sweep,
}

impl Kind {
    fn of(table: &Table) -> anyhow::Result<Self> {
        let has = |name: &str| table.column(name).is_some();
        if has("run") && has("seed") {
            return Ok(Kind::Sweep);
        }
        if has("id") {
            return Err(user_error(
                "it is a trajectory; `quelea plot` plots measures: write them with `quelea run --measures FILE`",
            ));
        }
        if has("step") {
            return Ok(Kind::Run);
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

    fn name(self) -> &'static str {
        match self {
            Kind::Run => "a run",
            Kind::Sweep => "a sweep",
        }
    }
}

impl Figure {
    /// The figure of one or more runs, or of one or more sweeps.
    pub fn from_sources(sources: &[Source], options: &PlotOptions) -> anyhow::Result<Self> {
        let kind = |source: &Source| Kind::of(&source.table).map_err(|error| error.context(source.quoted.clone()));
        let kinds: Vec<Kind> = sources.iter().map(kind).collect::<anyhow::Result<_>>()?;
        let different = kinds.iter().position(|kind| *kind != kinds[0]);
        if let Some(other) = different {
            return Err(user_error(format!(
                "{} is {} and {} is {}: plot each kind by itself",
                sources[0].quoted,
                kinds[0].name(),
                sources[other].quoted,
                kinds[other].name()
            )));
        }
        let figure = match kinds[0] {
            Kind::Run => run_figure::from_sources(sources, options),
            Kind::Sweep => sweep_figure::from_sources(sources, options),
        };
        let mut figure = match sources {
            [only] => figure.map_err(|error| error.context(only.quoted.clone()))?,
            _ => figure?,
        };
        figure.warn_of_infinite_values();
        Ok(figure)
    }

    /// Warns of values that cannot be drawn.
    fn warn_of_infinite_values(&mut self) {
        let (total, missing) = match &self.panels {
            Panels::Lines(panels) => {
                let points = || panels.iter().flat_map(|panel| &panel.lines).flat_map(|line| &line.points);
                (points().count(), points().filter(|point| !point.is_finite()).count())
            }
            Panels::Heat(panels) => {
                let cells = || panels.iter().flat_map(|panel| panel.cells.iter().flatten().flatten());
                (cells().count(), cells().filter(|value| !value.is_finite()).count())
            }
            Panels::Curves(_) => (0, 0),
        };
        if missing > 0 {
            let verb = if missing == 1 { "is" } else { "are" };
            self.warnings.push(format!("{missing} of {total} values {verb} not finite and not drawn"));
        }
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

    /// Width and height in pixels at which everything is legible, without the legend.
    pub fn default_size(&self) -> (u32, u32) {
        let (rows, columns) = self.grid();
        match (rows, columns) {
            (1, 1) => (800, 500),
            (rows, columns) => (440 * columns as u32, 300 * rows as u32 + 40),
        }
    }
}

/// The names of the measures to plot: those selected, or all that any table has. `is_measure` tells them from other
/// columns.
pub fn measure_names(
    tables: &[&Table],
    options: &PlotOptions,
    is_measure: impl Fn(&str) -> bool,
) -> anyhow::Result<Vec<String>> {
    let mut names: Vec<&str> = Vec::new();
    for (name, values) in tables.iter().flat_map(|table| table.columns()) {
        if is_measure(name) && values.to_numbers().is_some() && !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    if names.is_empty() {
        return Err(user_error("it has no column with a measure"));
    }
    if options.measures.is_empty() {
        return Ok(names.into_iter().map(str::to_owned).collect());
    }
    let selected = options.measures.iter().map(|wanted| {
        let wanted = wanted.trim();
        let found = names.iter().find(|name| **name == wanted).map(|name| (*name).to_owned());
        found.ok_or_else(|| {
            let (hint, allowed) = (did_you_mean(wanted, names.iter().copied()), names.join(", "));
            user_error(format!("--measure: it has no `{wanted}`{hint}\n  allowed: {allowed}"))
        })
    });
    selected.collect()
}

/// The title of several runs or sweeps: the names of their scenarios if they are known and few, or their number.
pub fn common_title(sources: &[&Source], kind: &str) -> String {
    let mut names: Vec<&str> = Vec::new();
    for source in sources {
        match &source.scenario {
            Some(scenario) if names.contains(&scenario.general.name.as_str()) => {}
            Some(scenario) => names.push(&scenario.general.name),
            None => return format!("{} {kind}", sources.len()),
        }
    }
    match &names[..] {
        [only] => format!("{only}: {} {kind}", sources.len()),
        [a, b] => format!("{a} and {b}"),
        [a, b, c] => format!("{a}, {b} and {c}"),
        _ => format!("{} {kind}", sources.len()),
    }
}
