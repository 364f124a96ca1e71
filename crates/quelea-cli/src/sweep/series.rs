//! The measures of each run of a sweep over time: a table per run in one folder.

use super::arguments::SweepArgs;
use super::plan::Plan;
use crate::atomic_file::{refuse_existing, replace};
use crate::files::{Table, TableFormat};
use crate::input::quoted;
use crate::measure_row::measure_row;
use anyhow::Context;
use quelea::measures::encounters::Encounters;
use quelea::{Scenario, Simulation};
use std::path::PathBuf;

/// Where the tables go, and how often a run is measured for them.
#[derive(Clone, Debug)]
pub struct Series {
    folder: PathBuf,
    format: TableFormat,
    pub every: u64,
    /// The number of digits of the last run.
    digits: usize,
}

impl Series {
    /// What the arguments ask for. The tables have the format of the table of the sweep.
    pub fn new(arguments: &SweepArgs, runs: u64) -> anyhow::Result<Option<Self>> {
        let Some(folder) = arguments.series.clone() else { return Ok(None) };
        let format = TableFormat::from_path(&arguments.out)?;
        let digits = runs.saturating_sub(1).to_string().len();
        Ok(Some(Series { folder, format, every: arguments.series_every.unwrap_or(1), digits }))
    }

    fn path(&self, run: u64) -> PathBuf {
        let digits = self.digits;
        self.folder.join(format!("run-{run:0digits$}.{}", self.format.extension()))
    }

    /// Makes the folder. Tables of runs that are to be done must not be there yet, unless `force` allows to replace
    /// them.
    pub fn prepare(&self, runs: &[u64], force: bool) -> anyhow::Result<()> {
        for run in runs {
            refuse_existing(&self.path(*run), force)?;
        }
        std::fs::create_dir_all(&self.folder)
            .with_context(|| format!("cannot make the folder {}", quoted(&self.folder)))
    }
}

/// The table of one run while it grows.
pub struct RunSeries<'a> {
    series: &'a Series,
    run: u64,
    table: Option<Table>,
}

impl<'a> RunSeries<'a> {
    pub fn new(plan: &'a Plan, run: u64) -> Option<Self> {
        Some(RunSeries { series: plan.series.as_ref()?, run, table: None })
    }

    /// Adds a row if it is due, and always for the last step.
    pub fn add(&mut self, simulation: &Simulation, encounters: Option<&Encounters>, is_last: bool) {
        let step = simulation.steps();
        if !step.is_multiple_of(self.series.every) && !is_last {
            return;
        }
        let row = measure_row(simulation.scenario(), step, &simulation.measure(), encounters);
        match &mut self.table {
            Some(table) => table.append(&row),
            None => self.table = Some(row),
        }
    }

    /// Writes the table.
    pub fn write(self, scenario: &Scenario) -> anyhow::Result<()> {
        let Some(table) = self.table else { return Ok(()) };
        let metadata =
            [("quelea.version", env!("CARGO_PKG_VERSION").to_owned()), ("quelea.scenario", scenario.to_toml())];
        replace(&self.series.path(self.run), &self.series.format.encode(&table, &metadata)?)
    }
}
