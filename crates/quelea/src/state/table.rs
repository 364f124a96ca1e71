//! A state as CSV and back, without losing a bit.

use super::{State, Vectors};
use crate::model::MAX_MAGNITUDE;
use std::fmt::Write;

/// Why a table of boids cannot be used.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// A column is missing.
    #[error("line 1: no column `{0}`; the columns are {1}")]
    NoColumn(String, String),
    /// A field is missing or is not a number.
    #[error("line {line}: column `{column}`: {problem}")]
    Field {
        /// The line, counted from 1.
        line: usize,
        /// The name of the column.
        column: String,
        /// What is wrong.
        problem: String,
    },
    /// The ids are not 0, 1, 2, … in some order.
    #[error("line {line}: id {id}: {problem}; {boids} boids have the ids 0 to {}, each once", boids.saturating_sub(1))]
    Id {
        /// The line, counted from 1.
        line: usize,
        /// The id there.
        id: u64,
        /// What is wrong with it.
        problem: &'static str,
        /// The number of rows.
        boids: usize,
    },
    /// The state does not fit the scenario, or itself.
    #[error("{0}")]
    Mismatch(String),
}

/// The largest coordinate in a table: further than any run gets, since no step is longer than 10¹², and close
/// enough for both engines to compute with.
pub const MAX_DISTANCE: f64 = 1e25;

/// The largest numbers in a table: positions, velocities, smoothed accelerations and wander points. Whatever a
/// run has written lies within; an acceleration is bounded only by its type.
const LARGEST: [f64; 4] = [MAX_DISTANCE, MAX_MAGNITUDE, f32::MAX as f64, MAX_MAGNITUDE];

pub(super) const AXES: [&str; 3] = ["x", "y", "z"];

impl State {
    /// The columns of the table: `id,x,y[,z],vx,vy[,vz]`, then `species` if there are several, and what a resumed
    /// run needs besides.
    pub fn columns(&self) -> Vec<String> {
        let group = |prefix: &'static str| AXES[..self.dimension].iter().map(move |axis| format!("{prefix}{axis}"));
        let mut columns = vec!["id".to_owned()];
        columns.extend(group("").chain(group("v")));
        if self.species.iter().any(|species| *species != 0) {
            columns.push("species".to_owned());
        }
        if !self.smoothed.is_empty() {
            columns.extend(group("a"));
        }
        if !self.wander.is_empty() {
            columns.extend(group("w"));
        }
        if !self.waypoints.is_empty() {
            columns.push("waypoint".to_owned());
        }
        columns
    }

    /// The state as CSV. Numbers are written so that reading them back gives the same bits.
    pub fn to_csv(&self) -> String {
        let columns = self.columns();
        let several = columns.iter().any(|column| column == "species");
        let mut text = columns.join(",");
        text.push('\n');
        // Writing to a string cannot fail.
        let numbers = |text: &mut String, group: &Vectors, id: usize| {
            for x in group.get(id).into_iter().flatten() {
                let _ = write!(text, ",{x:?}");
            }
        };
        for id in 0..self.len() {
            let _ = write!(text, "{id}");
            numbers(&mut text, &self.positions, id);
            numbers(&mut text, &self.velocities, id);
            if several {
                let _ = write!(text, ",{}", self.species[id]);
            }
            numbers(&mut text, &self.smoothed, id);
            numbers(&mut text, &self.wander, id);
            if let Some(waypoint) = self.waypoints.get(id) {
                let _ = write!(text, ",{waypoint}");
            }
            text.push('\n');
        }
        text
    }

