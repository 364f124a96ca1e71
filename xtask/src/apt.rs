//! Debian packages for tools that a minimal machine lacks.

use crate::step::{run, succeeds};
use anyhow::bail;
use std::process::Command;

/// Installs Debian packages, after saying so. Without root or apt-get it installs nothing and returns an error that
/// names the command to run.
pub fn install(packages: &[&str]) -> anyhow::Result<()> {
    let has_apt = succeeds(Command::new("apt-get").arg("--version"));
    let is_root = succeeds(Command::new("test").args(["-w", "/var/lib/dpkg"]));
    if let Some(advice) = advice(packages, has_apt, is_root) {
        bail!(advice);
    }
    println!("   installing {} with apt-get ...", packages.join(", "));
    let install = || {
        let mut command = apt_get();
        run(command.args(["install", "-y", "-qq", "--no-install-recommends"]).args(packages))
    };
    if install().is_err() {
        println!("   the package lists may be missing or out of date; updating them ...");
        run(apt_get().args(["update", "-qq"]))?;
        install()?;
    }
    Ok(())
}

/// What to do where the packages cannot be installed from here; `None` where they can.
fn advice(packages: &[&str], has_apt: bool, is_root: bool) -> Option<String> {
    let packages = packages.join(" ");
    match (has_apt, is_root) {
        (false, _) => Some(format!(
            "this system has no apt-get, so nothing was installed. Install what Debian calls {packages} and try again"
        )),
        (true, false) => Some(format!(
            "apt-get needs root, so nothing was installed. Run `sudo apt-get install {packages}` and try again"
        )),
        (true, true) => None,
    }
}

fn apt_get() -> Command {
    let mut command = Command::new("apt-get");
    // Waits if another installation is running.
    command.args(["-o", "DPkg::Lock::Timeout=120"]).env("DEBIAN_FRONTEND", "noninteractive");
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_root_the_command_to_run_is_named() {
        let advice = advice(&["nodejs", "npm"], true, false).unwrap();
        assert!(advice.contains("`sudo apt-get install nodejs npm`"), "{advice}");
    }

    #[test]
    fn without_apt_the_packages_are_named() {
        let advice = advice(&["chromium"], false, true).unwrap();
        assert!(advice.contains("no apt-get") && advice.contains("chromium"), "{advice}");
    }

    #[test]
    fn root_on_debian_may_install() {
        assert_eq!(advice(&["chromium"], true, true), None);
    }
}
