//! The browser tests: the site in Chromium, against the program.

use crate::step::{heading, root, run};
use crate::{tools, web};
use std::process::Command;

/// Builds the site and the program, and lets web/tests drive them.
pub fn test() -> anyhow::Result<()> {
    let mut node = node()?;
    web::check_types()?;
    heading("Browser tests");
    run(node.args(["--test", "--test-concurrency=1", "--test-reporter=spec"]).args(files()?))
}

/// Says what the page weighs and how fast it is, here.
pub fn measure() -> anyhow::Result<()> {
    let mut node = node()?;
    heading("What the page weighs, and how fast it is");
    run(node.arg("measure.mjs"))
}

/// Node in the folder of the page, with the site and the program built and a browser found.
fn node() -> anyhow::Result<Command> {
    let chromium = tools::ensure_chromium()?;
    web::build()?;
    heading("The program that serves it");
    run(&mut web::program(&["--version"]))?;
    let mut node = Command::new("node");
    node.current_dir(root().join("web")).env("CHROMIUM", chromium);
    Ok(node)
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
