//! The program `quelea`.

mod arguments;
mod bench;
mod check;
mod completions;
mod describe;
mod failure;
mod files;
mod interrupt;
mod memory;
mod new_file;
mod numbers;
mod output;
mod paper;
mod plot;
mod presets;
mod progress;
#[cfg(feature = "render")]
mod render;
mod run;
mod source;
#[cfg(feature = "studio")]
mod studio;
mod suggestion;
mod sweep;
mod table;

use arguments::{Arguments, Command};
use output::{Output, harmless};
use std::io::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = Arguments::read();
    let mut out = Output::open();
    match obey(arguments.command, &mut out).and_then(|()| Ok(out.flush()?)) {
        Ok(()) => ExitCode::SUCCESS,
        // `quelea presets | head -1` has what it wanted.
        Err(error) if failure::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = out.flush();
            let what = if failure::is_stopped(&error) { "" } else { "error: " };
            let _ = writeln!(std::io::stderr(), "{what}{}", harmless(&format!("{error:#}")));
            failure::exit_code(&error)
        }
    }
}

fn obey(command: Command, out: &mut dyn Write) -> anyhow::Result<()> {
    match command {
        Command::Run(order) => run::run(&order, out),
        Command::Sweep(order) => sweep::sweep(&order, out),
        Command::Plot(order) => plot::plot(&order, out),
        Command::Bench(order) => bench::bench(&order, out),
        Command::Paper { paper } => paper::paper(&paper, out),
        #[cfg(feature = "studio")]
        Command::Studio(stage) => studio::serve(&stage, out),
        #[cfg(feature = "render")]
        Command::Render(order) => render::render(&order, out),
        Command::Presets => presets::list(out),
        Command::Show { preset } => presets::show(&preset, out),
        Command::Check { scenario } => check::check(&scenario, out),
        Command::Describe { path, json } => describe::describe(path.as_deref(), json, out),
        Command::Completions { shell } => completions::write(shell, out),
    }
}
