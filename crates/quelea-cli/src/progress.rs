//! Progress: a bar on a terminal, lines in a log.

use crate::progress_lines::{ProgressLines, Unit};
use clap::ValueEnum;
use console::Term;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use quelea::Measures;
use std::fmt::Write;
use std::io::{IsTerminal, Write as _};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How progress is shown.
#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
pub enum ProgressForm {
    /// A bar on a terminal; elsewhere lines, once a minute has passed
    Auto,
    /// A line at each tenth of the work, at least every ten minutes
    Plain,
    /// Nothing
    None,
}

impl ProgressForm {
    /// What the environment variable `QUELEA_PROGRESS` says, as for `--progress`; else `Auto`.
    pub fn from_environment() -> Self {
        let word = std::env::var("QUELEA_PROGRESS").unwrap_or_default();
        ProgressForm::from_str(&word, true).unwrap_or(ProgressForm::Auto)
    }
}

/// The progress of a command, on the standard error.
pub struct Progress {
    bar: ProgressBar,
    lines: Option<Mutex<ProgressLines>>,
    /// When the flock is to be measured next for the bar.
    next_measure: Instant,
    /// The latest measures, as the bar shows them.
    measures: Arc<Mutex<String>>,
}

/// How long a command takes before its progress goes to a log that was not asked for it.
const PATIENCE: Duration = Duration::from_secs(60);

/// How often the measures on the bar are refreshed if that is cheap.
const REFRESH: Duration = Duration::from_millis(250);

/// Measuring for the bar takes at most one part in this many of the time.
const TIME_SHARE: u32 = 20;

/// The columns that the text leaves to the bar.
const BAR_COLUMNS: usize = 12;

impl Progress {
    /// For the steps of a run from `first` to `last`, of which it has reached `now`.
    pub fn for_steps(form: ProgressForm, boids: usize, first: u64, last: u64, now: u64) -> Self {
        Self::new(form, Unit::Steps { boids }, last - first.min(last), now.saturating_sub(first))
    }

    /// For a number of runs, some of them already done.
    pub fn for_runs(form: ProgressForm, total: u64, done: u64) -> Self {
        Self::new(form, Unit::Runs, total, done)
    }

    fn new(form: ProgressForm, unit: Unit, total: u64, done: u64) -> Self {
        let is_terminal = std::io::stderr().is_terminal();
        let target = match form == ProgressForm::Auto && is_terminal {
            true => ProgressDrawTarget::stderr_with_hz(10),
            false => ProgressDrawTarget::hidden(),
        };
        let patience = match form {
            ProgressForm::Plain => Some(Duration::ZERO),
            ProgressForm::Auto if !is_terminal => Some(PATIENCE),
            _ => None,
        };
        let lines = patience.map(|patience| Mutex::new(ProgressLines::new(unit, total, done, patience)));
        let unit = match unit {
            Unit::Steps { .. } => "steps",
            Unit::Runs => "runs",
        };
        let bar = ProgressBar::with_draw_target(Some(total), target);
        let measures = Arc::new(Mutex::new(String::new()));
        let latest = measures.clone();
        let status = move |state: &ProgressState, out: &mut dyn Write| {
            // 80 columns if the terminal does not report its width.
            let columns = Term::stderr().size_checked().map_or(80, |(_, columns)| columns.into());
            let measures = latest.lock().map(|text| text.clone()).unwrap_or_default();
            let _ = out.write_str(&status(state, unit, measures, columns));
        };
        if let Ok(style) = ProgressStyle::with_template("{wide_bar}{status}") {
            bar.set_style(style.with_key("status", status).progress_chars("━━╌"));
        }
        bar.set_position(done);
        bar.reset_eta();
        Progress { bar, lines, next_measure: Instant::now(), measures }
    }

    /// Moves to a step, and from time to time measures the flock for the bar, unless that would take too long.
    pub fn set_step(&mut self, step: u64, measure: impl FnOnce() -> Option<Measures>) {
        self.print_line(step);
        if self.bar.is_hidden() {
            return;
        }
        self.bar.set_position(step);
        let start = Instant::now();
        if start >= self.next_measure {
            let measures = measure();
            self.show(measures.as_ref());
            self.next_measure = Instant::now() + REFRESH.max(start.elapsed() * TIME_SHARE);
        }
    }

    /// Whether it shows a measure.
    pub fn shows(measure: &str) -> bool {
        matches!(measure, "polarisation" | "clusters")
    }

    /// Shows measures that were computed for another purpose.
    pub fn show(&mut self, measures: Option<&Measures>) {
        if let Some(Measures { polarisation, clusters, .. }) = measures.filter(|_| !self.bar.is_hidden()) {
            if let Ok(mut text) = self.measures.lock() {
                *text = format!("polarisation {polarisation:.2}, clusters {clusters}");
            }
            self.next_measure = Instant::now() + REFRESH;
        }
    }

    /// Counts one more as done.
    pub fn increment(&self) {
        self.bar.inc(1);
        self.print_line(self.bar.position());
    }

    fn print_line(&self, done: u64) {
        let line = self.lines.as_ref().and_then(|lines| lines.lock().ok()?.next(done));
        if let Some(line) = line {
            let _ = writeln!(std::io::stderr(), "{line}");
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// The text after the bar.
fn status(state: &ProgressState, unit: &str, measures: String, columns: usize) -> String {
    let count = format!("{}/{} {unit}", state.pos(), state.len().unwrap_or_default());
    let rate = match state.per_sec() {
        rate if rate < 10.0 => format!("{rate:.1}/s"),
        rate => format!("{rate:.0}/s"),
    };
    let left = format!("{:#} left", HumanDuration(state.eta()));
    fit_status([count, rate, left, measures], columns)
}

/// As many of count, rate, time left and measures as fit after the bar: a line longer than the terminal would be
/// drawn below itself again and again.
fn fit_status([count, rate, left, measures]: [String; 4], columns: usize) -> String {
    let choices =
        [vec![&count, &rate, &left, &measures], vec![&count, &rate, &left], vec![&count, &left], vec![&count]];
    let texts = choices.iter().map(|parts| {
        let parts: Vec<&str> = parts.iter().map(|part| part.as_str()).filter(|part| !part.is_empty()).collect();
        format!(" {}", parts.join(", "))
    });
    texts.into_iter().find(|text| text.chars().count() + BAR_COLUMNS <= columns).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_status_is_shortened_to_the_terminal_and_measures_go_first() {
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
            let found = fit_status(parts(), columns);
            assert_eq!(found, text, "{columns}");
            assert!(found.chars().count() + BAR_COLUMNS <= columns.max(BAR_COLUMNS), "{columns}");
        }
        let [count, rate, left, _] = parts();
        assert_eq!(fit_status([count, rate, left, String::new()], 100), " 12/1000 steps, 85/s, 11s left");
    }
}
