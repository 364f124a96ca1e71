//! The arguments of `quelea run`.

use crate::arguments::{OutputArgs, ProgressArgs, engine_names, path_and_value};
use crate::files::{RecordColumn, StreamFormat};
use crate::numbers;
use clap::Args;
use quelea::model::settings::Schedule;
use std::path::PathBuf;

/// A run as it was typed.
#[derive(Args)]
pub struct RunArgs {
    /// Preset name or path of a TOML scenario file [default: p5]
    pub scenario: Option<String>,
    /// Set a parameter, such as `--set separation.radius=30`; repeatable. `quelea describe` lists all parameters
    #[arg(long, value_name = "PATH=VALUE", value_parser = path_and_value)]
    pub set: Vec<String>,
    /// Change a parameter during the run, with a plateau every EVERY steps: `noise.strength=0:2:500`, or
    /// `noise.strength=0:2:500:back` for there and back again; repeatable
    #[arg(long, value_name = "PATH=FROM:TO:EVERY[:back]")]
    pub ramp: Vec<Schedule>,
    /// Number of boids of the first species [default: from the scenario]
    #[arg(long, value_name = "N", value_parser = numbers::boids)]
    pub boids: Option<u64>,
    /// Number of steps [default: from the scenario]
    #[arg(long, value_name = "N", value_parser = numbers::steps)]
    pub steps: Option<u64>,
    /// Seed of all random numbers [default: from the scenario]
    #[arg(long, value_name = "S", value_parser = numbers::seed)]
    pub seed: Option<u64>,
    /// Number of threads; does not change the result [default: one per core]
    #[arg(long, value_name = "T", value_parser = numbers::threads)]
    pub threads: Option<u16>,
    /// Engine that steps the flock [default: from the scenario]
    #[arg(long, value_name = "ENGINE", value_parser = engine_names())]
    pub engine: Option<String>,
    /// Start from a table (CSV with id,x,y[,z],vx,vy[,vz]) instead of the initial state of the scenario
    #[arg(long, value_name = "FILE.csv")]
    pub start: Option<PathBuf>,
    /// Number of steps done before the table of --start [default: 0]
    #[arg(long, value_name = "N", requires = "start", value_parser = numbers::steps)]
    pub start_step: Option<u64>,
    /// Write the final state as a table
    #[arg(long, value_name = "FILE.csv")]
    pub state_out: Option<PathBuf>,
    /// Write the measures of each sampled step: .csv, .parquet or .ndjson; `-` streams them to the standard output
    #[arg(long, value_name = "FILE")]
    pub measures: Option<PathBuf>,
    /// Write position and velocity of every boid in each sampled step: .parquet, .csv, .ndjson, .npy or .xyz; `-`
    /// streams them to the standard output, and the report goes to the standard error
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// What the record holds of each boid, separated by commas [default: both; .npy: positions]
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',')]
    pub columns: Vec<RecordColumn>,
    /// Format of a stream (`-`, a FIFO or a device) without an extension [default: ndjson]
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<StreamFormat>,
    /// Sample every K steps [default: 1]
    #[arg(long, value_name = "K", value_parser = numbers::stride)]
    pub every: Option<u64>,
    /// Save checkpoints from which the run can be resumed
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// Save a checkpoint every K steps [default: every minute]
    #[arg(long, value_name = "K", value_parser = numbers::stride)]
    pub checkpoint_every: Option<u64>,
    /// Resume a run from its checkpoint and continue its files
    #[arg(long, value_name = "FILE", conflicts_with_all = ["set", "ramp", "seed", "engine", "start", "start_step"])]
    pub resume: Option<PathBuf>,
    #[command(flatten)]
    pub progress: ProgressArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}
