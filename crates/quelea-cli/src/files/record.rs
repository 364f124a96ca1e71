//! Where every boid was: a trajectory, in one of several formats.

use super::npy::Npy;
use super::rows::{Column, Rows, Values};
use super::xyz::Xyz;
use super::{Format, Position, TableFormat, TableKind, ending};
use crate::failure::wrong;
use crate::source::shown;
use anyhow::Context;
use quelea::engine::Precision;
use quelea::{Scenario, State, Vectors};
use std::path::Path;

/// The formats a trajectory can have.
#[derive(Clone, Copy)]
pub enum RecordKind {
    Table(TableKind),
    Npy,
    Xyz,
}

/// A trajectory that is being written.
pub enum Record {
    Table(Box<dyn TableFormat>, Precision),
    Npy(Npy),
    Xyz(Xyz),
}

impl RecordKind {
    /// By the ending of a file's name.
    pub fn of(path: &Path) -> anyhow::Result<Self> {
        match ending(path).as_str() {
            "npy" => Ok(RecordKind::Npy),
            "xyz" | "extxyz" => Ok(RecordKind::Xyz),
            _ => TableKind::of(path)
                .map(RecordKind::Table)
                .map_err(|_| wrong(format!("{}: a record ends in `.parquet`, `.csv`, `.npy` or `.xyz`", shown(path)))),
        }
    }

    pub fn begin(self, scenario: &Scenario, precision: Precision, about: &[(&str, String)]) -> Record {
        let (boids, axes) = (scenario.boids(), scenario.general.dimension);
        match self {
            RecordKind::Table(kind) => Record::Table(kind.begin(columns(axes, precision), about), precision),
            RecordKind::Npy => Record::Npy(Npy::new(boids, axes, precision)),
            RecordKind::Xyz => Record::Xyz(Xyz::new(scenario)),
        }
    }

    /// Goes on with what is already there.
    pub fn go_on(self, scenario: &Scenario, precision: Precision, there: &Position) -> anyhow::Result<Record> {
        let (boids, axes) = (scenario.boids(), scenario.general.dimension);
        Ok(match self {
            RecordKind::Table(kind) => Record::Table(kind.go_on(columns(axes, precision), there)?, precision),
            RecordKind::Npy => Record::Npy(
                Npy::go_on(boids, axes, precision, there.length, there.rows)
                    .context("it does not hold what it held")?,
            ),
            RecordKind::Xyz => Record::Xyz(Xyz::new(scenario)),
        })
    }
}

const AXES: [&str; 3] = ["x", "y", "z"];

fn columns(axes: usize, precision: Precision) -> Vec<Column> {
    let whole = ["step", "id", "species"].map(|name| (name.to_owned(), Values::Whole(Vec::new())));
    let names = ["", "v"].into_iter().flat_map(|prefix| AXES[..axes].iter().map(move |axis| format!("{prefix}{axis}")));
    let empty = || match precision {
        Precision::Single => Values::Single(Vec::new()),
        Precision::Double => Values::Double(Vec::new()),
    };
    let numbers = names.map(|name| (name, empty()));
    whole.into_iter().chain(numbers).map(|(name, empty)| Column { name, empty }).collect()
}

fn rows(state: &State, precision: Precision) -> Rows {
    let axes = state.dimension;
    let axis = |group: &Vectors, axis: usize| match precision {
        Precision::Single => Values::Single(group.iter().map(|row| row[axis] as f32).collect()),
        Precision::Double => Values::Double(group.iter().map(|row| row[axis]).collect()),
    };
    let whole = [
        Values::Whole(vec![state.step as i64; state.len()]),
        Values::Whole((0..state.len() as i64).collect()),
        Values::Whole(state.species.iter().map(|species| i64::from(*species)).collect()),
    ];
    let positions = (0..axes).map(|number| axis(&state.positions, number));
    let velocities = (0..axes).map(|number| axis(&state.velocities, number));
    let values = whole.into_iter().chain(positions).chain(velocities);
    Rows::new(columns(axes, precision).into_iter().map(|column| column.name).zip(values).collect())
}

impl Record {
    /// Adds a state.
    pub fn add(&mut self, state: &State) {
        match self {
            Record::Table(table, precision) => table.add(&rows(state, *precision)),
            Record::Npy(array) => array.add(state),
            Record::Xyz(frames) => frames.add(state),
        }
    }

    fn format(&self) -> &dyn Format {
        match self {
            Record::Table(table, _) => table,
            Record::Npy(array) => array,
            Record::Xyz(frames) => frames,
        }
    }
}

impl Format for Record {
    fn head(&self) -> Vec<u8> {
        self.format().head()
    }
    fn drain(&mut self) -> anyhow::Result<Vec<u8>> {
        match self {
            Record::Table(table, _) => table.drain(),
            Record::Npy(array) => array.drain(),
            Record::Xyz(frames) => frames.drain(),
        }
    }
    fn tail(&self) -> anyhow::Result<Vec<u8>> {
        self.format().tail()
    }
    fn waiting(&self) -> usize {
        self.format().waiting()
    }
    fn undrained(&self) -> u64 {
        self.format().undrained()
    }
}
