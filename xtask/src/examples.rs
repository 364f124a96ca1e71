//! The examples of every crate: they must build and run to the end.

use crate::step::{cargo, in_root, step};
use crate::workspace::{crates, file_names, target};
use std::env::consts::EXE_SUFFIX;
use std::path::Path;

/// Builds the examples, and the program along with them, and runs each example without arguments.
pub fn test() -> anyhow::Result<()> {
    // For all default members, cargo selects the same features as for the tests, so the libraries are already built.
    cargo("Examples and the program: build", &["build", "--examples", "--bin", "quelea"])?;
    let folder = target().join("debug/examples");
    for member in crates()? {
        for name in names(&member.folder.join("examples"))? {
            let program = folder.join(format!("{name}{EXE_SUFFIX}"));
            step(&format!("Example of {}: {name}", member.name), &mut in_root(program))?;
        }
    }
    Ok(())
}

/// The examples of a folder as cargo finds them: `name.rs` or `name/main.rs`.
fn names(folder: &Path) -> anyhow::Result<Vec<String>> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let entries = file_names(folder)?;
    Ok(entries.iter().filter_map(|entry| example(entry, folder.join(entry).join("main.rs").exists())).collect())
}

fn example(entry: &str, has_main: bool) -> Option<String> {
    match entry.strip_suffix(".rs") {
        Some(name) => Some(name.to_owned()),
        None => has_main.then(|| entry.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_example_is_a_file_or_a_folder_with_a_main_file() {
        assert_eq!(example("flock.rs", false).as_deref(), Some("flock"));
        assert_eq!(example("flock", true).as_deref(), Some("flock"));
        assert_eq!(example("data", false), None);
        assert_eq!(example("README.md", false), None);
    }
}
