//! The tools that a minimal Rust lacks.

use crate::step::in_root;
use anyhow::{Context, bail};
use std::process::Stdio;

/// Makes sure that rustfmt and clippy are there, and installs them with rustup where they are not.
pub fn ensure() -> anyhow::Result<()> {
    println!("\n== Tools");
    for (component, command) in [("rustfmt", "fmt"), ("clippy", "clippy")] {
        if works(command) {
            println!("   {component}: there");
            continue;
        }
        println!("   {component}: missing; rustup component add {component}");
        let status = in_root("rustup").args(["component", "add", component]).status();
        let status = status.with_context(|| format!("{component} is missing, and so is rustup to install it"))?;
        if !status.success() || !works(command) {
            bail!("{component} is missing and could not be installed: rustup component add {component}");
        }
    }
    Ok(())
}

fn works(command: &str) -> bool {
    let mut version = in_root("cargo");
    version.args([command, "--version"]).stdout(Stdio::null()).stderr(Stdio::null());
    version.status().is_ok_and(|status| status.success())
}
