//! One step of a command: a heading, a program that runs, and how long it took.

use anyhow::{Context, bail};
use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// Runs a cargo command under a heading. Its output goes where ours goes.
pub fn cargo(heading: &str, arguments: &[&str]) -> anyhow::Result<()> {
    cargo_with(heading, arguments, &[])
}

/// The same with variables in the environment.
pub fn cargo_with(heading: &str, arguments: &[&str], variables: &[(&str, &str)]) -> anyhow::Result<()> {
    self::heading(heading);
    run(in_root("cargo").args(arguments).envs(variables.iter().copied()))
}

/// Runs any command under a heading.
pub fn show(heading: &str, command: &mut Command) -> anyhow::Result<()> {
    self::heading(heading);
    run(command)
}

/// Begins a step.
pub fn heading(heading: &str) {
    println!("\n== {heading}");
}

/// Runs a command, and says which and how long. Its output goes where ours goes.
pub fn run(command: &mut Command) -> anyhow::Result<()> {
    let began = Instant::now();
    let shown = shown(command);
    println!("   {shown}");
    let status = command.status().with_context(|| format!("cannot start: {shown}"))?;
    if !status.success() {
        bail!("failed ({status}). The command was:\n  {shown}");
    }
    println!("   {:.1} s", began.elapsed().as_secs_f64());
    Ok(())
}

/// A command as one would type it.
fn shown(command: &Command) -> String {
    let variable = |(name, value): (&std::ffi::OsStr, Option<&std::ffi::OsStr>)| {
        let value = value?.to_string_lossy().into_owned();
        Some(format!("{}='{value}'", name.to_string_lossy()))
    };
    // The toolchain's own cargo is called by its path; nobody types that.
    let program = Path::new(command.get_program()).file_name().unwrap_or(command.get_program());
    let words = command.get_envs().filter_map(variable).chain([program.to_string_lossy().into_owned()]);
    let arguments = command.get_args().map(|argument| argument.to_string_lossy().into_owned());
    words.chain(arguments).collect::<Vec<_>>().join(" ")
}

/// A command that runs in the root of the repository, with the toolchain that runs us.
pub fn in_root(program: impl AsRef<OsStr>) -> Command {
    // Set by `cargo run`; rustup's own choice of toolchain would be made anew from the folder otherwise.
    let cargo = std::env::var_os("CARGO").filter(|_| program.as_ref() == "cargo");
    let mut command = Command::new(cargo.unwrap_or_else(|| program.as_ref().to_owned()));
    command.current_dir(root());
    command
}

/// The root of the repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}
