//! Keeps a graphics driver from complaining about a desktop that is not there.

/// Mesa's layer for choosing among GPUs asks for a Wayland desktop and prints `error: XDG_RUNTIME_DIR is invalid`
/// where there is none, as on a server. There nothing is chosen by it anyway.
#[allow(unsafe_code)]
pub fn drivers() {
    let desktop = ["XDG_RUNTIME_DIR", "WAYLAND_DISPLAY", "DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
    if !desktop {
        // SAFETY: the environment is read elsewhere only by the driver, which is loaded after this, and by no
        // thread of ours: those of the pool step flocks.
        unsafe { std::env::set_var("NODEVICE_SELECT", "1") };
    }
}
