//! The program on Windows: cross-compiled with MinGW and run under Wine.

use crate::step::{Outcome, cargo_with, heading, in_root, run, step, succeeds};
use crate::workspace::target;
use crate::{apt, toolchain};
use anyhow::Context;
use std::path::Path;
use std::process::{Command, Stdio};

const TARGET: &str = "x86_64-pc-windows-gnu";
const LINKER: &str = "x86_64-w64-mingw32-gcc";
/// Debian's package `wine64` has it under the last name alone.
const WINE: [&str; 3] = ["wine", "wine64", "/usr/lib/wine/wine64"];
/// Wine starts a process in half a second, so there are fewer kills than elsewhere.
const TRIALS: &str = "10";

/// Runs the state hashes of the library, and the tests of files, paths and kills of the program. Skipped if the tools
/// are missing and cannot be installed.
pub fn test() -> anyhow::Result<Outcome> {
    heading("Windows: tools");
    let wine = match ensure_tools() {
        Ok(wine) => wine,
        Err(reason) => {
            println!("   skipped: {reason}");
            return Ok(Outcome::Skipped(format!("Windows: {reason}")));
        }
    };
    // Wine's C: drive, kept apart from the user's own.
    let prefix = target().join("wine");
    let prefix = prefix.to_str().context("the target folder is not UTF-8")?;
    let variables = [
        ("CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER", LINKER),
        ("CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER", wine),
        ("WINEPREFIX", prefix),
        ("WINEDEBUG", "-all"),
        ("QUELEA_TRIALS", TRIALS),
    ];
    heading("Windows: Wine's folder");
    run(in_root(wine).args(["wineboot", "--update"]).envs(variables).stderr(Stdio::null()))?;
    let random = Path::new(prefix).join("drive_c/windows/system32/bcryptprimitives.dll");
    if !random.exists() {
        let mut compiler = in_root(LINKER);
        compiler.args(["-shared", "-O1", "xtask/wine/bcryptprimitives.c", "-ladvapi32", "-o"]);
        step("Windows: random numbers for Wine", compiler.arg(random))?;
    }
    let hashes = ["test", "--package", "quelea", "--target", TARGET, "--test", "hashes"];
    cargo_with("Windows: state hashes", &hashes, &variables)?;
    // Drawing and serving need a graphics driver and a browser, and take longest to build.
    let program = ["test", "--package", "quelea-cli", "--no-default-features", "--features", "parquet"];
    let tests = ["portable", "killed", "outputs", "resume"].map(|name| ["--test", name]).concat();
    let files = [&program[..], &["--target", TARGET], &tests].concat();
    cargo_with("Windows: files, paths and kills", &files, &variables)?;
    Ok(Outcome::Passed)
}

/// Installs what is missing. Returns Wine, or why the tests cannot run.
fn ensure_tools() -> Result<&'static str, String> {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        return Err("running Windows programs under Wine needs Linux on x86-64".into());
    }
    if !toolchain::ensure_target(TARGET) {
        return Err(format!("the Rust target is missing. Run `rustup target add {TARGET}`"));
    }
    let missing = missing_packages(has_linker(), find_wine().is_some());
    if !missing.is_empty() {
        let list = missing.join(", ");
        println!("   missing: {list}");
        apt::install(&missing).map_err(|error| format!("missing {list}: {error:#}"))?;
    }
    match find_wine() {
        Some(wine) if has_linker() => {
            println!("   {TARGET}, {LINKER}, {wine}: found");
            Ok(wine)
        }
        wine => Err(format!("{} installed but not usable", missing_packages(has_linker(), wine.is_some()).join(", "))),
    }
}

fn has_linker() -> bool {
    succeeds(Command::new(LINKER).arg("--version"))
}

fn find_wine() -> Option<&'static str> {
    WINE.into_iter().find(|wine| succeeds(Command::new(wine).arg("--version")))
}

/// The Debian packages of the tools that are missing.
fn missing_packages(has_linker: bool, has_wine: bool) -> Vec<&'static str> {
    let packages = [(has_linker, "gcc-mingw-w64-x86-64"), (has_wine, "wine64")];
    packages.into_iter().filter(|(is_there, _)| !is_there).map(|(_, package)| package).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_missing_tools_are_installed() {
        assert_eq!(missing_packages(false, true), ["gcc-mingw-w64-x86-64"]);
        assert_eq!(missing_packages(true, false), ["wine64"]);
    }
}
