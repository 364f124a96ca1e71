//! What may stand on the command line.

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, Parser, Subcommand};
use quelea::scenario::settings::Engine;
use std::path::PathBuf;

/// Simulates flocks in 2D and 3D
#[derive(Parser)]
#[command(name = "quelea", version, after_help = EXIT_CODES)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

const EXIT_CODES: &str = "Exit codes:
  0  done
  1  failed: no memory, a file cannot be written, …
  2  wrong usage, a wrong scenario or a wrong input file: change it and try again";

/// What the program can do.
#[derive(Subcommand)]
pub enum Command {
    /// Run a scenario and measure the flock at the end
    Run(Order),
    /// Serve the studio: flocks in the browser, on this machine alone unless told otherwise
    #[cfg(feature = "studio")]
    Studio(crate::studio::arguments::Stage),
    /// Draw a flock: a picture of its last state, or a moving picture of its run
    #[cfg(feature = "render")]
    Render(crate::render::arguments::Order),
    /// Measure how fast flocks step on this machine
    Bench(crate::bench::Order),
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
    /// A preset's name or the path of a scenario file in TOML
    #[arg(default_value = "p5")]
    pub scenario: String,
    /// Change a parameter, such as `--set separation.radius=30`; may be repeated
    #[arg(long, value_name = "PATH=VALUE")]
    pub set: Vec<String>,
    /// How many steps to do [default: the scenario's]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub steps: Option<u64>,
    /// The seed that all random numbers follow from [default: the scenario's]
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// How many threads to use; the result is the same [default: one per core]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Which engine steps the flock [default: the scenario's]
    #[arg(long, value_name = "ENGINE", value_parser = engines())]
    pub engine: Option<String>,
    /// Start from this table (CSV with id,x,y[,z],vx,vy[,vz]) instead of a made one
    #[arg(long, value_name = "FILE.csv")]
    pub start: Option<PathBuf>,
    /// Write the last state as such a table
    #[arg(long, value_name = "FILE.csv")]
    pub state_out: Option<PathBuf>,
    /// Let --state-out replace a file
    #[arg(long)]
    pub force: bool,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
}

pub fn engines() -> PossibleValuesParser {
    Engine::CHOICES.iter().map(|(word, meaning)| PossibleValue::new(*word).help(meaning.trim())).into()
}
