//! What may stand on the command line.

use crate::numbers;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use quelea::EngineName;
use std::path::PathBuf;

/// Simulates flocks in 2D and 3D
#[derive(Parser)]
#[command(name = "quelea", version, after_help = EXIT_CODES)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

impl Arguments {
    /// Those that the program was called with. Wrong usage ends it here, with exit code 2.
    pub fn read() -> Self {
        let found = with_negative_numbers(Self::command()).get_matches();
        Self::from_arg_matches(&found).unwrap_or_else(|error| error.exit())
    }
}

/// Lets a number below 0 follow any option: its own parser says what is allowed, and nobody is told to write
/// `-- -1`.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    command.mut_subcommands(with_negative_numbers).mut_args(|argument| match argument.get_action().takes_values() {
        true => argument.allow_negative_numbers(true),
        false => argument,
    })
}

const EXIT_CODES: &str = "Exit codes:
  0  done
  1  failed: no memory, a file cannot be written, …
  2  wrong usage, a wrong scenario or a wrong input file: change it and try again
  130  stopped by Ctrl-C or a signal; runs and sweeps are saved, and go on";

/// What the program can do.
#[derive(Subcommand)]
pub enum Command {
    /// Run a scenario and measure the flock at the end
    Run(Order),
    /// Run every combination of some parameters, and measure each flock
    Sweep(SweepOrder),
    /// Draw the measures of a run or a sweep
    Plot(PlotOrder),
    /// Measure how fast flocks step on this machine
    Bench(crate::bench::Order),
    /// Repeat the experiments of a paper, and go beyond them
    Paper {
        /// Which paper
        #[command(subcommand)]
        paper: crate::paper::Paper,
    },
    /// Serve the studio: flocks in the browser, on this machine alone unless told otherwise
    #[cfg(feature = "studio")]
    Studio(crate::studio::arguments::Stage),
    /// Draw a flock: a picture of its last state, or a moving picture of its run
    #[cfg(feature = "render")]
    Render(crate::render::arguments::Order),
    /// List the presets
    Presets,
    /// Print a preset's file, with its comments
    Show {
        /// The preset's name; see `quelea presets`
        preset: String,
    },
    /// Say whether a scenario is valid, and if not, everything that is wrong with it
    Check {
        /// A scenario file in TOML, or a preset's name
        scenario: String,
    },
    /// List the parameters: what each means, takes and defaults to
    Describe {
        /// A section or one parameter, such as `separation` or `separation.radius`; all if left out
        path: Option<String>,
        /// Print a JSON list, with ranges and choices
        #[arg(long)]
        json: bool,
    },
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

/// A run as it was typed.
#[derive(Args)]
pub struct Order {
    /// A preset's name or the path of a scenario file in TOML [default: p5]
    pub scenario: Option<String>,
    /// Change a parameter, such as `--set separation.radius=30`; may be repeated
    #[arg(long, value_name = "PATH=VALUE", value_parser = change)]
    pub set: Vec<String>,
    /// How many steps to do [default: the scenario's]
    #[arg(long, value_name = "N", value_parser = numbers::steps)]
    pub steps: Option<u64>,
    /// The seed that all random numbers follow from [default: the scenario's]
    #[arg(long, value_name = "S", value_parser = numbers::seed)]
    pub seed: Option<u64>,
    /// How many threads to use; the result is the same [default: one per core]
    #[arg(long, value_name = "T", value_parser = numbers::threads)]
    pub threads: Option<u16>,
    /// Which engine steps the flock [default: the scenario's]
    #[arg(long, value_name = "ENGINE", value_parser = engines())]
    pub engine: Option<String>,
    /// Start from this table (CSV with id,x,y[,z],vx,vy[,vz]) instead of a made one
    #[arg(long, value_name = "FILE.csv")]
    pub start: Option<PathBuf>,
    /// The number of steps that were done before the table given with --start [default: 0]
    #[arg(long, value_name = "N", requires = "start", value_parser = numbers::steps)]
    pub start_step: Option<u64>,
    /// Write the last state as such a table
    #[arg(long, value_name = "FILE.csv")]
    pub state_out: Option<PathBuf>,
    /// Write the measures of every sampled step as a table: .csv or .parquet
    #[arg(long, value_name = "FILE")]
    pub measures: Option<PathBuf>,
    /// Write where every boid is in every sampled step: .parquet, .csv, .npy or .xyz
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Sample every K steps [default: 1]
    #[arg(long, value_name = "K", value_parser = numbers::stride)]
    pub every: Option<u64>,
    /// Save the whole run here as it goes on, so that it can be resumed
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// Save it every K steps [default: every minute]
    #[arg(long, value_name = "K", value_parser = numbers::stride)]
    pub checkpoint_every: Option<u64>,
    /// Go on with the run that was saved here, and with its files
    #[arg(long, value_name = "FILE", conflicts_with_all = ["set", "seed", "engine", "start", "start_step"])]
    pub resume: Option<PathBuf>,
    /// Replace files that exist
    #[arg(long)]
    pub force: bool,
    /// Print errors only
    #[arg(long, short)]
    pub quiet: bool,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// A sweep as it was typed.
#[derive(Args)]
pub struct SweepOrder {
    /// A preset's name or the path of a scenario file in TOML
    pub scenario: String,
    /// Vary a parameter: `path=FROM:TO:COUNT`, `path=FROM:TO:COUNT:log` or `path=A,B,…`; may be repeated
    #[arg(long, value_name = "PATH=VALUES", required = true)]
    pub vary: Vec<String>,
    /// Where the table goes: .csv or .parquet
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Change a parameter in every run, such as `--set boids=500`; may be repeated
    #[arg(long, value_name = "PATH=VALUE", value_parser = change)]
    pub set: Vec<String>,
    /// How many runs of each combination, with the scenario's seed and those after it
    #[arg(long, value_name = "R", default_value_t = 1, value_parser = numbers::whole(1u64, 1_000_000))]
    pub repeats: u64,
    /// How many steps each run takes [default: the scenario's]
    #[arg(long, value_name = "N", value_parser = numbers::steps)]
    pub steps: Option<u64>,
    /// What to measure, such as `polarisation,clusters`; may be repeated [default: all]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub measure: Vec<String>,
    /// Measure the mean over the last L steps instead of the last state alone
    #[arg(long, value_name = "L", default_value_t = 1, value_parser = numbers::stride)]
    pub average: u64,
    /// Of the steps to average over, measure every K-th
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = numbers::stride)]
    pub every: u64,
    /// Do the I-th of N shares of the runs, for job arrays; each share needs an --out of its own
    #[arg(long, value_name = "I/N")]
    pub part: Option<String>,
    /// Draw the table: .svg or .png
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,
    /// How many runs at once; the result is the same [default: one per core]
    #[arg(long, value_name = "T", value_parser = numbers::threads)]
    pub threads: Option<u16>,
    /// Replace files that exist
    #[arg(long)]
    pub force: bool,
    /// Print errors only
    #[arg(long, short)]
    pub quiet: bool,
    /// Print a summary as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// A plot as it was typed.
#[derive(Args)]
pub struct PlotOrder {
    /// The measures of a run, or the table of a sweep; several are put together: .csv or .parquet
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Where the picture goes: .svg or .png [default: the first file's name with .svg]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// What to draw, such as `polarisation,clusters`; may be repeated [default: all]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub measure: Vec<String>,
    /// The varied parameter along the horizontal axis [default: the first]
    #[arg(long, value_name = "PATH")]
    pub x: Option<String>,
    /// The varied parameter along the vertical axis of a heat map [default: the second]
    #[arg(long, value_name = "PATH")]
    pub y: Option<String>,
    /// The picture's width and height in pixels [default: by the number of panels]
    #[arg(long, value_name = "WIDTHxHEIGHT", allow_hyphen_values = true)]
    pub size: Option<String>,
    /// Replace a picture that exists
    #[arg(long)]
    pub force: bool,
}

/// A change of a parameter; whether there is such a one, and what it takes, is seen with the scenario.
pub fn change(text: &str) -> Result<String, String> {
    match text.split_once('=') {
        Some((path, _)) if path.trim().is_empty() => {
            Err("there is no parameter before `=`; allowed: PATH=VALUE, such as separation.radius=30".to_owned())
        }
        _ => Ok(text.to_owned()),
    }
}

pub fn engines() -> PossibleValuesParser {
    EngineName::known().iter().map(|(word, meaning)| PossibleValue::new(*word).help(meaning.trim())).into()
}
