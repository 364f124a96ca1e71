//! The state of a flock as a table in the order of the ids, in double precision.
//!
//! Both engines start from one and give one back; measures, files and pictures are made from it. Single
//! precision numbers pass through it unchanged.

use crate::parameters::FAR;
use crate::scenario::Scenario;

/// Where every boid is and how it moves.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct State<const D: usize> {
    /// How many steps have been done.
    pub step: u64,
    /// The number of each boid's species, by id.
    pub species: Vec<u8>,
    /// Where each boid is.
    pub positions: Vec<[f64; D]>,
    /// How it moves.
    pub velocities: Vec<[f64; D]>,
    /// The acceleration of the last step, where motion is smoothed; else empty.
    pub smoothed: Vec<[f64; D]>,
    /// The point each boid's wandering follows, relative to the sphere's centre; else empty.
    pub wander: Vec<[f64; D]>,
    /// How many waypoints each boid has passed, counted round and round; empty where there are none.
    pub waypoints: Vec<u32>,
}

/// Why a table of boids cannot be used.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TableError {
    /// A column is missing.
    #[error("line 1: no column `{0}`; the columns are {1}")]
    NoColumn(String, String),
    /// A field is missing or is not a number.
    #[error("line {line}: column `{column}`: {problem}")]
    Field {
        /// The line, counted from 1.
        line: usize,
        /// The column's name.
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
        /// How many rows there are.
        boids: usize,
    },
    /// The numbers of boids differ from the scenario's.
    #[error("{0}")]
    Count(String),
}

/// How far out a table may put a boid: further than any run gets, since the longest step is 10¹², and near
/// enough for both engines to reckon with.
pub const FURTHEST: f64 = 1e25;

/// How large the numbers of a table may be: of positions, velocities, smoothed accelerations and wander
/// points. Whatever a run has written lies within; only an acceleration has no bound but its type's.
const LARGEST: [f64; 4] = [FURTHEST, FAR, f32::MAX as f64, FAR];

const AXES: [&str; 3] = ["x", "y", "z"];

