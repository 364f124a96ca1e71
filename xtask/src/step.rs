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
    show(heading, in_root("cargo").args(arguments).envs(variables.iter().copied()))
}

/// Runs any command under a heading.
pub fn show(heading: &str, command: &mut Command) -> anyhow::Result<()> {
    println!("\n== {heading}");
    let began = Instant::now();
    let variables = command.get_envs().filter_map(|(name, value)| Some((name, value?)));
    let variables = variables.map(|(name, value)| format!("{}='{}'", name.display(), value.display()));
    let program = Path::new(command.get_program()).file_name().unwrap_or(command.get_program());
    let words = std::iter::once(program).chain(command.get_args()).map(|word| word.display().to_string());
    let shown = variables.chain(words).collect::<Vec<_>>().join(" ");
    println!("   {shown}");
    let status = command.status().with_context(|| format!("cannot start: {shown}"))?;
    if !status.success() {
        bail!("`{heading}` failed ({status}). The command was:\n  {shown}");
    }
    println!("   {heading}: {:.1} s", began.elapsed().as_secs_f64());
    Ok(())
}

/// A command that runs in the root of the repository, with the toolchain that runs us.
pub fn in_root(program: impl AsRef<OsStr>) -> Command {
    // Set by `cargo run`; rustup's own choice of toolchain would be made anew from the folder otherwise.
    let cargo = std::env::var_os("CARGO").filter(|_| program.as_ref() == "cargo");
    let mut command = Command::new(cargo.unwrap_or_else(|| program.as_ref().to_owned()));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."));
    command.current_dir(root);
    command
}
