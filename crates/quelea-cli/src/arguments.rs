//! The command line: the commands, and the value parsers they share.

use crate::output::escape_control;
use crate::progress::ProgressForm;
use crate::suggestion::did_you_mean;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use quelea::EngineName;
use std::io::Write;

/// Simulates flocks in 2D and 3D
#[derive(Parser)]
#[command(name = "quelea", version, long_version = crate::version::long(), after_help = EXIT_CODES)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

impl Arguments {
    /// Parses the command line. On a usage error the program ends here, with exit code 2.
    pub fn parse_or_exit() -> Self {
        let command = allow_negative_numbers(Self::command());
        let matches = command.clone().try_get_matches().unwrap_or_else(|error| {
            if let Some(message) = unknown_subcommand(&command, &error) {
                let _ = writeln!(std::io::stderr(), "{}", escape_control(&message));
                std::process::exit(2);
            }
            error.exit()
        });
        Self::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
    }
}

/// The message for a command or a paper that does not exist: clap's own does not list those that do.
fn unknown_subcommand(command: &clap::Command, error: &clap::Error) -> Option<String> {
    let (ErrorKind::InvalidSubcommand, Some(ContextValue::String(typed))) =
        (error.kind(), error.get(ContextKind::InvalidSubcommand))
    else {
        return None;
    };
    let parents = std::env::args_os().skip(1).take_while(|word| word != typed.as_str());
    let parent = parents.fold(command, |parent, word| parent.find_subcommand(&word).unwrap_or(parent));
    let names: Vec<&str> =
        parent.get_subcommands().filter(|command| !command.is_hide_set()).map(|c| c.get_name()).collect();
    let kind = if parent.get_name() == "paper" { "paper" } else { "command" };
    let hint = did_you_mean(typed, names.iter().copied());
    Some(format!("error: `{typed}` is not a {kind}{hint}\n  allowed: {}", names.join(", ")))
}

/// Lets every option take a negative number, so that its own parser explains what is allowed instead of clap
/// suggesting `-- -1`.
fn allow_negative_numbers(command: clap::Command) -> clap::Command {
    command.mut_subcommands(allow_negative_numbers).mut_args(|argument| match argument.get_action().takes_values() {
        true => argument.allow_negative_numbers(true),
        false => argument,
    })
}

const EXIT_CODES: &str = "Exit codes:
  0  success
  1  failure: out of memory, a file cannot be written, …
  2  invalid usage, scenario or input file: correct it and try again
  130  interrupted by Ctrl-C; runs and sweeps are saved and can be resumed
  128 + N  the same by signal N: 129 SIGHUP, 138 SIGUSR1, 140 SIGUSR2, 143 SIGTERM, 152 SIGXCPU";

/// What the program can do.
#[derive(Subcommand)]
pub enum Command {
    /// Run a scenario and measure the final flock
    Run(crate::run::arguments::RunArgs),
    /// Run all combinations of parameter values and measure each flock
    Sweep(crate::sweep::arguments::SweepArgs),
    /// Plot the measures of a run or a sweep
    Plot(crate::plot::arguments::PlotArgs),
    /// Measure a trajectory from a file, whoever made it
    Measure(crate::measure::arguments::MeasureArgs),
    /// Measure how fast flocks step on this machine
    Bench(crate::bench::arguments::BenchArgs),
    /// Reproduce and extend the experiments of a paper
    Paper {
        /// Which paper
        #[command(subcommand)]
        paper: crate::paper::arguments::Paper,
    },
    /// Serve the studio: flocks in the browser
    #[cfg(feature = "studio")]
    Studio(crate::studio::arguments::StudioArgs),
    /// Serve the studio: flocks in the browser (not in this build)
    #[cfg(not(feature = "studio"))]
    Studio(crate::feature::Unavailable),
    /// Render a picture or a video of a flock
    #[cfg(feature = "render")]
    Render(crate::render::arguments::RenderArgs),
    /// Render a picture or a video of a flock (not in this build)
    #[cfg(not(feature = "render"))]
    Render(crate::feature::Unavailable),
    /// List the presets by group
    Presets(crate::presets::PresetsArgs),
    /// Print the file of a preset, with its comments
    Show {
        /// Name of the preset; see `quelea presets`
        preset: String,
    },
    /// Check a scenario and list everything that is wrong with it
    Check(crate::check::CheckArgs),
    /// Describe the parameters: meaning, values, default
    Describe(crate::describe::DescribeArgs),
    /// Print a shell completion script
    Completions {
        /// The shell
        #[arg(value_parser = PossibleValuesParser::new(crate::completions::shells()))]
        shell: String,
    },
    /// Print the manual page, or write one for each command
    Man(crate::man::ManArgs),
}

/// What a run or a sweep may replace, and how it reports.
#[derive(Args, Default)]
pub struct OutputArgs {
    /// Replace existing files
    #[arg(long)]
    pub force: bool,
    /// Print errors and warnings only
    #[arg(long, short)]
    quiet: bool,
    /// Print the result as a JSON object
    #[arg(long)]
    json: bool,
}

/// The form of a report.
pub enum ReportForm {
    Text,
    Json,
    Nothing,
}

impl OutputArgs {
    pub fn report_form(&self) -> ReportForm {
        match (self.json, self.quiet) {
            (true, _) => ReportForm::Json,
            (false, true) => ReportForm::Nothing,
            (false, false) => ReportForm::Text,
        }
    }

    /// How progress is shown if it was asked for in this form.
    pub fn progress_form(&self, asked: &ProgressArgs) -> ProgressForm {
        match self.json && !self.quiet && asked.progress.is_none() {
            true => ProgressForm::None,
            false => asked.form(self.quiet),
        }
    }
}

/// How progress is shown.
#[derive(Args, Default)]
pub struct ProgressArgs {
    /// How to show progress [default: auto]
    #[arg(long, value_name = "FORM")]
    progress: Option<ProgressForm>,
}

impl ProgressArgs {
    pub fn form(&self, quiet: bool) -> ProgressForm {
        match quiet {
            true => ProgressForm::None,
            false => self.progress.unwrap_or_else(ProgressForm::from_environment),
        }
    }
}

/// Parses `PATH=VALUE`. Only the form is checked here: whether the parameter exists and takes the value depends
/// on the scenario.
pub fn path_and_value(text: &str) -> Result<String, String> {
    match text.split_once('=') {
        Some((path, _)) if path.trim().is_empty() => {
            Err("there is no parameter before `=`; allowed: PATH=VALUE, such as separation.radius=30".to_owned())
        }
        _ => Ok(text.to_owned()),
    }
}

/// Parses the name of a registered engine.
pub fn engine_names() -> PossibleValuesParser {
    EngineName::known().iter().map(|(name, description)| PossibleValue::new(*name).help(description.trim())).into()
}
