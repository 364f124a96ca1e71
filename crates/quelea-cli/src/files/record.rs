//! Where every boid was: a trajectory, in one of several formats.

use super::npy::Npy;
use super::rows::{Column, Rows, Values};
use super::xyz::Xyz;
use super::{Format, Position, TableFormat, TableKind, ending};
use crate::failure::wrong;
use crate::source::shown;
use anyhow::Context;
use quelea::scenario::settings::Engine;
use quelea::{Scenario, State};
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
    Table(Box<dyn TableFormat>),
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

    pub fn begin(self, scenario: &Scenario, about: &[(&str, String)]) -> Record {
        let (boids, axes) = (scenario.boids(), scenario.general.dimension);
        match self {
            RecordKind::Table(kind) => Record::Table(kind.begin(columns(axes, single(scenario)), about)),
            RecordKind::Npy => Record::Npy(Npy::new(boids, axes, single(scenario))),
            RecordKind::Xyz => Record::Xyz(Xyz::new(scenario)),
        }
    }

    /// Goes on with what is already there.
    pub fn go_on(self, scenario: &Scenario, there: &Position) -> anyhow::Result<Record> {
        let (boids, axes) = (scenario.boids(), scenario.general.dimension);
        Ok(match self {
            RecordKind::Table(kind) => Record::Table(kind.go_on(columns(axes, single(scenario)), there)?),
            RecordKind::Npy => Record::Npy(
                Npy::go_on(boids, axes, single(scenario), there.length, there.rows)
                    .context("it does not hold what it held")?,
            ),
            RecordKind::Xyz => Record::Xyz(Xyz::new(scenario)),
        })
    }
}

/// Whether single precision holds every number of this scenario.
fn single(scenario: &Scenario) -> bool {
    scenario.general.engine == Engine::Fast
}

const AXES: [&str; 3] = ["x", "y", "z"];

fn columns(axes: usize, single: bool) -> Vec<Column> {
    let whole = ["step", "id", "species"].map(|name| (name.to_owned(), Values::Whole(Vec::new())));
    let names = ["", "v"].into_iter().flat_map(|prefix| AXES[..axes].iter().map(move |axis| format!("{prefix}{axis}")));
    let numbers = names.map(|name| (name, if single { Values::Single(vec![]) } else { Values::Double(vec![]) }));
    whole.into_iter().chain(numbers).map(|(name, empty)| Column { name, empty }).collect()
}

fn rows<const D: usize>(state: &State<D>, single: bool) -> Rows {
    let axis = |group: &[[f64; D]], axis: usize| match single {
        true => Values::Single(group.iter().map(|row| row[axis] as f32).collect()),
        false => Values::Double(group.iter().map(|row| row[axis]).collect()),
    };
    let whole = [
        Values::Whole(vec![state.step as i64; state.len()]),
        Values::Whole((0..state.len() as i64).collect()),
        Values::Whole(state.species.iter().map(|species| i64::from(*species)).collect()),
    ];
    let positions = (0..D).map(|number| axis(&state.positions, number));
    let velocities = (0..D).map(|number| axis(&state.velocities, number));
    let values = whole.into_iter().chain(positions).chain(velocities);
    Rows::new(columns(D, single).into_iter().map(|column| column.name).zip(values).collect())
}

impl Record {
    /// Adds a state.
    pub fn add<const D: usize>(&mut self, scenario: &Scenario, state: &State<D>) {
        match self {
            Record::Table(table) => table.add(&rows(state, single(scenario))),
            Record::Npy(array) => array.add(state),
            Record::Xyz(frames) => frames.add(state),
        }
    }

    fn format(&self) -> &dyn Format {
        match self {
            Record::Table(table) => table,
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
            Record::Table(table) => table.drain(),
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
