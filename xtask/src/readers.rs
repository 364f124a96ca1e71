//! The files that the program writes, read by the readers that its users use: in Python.

use crate::step::{heading, in_root, root, show};
use crate::tools;
use anyhow::Context;
use std::path::PathBuf;
use std::process::{Command, Stdio};

const WANTED: &str = "crates/quelea-cli/tests/readers.txt";
const TEST: &str = "crates/quelea-cli/tests/readers.py";

/// Sets up the readers in `target/python`, and reads with them what the program writes.
pub fn test() -> anyhow::Result<()> {
    let python = ensure()?;
    let program = target().join("debug/quelea");
    let mut read = in_root(python);
    read.arg(TEST).arg(program);
    show("Files read by pyarrow, pandas, numpy and ase", &mut read)
}

/// Cargo's own folder, wherever the user has put it.
fn target() -> PathBuf {
    root().join(std::env::var_os("CARGO_TARGET_DIR").unwrap_or("target".into()))
}

/// A Python with the readers in it; made once, and again when the list of them changes.
fn ensure() -> anyhow::Result<PathBuf> {
    let folder = target().join("python");
    let python = folder.join("bin/python");
    let wanted = std::fs::read_to_string(root().join(WANTED)).context(WANTED)?;
    let stamp = folder.join("readers.txt");
    if std::fs::read_to_string(&stamp).is_ok_and(|there| there == wanted) {
        heading("Readers");
        println!("   {}: there", folder.display());
        return Ok(python);
    }
    if !works(&["-m", "ensurepip", "--version"]) {
        heading("Python");
        tools::apt_get(&["python3", "python3-venv"]).context("the program's files are read back with Python")?;
    }
    show("Readers: an environment of their own", in_root("python3").args(["-m", "venv", "--clear"]).arg(&folder))?;
    let mut pip = in_root(&python);
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", WANTED]);
    show("Readers: pyarrow, pandas, numpy, ase", &mut pip)?;
    std::fs::write(&stamp, wanted).context("cannot write what was installed")?;
    Ok(python)
}

fn works(arguments: &[&str]) -> bool {
    let mut python = Command::new("python3");
    python.args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
    python.status().is_ok_and(|status| status.success())
}
