//! Trajectories: the state of every boid in every sampled step.

use super::npy::Npy;
use super::xyz::Xyz;
use super::{Field, FileFormat, ResumePoint, Table, TableFormat, TableWriter, Values};
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
    Npy,
    Xyz,
}

/// A trajectory that is being written.
pub enum Record {
    Table(Box<dyn TableWriter>, Precision),
    Npy(Npy),
    Xyz(Xyz),
}

impl RecordFormat {
    /// The format for the extension of a file.
    pub fn from_path(path: &Path) -> anyhow::Result<Self> {
        match extension(path).as_str() {
            "npy" => Ok(RecordFormat::Npy),
            "xyz" | "extxyz" => Ok(RecordFormat::Xyz),
            "csv" | "parquet" => TableFormat::from_path(path).map(RecordFormat::Table),
            _ => Err(user_error(format!("{}: a record ends in `.parquet`, `.csv`, `.npy` or `.xyz`", quoted(path)))),
        }
    }

    /// Starts a trajectory in the precision of the engine.
    pub fn create(self, scenario: &Scenario, precision: Precision, metadata: &[(&str, String)]) -> Record {
        let (boids, axes) = (scenario.boids(), scenario.general.dimension);
        match self {
            RecordFormat::Table(format) => Record::Table(format.create(fields(axes, precision), metadata), precision),
            RecordFormat::Npy => Record::Npy(Npy::new(boids, axes, precision)),
            RecordFormat::Xyz => Record::Xyz(Xyz::new(scenario)),
        }
    }

    /// Resumes a trajectory that already has samples.
    pub fn resume(self, scenario: &Scenario, precision: Precision, point: &ResumePoint) -> anyhow::Result<Record> {
        let (boids, axes) = (scenario.boids(), scenario.general.dimension);
        Ok(match self {
            RecordFormat::Table(format) => Record::Table(format.resume(fields(axes, precision), point)?, precision),
            RecordFormat::Npy => Record::Npy(
                Npy::resume(boids, axes, precision, point.length, point.rows)
                    .context("it does not hold the samples of the run")?,
            ),
            RecordFormat::Xyz => Record::Xyz(Xyz::new(scenario)),
        })
    }
}

const AXES: [&str; 3] = ["x", "y", "z"];

fn fields(axes: usize, precision: Precision) -> Vec<Field> {
    let integers = ["step", "id", "species"].map(|name| (name.to_owned(), Values::Integer(Vec::new())));
    let names = ["", "v"].into_iter().flat_map(|prefix| AXES[..axes].iter().map(move |axis| format!("{prefix}{axis}")));
    let empty = || match precision {
        Precision::Single => Values::Single(Vec::new()),
        Precision::Double => Values::Double(Vec::new()),
    };
    let numbers = names.map(|name| (name, empty()));
    integers.into_iter().chain(numbers).map(|(name, empty)| Field { name, empty }).collect()
}

fn rows(state: &State, precision: Precision) -> Table {
    let axes = state.dimension;
    let component = |vectors: &Vectors, axis: usize| match precision {
        Precision::Single => Values::Single(vectors.iter().map(|vector| vector[axis] as f32).collect()),
        Precision::Double => Values::Double(vectors.iter().map(|vector| vector[axis]).collect()),
    };
    let integers = [
        Values::Integer(vec![state.step as i64; state.len()]),
        Values::Integer((0..state.len() as i64).collect()),
        Values::Integer(state.species.iter().map(|species| i64::from(*species)).collect()),
    ];
    let positions = (0..axes).map(|axis| component(&state.positions, axis));
    let velocities = (0..axes).map(|axis| component(&state.velocities, axis));
    let values = integers.into_iter().chain(positions).chain(velocities);
    Table::new(fields(axes, precision).into_iter().map(|field| field.name).zip(values).collect())
}

impl Record {
    /// Appends a state.
    pub fn append(&mut self, state: &State) {
        match self {
            Record::Table(table, precision) => table.append(&rows(state, *precision)),
            Record::Npy(array) => array.append(state),
            Record::Xyz(frames) => frames.append(state),
        }
    }

    fn format(&self) -> &dyn FileFormat {
        match self {
            Record::Table(table, _) => table,
            Record::Npy(array) => array,
            Record::Xyz(frames) => frames,
        }
    }

    fn format_mut(&mut self) -> &mut dyn FileFormat {
        match self {
            Record::Table(table, _) => table,
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
