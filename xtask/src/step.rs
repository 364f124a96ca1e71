//! One step of a command: a heading, a program that runs, and how long it took.

use anyhow::{Context, bail};
use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// Runs a cargo command under a heading. Its output goes where ours goes.
pub fn cargo(heading: &str, arguments: &[&str]) -> anyhow::Result<()> {
    cargo_with(heading, arguments, &[])
}

/// The same with variables in the environment.
pub fn cargo_with(heading: &str, arguments: &[&str], variables: &[(&str, &str)]) -> anyhow::Result<()> {
    println!("\n== {heading}");
    let began = Instant::now();
    let mut command = in_root("cargo");
    command.args(arguments).envs(variables.iter().copied());
    let variables: String = variables.iter().map(|(name, value)| format!("{name}='{value}' ")).collect();
    let shown = format!("{variables}cargo {}", arguments.join(" "));
    println!("   {shown}");
    let status = command.status().with_context(|| format!("cannot start: {shown}"))?;
    if !status.success() {
        bail!("`{heading}` failed ({status}). The command was:\n  {shown}");
    }
    println!("   {heading}: {:.1} s", began.elapsed().as_secs_f64());
    Ok(())
}

/// A command that runs in the root of the repository, with the toolchain that runs us.
pub fn in_root(program: &str) -> Command {
    // Set by `cargo run`; rustup's own choice of toolchain would be made anew from the folder otherwise.
    let cargo = std::env::var_os("CARGO").filter(|_| program == "cargo");
    let mut command = Command::new(cargo.unwrap_or_else(|| program.into()));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."));
    command.current_dir(root);
    command
}
