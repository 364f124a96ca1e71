//! Virtual environments of Python in the target folder.

use crate::apt;
use crate::step::{heading, in_root, step, succeeds};
use crate::workspace::{root, target};
use anyhow::Context;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// Returns the Python of the environment of this name with the packages of a requirements file, created again whenever
/// the file changes.
pub fn ensure((name, requirements): (&str, &str)) -> anyhow::Result<PathBuf> {
    let (folder, python) = (target().join(name), python(name));
    let wanted = fs::read_to_string(root().join(requirements)).with_context(|| requirements.to_owned())?;
    let installed = folder.join("requirements.txt");
    if fs::read_to_string(&installed).is_ok_and(|installed| installed == wanted) {
        heading("Python packages");
        println!("   {}: found", folder.display());
        return Ok(python);
    }
    create(name)?;
    let mut pip = pip_install(name);
    step(&format!("Python packages: {requirements}"), pip.args(["-r", requirements]))?;
    fs::write(&installed, wanted).with_context(|| format!("cannot write {}", installed.display()))?;
    Ok(python)
}

/// Creates an empty environment, in place of an old one.
pub fn create(name: &str) -> anyhow::Result<()> {
    if !succeeds(Command::new("python3").args(["-m", "ensurepip", "--version"])) {
        heading("Python");
        apt::install(&["python3", "python3-venv"]).context("this needs Python with venv")?;
    }
    step("Python environment", in_root("python3").args(["-m", "venv", "--clear"]).arg(target().join(name)))
}

/// The Python of an environment.
pub fn python(name: &str) -> PathBuf {
    target().join(name).join("bin/python")
}

/// `pip install` in an environment.
pub fn pip_install(name: &str) -> Command {
    let mut pip = in_root(python(name));
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    pip
}
