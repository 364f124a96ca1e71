//! What a run samples as it goes on: its measures and its trajectory.

use super::plan::{Place, Plan};
use crate::failure::wrong;
use crate::files::{Column, GrowingFile, Position, Record, RecordKind, Rows, Stream, TableFormat, TableKind, Values};
use crate::source::shown;
use quelea::engine::Precision;
use quelea::{Measures, Scenario, State, measure};
use std::path::Path;

/// The files that grow with a run.
pub struct Outputs {
    every: u64,
    measures: Option<Stream<Box<dyn TableFormat>>>,
    record: Option<Stream<Record>>,
}

impl Outputs {
    /// Reserves a place for each file, so that what cannot be written is known before the first step. None is
    /// in its place, and none replaced, before the first sample is in it.
    pub fn open(plan: &Plan, precision: Precision) -> anyhow::Result<Self> {
        let about =
            [("quelea.version", env!("CARGO_PKG_VERSION").to_owned()), ("quelea.scenario", plan.scenario.to_toml())];
        let measures = plan.measures.as_ref().map(|place| match place {
            Place::New(path) => {
                let kind = TableKind::of(path)?;
                Stream::begin(path, plan.force, kind.begin(measure_columns(), &about))
            }
            Place::There(at) => {
                let format = TableKind::of(&at.path)?;
                let file = GrowingFile::reopen(at)?;
                let format = format.go_on(measure_columns(), at);
                Ok(Stream::go_on(file, format.map_err(|error| not_ours(&at.path, &error))?))
            }
        });
        let record = plan.record.as_ref().map(|place| match place {
            Place::New(path) => {
                Stream::begin(path, plan.force, RecordKind::of(path)?.begin(&plan.scenario, precision, &about))
            }
            Place::There(at) => {
                let format = RecordKind::of(&at.path)?;
                let file = GrowingFile::reopen(at)?;
                let format = format.go_on(&plan.scenario, precision, at);
                Ok(Stream::go_on(file, format.map_err(|error| not_ours(&at.path, &error))?))
            }
        });
        Ok(Outputs { every: plan.every, measures: measures.transpose()?, record: record.transpose()? })
    }

    /// Whether this step is sampled.
    pub fn due(&self, step: u64) -> bool {
        (self.measures.is_some() || self.record.is_some()) && step.is_multiple_of(self.every)
    }

    /// Takes a sample, and returns the measures if they were asked for.
    pub fn sample(&mut self, scenario: &Scenario, state: &State) -> anyhow::Result<Option<Measures>> {
        if let Some(record) = &mut self.record {
            record.format.add(state);
            record.commit_if_due()?;
        }
        let Some(stream) = &mut self.measures else { return Ok(None) };
        let measures = measure(scenario, state);
        stream.format.add(&measure_row(state.step, &measures));
        stream.commit_if_due()?;
        Ok(Some(measures))
    }

    /// Puts everything sampled so far into the files, to stay.
    pub fn commit(&mut self) -> anyhow::Result<()> {
        self.measures.as_mut().map_or(Ok(()), |stream| stream.commit(true))?;
        self.record.as_mut().map_or(Ok(()), |stream| stream.commit(true))
    }

    /// Where the files end: of the measures, and of the record.
    pub fn positions(&self) -> anyhow::Result<(Option<Position>, Option<Position>)> {
        let measures = self.measures.as_ref().map(Stream::position).transpose()?;
        Ok((measures, self.record.as_ref().map(Stream::position).transpose()?))
    }
}

fn measure_columns() -> Vec<Column> {
    measure_row(0, &Measures::default()).columns()
}

fn measure_row(step: u64, measures: &Measures) -> Rows {
    let step = ("step".to_owned(), Values::Whole(vec![step as i64]));
    let values = measures.values().map(|(name, value)| (name.to_owned(), Values::Double(vec![value])));
    Rows::new(std::iter::once(step).chain(values).collect())
}

fn not_ours(path: &Path, error: &anyhow::Error) -> anyhow::Error {
    wrong(format!("cannot go on with {}: {error}", shown(path)))
}
