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

/// The first version of Firefox that knows the commands of the driver.
const OLDEST_FIREFOX: u32 = 143;

/// Returns the command that starts Firefox; installs Firefox, and the virtual display it needs for WebGL, if one of
/// them is missing or too old.
pub fn ensure_firefox() -> anyhow::Result<&'static str> {
    const NAMES: [&str; 2] = ["firefox-esr", "firefox"];
    let is_recent = |name: &&str| firefox_version(name).is_some_and(|version| version >= OLDEST_FIREFOX);
    let find = || NAMES.into_iter().find(is_recent);
    // Xvfb has no option that only prints something and succeeds everywhere: ask the shell where it is.
    let has_display = || succeeds(Command::new("sh").args(["-c", "command -v Xvfb"]));
    if let (Some(name), true) = (find(), has_display()) {
        return Ok(name);
    }
    heading("Firefox");
    apt::install(&["firefox-esr", "xvfb"])
        .with_context(|| format!("the browser tests need Xvfb and Firefox {OLDEST_FIREFOX} or later"))?;
    find().with_context(|| format!("Firefox was installed, but is not {OLDEST_FIREFOX} or later, or does not start"))
}

/// The major version of a Firefox.
fn firefox_version(name: &str) -> Option<u32> {
    let output = Command::new(name).arg("--version").output().ok()?;
    major_version(&String::from_utf8_lossy(&output.stdout))
}

/// The first whole number in a text such as `Mozilla Firefox 153.7.0esr`.
fn major_version(text: &str) -> Option<u32> {
    text.split(|c: char| !c.is_ascii_digit()).find(|part| !part.is_empty())?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_major_version_of_a_browser_is_its_first_number() {
        assert_eq!(major_version("Mozilla Firefox 153.7.0esr\n"), Some(153));
        assert_eq!(major_version("no version"), None);
    }
}
