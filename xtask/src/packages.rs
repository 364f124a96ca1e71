//! The packages of the published crates: each must build from its own files alone.

use crate::step::{cargo_with, in_root};
use crate::workspace::crates;

/// Packages the published crates and builds each package as a user of the registry would.
pub fn test() -> anyhow::Result<()> {
    let published: Vec<_> = crates()?.into_iter().filter(|member| member.published).map(|member| member.name).collect();
    let mut arguments = vec!["package"];
    for name in &published {
        arguments.extend(["--package", name]);
    }
    if has_uncommitted_changes() {
        println!("\n   uncommitted changes: packaged as they are");
        arguments.push("--allow-dirty");
    }
    let target = crate::workspace::target().to_string_lossy().into_owned();
    // The folder and the profile of the tests, so that their builds of the dependencies are used again. By default
    // cargo builds every package in a new folder.
    arguments.extend(["--target-dir", &target]);
    cargo_with("Packages", &arguments, &[("CARGO_PROFILE_DEV_DEBUG", "line-tables-only")])
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
