//! Trajectories: the state of every boid in every sampled step.

use super::ndjson::Frames;
use super::npy::Npy;
use super::xyz::Xyz;
use super::{Field, FileFormat, RecordColumns, ResumePoint, StreamFormat, Table, TableFormat, TableWriter, Values};
use crate::error::user_error;
use crate::input::{extension, quoted};
use anyhow::Context;
use quelea::engine::Precision;
use quelea::{Scenario, State, Vectors};
use std::path::Path;

/// The format of a trajectory.
#[derive(Clone, Copy)]
pub enum RecordFormat {
    Table(TableFormat),
    Ndjson,
    Npy,
    Xyz,
}

/// What a trajectory is of.
pub struct RecordedRun<'a> {
    pub scenario: &'a Scenario,
    /// The precision of the engine.
    pub precision: Precision,
    pub columns: RecordColumns,
    /// The sampling interval in steps.
    pub every: u64,
    /// The species of each boid, by id.
    pub species: &'a [u8],
}

/// A trajectory that is being written.
pub enum Record {
    Table { table: Box<dyn TableWriter>, precision: Precision, columns: RecordColumns },
    Ndjson(Frames),
    Npy(Npy),
    Xyz(Xyz),
}

impl RecordFormat {
    /// The format for the extension of a file, or the one chosen for a stream whose name has none.
    pub fn new(path: &Path, chosen: Option<StreamFormat>) -> anyhow::Result<Self> {
        if let Some(format) = StreamFormat::for_stream(path, chosen)? {
            return Ok(match format {
                StreamFormat::Ndjson => RecordFormat::Ndjson,
                StreamFormat::Csv => RecordFormat::Table(TableFormat::Csv),
                StreamFormat::Xyz => RecordFormat::Xyz,
            });
        }
        match extension(path).as_str() {
            "ndjson" => Ok(RecordFormat::Ndjson),
            "npy" => Ok(RecordFormat::Npy),
            "xyz" | "extxyz" => Ok(RecordFormat::Xyz),
            "csv" | "parquet" => TableFormat::from_path(path).map(RecordFormat::Table),
            _ => Err(user_error(format!(
                "{}: a record ends in `.parquet`, `.csv`, `.ndjson`, `.npy` or `.xyz`",
                quoted(path)
            ))),
        }
    }

    /// Starts a trajectory.
    pub fn create(self, run: &RecordedRun, name: &str, metadata: &[(&str, String)]) -> anyhow::Result<Record> {
        let RecordedRun { scenario, precision, columns, .. } = *run;
        let (boids, axes) = (scenario.boids(), scenario.general.dimension);
        Ok(match self {
            RecordFormat::Table(format) => {
                Record::Table { table: format.create(fields(axes, run), metadata), precision, columns }
            }
            RecordFormat::Ndjson => Record::Ndjson(Frames::new(run, name)),
            RecordFormat::Npy => Record::Npy(Npy::new(boids, axes, precision, columns)),
            RecordFormat::Xyz => Record::Xyz(Xyz::new(scenario, columns)?),
        })
    }

    /// Resumes a trajectory that already has samples.
    pub fn resume(self, run: &RecordedRun, point: &ResumePoint) -> anyhow::Result<Record> {
        let RecordedRun { scenario, precision, columns, .. } = *run;
        let (boids, axes) = (scenario.boids(), scenario.general.dimension);
        Ok(match self {
            RecordFormat::Table(format) => {
                Record::Table { table: format.resume(fields(axes, run), point)?, precision, columns }
            }
            RecordFormat::Ndjson => Record::Ndjson(Frames::resume(run)),
            RecordFormat::Npy => Record::Npy(
                Npy::new(boids, axes, precision, columns)
                    .resume(point.length, point.rows)
                    .context("it does not hold the samples of the run")?,
            ),
            RecordFormat::Xyz => Record::Xyz(Xyz::new(scenario, columns)?),
        })
    }
}

