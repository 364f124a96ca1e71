//! The panels of a figure, and their axes.

use super::ticks::{is_geometric, tick};
use crate::files::{Table, Values};
use quelea::Measures;
use quelea::measures::encounters::Encounters;
use quelea::model::parameters;

/// A measure over one quantity.
pub struct LinePanel {
    pub label: String,
    pub x: Axis,
    /// Position on the axis, mean and standard deviation.
    pub points: Vec<(f64, f64, f64)>,
    /// The standard error of each point, drawn as a bar; empty for none.
    pub errors: Vec<f64>,
    /// Whether each point is marked.
    pub marked: bool,
}

/// A measure over two varied parameters.
pub struct HeatPanel {
    pub label: String,
    pub x: Axis,
    pub y: Axis,
    /// The mean by row and column; `None` where there was no run.
    pub cells: Vec<Vec<Option<f64>>>,
}

/// A horizontal or vertical axis.
#[derive(Clone)]
pub struct Axis {
    /// Name and unit.
    pub label: String,
    /// The words at the positions 0, 1, 2, …, if the axis has no numbers.
    pub words: Option<Vec<String>>,
    pub logarithmic: bool,
}

impl Axis {
    /// A linear axis of numbers.
    pub fn linear(label: String) -> Self {
        Axis { label, words: None, logarithmic: false }
    }

    /// The same axis with a word at every position, for cells of equal size.
    pub fn with_words(&self, positions: &[f64]) -> Axis {
        let numbers = || positions.iter().map(|position| tick(*position)).collect();
        Axis { words: Some(self.words.clone().unwrap_or_else(numbers)), ..self.clone() }
    }
}

/// A column of a table as an axis.
pub struct AxisColumn {
    pub axis: Axis,
    /// The distinct positions in increasing order.
    pub positions: Vec<f64>,
    /// The position of each row.
    pub rows: Vec<f64>,
}

impl AxisColumn {
    /// The column of a varied parameter. Words take the positions 0, 1, 2, … in the order of the table.
    pub fn new(table: &Table, path: &str) -> Self {
        let unit = parameters().into_iter().find(|row| row.path == without_species(path)).map_or("", |row| row.unit);
        let axis = Axis::linear(with_unit(path, unit));
        let Some(values) = table.column(path) else {
            return AxisColumn { axis, positions: Vec::new(), rows: Vec::new() };
        };
        match values.to_numbers() {
            Some(rows) => {
                let mut positions = rows.clone();
                positions.sort_by(f64::total_cmp);
                positions.dedup();
                let logarithmic = is_geometric(&positions);
                AxisColumn { axis: Axis { logarithmic, ..axis }, positions, rows }
            }
            None => Self::of_words(axis, values),
        }
    }

    fn of_words(axis: Axis, values: &Values) -> Self {
        let texts: Vec<String> = (0..values.len()).map(|row| values.to_text(row)).collect();
        let mut words: Vec<String> = Vec::new();
        for text in &texts {
            if !words.contains(text) {
                words.push(text.clone());
            }
        }
        let position = |text: &String| words.iter().position(|word| word == text).unwrap_or(0) as f64;
        let rows = texts.iter().map(position).collect();
        let positions = (0..words.len()).map(|position| position as f64).collect();
        AxisColumn { axis: Axis { words: Some(words), ..axis }, positions, rows }
    }
}

/// The name of a measure with its unit.
pub fn measure_label(name: &str) -> String {
    let mut known = Measures::DEFINITIONS.iter().chain(&Encounters::DEFINITIONS);
    let unit = known.find(|(measure, _, _)| *measure == name).map_or("", |(_, unit, _)| *unit);
    with_unit(name, unit)
}

fn with_unit(name: &str, unit: &str) -> String {
    if unit.is_empty() { name.to_owned() } else { format!("{name} ({unit})") }
}

/// The path of a parameter without the prefix for its species.
fn without_species(path: &str) -> &str {
    let of_species = path.strip_prefix("species.").and_then(|rest| rest.split_once('.'));
    of_species.map_or(path, |(_, rest)| rest)
}
