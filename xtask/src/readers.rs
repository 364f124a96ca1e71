//! The files that the program writes, read by the readers that its users use: in Python.

use crate::step::{in_root, show};
use anyhow::{Context, bail};
use std::path::{Path, PathBuf};
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
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."));
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |folder| root.join(folder))
}

/// A Python with the readers in it; made once, and again when the list of them changes.
fn ensure() -> anyhow::Result<PathBuf> {
    let (folder, root) = (target().join("python"), in_root("true"));
    let python = folder.join("bin/python");
    let root = root.get_current_dir().unwrap_or(Path::new(".")).to_owned();
    let wanted = std::fs::read_to_string(root.join(WANTED)).context(WANTED)?;
    let stamp = folder.join("readers.txt");
    if std::fs::read_to_string(&stamp).is_ok_and(|there| there == wanted) {
        println!("\n== Readers\n   {}: there", folder.display());
        return Ok(python);
    }
    if !works(&["-m", "ensurepip", "--version"]) {
        install("python3-venv")?;
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

/// Installs a package of Debian or Ubuntu, where there is one to ask and we may.
fn install(package: &str) -> anyhow::Result<()> {
    let mut root = Command::new("id");
    let is_root = root.arg("-u").output().is_ok_and(|output| output.stdout == b"0\n");
    if !is_root || Command::new("apt-get").arg("--version").stdout(Stdio::null()).status().is_err() {
        bail!(
            "Python with its module venv is needed to read back what the program writes: apt install python3 {package}"
        );
    }
    let mut update = in_root("apt-get");
    show("Packages", update.args(["update", "-qq"]))?;
    let mut install = in_root("apt-get");
    install.args(["install", "-y", "-qq", "--no-install-recommends", "python3", package]);
    show(package, install.env("DEBIAN_FRONTEND", "noninteractive"))
}
