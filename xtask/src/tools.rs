//! The tools that a minimal machine lacks.

use crate::step::{heading, in_root, root, run};
use anyhow::{Context, bail};
use std::path::Path;
use std::process::{Command, Stdio};

/// Makes sure that rustfmt and clippy are there, and installs them with rustup where they are not.
pub fn ensure() -> anyhow::Result<()> {
    heading("Tools");
    for (component, command) in [("rustfmt", "fmt"), ("clippy", "clippy")] {
        if works(in_root("cargo").args([command, "--version"])) {
            println!("   {component}: there");
            continue;
        }
        println!("   {component}: missing; rustup component add {component}");
        let status = in_root("rustup").args(["component", "add", component]).status();
        let status = status.with_context(|| format!("{component} is missing, and so is rustup to install it"))?;
        if !status.success() || !works(in_root("cargo").args([command, "--version"])) {
            bail!("{component} is missing and could not be installed: rustup component add {component}");
        }
    }
    Ok(())
}

/// Makes sure that what web/package.json names is in web/node_modules.
pub fn ensure_node_packages() -> anyhow::Result<()> {
    let web = root().join("web");
    let time = |path: &Path| path.metadata().and_then(|data| data.modified()).ok();
    // npm writes the second when it is done.
    let (wanted, there) = (time(&web.join("package-lock.json")), time(&web.join("node_modules/.package-lock.json")));
    if there.is_some() && there >= wanted {
        return Ok(());
    }
    heading("What the page is built with");
    if !works(Command::new("npm").arg("--version")) {
        apt_get(&["nodejs", "npm"]).context("npm is missing: install Node 18 or later")?;
    }
    run(Command::new("npm").args(["ci", "--no-audit", "--no-fund"]).current_dir(web))
}

/// Where Chromium is; installs it where it is missing and that is possible.
pub fn ensure_chromium() -> anyhow::Result<&'static str> {
    const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    let found = || NAMES.into_iter().find(|name| works(Command::new(name).arg("--version")));
    if let Some(name) = found() {
        return Ok(name);
    }
    heading("A browser");
    apt_get(&["chromium"]).context("the browser tests need Chromium: install it")?;
    found().context("Chromium was installed but does not start")
}

/// Installs Debian packages, where we may.
pub fn apt_get(packages: &[&str]) -> anyhow::Result<()> {
    if !works(Command::new("apt-get").arg("--version")) || !works(Command::new("test").args(["-w", "/var/lib/dpkg"])) {
        bail!("apt-get is missing, or needs to be run by root: apt-get install {}", packages.join(" "));
    }
    let install = || {
        let mut command = Command::new("apt-get");
        command.args(["install", "-y", "-qq", "--no-install-recommends"]).args(packages);
        run(command.env("DEBIAN_FRONTEND", "noninteractive"))
    };
    // A fresh machine has no list of packages yet, or an old one.
    if install().is_err() {
        run(Command::new("apt-get").args(["update", "-qq"]))?;
        install()?;
    }
    Ok(())
}

fn works(command: &mut Command) -> bool {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}
