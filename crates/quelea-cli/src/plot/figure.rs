//! What a picture shows, worked out from a table.

use super::curves::Curves;
use super::scale::{by_ratios, tick};
use crate::failure::wrong;
use crate::files::{Rows, Values, number};
use crate::suggestion::did_you_mean;
use quelea::Measures;
use quelea::model::parameters;

/// What the user chose.
pub struct Options {
    pub measures: Vec<String>,
    pub x: Option<String>,
    pub y: Option<String>,
    pub size: Option<(u32, u32)>,
}

/// A heading, and a panel per measure.
pub struct Figure {
    pub heading: String,
    pub panels: Panels,
}

pub enum Panels {
    Lines(Vec<LinePanel>),
    Heat(Vec<HeatPanel>),
    Curves(Curves),
}

/// A measure over something.
pub struct LinePanel {
    pub name: String,
    pub x: Axis,
    /// Place along the axis, mean, and the spread on both sides.
    pub points: Vec<(f64, f64, f64)>,
    /// Whether there are few enough points to mark each.
    pub marked: bool,
}

/// A measure over two varied parameters.
pub struct HeatPanel {
    pub name: String,
    pub x: Axis,
    pub y: Axis,
    /// The mean at every pair of places; nothing where there was no run.
    pub cells: Vec<Vec<Option<f64>>>,
}

/// A horizontal or vertical axis.
#[derive(Clone)]
pub struct Axis {
    /// Name and unit.
    pub label: String,
    /// What stands at the places 0, 1, 2, … if they are not numbers.
    pub words: Option<Vec<String>>,
    /// Whether equal ratios, not equal differences, are equally far apart.
    pub by_ratios: bool,
}

/// The mean, and the standard deviation of a sample; 0 for fewer than two values.
pub fn mean_and_spread(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count.max(1.0);
    let squares: f64 = values.iter().map(|x| (x - mean) * (x - mean)).sum();
    (mean, if values.len() > 1 { (squares / (count - 1.0)).sqrt() } else { 0.0 })
}

impl Figure {
    pub fn of(table: &Rows, options: &Options) -> anyhow::Result<Self> {
        let has = |name: &str| table.get(name).is_some();
        if has("run") && has("seed") {
            return sweep(table, options);
        }
        if has("id") {
            return Err(wrong(
                "it is a trajectory; `quelea plot` draws measures: write them with `quelea run --measures FILE`",
            ));
        }
        if has("step") {
            return run(table, options);
        }
        let columns: Vec<&str> = table.named().iter().map(|(name, _)| name.as_str()).collect();
        if columns.is_empty() {
            return Err(wrong("it is empty; `quelea run --measures FILE` or `quelea sweep` writes what can be drawn"));
        }
        Err(wrong(format!(
            "it is neither the measures of a run (with a column `step`) nor a sweep (with `run` and `seed`): its columns are {}",
            columns.join(", ")
        )))
    }

    fn count(&self) -> usize {
        match &self.panels {
            Panels::Lines(panels) => panels.len(),
            Panels::Heat(panels) => panels.len(),
            Panels::Curves(_) => 1,
        }
    }

    /// Rows and columns of panels.
    pub fn grid(&self) -> (usize, usize) {
        let columns = match self.count() {
            0 | 1 => 1,
            2..=4 => 2,
            5 | 6 => 3,
            7 | 8 => 2,
            _ => 3,
        };
        (self.count().div_ceil(columns).max(1), columns)
    }

    /// A size at which everything can be read.
    pub fn size(&self) -> (u32, u32) {
        let (rows, columns) = self.grid();
        match (rows, columns) {
            (1, 1) => (800, 500),
            (rows, columns) => (440 * columns as u32, 300 * rows as u32 + 40),
        }
    }
}

/// The measures that are drawn: those chosen, or all that the table has.
fn measures<'a>(table: &'a Rows, options: &Options, others: &[&str]) -> anyhow::Result<Vec<(&'a str, Vec<f64>)>> {
    let all = table.named().iter().filter(|(name, _)| !others.contains(&name.as_str()));
    let all: Vec<(&str, Vec<f64>)> =
        all.filter_map(|(name, values)| Some((name.as_str(), values.numbers()?))).collect();
    if all.is_empty() {
        return Err(wrong("it has no column with a measure"));
    }
    if options.measures.is_empty() {
        return Ok(all);
    }
    let chosen = options.measures.iter().map(|wanted| {
        let wanted = wanted.trim();
        let names = || all.iter().map(|(name, _)| *name);
        all.iter().find(|(name, _)| *name == wanted).cloned().ok_or_else(|| {
            let near = did_you_mean(wanted, names());
            let names: Vec<&str> = names().collect();
            wrong(format!("--measure: it has no `{wanted}`{near}\n  allowed: {}", names.join(", ")))
        })
    });
    chosen.collect()
}