    /// Reads a table. Columns are found by name, in any order; other columns are ignored, but a third axis must
    /// be 0 in 2D. Without a column `species` every boid is of the first species.
    pub fn from_csv(dimension: usize, text: &str) -> Result<Self, TableError> {
        // Spreadsheets put a byte-order mark first.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim_end_matches('\r')));
        let first = lines.next().map_or("", |(_, line)| line);
        // Spreadsheets of countries with decimal commas separate by semicolons.
        let separator = [',', '\t', ';'].into_iter().find(|separator| first.contains(*separator)).unwrap_or(',');
        let header: Vec<&str> = first.split(separator).map(unquoted).collect();
        let columns = Columns::find(dimension, &header)?;
        let rows: Vec<(usize, Vec<&str>)> = lines
            .filter(|(_, line)| !line.trim().is_empty())
            .map(|(number, line)| (number, line.split(separator).map(unquoted).collect()))
            .collect();
        let boids = rows.len();
        let zeros = |present: bool| Vectors::zeros(dimension, if present { boids } else { 0 });
        let mut state = State {
            species: vec![0; boids],
            positions: zeros(true),
            velocities: zeros(true),
            smoothed: zeros(columns.groups[2].is_some()),
            wander: zeros(columns.groups[3].is_some()),
            waypoints: vec![0; if columns.waypoint.is_some() { boids } else { 0 }],
            ..State::new(dimension)
        };
        let mut seen = vec![false; boids];
        for (line, fields) in &rows {
            let row = Row { line: *line, header: &header, fields };
            let id = row.whole(columns.id)?;
            let wrong_id = |problem| TableError::Id { line: *line, id, problem, boids };
            let index = usize::try_from(id).ok().filter(|id| *id < boids).ok_or_else(|| wrong_id("is too large"))?;
            if std::mem::replace(&mut seen[index], true) {
                return Err(wrong_id("appears twice"));
            }
            let targets = [&mut state.positions, &mut state.velocities, &mut state.smoothed, &mut state.wander];
            for ((target, columns), largest) in targets.into_iter().zip(&columns.groups).zip(LARGEST) {
                for (axis, column) in columns.iter().flatten().enumerate() {
                    target[index][axis] = row.number(*column, largest)?;
                }
            }
            for column in &columns.must_be_zero {
                let text = row.field(*column)?;
                if text.parse() != Ok(0.0) {
                    let problem = format!("`{text}` is not 0, and the scenario is 2D: dimension = 3 keeps it");
                    return Err(row.error(*column, problem));
                }
            }
            if let Some(column) = columns.species {
                state.species[index] = row.parse(column, "the number of a species")?;
            }
            if let Some(column) = columns.waypoint {
                state.waypoints[index] = row.parse(column, "the number of a waypoint")?;
            }
        }
        Ok(state)
    }
}

/// Where each column of a table is.
struct Columns {
    id: usize,
    /// Positions, velocities, smoothed accelerations, wander points; the latter two may be absent.
    groups: [Option<Vec<usize>>; 4],
    /// Columns of a third axis in a 2D table.
    must_be_zero: Vec<usize>,
    species: Option<usize>,
    waypoint: Option<usize>,
}

impl Columns {
    fn find(dimension: usize, header: &[&str]) -> Result<Self, TableError> {
        let find = |name: &str| header.iter().position(|column| *column == name);
        let need = |name: &str| find(name).ok_or_else(|| TableError::NoColumn(name.to_owned(), header.join(",")));
        let group = |prefix: &str| -> Result<Vec<usize>, TableError> {
            AXES[..dimension].iter().map(|axis| need(&format!("{prefix}{axis}"))).collect()
        };
        let optional = |prefix: &str| find(&format!("{prefix}x")).map(|_| group(prefix)).transpose();
        Ok(Columns {
            id: need("id")?,
            groups: [Some(group("")?), Some(group("v")?), optional("a")?, optional("w")?],
            must_be_zero: AXES[dimension..]
                .iter()
                .flat_map(|axis| [find(axis), find(&format!("v{axis}"))])
                .flatten()
                .collect(),
            species: find("species"),
            waypoint: find("waypoint"),
        })
    }
}

/// A field without the quotes that R and others put around names.
fn unquoted(field: &str) -> &str {
    let field = field.trim();
    field.strip_prefix('"').and_then(|field| field.strip_suffix('"')).unwrap_or(field)
}

/// One row of a table.
struct Row<'a> {
    line: usize,
    header: &'a [&'a str],
    fields: &'a [&'a str],
}

impl Row<'_> {
    fn error(&self, column: usize, problem: String) -> TableError {
        TableError::Field { line: self.line, column: self.header[column].to_owned(), problem }
    }

    fn field(&self, column: usize) -> Result<&str, TableError> {
        let field = self.fields.get(column).map(|field| field.trim());
        field.ok_or_else(|| self.error(column, "is missing".into()))
    }

    fn parse<T: std::str::FromStr>(&self, column: usize, what: &str) -> Result<T, TableError> {
        let text = self.field(column)?;
        text.parse().map_err(|_| self.error(column, format!("`{text}` is not {what}")))
    }

    /// A whole number, which statistics programs may write as 3.0 or 1e5.
    fn whole(&self, column: usize) -> Result<u64, TableError> {
        let text = self.field(column)?;
        let whole = |x: &f64| x.fract() == 0.0 && (0.0..9e15).contains(x);
        let number = text.parse().ok().or_else(|| text.parse().ok().filter(whole).map(|x: f64| x as u64));
        number.ok_or_else(|| self.error(column, format!("`{text}` is not a whole number")))
    }

    fn number(&self, column: usize, largest: f64) -> Result<f64, TableError> {
        let value: f64 = self.parse(column, "a number")?;
        if value.is_nan() || value.abs() > largest {
            let text = self.field(column)?;
            return Err(self.error(column, format!("`{text}` is not within ±{largest:e}")));
        }
        Ok(value)
    }
}
