//! The browser tests: the site in Chromium, against the program.

use crate::step::{heading, root, run};
use crate::{tools, web};
use std::process::Command;

/// Builds the site and the program, and lets web/tests drive them.
pub fn test() -> anyhow::Result<()> {
    let chromium = tools::ensure_chromium()?;
    web::build()?;
    web::check_types()?;
    heading("The program that serves it");
    run(&mut web::program(&["--version"]))?;
    heading("Browser tests");
    let mut node = Command::new("node");
    node.args(["--test", "--test-concurrency=1", "--test-reporter=spec"]).args(files()?);
    run(node.current_dir(root().join("web")).env("CHROMIUM", chromium))
}

/// The test files by name: what `node --test` makes of a folder differs between its versions.
fn files() -> anyhow::Result<Vec<String>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(root().join("web/tests"))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".test.mjs") {
            files.push(format!("tests/{name}"));
        }
    }
    files.sort();
    Ok(files)
}