/// A measure's name with its unit.
fn measure_label(name: &str) -> String {
    let unit = Measures::DEFINITIONS.iter().find(|(measure, _, _)| *measure == name).map_or("", |(_, unit, _)| *unit);
    labelled(name, unit)
}

fn labelled(name: &str, unit: &str) -> String {
    if unit.is_empty() { name.to_owned() } else { format!("{name} ({unit})") }
}

/// The measures of a run, over its steps.
fn run(table: &Rows, options: &Options) -> anyhow::Result<Figure> {
    if let Some(given) = options.x.as_ref().or(options.y.as_ref()) {
        return Err(wrong(format!("--x, --y: `{given}` is for sweeps; this is a run, drawn over its steps")));
    }
    let steps = table.get("step").and_then(Values::numbers).ok_or_else(|| wrong("its steps are not numbers"))?;
    let x = Axis { label: "step".to_owned(), words: None, by_ratios: false };
    let panel = |(name, values): (&str, Vec<f64>)| LinePanel {
        name: measure_label(name),
        x: x.clone(),
        points: steps.iter().zip(values).map(|(step, value)| (*step, value, 0.0)).collect(),
        marked: steps.len() <= 30,
    };
    let panels: Vec<LinePanel> = measures(table, options, &["step"])?.into_iter().map(panel).collect();
    let heading = match (&panels[..], steps.first(), steps.last()) {
        ([one], ..) => format!("{} over the run", one.name),
        (_, Some(first), Some(last)) => format!("The run from step {} to step {}", number(*first), number(*last)),
        _ => "A run without samples".to_owned(),
    };
    Ok(Figure { heading, panels: Panels::Lines(panels) })
}

/// The measures of a sweep, over one varied parameter or two.
fn sweep(table: &Rows, options: &Options) -> anyhow::Result<Figure> {
    // The columns are run, what is varied, seed, the measures, state_hash.
    let names: Vec<&str> = table.named().iter().map(|(name, _)| name.as_str()).collect();
    let varied: Vec<&str> = names.iter().skip(1).take_while(|name| **name != "seed").copied().collect();
    let axes = chosen_axes(&varied, options)?;
    let others: Vec<&str> = ["run", "seed", "state_hash"].into_iter().chain(varied.iter().copied()).collect();
    let measures = measures(table, options, &others)?;
    let axes: Vec<(Axis, Vec<f64>, Vec<f64>)> = axes.into_iter().map(|name| axis(table, name)).collect();
    let over = |count: usize| {
        let fixed = varied.len() - axes.len();
        let seeds = if count == 1 { "1 run".to_owned() } else { format!("{count} runs") };
        if fixed > 0 {
            format!("{seeds} each, over all values of what else is varied")
        } else {
            format!("{seeds} each")
        }
    };
    match &axes[..] {
        [(x, places, rows)] => {
            let at = |place: f64, values: &[f64]| -> Vec<f64> {
                rows.iter().zip(values).filter(|(row, _)| **row == place).map(|(_, value)| *value).collect()
            };
            let panel = |(name, values): &(&str, Vec<f64>)| LinePanel {
                name: measure_label(name),
                x: x.clone(),
                points: places
                    .iter()
                    .map(|place| {
                        let (mean, spread) = mean_and_spread(&at(*place, values));
                        (*place, mean, spread)
                    })
                    .collect(),
                marked: places.len() <= 60,
            };
            let count = places.first().map_or(0, |place| at(*place, rows).len());
            let heading = match count {
                0 | 1 => over(count),
                _ if x.words.is_some() => format!("points: mean of {}; bars: ± standard deviation", over(count)),
                _ => format!("line: mean of {}; band: ± standard deviation", over(count)),
            };
            Ok(Figure { heading, panels: Panels::Lines(measures.iter().map(panel).collect()) })
        }
        [(x, columns, x_rows), (y, lines, y_rows)] => {
            let at = |column: f64, line: f64, values: &[f64]| -> Vec<f64> {
                let rows = x_rows.iter().zip(y_rows).zip(values);
                rows.filter(|((x, y), _)| **x == column && **y == line).map(|(_, value)| *value).collect()
            };
            let panel = |(name, values): &(&str, Vec<f64>)| HeatPanel {
                name: measure_label(name),
                x: listed(x, columns),
                y: listed(y, lines),
                cells: lines
                    .iter()
                    .map(|line| {
                        let cell = |column: &f64| {
                            let found = at(*column, *line, values);
                            (!found.is_empty()).then(|| mean_and_spread(&found).0)
                        };
                        columns.iter().map(cell).collect()
                    })
                    .collect(),
            };
            let count = match (columns.first(), lines.first()) {
                (Some(column), Some(line)) => at(*column, *line, x_rows).len(),
                _ => 0,
            };
            let mean = if count > 1 { "mean of " } else { "" };
            let heading = format!("{mean}{}", over(count));
            Ok(Figure { heading, panels: Panels::Heat(measures.iter().map(panel).collect()) })
        }
        _ => Err(wrong("it has no varied parameter")),
    }
}