fn fields(axes: usize, run: &RecordedRun) -> Vec<Field> {
    let integers = ["step", "id", "species"].map(|name| (name.to_owned(), Values::Integer(Vec::new())));
    let empty = || match run.precision {
        Precision::Single => Values::Single(Vec::new()),
        Precision::Double => Values::Double(Vec::new()),
    };
    let numbers = run.columns.names(axes).into_iter().map(|name| (name, empty()));
    integers.into_iter().chain(numbers).map(|(name, empty)| Field { name, empty }).collect()
}

fn rows(state: &State, ids: Vec<i64>, precision: Precision, columns: RecordColumns) -> Table {
    let axes = state.dimension;
    let component = |vectors: &Vectors, axis: usize| match precision {
        Precision::Single => Values::Single(vectors.iter().map(|vector| vector[axis] as f32).collect()),
        Precision::Double => Values::Double(vectors.iter().map(|vector| vector[axis]).collect()),
    };
    let integers = [
        ("step", Values::Integer(vec![state.step as i64; state.len()])),
        ("id", Values::Integer(ids)),
        ("species", Values::Integer(state.species.iter().map(|species| i64::from(*species)).collect())),
    ];
    let integers = integers.map(|(name, values)| (name.to_owned(), values));
    let vectors = [(columns.positions, &state.positions), (columns.velocities, &state.velocities)];
    let wanted = vectors.into_iter().filter_map(|(is_wanted, vectors)| is_wanted.then_some(vectors));
    let numbers = wanted.flat_map(|vectors| (0..axes).map(move |axis| component(vectors, axis)));
    Table::new(integers.into_iter().chain(columns.names(axes).into_iter().zip(numbers)).collect())
}

#[cfg(feature = "mpi")]
impl Record {
    /// Appends some boids of a flock in this order, by their places in the part.
    pub fn append_part(&mut self, part: &quelea::state::part::Part, order: &[usize]) {
        let Record::Table { table, precision, columns } = self else {
            unreachable!("a divided flock is recorded as a table");
        };
        let pick = |vectors: &Vectors| {
            let mut picked = Vectors::new(vectors.dimension());
            order.iter().for_each(|place| picked.push(&vectors[*place]));
            picked
        };
        let mut state = State::new(part.state.dimension);
        state.step = part.state.step;
        state.species = order.iter().map(|place| part.state.species[*place]).collect();
        (state.positions, state.velocities) = (pick(&part.state.positions), pick(&part.state.velocities));
        let ids = order.iter().map(|place| part.ids[*place] as i64).collect();
        table.append(&rows(&state, ids, *precision, *columns));
    }
}

impl Record {
    /// Appends a state.
    pub fn append(&mut self, state: &State) {
        match self {
            Record::Table { table, precision, columns } => {
                let ids = (0..state.len() as i64).collect();
                table.append(&rows(state, ids, *precision, *columns));
            }
            Record::Ndjson(frames) => frames.append(state),
            Record::Npy(array) => array.append(state),
            Record::Xyz(frames) => frames.append(state),
        }
    }

    fn format(&self) -> &dyn FileFormat {
        match self {
            Record::Table { table, .. } => table,
            Record::Ndjson(frames) => frames,
            Record::Npy(array) => array,
            Record::Xyz(frames) => frames,
        }
    }

    fn format_mut(&mut self) -> &mut dyn FileFormat {
        match self {
            Record::Table { table, .. } => table,
            Record::Ndjson(frames) => frames,
            Record::Npy(array) => array,
            Record::Xyz(frames) => frames,
        }
    }
}

impl FileFormat for Record {
    fn header(&self) -> Vec<u8> {
        self.format().header()
    }
    fn take_body(&mut self) -> anyhow::Result<Vec<u8>> {
        self.format_mut().take_body()
    }
    fn footer(&self) -> anyhow::Result<Vec<u8>> {
        self.format().footer()
    }
    fn pending_bytes(&self) -> usize {
        self.format().pending_bytes()
    }
    fn pending_rows(&self) -> u64 {
        self.format().pending_rows()
    }
}
