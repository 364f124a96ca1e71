//! Ctrl-C and termination signals: the program stops after the current step.

use crate::error::EXIT_INTERRUPTED;
use anyhow::Context;
use std::sync::atomic::{AtomicBool, Ordering};

static REQUESTED: AtomicBool = AtomicBool::new(false);

/// Handles signals from now on. A second one ends the program at once.
pub fn install_handler() -> anyhow::Result<()> {
    let installed = ctrlc::set_handler(|| {
        if REQUESTED.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(EXIT_INTERRUPTED));
        }
    });
    installed.context("cannot handle Ctrl-C")
}

/// Whether a signal has asked the program to stop.
pub fn requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}
