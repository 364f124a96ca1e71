//! The packages of the published crates: each must build from its own files alone.

use crate::step::{heading, in_root, run};
use crate::workspace::{crates, target};

/// Packages the published crates and builds each package as a user of the registry would.
pub fn test() -> anyhow::Result<()> {
    let published: Vec<_> = crates()?.into_iter().filter(|member| member.published).map(|member| member.name).collect();
    heading("Packages");
    let mut cargo = in_root("cargo");
    cargo.arg("package");
    for name in &published {
        cargo.args(["--package", name]);
    }
    if has_uncommitted_changes() {
        println!("   uncommitted changes: packaging the files as they are");
        cargo.arg("--allow-dirty");
    }
    // By default cargo builds every package in a new folder. The folder and the profile of the tests let it reuse the
    // dependencies that are already built.
    cargo.arg("--target-dir").arg(target()).env("CARGO_PROFILE_DEV_DEBUG", "line-tables-only");
    run(&mut cargo)
}

/// Cargo refuses to package changes that are not committed, and contributors test before they commit.
fn has_uncommitted_changes() -> bool {
    let status = in_root("git").args(["status", "--porcelain"]).output();
    status.is_ok_and(|status| !status.stdout.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::root;
    use std::fs;

    #[test]
    fn every_published_crate_holds_the_licences() {
        for member in crates().unwrap().into_iter().filter(|member| member.published) {
            for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
                let copy = fs::read_to_string(member.folder.join(licence)).unwrap_or_default();
                assert!(copy == fs::read_to_string(root().join(licence)).unwrap(), "{} {licence}", member.name);
            }
        }
    }
}
