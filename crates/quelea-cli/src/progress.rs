//! How far it is, on a terminal and nowhere else.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use quelea::measures::Measures;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// A bar at the bottom of the terminal; nothing at all where there is none.
pub struct Progress {
    bar: ProgressBar,
    /// When the flock is measured next, for the bar alone.
    next: Instant,
}

/// How often the measures on the bar change, if they are cheap.
const OFTEN: Duration = Duration::from_millis(250);

/// Measuring for the bar may take one part in so many of the time.
const SHARE: u32 = 20;

impl Progress {
    /// The steps of a run that stands at one of them.
    pub fn of_steps(shown: bool, first: u64, last: u64, now: u64) -> Self {
        let done = now.saturating_sub(first);
        Self::new(shown, "{wide_bar} {pos}/{len} steps, {rate}, {eta} left{msg}", last - first.min(last), done)
    }

    /// The runs of a sweep, of which some are done.
    pub fn of_runs(shown: bool, all: u64, done: u64) -> Self {
        Self::new(shown, "{wide_bar} {pos}/{len} runs, {rate}, {eta} left{msg}", all, done)
    }

    fn new(shown: bool, template: &str, all: u64, done: u64) -> Self {
        let target = match shown && std::io::stderr().is_terminal() {
            true => ProgressDrawTarget::stderr_with_hz(10),
            false => ProgressDrawTarget::hidden(),
        };
        let bar = ProgressBar::with_draw_target(Some(all), target);
        let rate = |state: &indicatif::ProgressState, out: &mut dyn std::fmt::Write| {
            let _ = match state.per_sec() {
                rate if rate < 10.0 => write!(out, "{rate:.1}/s"),
                rate => write!(out, "{rate:.0}/s"),
            };
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.with_key("rate", rate).progress_chars("━━╌"));
        }
        bar.set_position(done);
        bar.reset_eta();
        Progress { bar, next: Instant::now() }
    }

    /// So many are done. Now and then, two measures of the flock are shown beside it.
    pub fn stepped(&mut self, step: u64, measures: impl FnOnce() -> Measures) {
        if self.bar.is_hidden() {
            return;
        }
        self.bar.set_position(step);
        let began = Instant::now();
        if began >= self.next {
            let measured = measures();
            self.show(Some(&measured));
            self.next = Instant::now() + OFTEN.max(began.elapsed() * SHARE);
        }
    }

    /// Shows measures that were taken anyway.
    pub fn show(&mut self, measures: Option<&Measures>) {
        if let Some(measures) = measures.filter(|_| !self.bar.is_hidden()) {
            let Measures { polarisation, clusters, .. } = measures;
            self.bar.set_message(format!(", polarisation {polarisation:.2}, clusters {clusters}"));
            self.next = Instant::now() + OFTEN;
        }
    }

    /// One more is done.
    pub fn done(&self) {
        self.bar.inc(1);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
