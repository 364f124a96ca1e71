//! A step of a command: prints a heading, runs a program and reports how long it took.

use crate::workspace::root;
use anyhow::{Context, bail};
use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

/// How a step ended that not every machine can run.
pub enum Outcome {
    Passed,
    /// Why the step did not run, and what to do about it.
    Skipped(String),
}

/// Runs cargo under a heading.
pub fn cargo(heading: &str, arguments: &[&str]) -> anyhow::Result<()> {
    cargo_with(heading, arguments, &[])
}

/// Runs cargo under a heading, with environment variables.
pub fn cargo_with(heading: &str, arguments: &[&str], variables: &[(&str, &str)]) -> anyhow::Result<()> {
    step(heading, in_root("cargo").args(arguments).envs(variables.iter().copied()))
}

/// Runs a command under a heading.
pub fn step(heading: &str, command: &mut Command) -> anyhow::Result<()> {
    self::heading(heading);
    run(command)
}

/// Prints the heading of a step.
pub fn heading(heading: &str) {
    println!("\n== {heading}");
}

/// Prints and runs a command, and fails if it does. Its output goes to the terminal.
pub fn run(command: &mut Command) -> anyhow::Result<()> {
    let started = Instant::now();
    let line = command_line(command);
    println!("   {line}");
    let status = command.status().with_context(|| format!("cannot start: {line}"))?;
    if !status.success() {
        bail!("failed ({status}). The command was:\n  {line}");
    }
    println!("   {:.1} s", started.elapsed().as_secs_f64());
    Ok(())
}

/// Whether a command starts and succeeds. Its output is discarded.
pub fn succeeds(command: &mut Command) -> bool {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// A command as a user would type it.
fn command_line(command: &Command) -> String {
    let assignment = |(name, value): (&OsStr, Option<&OsStr>)| {
        let value = value?.to_string_lossy().into_owned();
        Some(format!("{}='{value}'", name.to_string_lossy()))
    };
    // `in_root` calls the toolchain's cargo by its full path; users type the name.
    let program = Path::new(command.get_program()).file_name().unwrap_or(command.get_program());
    let words = command.get_envs().filter_map(assignment).chain([program.to_string_lossy().into_owned()]);
    let arguments = command.get_args().map(|argument| argument.to_string_lossy().into_owned());
    words.chain(arguments).collect::<Vec<_>>().join(" ")
}

/// A command that runs in the root of the repository. Cargo is the one that runs this program.
pub fn in_root(program: impl AsRef<OsStr>) -> Command {
    // `cargo run` sets CARGO. Without it rustup would choose a toolchain again, possibly another one.
    let cargo = std::env::var_os("CARGO").filter(|_| program.as_ref() == "cargo");
    let mut command = Command::new(cargo.unwrap_or_else(|| program.as_ref().to_owned()));
    command.current_dir(root());
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_command_is_shown_as_a_user_would_type_it() {
        let mut command = Command::new("/usr/lib/toolchain/cargo");
        command.args(["doc", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings").env_remove("CARGO");
        assert_eq!(command_line(&command), "RUSTDOCFLAGS='-D warnings' cargo doc --no-deps");
    }
}
