//! The files that grow with a run: measures and trajectory.

use super::plan::{OutputFile, Plan};
use crate::error::user_error;
use crate::files::{
    FileFormat, GrowingFile, Record, RecordFormat, ResumePoint, Stream, Table, TableFormat, TableWriter, Values,
};
use crate::input::quoted;
use quelea::engine::Precision;
use quelea::{Measures, Scenario, State, measure};
use std::path::Path;

/// The files that grow with a run.
pub struct Outputs {
    every: u64,
    measures: Option<Stream<Box<dyn TableWriter>>>,
    record: Option<Stream<Record>>,
}

impl Outputs {
    /// Reserves each file, so that one that cannot be written is refused before the first step. No file is
    /// created or replaced before it has a sample.
    pub fn open(plan: &Plan, precision: Precision) -> anyhow::Result<Self> {
        let (scenario, force) = (&plan.scenario, plan.force);
        let metadata =
            [("quelea.version", env!("CARGO_PKG_VERSION").to_owned()), ("quelea.scenario", scenario.to_toml())];
        let measures = plan.measures.as_ref().map(|file| {
            let format = TableFormat::from_path(file.path())?;
            let fields = || measure_row(scenario, 0, &Measures::default()).fields();
            let create = || format.create(fields(), &metadata);
            open_stream(file, force, create, |point| format.resume(fields(), point))
        });
        let record = plan.record.as_ref().map(|file| {
            let format = RecordFormat::from_path(file.path())?;
            let create = || format.create(scenario, precision, &metadata);
            open_stream(file, force, create, |point| format.resume(scenario, precision, point))
        });
        Ok(Outputs { every: plan.every, measures: measures.transpose()?, record: record.transpose()? })
    }

    /// Whether a step is sampled.
    pub fn is_due(&self, step: u64) -> bool {
        (self.measures.is_some() || self.record.is_some()) && step.is_multiple_of(self.every)
    }

    /// Adds a sample of a flock whose scenario has the scheduled values of its last step, and returns the measures if they are written.
    pub fn sample(&mut self, scenario: &Scenario, state: &State) -> anyhow::Result<Option<Measures>> {
        if let Some(record) = &mut self.record {
            record.format.append(state);
            record.commit_if_due()?;
        }
        let Some(stream) = &mut self.measures else { return Ok(None) };
        let measures = measure(scenario, state);
        stream.format.append(&measure_row(scenario, state.step, &measures));
        stream.commit_if_due()?;
        Ok(Some(measures))
    }

    /// Writes all samples to disk.
    pub fn commit(&mut self) -> anyhow::Result<()> {
        self.measures.as_mut().map_or(Ok(()), |stream| stream.commit(true))?;
        self.record.as_mut().map_or(Ok(()), |stream| stream.commit(true))
    }

    /// Where the measures and the record can be resumed.
    pub fn resume_points(&self) -> anyhow::Result<(Option<ResumePoint>, Option<ResumePoint>)> {
        let measures = self.measures.as_ref().map(Stream::resume_point).transpose()?;
        Ok((measures, self.record.as_ref().map(Stream::resume_point).transpose()?))
    }
}

/// Creates a new file, or reopens the one that the run has written before.
fn open_stream<F: FileFormat>(
    file: &OutputFile,
    force: bool,
    create: impl FnOnce() -> F,
    resume: impl FnOnce(&ResumePoint) -> anyhow::Result<F>,
) -> anyhow::Result<Stream<F>> {
    match file {
        OutputFile::New(path) => Stream::create(path, force, create()),
        OutputFile::Existing(point) => {
            let file = GrowingFile::reopen(point)?;
            let format = resume(point).map_err(|error| cannot_resume(&point.path, &error))?;
            Ok(Stream::resume(file, format))
        }
    }
}

fn cannot_resume(path: &Path, error: &anyhow::Error) -> anyhow::Error {
    user_error(format!("cannot resume {}: {error}", quoted(path)))
}

/// The step, the scheduled parameters and the measures.
fn measure_row(scenario: &Scenario, step: u64, measures: &Measures) -> Table {
    let step = ("step".to_owned(), Values::Integer(vec![step as i64]));
    let scheduled = scenario.scheduled_paths().into_iter().map(|path| {
        let value = scenario.get(path).and_then(|value| value.as_float()).unwrap_or_default();
        (path.to_owned(), Values::Double(vec![value]))
    });
    let values = measures.values().map(|(name, value)| (name.to_owned(), Values::Double(vec![value])));
    Table::new(std::iter::once(step).chain(scheduled).chain(values).collect())
}
