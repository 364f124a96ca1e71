//! A Vulkan driver: the tests of quelea-draw draw real images, and those of quelea-gpu step real flocks.

use crate::apt;
use crate::step::in_root;
use anyhow::{Context, bail};

/// Makes sure that Linux has a Vulkan driver; installs Mesa's, which also draws in software, if there is none. Other
/// systems come with a graphics driver.
pub fn ensure_driver() -> anyhow::Result<()> {
    if !cfg!(target_os = "linux") || has_driver() {
        println!("   graphics driver: found");
        return Ok(());
    }
    println!("   graphics driver: missing");
    apt::install(&["mesa-vulkan-drivers"]).context("drawing needs a Vulkan driver")?;
    if !has_driver() {
        bail!("mesa-vulkan-drivers was installed, but the Vulkan loader finds no driver");
    }
    Ok(())
}

/// Whether the Vulkan loader is installed and a driver is registered with it.
fn has_driver() -> bool {
    let folders = ["/usr/share/vulkan/icd.d", "/etc/vulkan/icd.d", "/usr/local/share/vulkan/icd.d"];
    let mut registered = folders.iter().filter_map(|folder| std::fs::read_dir(folder).ok()).flatten().flatten();
    let has_driver = std::env::var_os("VK_DRIVER_FILES").is_some() || registered.next().is_some();
    let libraries = in_root("/sbin/ldconfig").arg("-p").output();
    let has_loader = libraries.is_ok_and(|list| String::from_utf8_lossy(&list.stdout).contains("libvulkan.so.1"));
    has_driver && (has_loader || std::env::var_os("LD_LIBRARY_PATH").is_some())
}
