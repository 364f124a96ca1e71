//! Rules about what the library depends on.

use crate::step::{heading, in_root};
use anyhow::{Context, bail};

/// Checks that the library without default features runs on one thread and does not depend on rayon.
pub fn test() -> anyhow::Result<()> {
    heading("Dependencies: no rayon without default features");
    let arguments = ["tree", "--package", "quelea", "--no-default-features", "--edges", "normal"];
    println!("   cargo {}", arguments.join(" "));
    let output = in_root("cargo").args(arguments).args(["--prefix", "none"]).output().context("cannot start cargo")?;
    if !output.status.success() {
        bail!("cargo tree failed: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    if lists(&String::from_utf8_lossy(&output.stdout), "rayon") {
        bail!(
            "quelea depends on rayon without its default features. What pulls it in:\n  cargo {} --invert rayon",
            arguments.join(" ")
        );
    }
    Ok(())
}

/// Whether the output of `cargo tree --prefix none` lists a package.
fn lists(tree: &str, package: &str) -> bool {
    tree.lines().any(|line| line.split(' ').next() == Some(package))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_is_found_by_its_whole_name() {
        let tree = "quelea v0.1.0 (/src/rayon)\nkiddo v6.0.0\nrayon v1.12.0 (*)\nthiserror v2.0.0\n";
        assert!(lists(tree, "rayon"));
        assert!(!lists(tree, "thiserror-impl"));
        assert!(!lists("quelea v0.1.0 (/src/rayon)\nrayon-core v1.13.0\n", "rayon"));
    }
}
