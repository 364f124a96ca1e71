//! The panels of a figure, and their axes.

use super::ranges::is_geometric;
use super::ticks::labels;
use crate::files::Values;
use quelea::Measures;
use quelea::measures::encounters::Encounters;
use quelea::model::parameters;

/// The most lines of a panel whose deviations are drawn as bands: more would hide each other.
pub const MAX_BANDS: usize = 3;

/// A measure over one quantity.
pub struct LinePanel {
    pub label: String,
    pub x: Axis,
    pub lines: Vec<Line>,
    /// Whether each point is marked.
    pub marked: bool,
}

impl LinePanel {
    /// Whether the points of a line are joined: words are not ordered.
    pub fn is_joined(&self) -> bool {
        self.x.words.is_none()
    }
}

/// One line of a panel.
pub struct Line {
    /// Its index in the legend, which decides its style.
    pub index: usize,
    pub points: Vec<Point>,
}

/// A point of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    pub x: f64,
    pub y: f64,
    /// The standard deviation, drawn as a band or a pale bar.
    pub deviation: f64,
    /// The standard error, drawn as a bar.
    pub error: f64,
}

impl Point {
    /// A point without an error. An infinite deviation or error cannot be drawn, and is left out.
    pub fn new(x: f64, y: f64) -> Self {
        Point { x, y, deviation: 0.0, error: 0.0 }
    }

    pub fn with_spread(self, deviation: f64, error: f64) -> Self {
        let finite = |x: f64| if x.is_finite() { x } else { 0.0 };
        Point { deviation: finite(deviation), error: finite(error), ..self }
    }

    pub fn is_finite(&self) -> bool {
        self.x.is_finite() && self.y.is_finite()
    }
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
        Axis { words: Some(self.words.clone().unwrap_or_else(|| labels(positions))), ..self.clone() }
    }
}

/// A column of one or more tables as an axis.
pub struct AxisColumn {
    pub axis: Axis,
    /// The distinct positions in increasing order.
    pub positions: Vec<f64>,
    /// The position of each row, by table.
    pub rows: Vec<Vec<f64>>,
}

impl AxisColumn {
    /// The columns of a varied parameter. Words take the positions 0, 1, 2, … in the order of the tables.
    pub fn new(path: &str, columns: &[&Values]) -> Self {
        let unit = parameters().into_iter().find(|row| row.path == without_species(path)).map_or("", |row| row.unit);
        let axis = Axis::linear(with_unit(path, unit));
        match columns.iter().map(|values| values.to_numbers()).collect::<Option<Vec<_>>>() {
            Some(mut rows) => {
                // -0 is 0.
                rows.iter_mut().flatten().for_each(|x| *x += 0.0);
                let mut positions = rows.concat();
                positions.sort_by(f64::total_cmp);
                positions.dedup_by(|a, b| a.total_cmp(b).is_eq());
                let logarithmic = is_geometric(&positions);
                AxisColumn { axis: Axis { logarithmic, ..axis }, positions, rows }
            }
            None => Self::of_words(axis, columns),
        }
    }

    fn of_words(axis: Axis, columns: &[&Values]) -> Self {
        let texts = |values: &Values| (0..values.len()).map(|row| values.to_text(row)).collect::<Vec<String>>();
        let texts: Vec<Vec<String>> = columns.iter().map(|values| texts(values)).collect();
        let mut words: Vec<String> = Vec::new();
        for text in texts.iter().flatten() {
            if !words.contains(text) {
                words.push(text.clone());
            }
        }
        let position = |text: &String| words.iter().position(|word| word == text).unwrap_or(0) as f64;
        let rows = texts.iter().map(|texts| texts.iter().map(position).collect()).collect();
        let positions = (0..words.len()).map(|position| position as f64).collect();
        AxisColumn { axis: Axis { words: Some(words), ..axis }, positions, rows }
    }

    /// The index of the position of a row.
    pub fn index(&self, table: usize, row: usize) -> Option<usize> {
        self.positions.binary_search_by(|other| other.total_cmp(&self.rows[table][row])).ok()
    }

    /// The labels of the positions.
    pub fn labels(&self) -> Vec<String> {
        self.axis.with_words(&self.positions).words.unwrap_or_default()
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
