//! The files that the program writes, read back by the Python packages that its users work with.

use crate::apt;
use crate::step::{heading, in_root, step, succeeds};
use crate::workspace::{root, target};
use anyhow::Context;
use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

const REQUIREMENTS: &str = "crates/quelea-cli/tests/readers.txt";
const TEST: &str = "crates/quelea-cli/tests/readers.py";

/// Reads files of the program, which must be built, with pyarrow, pandas, numpy and ase.
pub fn test() -> anyhow::Result<()> {
    let python = ensure_environment()?;
    let program = target().join(format!("debug/quelea{EXE_SUFFIX}"));
    step("Files read by pyarrow, pandas, numpy and ase", in_root(python).arg(TEST).arg(program))
}

/// Returns the Python of a virtual environment with the packages, created again whenever the requirements change.
fn ensure_environment() -> anyhow::Result<PathBuf> {
    let folder = target().join("python");
    let python = folder.join("bin/python");
    let requirements = fs::read_to_string(root().join(REQUIREMENTS)).context(REQUIREMENTS)?;
    let installed = folder.join("readers.txt");
    if fs::read_to_string(&installed).is_ok_and(|installed| installed == requirements) {
        heading("Python packages");
        println!("   {}: found", folder.display());
        return Ok(python);
    }
    if !succeeds(Command::new("python3").args(["-m", "ensurepip", "--version"])) {
        heading("Python");
        apt::install(&["python3", "python3-venv"])
            .context("reading the program's files back needs Python with venv")?;
    }
    step("Python environment", in_root("python3").args(["-m", "venv", "--clear"]).arg(&folder))?;
    let mut pip = in_root(&python);
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", REQUIREMENTS]);
    step("Python packages: pyarrow, pandas, numpy, ase", &mut pip)?;
    fs::write(&installed, requirements).with_context(|| format!("cannot write {}", installed.display()))?;
    Ok(python)
}