impl<const D: usize> State<D> {
    /// How many boids there are.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The columns of the table: `id,x,y[,z],vx,vy[,vz]`, then `species` where there are several, and what
    /// a resumed run needs besides.
    pub fn columns(&self) -> Vec<String> {
        let group = |prefix: &'static str| AXES[..D].iter().map(move |axis| format!("{prefix}{axis}"));
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
        use std::fmt::Write;
        let columns = self.columns();
        let several = columns.iter().any(|column| column == "species");
        let mut text = columns.join(",");
        text.push('\n');
        // Writing to a string cannot fail.
        let numbers = |text: &mut String, group: &[[f64; D]], id: usize| {
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

    /// Reads a table. Columns are found by name, in any order; columns of other names are passed over, but a
    /// third axis that a flat flock lacks must be 0. Without a column `species` every boid is of the first.
    pub fn from_csv(text: &str) -> Result<Self, TableError> {
        // Spreadsheets begin a file with a mark for its encoding.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut lines = text.lines().enumerate().map(|(number, line)| (number + 1, line.trim_end_matches('\r')));
        let header: Vec<&str> =
            lines.next().map(|(_, line)| line.split(',').map(str::trim).collect()).unwrap_or_default();
        let find = |name: &str| header.iter().position(|column| *column == name);
        let need = |name: &str| find(name).ok_or_else(|| TableError::NoColumn(name.to_owned(), header.join(",")));
        let group = |prefix: &str| -> Result<Vec<usize>, TableError> {
            AXES[..D].iter().map(|axis| need(&format!("{prefix}{axis}"))).collect()
        };
        let optional = |prefix: &str| find(&format!("{prefix}x")).map(|_| group(prefix)).transpose();
        let id_column = need("id")?;
        let columns = [Some(group("")?), Some(group("v")?), optional("a")?, optional("w")?];
        let lacking: Vec<usize> =
            AXES[D..].iter().flat_map(|axis| [find(axis), find(&format!("v{axis}"))]).flatten().collect();
        let species_column = find("species");
        let waypoint_column = find("waypoint");

        let rows: Vec<(usize, Vec<&str>)> = lines
            .filter(|(_, line)| !line.trim().is_empty())
            .map(|(number, line)| (number, line.split(',').collect()))
            .collect();
        let boids = rows.len();
        let mut state = State {
            species: vec![0; boids],
            positions: vec![[0.0; D]; boids],
            velocities: vec![[0.0; D]; boids],
            ..State::default()
        };
        state.smoothed = vec![[0.0; D]; if columns[2].is_some() { boids } else { 0 }];
        state.wander = vec![[0.0; D]; if columns[3].is_some() { boids } else { 0 }];
        state.waypoints = vec![0; if waypoint_column.is_some() { boids } else { 0 }];
        let mut seen = vec![false; boids];
        for (line, fields) in &rows {
            let field = |column: usize| -> Result<&str, TableError> {
                let missing = || TableError::Field {
                    line: *line,
                    column: header[column].to_owned(),
                    problem: "is missing".into(),
                };
                fields.get(column).map(|field| field.trim()).ok_or_else(missing)
            };
            let wrong = |column: usize, problem: String| TableError::Field {
                line: *line,
                column: header[column].to_owned(),
                problem,
            };
            let id_text = field(id_column)?;
            let id: u64 =
                id_text.parse().map_err(|_| wrong(id_column, format!("`{id_text}` is not a whole number")))?;
            let trouble = |problem| TableError::Id { line: *line, id, problem, boids };
            let row = usize::try_from(id).ok().filter(|row| *row < boids).ok_or_else(|| trouble("is too large"))?;
            if std::mem::replace(&mut seen[row], true) {
                return Err(trouble("stands there twice"));
            }
            let targets = [&mut state.positions, &mut state.velocities, &mut state.smoothed, &mut state.wander];
            for ((target, columns), largest) in targets.into_iter().zip(&columns).zip(LARGEST) {
                for (axis, column) in columns.iter().flatten().enumerate() {
                    let text = field(*column)?;
                    let value: f64 = text.parse().map_err(|_| wrong(*column, format!("`{text}` is not a number")))?;
                    if value.is_nan() || value.abs() > largest {
                        return Err(wrong(*column, format!("`{text}` is not within ±{largest:e}")));
                    }
                    target[row][axis] = value;
                }
            }
            for column in &lacking {
                let text = field(*column)?;
                if text.parse() != Ok(0.0) {
                    let problem = format!("`{text}` is not 0, and the scenario is flat: dimension = 3 keeps it");
                    return Err(wrong(*column, problem));
                }
            }
            if let Some(column) = species_column {
                let text = field(column)?;
                state.species[row] =
                    text.parse().map_err(|_| wrong(column, format!("`{text}` is not the number of a species")))?;
            }
            if let Some(column) = waypoint_column {
                let text = field(column)?;
                state.waypoints[row] =
                    text.parse().map_err(|_| wrong(column, format!("`{text}` is not the number of a waypoint")))?;
            }
        }
        Ok(state)
    }

    /// A number that two states share only if every bit of them is the same: step, species, positions,
    /// velocities and memories, by id. It does not depend on how boids are stored.
    pub fn hash(&self) -> u64 {
        let mut hash = crate::random::mix(self.step ^ (D as u64) << 62);
        let mut add = |word: u64| hash = crate::random::mix(hash.rotate_left(5) ^ word);
        add(self.len() as u64);
        self.species.iter().for_each(|species| add(u64::from(*species)));
        for group in [&self.positions, &self.velocities, &self.smoothed, &self.wander] {
            group.iter().flatten().for_each(|x| add(x.to_bits()));
        }
        self.waypoints.iter().for_each(|waypoint| add(u64::from(*waypoint)));
        hash
    }

    /// Checks that a table fits a scenario: as many boids of each species, no other species, and a finite
    /// number everywhere.
    ///
    /// A table without species fits a scenario of several if the numbers add up: the ids are then dealt out
    /// in the order of the species.
    pub fn fit(&mut self, scenario: &Scenario) -> Result<(), TableError> {
        self.whole()?;
        let counts: Vec<usize> = scenario.kinds().map(|kind| kind.species.boids).collect();
        if counts.len() > 1 && self.species.iter().all(|species| *species == 0) && self.len() == scenario.boids() {
            self.species = species_by_id(scenario);
        }
        for (number, kind) in scenario.kinds().enumerate() {
            let found = self.species.iter().filter(|species| usize::from(**species) == number).count();
            if found != kind.species.boids {
                let expected = kind.species.boids;
                return Err(TableError::Count(format!(
                    "the table has {found} boids of species `{}`, the scenario {expected}",
                    kind.name
                )));
            }
        }
        match self.species.iter().find(|species| usize::from(**species) >= counts.len()) {
            Some(stranger) => {
                Err(TableError::Count(format!("the table has species {stranger}, the scenario only {}", counts.len())))
            }
            None => Ok(()),
        }
    }

    /// Checks that every column is as long as the others, and every number finite.
    fn whole(&self) -> Result<(), TableError> {
        let groups = [("", &self.positions), ("v", &self.velocities), ("a", &self.smoothed), ("w", &self.wander)];
        let lengths =
            [self.species.len(), self.velocities.len(), self.smoothed.len(), self.wander.len(), self.waypoints.len()];
        let optional = |place: usize| place >= 2;
        for (place, length) in lengths.into_iter().enumerate() {
            if length != self.len() && !(optional(place) && length == 0) {
                let what = ["species", "velocities", "smoothed accelerations", "wander points", "waypoints"][place];
                return Err(TableError::Count(format!("the state has {} positions but {length} {what}", self.len())));
            }
        }
        for (prefix, group) in groups {
            for (id, row) in group.iter().enumerate() {
                if let Some(axis) = row.iter().position(|x| !x.is_finite()) {
                    let column = format!("{prefix}{}", AXES[axis]);
                    return Err(TableError::Count(format!("boid {id}: `{column}` is {}, not a number", row[axis])));
                }
            }
        }
        Ok(())
    }
}

/// The species of each id: the first species' boids first.
pub(crate) fn species_by_id(scenario: &Scenario) -> Vec<u8> {
    let numbered = scenario.kinds().enumerate();
    numbered.flat_map(|(number, kind)| std::iter::repeat_n(number as u8, kind.species.boids)).collect()
}
