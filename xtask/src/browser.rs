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
    node.args(["--test", "--test-concurrency=1", "--test-reporter=spec", "tests/"]);
    run(node.current_dir(root().join("web")).env("CHROMIUM", chromium))
}
