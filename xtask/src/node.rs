//! Node, its packages and a browser: what the page is built and tested with.

use crate::apt;
use crate::step::{heading, run, succeeds};
use crate::workspace::{is_outdated, root};
use anyhow::Context;
use std::process::Command;

/// Installs the packages of web/package-lock.json into web/node_modules if they are missing or out of date.
pub fn ensure_packages() -> anyhow::Result<()> {
    let web = root().join("web");
    // npm writes this file when it has finished.
    if !is_outdated(&web.join("node_modules/.package-lock.json"), &web.join("package-lock.json")) {
        return Ok(());
    }
    heading("Node packages");
    if !succeeds(Command::new("npm").arg("--version")) {
        apt::install(&["nodejs", "npm"]).context("building the page needs Node 18 or later with npm")?;
    }
    run(Command::new("npm").args(["ci", "--no-audit", "--no-fund"]).current_dir(web))
}

/// Returns the command that starts Chromium; installs Chromium if it is missing.
pub fn ensure_chromium() -> anyhow::Result<&'static str> {
    const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    let find = || NAMES.into_iter().find(|name| succeeds(Command::new(name).arg("--version")));
    if let Some(name) = find() {
        return Ok(name);
    }
    heading("Browser");
    apt::install(&["chromium"]).context("the browser tests need Chromium")?;
    find().context("Chromium was installed but does not start")
}
