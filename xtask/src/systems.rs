//! Other systems: what is published must compile for them too.

use crate::step::{heading, in_root, run};
use crate::toolchain;

/// A target and the package that is checked for it, with everything it depends on.
const SYSTEMS: [(&str, &str); 2] = [("x86_64-pc-windows-gnu", "quelea-cli"), ("aarch64-apple-darwin", "quelea")];

/// Checks the program for Windows and the library for macOS. Returns why a check was skipped.
pub fn test() -> anyhow::Result<Vec<String>> {
    let mut skipped = Vec::new();
    for (target, package) in SYSTEMS {
        heading(&format!("Other systems: {package} for {target}"));
        if toolchain::ensure_target(target) {
            run(in_root("cargo").args(["check", "--package", package, "--target", target]))?;
        } else {
            let reason = format!("{target}: the Rust target is missing. Run `rustup target add {target}`");
            println!("   skipped: {reason}");
            skipped.push(reason);
        }
    }
    Ok(skipped)
}
