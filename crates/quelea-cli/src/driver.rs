//! Silences a graphics driver on machines without a desktop.

/// Without a Wayland desktop, as on a server, Mesa's device-select layer prints
/// `error: XDG_RUNTIME_DIR is invalid`. The layer has no effect there, so it is switched off.
#[allow(unsafe_code)]
pub fn silence() {
    let has_desktop =
        ["XDG_RUNTIME_DIR", "WAYLAND_DISPLAY", "DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
    if !has_desktop {
        // SAFETY: called while the program has one thread. Later the environment is read only by the driver.
        unsafe { std::env::set_var("NODEVICE_SELECT", "1") };
    }
}
