//! Parts of the Rust toolchain, added with rustup if they are missing.

use crate::step::{heading, in_root, succeeds};
use anyhow::{Context, bail};
use std::fs;
use std::path::Path;

/// Adds rustfmt and clippy if they are missing.
pub fn ensure_components() -> anyhow::Result<()> {
    heading("Tools");
    for (component, command) in [("rustfmt", "fmt"), ("clippy", "clippy")] {
        let is_installed = || succeeds(in_root("cargo").args([command, "--version"]));
        if is_installed() {
            println!("   {component}: found");
            continue;
        }
        println!("   {component}: missing; running rustup component add {component} ...");
        let status = in_root("rustup").args(["component", "add", component]).status();
        let status = status.with_context(|| format!("{component} is missing, and rustup is not there to add it"))?;
        if !status.success() || !is_installed() {
            bail!("{component} is missing. Run `rustup component add {component}` and try again");
        }
    }
    Ok(())
}

/// Adds the standard library of a target if it is missing. Returns whether the target can be used.
pub fn ensure_target(target: &str) -> bool {
    if has_target(target) {
        return true;
    }
    println!("   {target}: missing; running rustup target add {target} ...");
    let status = in_root("rustup").args(["target", "add", target]).status();
    status.is_ok_and(|status| status.success()) && has_target(target)
}

/// Adds the source of the standard library if it is missing. Returns whether it is there.
pub fn ensure_source() -> bool {
    if has_source() {
        return true;
    }
    println!("   rust-src: missing; running rustup component add rust-src ...");
    let status = in_root("rustup").args(["component", "add", "rust-src"]).status();
    status.is_ok_and(|status| status.success()) && has_source()
}

fn has_source() -> bool {
    let output = in_root("rustc").args(["--print", "sysroot"]).output();
    let Ok(output) = output else { return false };
    let folder = String::from_utf8_lossy(&output.stdout);
    Path::new(folder.trim()).join("lib/rustlib/src/rust/library/std").is_dir()
}

/// Whether the active toolchain has the standard library of a target.
fn has_target(target: &str) -> bool {
    let output = in_root("rustc").args(["--print", "target-libdir", "--target", target]).output();
    let Ok(output) = output else { return false };
    let folder = String::from_utf8_lossy(&output.stdout);
    fs::read_dir(folder.trim()).is_ok_and(|mut files| files.next().is_some())
}
