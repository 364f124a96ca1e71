//! Ctrl-C and the signals of job queues: the program stops after the current step.

use crate::temporary;
use anyhow::Context;
use std::sync::atomic::{AtomicI32, Ordering};
use std::time::{Duration, Instant};

#[cfg(unix)]
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGUSR1, SIGUSR2, SIGXCPU};
#[cfg(not(unix))]
const SIGINT: i32 = 2;

/// Ctrl-C, `kill`, the end of a terminal, and what job queues send before they kill a job.
#[cfg(unix)]
const SIGNALS: [i32; 6] = [SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGXCPU];

/// The first signal that asked the program to stop; 0 if none has.
static FIRST: AtomicI32 = AtomicI32::new(0);

/// A Ctrl-C so soon after another is the same one: `timeout`, `srun` and others send it to the program and to its
/// process group.
const SAME_CTRL_C: Duration = Duration::from_millis(300);

/// Handles signals from now on.
#[cfg(unix)]
pub fn install_handler() -> anyhow::Result<()> {
    // `nohup` lets a program ignore the end of its terminal.
    let wanted = SIGNALS.into_iter().filter(|signal| *signal != SIGHUP || !is_ignored(SIGHUP));
    let mut signals = signal_hook::iterator::Signals::new(wanted).context("cannot handle signals")?;
    let thread = std::thread::Builder::new().name("signals".to_owned());
    let watch = move || {
        let mut last_ctrl_c = None;
        signals.forever().for_each(|signal| handle(signal, &mut last_ctrl_c));
    };
    thread.spawn(watch).context("cannot handle signals")?;
    Ok(())
}

/// Handles Ctrl-C from now on.
#[cfg(not(unix))]
pub fn install_handler() -> anyhow::Result<()> {
    let mut last_ctrl_c = None;
    ctrlc::set_handler(move || handle(SIGINT, &mut last_ctrl_c)).context("cannot handle Ctrl-C")
}

/// Asks the program to stop. A second Ctrl-C ends it at once; other signals may come again while it saves its work,
/// such as SIGXCPU every second.
fn handle(signal: i32, last_ctrl_c: &mut Option<Instant>) {
    let _ = FIRST.compare_exchange(0, signal, Ordering::Relaxed, Ordering::Relaxed);
    if signal != SIGINT {
        return;
    }
    match *last_ctrl_c {
        None => *last_ctrl_c = Some(Instant::now()),
        Some(last) if last.elapsed() < SAME_CTRL_C => {}
        Some(_) => {
            let _no_more_files = temporary::remove_all();
            end_at_once(exit_code());
        }
    }
}

#[cfg(unix)]
fn end_at_once(code: u8) -> ! {
    // Without the exit handlers of a graphics driver, which may wait for other threads.
    signal_hook::low_level::exit(code.into())
}

#[cfg(not(unix))]
fn end_at_once(code: u8) -> ! {
    std::process::exit(code.into())
}

/// Whether a signal has asked the program to stop.
pub fn requested() -> bool {
    FIRST.load(Ordering::Relaxed) != 0
}

/// The exit code after a signal: 128 plus its number, as in shells.
pub fn exit_code() -> u8 {
    128 + FIRST.load(Ordering::Relaxed) as u8 % 128
}

/// Whether the program was started with a signal ignored. Known on Linux only.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    mask >> (signal - 1) & 1 == 1
}
