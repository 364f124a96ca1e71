//! The arguments of `quelea sweep`.

use crate::arguments::{OutputArgs, ProgressArgs, engine_names, path_and_value};
use crate::numbers;
use clap::Args;
use quelea::model::settings::Schedule;
use std::path::PathBuf;

/// A sweep as it was typed.
#[derive(Args)]
pub struct SweepArgs {
    /// Preset name or path of a TOML scenario file
    pub scenario: String,
    /// Vary a parameter: `path=FROM:TO:COUNT`, `path=FROM:TO:COUNT:log` or `path=A,B,…`; repeatable. `quelea describe`
    /// lists all parameters
    #[arg(long, value_name = "PATH=VALUES", required = true)]
    pub vary: Vec<String>,
    /// Table to write: .csv or .parquet
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Set a parameter in every run, such as `--set boids=500`; repeatable. `quelea describe` lists all parameters
    #[arg(long, value_name = "PATH=VALUE", value_parser = path_and_value)]
    pub set: Vec<String>,
    /// Engine of every run [default: that of the scenario]
    #[arg(long, value_name = "ENGINE", value_parser = engine_names())]
    pub engine: Option<String>,
    /// Change a parameter during every run, with a plateau every EVERY steps: `noise.strength=0:2:500`, or
    /// `noise.strength=0:2:500:back` for there and back again; repeatable
    #[arg(long, value_name = "PATH=FROM:TO:EVERY[:back]")]
    pub ramp: Vec<Schedule>,
    /// Number of runs per combination, with consecutive seeds
    #[arg(long, value_name = "R", default_value_t = 1, value_parser = numbers::integer(1u64, 1_000_000))]
    pub repeats: u64,
    /// Number of steps per run [default: from the scenario]
    #[arg(long, value_name = "N", value_parser = numbers::steps)]
    pub steps: Option<u64>,
    /// Measures to write, such as `polarisation,clusters` or, with --average, `polarisation:susceptibility` and
    /// `polarisation:binder`; repeatable [default: all]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub measure: Vec<String>,
    /// Average the measures over the last L steps instead of using the final state alone
    #[arg(long, value_name = "L", default_value_t = 1, value_parser = numbers::stride)]
    pub average: u64,
    /// Measure every K-th of the averaged steps
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = numbers::stride)]
    pub every: u64,
    /// Folder for the measures of each run over time: a table per run, in the format of --out
    #[arg(long, value_name = "FOLDER")]
    pub series: Option<PathBuf>,
    /// Steps between two rows of these tables [default: 1]
    #[arg(long, value_name = "K", requires = "series", value_parser = numbers::stride)]
    pub series_every: Option<u64>,
    /// Do part I of N of the runs, for job arrays; each part needs its own --out
    #[arg(long, alias = "share", value_name = "I/N")]
    pub part: Option<String>,
    /// Plot the table: .svg or .png
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,
    /// Number of runs at the same time; does not change the result [default: one per core]
    #[arg(long, value_name = "T", value_parser = numbers::threads)]
    pub threads: Option<u16>,
    #[command(flatten)]
    pub progress: ProgressArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}
