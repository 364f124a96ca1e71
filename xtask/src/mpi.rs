//! Flocks on several processes with MPI.

use crate::apt;
use crate::step::{Outcome, cargo, cargo_with, heading, in_root, succeeds};

/// Checks that a flock has the same bits on any number of processes, and survives their failures. Skipped if MPI is
/// missing and cannot be installed.
pub fn test() -> anyhow::Result<Outcome> {
    heading("MPI: tools");
    let missing = missing();
    if !missing.is_empty()
        && let Err(error) = apt::install(&missing)
    {
        println!("   skipped: {error:#}");
        return Ok(Outcome::Skipped(format!("MPI: {error:#}")));
    }
    let crates = ["--package", "quelea-mpi", "--package", "quelea-cli", "--features", "quelea-cli/mpi"];
    cargo("MPI: lints", &[&["clippy"], &crates[..], &["--all-targets", "--", "-D", "warnings"]].concat())?;
    let documentation = ["doc", "--package", "quelea-mpi", "--no-deps"];
    cargo_with("MPI: documentation", &documentation, &[("RUSTDOCFLAGS", "-D warnings")])?;
    let tests = ["test", "--package", "quelea-cli", "--features", "mpi", "--bins", "--test", "mpi"];
    cargo("MPI: one flock on several processes", &tests)?;
    Ok(Outcome::Passed)
}

/// The Debian packages that are missing: the launcher, the library, and what reads its headers.
fn missing() -> Vec<&'static str> {
    let has = |program: &str| succeeds(in_root(program).arg("--version"));
    let has_package = |name: &str| succeeds(in_root("dpkg").args(["--status", name]));
    let needed = [
        (has("mpirun"), "openmpi-bin"),
        (has("mpicc"), "libopenmpi-dev"),
        (has("clang") || has_package("libclang-dev"), "libclang-dev"),
    ];
    needed.into_iter().filter(|(is_here, _)| !is_here).map(|(_, package)| package).collect()
}
