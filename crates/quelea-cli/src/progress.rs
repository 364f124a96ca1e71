//! How far it is, on a terminal and nowhere else.

use console::Term;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use quelea::measures::Measures;
use std::fmt::Write;
use std::io::IsTerminal;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A bar at the bottom of the terminal; nothing at all where there is none.
pub struct Progress {
    bar: ProgressBar,
    /// When the flock is measured next, for the bar alone.
    next: Instant,
    /// What was measured last, as it stands beside the bar.
    measured: Arc<Mutex<String>>,
}

/// How often the measures on the bar change, if they are cheap.
const OFTEN: Duration = Duration::from_millis(250);

/// Measuring for the bar may take one part in so many of the time.
const SHARE: u32 = 20;

/// What stands beside the bar leaves it so many columns.
const BAR: usize = 12;

impl Progress {
    /// The steps of a run that stands at one of them.
    pub fn of_steps(shown: bool, first: u64, last: u64, now: u64) -> Self {
        Self::new(shown, "steps", last - first.min(last), now.saturating_sub(first))
    }

    /// The runs of a sweep, of which some are done.
    pub fn of_runs(shown: bool, all: u64, done: u64) -> Self {
        Self::new(shown, "runs", all, done)
    }

    fn new(shown: bool, what: &'static str, all: u64, done: u64) -> Self {
        let target = match shown && std::io::stderr().is_terminal() {
            true => ProgressDrawTarget::stderr_with_hz(10),
            false => ProgressDrawTarget::hidden(),
        };
        let bar = ProgressBar::with_draw_target(Some(all), target);
        let measured = Arc::new(Mutex::new(String::new()));
        let last = measured.clone();
        let beside = move |state: &ProgressState, out: &mut dyn Write| {
            // A terminal that does not say how wide it is gets the width that all have.
            let columns = Term::stderr().size_checked().map_or(80, |(_, columns)| columns.into());
            let measured = last.lock().map(|text| text.clone()).unwrap_or_default();
            let _ = out.write_str(&beside(state, what, measured, columns));
        };
        if let Ok(style) = ProgressStyle::with_template("{wide_bar}{beside}") {
            bar.set_style(style.with_key("beside", beside).progress_chars("━━╌"));
        }
        bar.set_position(done);
        bar.reset_eta();
        Progress { bar, next: Instant::now(), measured }
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
            if let Ok(mut measured) = self.measured.lock() {
                *measured = format!("polarisation {polarisation:.2}, clusters {clusters}");
            }
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

/// What stands beside the bar.
fn beside(state: &ProgressState, what: &str, measured: String, columns: usize) -> String {
    let count = format!("{}/{} {what}", state.pos(), state.len().unwrap_or_default());
    let rate = match state.per_sec() {
        rate if rate < 10.0 => format!("{rate:.1}/s"),
        rate => format!("{rate:.0}/s"),
    };
    let left = format!("{:#} left", HumanDuration(state.eta()));
    fitting([count, rate, left, measured], columns)
}

/// As much of the count, the rate, the time that is left and the measures as fits beside a bar: a line that is
/// longer than the terminal is wide would be drawn below itself again and again.
fn fitting([count, rate, left, measured]: [String; 4], columns: usize) -> String {
    let choices =
        [vec![&count, &rate, &left, &measured], vec![&count, &rate, &left], vec![&count, &left], vec![&count]];
    let texts = choices.iter().map(|parts| {
        let parts: Vec<&str> = parts.iter().map(|part| part.as_str()).filter(|part| !part.is_empty()).collect();
        format!(" {}", parts.join(", "))
    });
    texts.into_iter().find(|text| text.chars().count() + BAR <= columns).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_beside_the_bar_is_left_out_the_measures_first() {
        let parts = || ["12/1000 steps", "85/s", "11s left", "polarisation 0.93, clusters 12"].map(String::from);
        for (columns, text) in [
            (200, " 12/1000 steps, 85/s, 11s left, polarisation 0.93, clusters 12"),
            (74, " 12/1000 steps, 85/s, 11s left, polarisation 0.93, clusters 12"),
            (73, " 12/1000 steps, 85/s, 11s left"),
            (40, " 12/1000 steps, 11s left"),
            (30, " 12/1000 steps"),
            (20, ""),
            (0, ""),
        ] {
            let found = fitting(parts(), columns);
            assert_eq!(found, text, "{columns}");
            assert!(found.chars().count() + BAR <= columns.max(BAR), "{columns}");
        }
        let [count, rate, left, _] = parts();
        assert_eq!(fitting([count, rate, left, String::new()], 100), " 12/1000 steps, 85/s, 11s left");
    }
}
