//! Sweeps and measurements for other programs: from data in memory to data in memory.

use crate::arguments::{OutputArgs, ProgressArgs};
use crate::files::Table;
pub use crate::files::Values;
use crate::measure;
use crate::measure::arguments::{Format, MeasureArgs, Plots, SpaceKind};
use crate::measure_row::measure_row;
use crate::source::Source;
use crate::sweep::arguments::SweepArgs;
use crate::sweep::plan::{Outcome, Plan};
use crate::sweep::vary::Vary;
use crate::sweep::workers;
use quelea::measures::encounters::Encounters;
use quelea::{Measures, Scenario, Simulation};
use std::path::PathBuf;

/// The name and the values of each column of a table.
pub type Columns = Vec<(String, Values)>;

/// What a sweep does.
#[derive(Clone, Debug, Default)]
pub struct SweepSettings {
    /// What errors call the scenario.
    pub file: String,
    /// The scenario as TOML.
    pub scenario: String,
    /// The varied parameters, with their values as in a scenario file. The first changes slowest.
    pub varied: Vec<(String, Vec<String>)>,
    /// The seeds with which each combination is run, at least one. They change fastest.
    pub seeds: Vec<u64>,
    /// The measures to keep, such as `polarisation` or `polarisation:binder`; all if there are none.
    pub measures: Vec<String>,
    /// The number of final steps over which measures are averaged, from 1.
    pub average: u64,
    /// Every how many of these steps is measured, from 1.
    pub every: u64,
}

/// A sweep: the same runs, with the same results, as `quelea sweep`.
pub struct Sweep {
    plan: Plan,
}

impl Sweep {
    /// Checks the scenario of every combination.
    pub fn new(settings: &SweepSettings) -> anyhow::Result<Self> {
        let source = Source::from_text(&settings.file, settings.scenario.clone());
        let texts = settings.seeds.iter().map(u64::to_string).collect();
        let varied = settings.varied.iter().cloned().chain([("seed".to_owned(), texts)]);
        let varied = varied.map(|(path, values)| Vary { path, values }).collect();
        let arguments = SweepArgs {
            scenario: String::new(),
            vary: Vec::new(),
            out: PathBuf::new(),
            set: Vec::new(),
            engine: None,
            ramp: Vec::new(),
            repeats: 1,
            steps: None,
            measure: settings.measures.clone(),
            average: settings.average,
            every: settings.every,
            series: None,
            series_every: None,
            part: None,
            plot: None,
            threads: None,
            progress: ProgressArgs::default(),
            output: OutputArgs::default(),
        };
        Ok(Sweep { plan: Plan::from_source(source, varied, &arguments)? })
    }

    /// The number of runs.
    pub fn len(&self) -> u64 {
        self.plan.combinations() * self.plan.repeats
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A number that two sweeps share only if they do the same runs and keep the same measures.
    pub fn fingerprint(&self) -> u64 {
        self.plan.fingerprint()
    }

    /// What was asked for and has no effect.
    pub fn warnings(&self) -> &[String] {
        self.plan.warnings.as_list()
    }

    /// The scenario of a run.
    pub fn scenario(&self, run: u64) -> anyhow::Result<Scenario> {
        self.plan.scenario(run)
    }

    /// The row of a run without results: its number, the varied values and the seed. Numbers that were not measured
    /// are NaN, and the hash is 0.
    pub fn unfinished_row(&self, run: u64) -> Columns {
        let measures = vec![f64::NAN; self.plan.measure_columns().len()];
        self.plan.table(&[(run, Outcome { measures, state_hash: 0 })]).into_columns()
    }

    /// Does one run on the caller's thread. Returns its row of the table and its flock; `None` if `stop` ended it.
    pub fn run(&self, run: u64, stop: &(dyn Fn() -> bool + Sync)) -> anyhow::Result<Option<(Columns, Simulation)>> {
        let finished = workers::finish(&self.plan, run, stop)?;
        Ok(finished.map(|(outcome, flock)| (self.plan.table(&[(run, outcome)]).into_columns(), flock)))
    }
}

/// The measures of one flock over time.
#[derive(Clone, Debug, Default)]
pub struct MeasureSeries {
    table: Option<Table>,
}

impl MeasureSeries {
    /// Adds a row: the step, scheduled parameters, all measures, and encounters if they are counted.
    pub fn add(&mut self, scenario: &Scenario, step: u64, measures: &Measures, encounters: Option<&Encounters>) {
        let row = measure_row(scenario, step, measures, encounters);
        match &mut self.table {
            Some(table) => table.append(&row),
            None => self.table = Some(row),
        }
    }

    /// The rows so far; no columns if there are none.
    pub fn into_columns(self) -> Columns {
        self.table.map(Table::into_columns).unwrap_or_default()
    }
}

/// How a trajectory is measured.
#[derive(Clone, Debug)]
pub struct TrajectorySettings {
    /// Frames per unit of time; needed if the table has neither velocities nor times.
    pub frame_rate: Option<f64>,
    /// The size of the torus, a number per axis; empty for an open space.
    pub size: Vec<f64>,
    /// The number of nearest neighbours whose overlap is followed, from 1.
    pub neighbours: u32,
    /// The distance within which boids are linked to clusters; `None` to measure no clusters.
    pub radius: Option<f64>,
    /// The largest distance of g(r) and C(r); `None` to choose one.
    pub distance: Option<f64>,
    /// The number of bins of g(r) and C(r), from 1.
    pub bins: u32,
    /// The longest directional delay, in frames; `None` to choose one.
    pub max_delay: Option<u32>,
}

impl Default for TrajectorySettings {
    fn default() -> Self {
        TrajectorySettings {
            frame_rate: None,
            size: Vec::new(),
            neighbours: 7,
            radius: None,
            distance: None,
            bins: 50,
            max_delay: None,
        }
    }
}

/// Measures a trajectory as `quelea measure` does. It has the columns frame (or step, or time), id, x, y[, z] and
/// perhaps vx, vy[, vz]. Returns the name and the columns of every table.
pub fn measure_trajectory(
    columns: Columns,
    settings: &TrajectorySettings,
) -> anyhow::Result<Vec<(&'static str, Columns)>> {
    let TrajectorySettings { frame_rate, ref size, neighbours, radius, distance, bins, max_delay } = *settings;
    let arguments = MeasureArgs {
        file: PathBuf::new(),
        frame_rate,
        space: if size.is_empty() { SpaceKind::Open } else { SpaceKind::Torus },
        size: size.clone(),
        neighbours,
        radius,
        distance,
        bins,
        max_delay,
        out: None,
        format: Format::Csv,
        plots: Plots::None,
        output: OutputArgs::default(),
    };
    let tables = measure::measure_table(&Table::new(columns), &arguments)?;
    Ok(tables.into_iter().map(|(name, table)| (name, table.into_columns())).collect())
}
