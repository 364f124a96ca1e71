//! `cargo xtask test`: every check, in the order in which failures show soonest.

use crate::step::{Outcome, cargo, cargo_with};
use crate::{
    arm, browser, deb, dependencies, docker, examples, fuzz, mpi, packages, python, readers, systems, toolchain,
    vulkan, windows,
};
use std::time::Instant;

/// Runs every check and stops at the first failure.
pub fn all() -> anyhow::Result<()> {
    timed("All checks", || {
        let skipped = rust_checks()?;
        browser::test()?;
        python::test()?;
        Ok(skipped)
    })
}

/// Runs the checks of the Python package.
pub fn python() -> anyhow::Result<()> {
    timed("The Python checks", || python::test().map(|()| Vec::new()))
}

/// Runs every check but those in the browser and of the Python package.
pub fn rust() -> anyhow::Result<()> {
    timed("All Rust checks", rust_checks)
}

/// Runs the checks that a contributor needs before each commit.
pub fn quick() -> anyhow::Result<()> {
    timed("The quick checks", || {
        toolchain::ensure_components()?;
        formatting_and_lints()?;
        cargo("Tests of the library", &["test", "--package", "quelea", "--lib", "--tests"])?;
        cargo("Doc tests of the library", &["test", "--package", "quelea", "--doc"])?;
        Ok(Vec::new())
    })
}

/// Runs the tests that take minutes: the quick forms of all papers, compared row by row, random scenarios on the GPU,
/// and the program as it is on Windows, in a Debian package and in an image.
pub fn long() -> anyhow::Result<()> {
    timed("The long tests", || {
        let long = ["test", "--package", "quelea-cli", "--test", "papers", "--", "--ignored", "--test-threads=1"];
        cargo("Papers", &long)?;
        vulkan::ensure_driver()?;
        let random = ["test", "--package", "quelea-gpu", "--test", "agreement"];
        cargo_with("Random scenarios on the GPU", &random, &[("QUELEA_RANDOM_SCENARIOS", "100")])?;
        let outcomes = [windows::test()?, deb::test()?, docker::test()?];
        Ok(outcomes.into_iter().flat_map(skipped).collect())
    })
}

/// Runs one check that not every machine can run.
pub fn alone(name: &str, check: fn() -> anyhow::Result<Outcome>) -> anyhow::Result<()> {
    timed(name, || Ok(skipped(check()?)))
}

fn rust_checks() -> anyhow::Result<Vec<String>> {
    toolchain::ensure_components()?;
    vulkan::ensure_driver()?;
    formatting_and_lints()?;
    let lints = |package| ["clippy", "--package", package, "--no-default-features", "--", "-D", "warnings"];
    cargo("Lints: the library on one thread", &lints("quelea"))?;
    cargo("Lints: the program without its features", &lints("quelea-cli"))?;
    cargo("Lints: the page's library without graphics cards", &lints("quelea-wasm"))?;
    dependencies::test()?;
    cargo_with("Documentation", &["doc", "--no-deps"], &[("RUSTDOCFLAGS", "-D warnings")])?;
    cargo("Doc tests", &["test", "--doc"])?;
    cargo("Tests", &["test", "--lib", "--bins", "--tests"])?;
    let bare = ["test", "--package", "quelea-cli", "--no-default-features", "--test", "features"];
    cargo("Tests: the program without its features", &bare)?;
    cargo("Tests: serde", &["test", "--package", "quelea", "--features", "serde", "--test", "serde"])?;
    examples::test()?;
    readers::test()?;
    packages::test()?;
    let mut skipped = self::skipped(arm::test()?);
    skipped.extend(systems::test()?);
    skipped.extend(self::skipped(mpi::test()?));
    skipped.extend(self::skipped(fuzz::test()?));
    Ok(skipped)
}

fn formatting_and_lints() -> anyhow::Result<()> {
    cargo("Formatting", &["fmt", "--all", "--check"])?;
    cargo("Formatting: xtask/bindgen", &["fmt", "--manifest-path", "xtask/bindgen/Cargo.toml", "--check"])?;
    cargo("Lints", &["clippy", "--all-targets", "--", "-D", "warnings"])
}

/// Runs checks, then prints how long they took and which of them were skipped.
fn timed(name: &str, checks: impl FnOnce() -> anyhow::Result<Vec<String>>) -> anyhow::Result<()> {
    let started = Instant::now();
    let skipped = checks()?;
    println!("\n{}", summary(name, started.elapsed().as_secs(), &skipped));
    Ok(())
}

fn summary(name: &str, seconds: u64, skipped: &[String]) -> String {
    let mut lines = vec![match skipped {
        [] => format!("{name} passed in {seconds} s."),
        _ => format!("{name} passed in {seconds} s, except for what was skipped:"),
    }];
    lines.extend(skipped.iter().map(|reason| format!("  {reason}")));
    lines.join("\n")
}

fn skipped(outcome: Outcome) -> Vec<String> {
    match outcome {
        Outcome::Passed => Vec::new(),
        Outcome::Skipped(reason) => vec![reason],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_names_every_skipped_step() {
        assert_eq!(summary("All checks", 90, &[]), "All checks passed in 90 s.");
        let summary = summary("All checks", 90, &["ARM: no linker".into()]);
        assert!(summary.ends_with("skipped:\n  ARM: no linker"), "{summary}");
    }
}
