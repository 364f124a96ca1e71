//! Browser tests: the page in Chromium and Firefox, compared with the program.

use crate::step::{heading, run};
use crate::workspace::{file_names, root};
use crate::{node, web};
use std::process::Command;

/// Builds the page and the program and runs the tests of web/tests.
pub fn test() -> anyhow::Result<()> {
    let firefox = node::ensure_firefox()?;
    let mut node = prepare()?;
    node.env("FIREFOX", firefox);
    web::check_types()?;
    heading("Browser tests");
    run(node.args(["--test", "--test-concurrency=1", "--test-reporter=spec"]).args(test_files()?))
}

/// Measures the size and the speed of the page on this machine.
pub fn measure() -> anyhow::Result<()> {
    let mut node = prepare()?;
    heading("Size and speed of the page");
    run(node.arg("measure.mjs"))
}

/// Takes the pictures of the page that README and docs show.
pub fn take_pictures() -> anyhow::Result<()> {
    let mut node = prepare()?;
    heading("Pictures of the page");
    run(node.args(["pictures.mjs", "../docs/pictures"]))
}

/// Builds the page and the program. Returns Node in the folder of the page, with the browser in its environment.
fn prepare() -> anyhow::Result<Command> {
    let chromium = node::ensure_chromium()?;
    web::build()?;
    heading("Program that serves the page");
    run(&mut web::program(&["--version"]))?;
    let mut node = Command::new("node");
    node.current_dir(root().join("web")).env("CHROMIUM", chromium);
    Ok(node)
}

/// The test files by name, because versions of Node disagree about `node --test FOLDER`.
fn test_files() -> anyhow::Result<Vec<String>> {
    let names = file_names(&root().join("web/tests"))?;
    Ok(names.into_iter().filter(|name| name.ends_with(".test.mjs")).map(|name| format!("tests/{name}")).collect())
}
