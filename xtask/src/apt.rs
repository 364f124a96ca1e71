//! Debian packages for tools that a minimal machine lacks.

use crate::step::{run, succeeds};
use anyhow::bail;
use std::process::Command;
use std::sync::Once;

/// Installs Debian packages, after saying so. Without root or apt-get it installs nothing and returns an error that
/// names the command to run.
pub fn install(packages: &[&str]) -> anyhow::Result<()> {
    let has_apt = succeeds(Command::new("apt-get").arg("--version"));
    let is_root = succeeds(Command::new("test").args(["-w", "/var/lib/dpkg"]));
    if let Some(advice) = advice(packages, has_apt, is_root) {
        bail!(advice);
    }
    println!("   installing {} with apt-get ...", packages.join(", "));
    // Old lists name packages that are gone, or browsers too old for the tests.
    UPDATED.call_once(|| {
        if let Err(error) = run(apt_get().args(["update", "-qq"])) {
            println!("   the package lists could not be updated: {error:#}");
        }
    });
    run(apt_get().args(["install", "-y", "-qq", "--no-install-recommends"]).args(packages))
}

/// Whether the package lists were updated, which is done once and only if something is missing.
static UPDATED: Once = Once::new();

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
