//! The fuzz targets, which are no part of the workspace: they must still compile.

use crate::step::{Outcome, heading, in_root, run, succeeds};
use crate::workspace::target;

/// Checks the fuzz targets. Skipped without a C++ compiler, which libFuzzer needs.
pub fn test() -> anyhow::Result<Outcome> {
    heading("Fuzz targets");
    if !succeeds(in_root("c++").arg("--version")) {
        println!("   skipped: there is no C++ compiler");
        return Ok(Outcome::Skipped("Fuzz targets: there is no C++ compiler (`apt install g++` on Debian)".into()));
    }
    let mut check = in_root("cargo");
    check.args(["check", "--locked", "--manifest-path", "fuzz/Cargo.toml", "--target-dir"]).arg(target());
    run(&mut check)?;
    Ok(Outcome::Passed)
}