/// Which varied parameters are the axes.
fn chosen_axes<'a>(varied: &[&'a str], options: &Options) -> anyhow::Result<Vec<&'a str>> {
    let find = |option: &str, wanted: &Option<String>| {
        let Some(wanted) = wanted else { return Ok(None) };
        let found = varied.iter().find(|name| *name == wanted).copied();
        let refuse = || wrong(format!("{option}: `{wanted}` is not varied\n  allowed: {}", varied.join(", ")));
        found.map(Some).ok_or_else(refuse)
    };
    let (x, y) = (find("--x", &options.x)?, find("--y", &options.y)?);
    if x.is_some() && x == y {
        return Err(wrong("--x and --y name the same parameter"));
    }
    match (x, y, varied) {
        (Some(x), Some(y), _) => Ok(vec![x, y]),
        // One parameter named among several is drawn as a line, over all values of the others.
        (Some(x), None, _) => Ok(vec![x]),
        (None, Some(y), _) => {
            let first = varied.iter().find(|name| **name != y);
            Ok(first.copied().into_iter().chain([y]).collect())
        }
        (None, None, [_] | [_, _]) => Ok(varied.to_vec()),
        (None, None, []) => Err(wrong("it has no varied parameter")),
        _ => Err(wrong(format!(
            "it varies {} parameters: choose with --x, or with --x and --y\n  allowed: {}",
            varied.len(),
            varied.join(", ")
        ))),
    }
}

/// An axis, the places along it in order, and the place of each row of the table.
fn axis(table: &Rows, name: &str) -> (Axis, Vec<f64>, Vec<f64>) {
    let unit = parameters().into_iter().find(|row| row.path == plain(name)).map_or("", |row| row.unit);
    let label = labelled(name, unit);
    match table.get(name).map(|values| (values.numbers(), values)) {
        Some((Some(rows), _)) => {
            let mut places = rows.clone();
            places.sort_by(f64::total_cmp);
            places.dedup();
            (Axis { label, words: None, by_ratios: by_ratios(&places) }, places, rows)
        }
        Some((None, values)) => {
            let texts: Vec<String> = (0..values.len()).map(|row| values.text(row)).collect();
            let mut words: Vec<String> = Vec::new();
            for text in &texts {
                if !words.contains(text) {
                    words.push(text.clone());
                }
            }
            let place = |text: &String| words.iter().position(|word| word == text).unwrap_or(0) as f64;
            let rows = texts.iter().map(place).collect();
            let places = (0..words.len()).map(|place| place as f64).collect();
            (Axis { label, words: Some(words), by_ratios: false }, places, rows)
        }
        None => (Axis { label, words: None, by_ratios: false }, Vec::new(), Vec::new()),
    }
}

/// A parameter's path without the species it is about.
fn plain(name: &str) -> &str {
    let of_species = name.strip_prefix("species.").and_then(|rest| rest.split_once('.'));
    of_species.map_or(name, |(_, rest)| rest)
}

/// The same axis with a word at every place: the cells of a heat map are all of one size.
fn listed(axis: &Axis, places: &[f64]) -> Axis {
    let numbers = || places.iter().map(|place| tick(*place)).collect();
    Axis { words: Some(axis.words.clone().unwrap_or_else(numbers)), ..axis.clone() }
}
