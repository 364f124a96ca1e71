//! `cargo xtask release-notes [VERSION]`: what to publish with a release, and what is still missing for it.

use crate::packages::VERSION;
use crate::step::in_root;
use crate::workspace::root;
use anyhow::{Context, bail};
use std::fs;

/// Prints the notes to stdout, and to stderr what has to be done before the release.
pub fn print(version: Option<&str>) -> anyhow::Result<()> {
    let version = version.unwrap_or(VERSION);
    let read = |name: &str| fs::read_to_string(root().join(name)).with_context(|| format!("cannot read {name}"));
    let (changes, citation) = (read("CHANGELOG.md")?, read("CITATION.cff")?);
    let Some(section) = section(&changes, version).or_else(|| section(&changes, "Unreleased")) else {
        bail!("CHANGELOG.md has neither a section [{version}] nor one [Unreleased]");
    };
    let commit = output("git", &["rev-parse", "HEAD"])?;
    let run = ["run", "--quiet", "--package", "quelea-cli", "--", "run", "p5", "--steps", "500"];
    let printed = output("cargo", &run)?;
    let hash = state_hash(&printed).context("the program printed no state hash")?;
    println!("# Quelea {version}\n\n{section}\n");
    println!("## To verify\n");
    println!("- commit `{commit}`");
    println!("- `quelea run p5 --steps 500` prints `state {hash}` on every system");
    println!("- `cargo install quelea-cli@{version} --locked` installs the program, with the studio");
    let uncommitted = !output("git", &["status", "--porcelain"])?.is_empty();
    for task in tasks(version, &changes, &citation, uncommitted) {
        eprintln!("before the release: {task}");
    }
    Ok(())
}

/// The text under the heading of a version, up to the next version.
fn section<'a>(changes: &'a str, version: &str) -> Option<&'a str> {
    let heading = format!("## [{version}]");
    let start = changes.match_indices(&heading).find(|(at, _)| *at == 0 || changes[..*at].ends_with('\n'))?.0;
    let (_, text) = changes[start..].split_once('\n')?;
    // A link at the end of the file belongs to no version.
    let end = ["\n## [", "\n["].iter().filter_map(|next| text.find(next)).min();
    Some(text[..end.unwrap_or(text.len())].trim())
}

/// What has to be done before the release.
fn tasks(version: &str, changes: &str, citation: &str, uncommitted: bool) -> Vec<String> {
    let mut tasks = Vec::new();
    if version != VERSION {
        tasks.push(format!("write version = \"{version}\" in Cargo.toml and in the dependencies between the crates"));
    }
    if !citation.lines().any(|line| line == format!("version: {version}")) {
        tasks.push(format!("write version: {version} in CITATION.cff"));
    }
    if section(changes, version).is_none() {
        tasks.push(format!("rename [Unreleased] to [{version}] with the date in CHANGELOG.md, and begin a new one"));
    } else if section(changes, "Unreleased").is_some_and(|text| !text.is_empty()) {
        tasks.push("CHANGELOG.md has changes under [Unreleased]: move those that are part of it".into());
    }
    if uncommitted {
        tasks.push("commit what has changed: the commit above does not contain it".into());
    }
    tasks
}

/// The hash in what `quelea run` prints.
fn state_hash(printed: &str) -> Option<&str> {
    printed.lines().find_map(|line| line.strip_prefix("state "))
}

/// What a command prints, without the last line end.
fn output(program: &str, arguments: &[&str]) -> anyhow::Result<String> {
    let line = || format!("{program} {}", arguments.join(" "));
    let output = in_root(program).args(arguments).output().with_context(|| format!("cannot start {}", line()))?;
    if !output.status.success() {
        bail!("{} failed: {}", line(), String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(String::from_utf8(output.stdout)?.trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHANGES: &str = "# Changelog\n\nSee [Unreleased] and ## [9.9.9] in a line.\n\n## [Unreleased]\n\n## [0.2.0] - 2030-01-02\n\n### Added\n- Two.\n\n## [0.1.0] - 2029-01-02\n- One.\n\n[0.1.0]: a-link\n";

    #[test]
    fn a_section_ends_where_the_next_version_begins() {
        assert_eq!(section(CHANGES, "0.2.0"), Some("### Added\n- Two."));
        assert_eq!(section(CHANGES, "0.1.0"), Some("- One."));
        assert_eq!(section(CHANGES, "Unreleased"), Some(""));
        assert_eq!(section(CHANGES, "9.9.9"), None);
    }

    #[test]
    fn a_release_that_is_ready_has_no_tasks() {
        let changes = format!("## [Unreleased]\n\n## [{VERSION}]\n- One.\n");
        assert_eq!(tasks(VERSION, &changes, &format!("version: {VERSION}\n"), false), Vec::<String>::new());
    }

    #[test]
    fn every_missing_part_of_a_release_is_named() {
        let tasks = tasks("9.9.9", "## [Unreleased]\n- One.\n", "version: 0.0.1\n", true).join("\n");
        for word in ["Cargo.toml", "CITATION.cff", "rename [Unreleased] to [9.9.9]", "commit"] {
            assert!(tasks.contains(word), "no `{word}` in {tasks}");
        }
    }

    #[test]
    fn the_hash_is_the_one_that_the_program_prints() {
        assert_eq!(state_hash("p5: 300 boids\nstate 1d0c0adbd80c49ad\n"), Some("1d0c0adbd80c49ad"));
    }

    #[test]
    fn the_changelog_has_a_section_for_the_next_release() {
        let changes = fs::read_to_string(root().join("CHANGELOG.md")).unwrap();
        assert!(section(&changes, VERSION).or(section(&changes, "Unreleased")).is_some());
    }
}
