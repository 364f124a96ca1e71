//! The program `quelea`, as a library.
//!
//! [`program`] is the program. [`embedded`] is what other programs use of it: sweeps and measurements without files and
//! without a command line. The Python package is made with it. For flocks, use the crate `quelea`.

mod arguments;
mod atomic_file;
mod bench;
mod check;
mod completions;
mod describe;
#[cfg(any(feature = "gpu", feature = "render"))]
mod driver;
pub mod embedded;
mod engines;
mod error;
mod feature;
mod files;
mod input;
mod interrupt;
mod man;
mod measure;
mod measure_row;
mod memory;
mod numbers;
mod output;
mod paper;
mod plot;
mod presets;
mod progress;
mod progress_lines;
#[cfg(feature = "render")]
mod render;
mod run;
mod scenario_differences;
mod shell;
mod source;
mod statistics;
#[cfg(feature = "studio")]
mod studio;
mod suggestion;
mod sweep;
mod temporary;
mod text_table;
mod version;
mod warnings;

use arguments::{Arguments, Command};
use output::{Output, escape_control};
use std::io::Write;
use std::process::ExitCode;

/// Does what the command line asks for.
pub fn program() -> ExitCode {
    #[cfg(any(feature = "gpu", feature = "render"))]
    driver::silence();
    engines::register();
    completions::answer_and_exit();
    let arguments = Arguments::parse_or_exit();
    let mut out = Output::new();
    match dispatch(arguments.command, &mut out).and_then(|()| Ok(out.flush()?)) {
        Ok(()) => ExitCode::SUCCESS,
        // `quelea presets | head -1` has read all it needs.
        Err(error) if error::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) if error::is_reported(&error) => error::exit_code(&error),
        Err(error) => {
            let _ = out.flush();
            let prefix = if error::is_interrupted(&error) { "" } else { "error: " };
            let _ = writeln!(std::io::stderr(), "{prefix}{}", escape_control(&format!("{error:#}")));
            error::exit_code(&error)
        }
    }
}

fn dispatch(command: Command, out: &mut dyn Write) -> anyhow::Result<()> {
    match command {
        Command::Run(arguments) => run::run(&arguments, out),
        Command::Sweep(arguments) => sweep::sweep(&arguments, out),
        Command::Plot(arguments) => plot::plot(&arguments, out),
        Command::Measure(arguments) => measure::measure(&arguments, out),
        Command::Bench(arguments) => bench::bench(&arguments, out),
        Command::Paper { paper } => paper::paper(&paper, out),
        #[cfg(feature = "studio")]
        Command::Studio(arguments) => studio::serve(&arguments, out),
        #[cfg(not(feature = "studio"))]
        Command::Studio(_) => Err(feature::missing("studio", "serve the studio")),
        #[cfg(feature = "render")]
        Command::Render(arguments) => render::render(&arguments, out),
        #[cfg(not(feature = "render"))]
        Command::Render(_) => Err(feature::missing("render", "render flocks")),
        Command::Presets(arguments) => presets::list(&arguments, out),
        Command::Show { preset } => presets::show(&preset, out),
        Command::Check(arguments) => check::check(&arguments, out),
        Command::Describe(arguments) => describe::describe(&arguments, out),
        Command::Completions { shell } => completions::write(&shell, out),
        Command::Man(arguments) => man::man(&arguments, out),
    }
}
