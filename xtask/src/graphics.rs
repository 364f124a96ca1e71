//! Something to draw with: pictures are tested by drawing them.

use crate::step::in_root;
use anyhow::bail;
use std::process::Stdio;

/// Makes sure that Linux has a Vulkan driver: that of a GPU, or Mesa's, which draws in software. Other systems
/// bring what is needed.
pub fn ensure() -> anyhow::Result<()> {
    if !cfg!(target_os = "linux") || has_vulkan() {
        println!("   a graphics driver: there");
        return Ok(());
    }
    println!("   a graphics driver: missing; apt-get install mesa-vulkan-drivers");
    let install = || apt_get(&["install", "-y", "--no-install-recommends", "mesa-vulkan-drivers"]);
    // The list of packages of a fresh machine may be empty or old.
    let installed = install() || (apt_get(&["update"]) && install());
    if !installed || !has_vulkan() {
        bail!("a Vulkan driver is missing and could not be installed. As root: apt-get install mesa-vulkan-drivers");
    }
    Ok(())
}

/// Whether a driver is announced where the Vulkan loader looks for one, and the loader is there.
fn has_vulkan() -> bool {
    let folders = ["/usr/share/vulkan/icd.d", "/etc/vulkan/icd.d", "/usr/local/share/vulkan/icd.d"];
    let mut announced = folders.iter().filter_map(|folder| std::fs::read_dir(folder).ok()).flatten().flatten();
    let driver = std::env::var_os("VK_DRIVER_FILES").is_some() || announced.next().is_some();
    let libraries = in_root("/sbin/ldconfig").arg("-p").output();
    let listed = libraries.is_ok_and(|list| String::from_utf8_lossy(&list.stdout).contains("libvulkan.so.1"));
    driver && (listed || std::env::var_os("LD_LIBRARY_PATH").is_some())
}

fn apt_get(arguments: &[&str]) -> bool {
    let mut command = in_root("apt-get");
    // Another installation may be going on.
    command.args(["-o", "DPkg::Lock::Timeout=120"]).args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
    command.stdout(Stdio::null()).status().is_ok_and(|status| status.success())
}
