//! What grows with a run: measures and trajectory, as files or as streams.

use super::output_file::OutputFile;
use super::plan::Plan;
use crate::error::{is_reader_gone, user_error};
use crate::files::{
    FileFormat, GrowingFile, MeasuresFormat, Record, RecordColumns, RecordFormat, RecordedRun, ResumePoint, Stream,
    TableWriter,
};
use crate::input::quoted;
use crate::measure_row::measure_row;
use quelea::measures::encounters::{Encounters, anyone_hunts};
use quelea::{Measures, Scenario, Simulation, State, measure};
use std::path::Path;

/// What grows with a run.
pub struct Outputs {
    every: u64,
    measures: Option<Stream<Box<dyn TableWriter>>>,
    record: Option<Stream<Record>>,
    /// Why there is no use in going on: a stream that nobody reads any more.
    unread: Option<String>,
}

impl Outputs {
    /// Reserves each file, so that one that cannot be written is refused before the first step. No file is
    /// created or replaced, and no stream opened, before it has a sample.
    pub fn open(plan: &Plan, simulation: &Simulation) -> anyhow::Result<Self> {
        let (scenario, force) = (&plan.scenario, plan.force);
        let metadata =
            [("quelea.version", env!("CARGO_PKG_VERSION").to_owned()), ("quelea.scenario", scenario.to_toml())];
        let measures = plan.measures.as_ref().map(|file| {
            let format = MeasuresFormat::new(file.path(), plan.stream_format)?;
            let encounters = anyone_hunts(scenario).then(|| Encounters::new(scenario));
            let fields = || measure_row(scenario, 0, &Measures::default(), encounters.as_ref()).fields();
            let create = || Ok(format.create(fields(), &metadata));
            open_stream(file, force, create, |point| format.resume(fields(), point))
        });
        let record = plan.record.as_ref().map(|file| {
            let format = RecordFormat::new(file.path(), plan.stream_format)?;
            let run = RecordedRun {
                scenario,
                precision: simulation.info().precision,
                columns: plan.columns.unwrap_or(RecordColumns::default_for(format)),
                every: plan.every,
                species: &simulation.state().species,
            };
            let create = || format.create(&run, &plan.name, &metadata);
            open_stream(file, force, create, |point| format.resume(&run, point))
        });
        Ok(Outputs { every: plan.every, measures: measures.transpose()?, record: record.transpose()?, unread: None })
    }

    /// Of how many steps one is sampled; `None` if none is.
    pub fn every(&self) -> Option<u64> {
        (self.measures.is_some() || self.record.is_some()).then_some(self.every)
    }

    /// Adds a sample of a flock whose scenario has the scheduled values of its last step, and returns the measures if
    /// they are written.
    pub fn sample(
        &mut self,
        scenario: &Scenario,
        state: &State,
        encounters: Option<&Encounters>,
    ) -> anyhow::Result<Option<Measures>> {
        if let Some(record) = &mut self.record {
            record.format.append(state);
            let written = record.commit_if_due();
            self.check_reader(written)?;
        }
        let Some(stream) = &mut self.measures else { return Ok(None) };
        let measures = measure(scenario, state);
        stream.format.append(&measure_row(scenario, state.step, &measures, encounters));
        let written = stream.commit_if_due();
        self.check_reader(written)?;
        Ok(Some(measures))
    }

    /// Remembers that a reader has gone, which ends the run but is no error of it.
    fn check_reader(&mut self, written: anyhow::Result<()>) -> anyhow::Result<()> {
        match written {
            Err(error) if is_reader_gone(&error) => {
                self.unread = Some(error.to_string());
                Ok(())
            }
            written => written,
        }
    }

    /// Which stream nobody reads any more, as a sentence.
    pub fn unread(&self) -> Option<&str> {
        self.unread.as_deref()
    }

    /// Writes all samples to disk.
    pub fn commit(&mut self) -> anyhow::Result<()> {
        let measures = self.measures.as_mut().map_or(Ok(()), |stream| stream.commit(true));
        self.check_reader(measures)?;
        let record = self.record.as_mut().map_or(Ok(()), |stream| stream.commit(true));
        self.check_reader(record)
    }

    /// Where the measures and the record can be resumed.
    pub fn resume_points(&self) -> anyhow::Result<(Option<ResumePoint>, Option<ResumePoint>)> {
        let measures = self.measures.as_ref().map(Stream::resume_point).transpose()?;
        let record = self.record.as_ref().map(Stream::resume_point).transpose()?;
        Ok((measures.flatten(), record.flatten()))
    }
}

/// Creates a new file, or reopens the one that the run has written before.
pub fn open_stream<F: FileFormat>(
    file: &OutputFile,
    force: bool,
    create: impl FnOnce() -> anyhow::Result<F>,
    resume: impl FnOnce(&ResumePoint) -> anyhow::Result<F>,
) -> anyhow::Result<Stream<F>> {
    match file {
        OutputFile::New(path) => Stream::create(path, force, create()?),
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
