//! `cargo xtask test`: everything that must hold, in the order in which it fails fastest.

use crate::step::{cargo, cargo_with};
use crate::{graphics, readers, tools};
use std::time::Instant;

/// Sets up what is missing and runs every check of the Rust code; stops at the first that fails.
pub fn rust() -> anyhow::Result<()> {
    let began = Instant::now();
    tools::ensure()?;
    graphics::ensure()?;
    cargo("Formatting", &["fmt", "--all", "--check"])?;
    cargo("Formatting of the binder", &["fmt", "--manifest-path", "xtask/bindgen/Cargo.toml", "--check"])?;
    cargo("Lints", &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"])?;
    cargo("The library on one thread", &["clippy", "-p", "quelea", "--no-default-features", "--", "-D", "warnings"])?;
    let light = ["clippy", "-p", "quelea-cli", "--no-default-features", "--", "-D", "warnings"];
    cargo("The program without pictures", &light)?;
    let deny = [("RUSTDOCFLAGS", "-D warnings")];
    cargo_with("Documentation", &["doc", "--workspace", "--no-deps"], &deny)?;
    cargo("Examples in the documentation", &["test", "--workspace", "--doc"])?;
    cargo("Tests", &["test", "--workspace", "--lib", "--bins", "--tests"])?;
    cargo("The program", &["build", "-p", "quelea-cli"])?;
    readers::test()?;
    println!(
        "
All checks of the Rust code passed in {:.0} s.",
        began.elapsed().as_secs_f64()
    );
    Ok(())
}
