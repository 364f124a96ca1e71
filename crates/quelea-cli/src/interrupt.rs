//! Ctrl-C, and the signals by which systems end programs: the run stops after the present step.

use crate::failure::STOPPED;
use anyhow::Context;
use std::sync::atomic::{AtomicBool, Ordering};

static ASKED: AtomicBool = AtomicBool::new(false);

/// Waits for the signal from now on. A second one ends the program at once.
pub fn watch() -> anyhow::Result<()> {
    let watched = ctrlc::set_handler(|| {
        if ASKED.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(STOPPED));
        }
    });
    watched.context("cannot wait for Ctrl-C")
}

/// Whether it came.
pub fn asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}
