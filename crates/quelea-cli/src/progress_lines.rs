//! Progress as plain lines, for logs: one at each tenth of the work, and one every few minutes in between.

use indicatif::HumanDuration;
use std::time::{Duration, Instant};

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Unit {
    /// Steps of a flock with so many boids.
    Steps {
        boids: usize,
    },
    Runs,
}

/// The time after which a line comes even if no tenth of the work is complete.
const LONGEST_SILENCE: Duration = Duration::from_secs(600);

/// The lines of one command.
pub struct ProgressLines {
    unit: Unit,
    total: u64,
    /// How much was done before.
    done_before: u64,
    start: Instant,
    /// No line comes before this much time has passed.
    patience: Duration,
    tenths: u64,
    last_line: Duration,
}

impl ProgressLines {
    pub fn new(unit: Unit, total: u64, done: u64, patience: Duration) -> Self {
        let start = Instant::now();
        let tenths = tenths(done, total);
        ProgressLines { unit, total, done_before: done, start, patience, tenths, last_line: Duration::ZERO }
    }

    /// The line to print when so much is done, if there is one.
    pub fn next(&mut self, done: u64) -> Option<String> {
        self.next_at(done, self.start.elapsed())
    }

    fn next_at(&mut self, done: u64, elapsed: Duration) -> Option<String> {
        let tenths = tenths(done, self.total);
        let is_due = tenths > self.tenths || elapsed - self.last_line >= LONGEST_SILENCE;
        self.tenths = tenths;
        if !is_due || elapsed < self.patience {
            return None;
        }
        self.last_line = elapsed;
        Some(self.line(done, elapsed))
    }

    fn line(&self, done: u64, elapsed: Duration) -> String {
        let total = self.total;
        let percent = (u128::from(done) * 100 / u128::from(total.max(1))) as u64;
        let rate = (done - self.done_before.min(done)) as f64 / elapsed.as_secs_f64().max(1e-9);
        let (name, speed) = match self.unit {
            Unit::Steps { boids } => ("step", format!("{:.2e} boid-steps/s", rate * boids as f64)),
            Unit::Runs => ("run", format!("{rate:.3} runs/s")),
        };
        let seconds = (total - done.min(total)) as f64 / rate;
        let left = Duration::try_from_secs_f64(seconds).map(|left| format!(", {:#} left", HumanDuration(left)));
        format!("{name} {done} of {total} ({percent} %), {speed}{}", left.unwrap_or_default())
    }
}

/// How many tenths of the work are complete.
fn tenths(done: u64, total: u64) -> u64 {
    (u128::from(done) * 10 / u128::from(total.max(1))) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn there_is_a_line_at_each_tenth_with_speed_and_time_left() {
        let mut lines = ProgressLines::new(Unit::Steps { boids: 300 }, 1000, 0, Duration::ZERO);
        let found: Vec<String> = (1..=1000).filter_map(|step| lines.next_at(step, seconds(step / 10))).collect();
        assert_eq!(found.len(), 10);
        assert_eq!(found[0], "step 100 of 1000 (10 %), 3.00e3 boid-steps/s, 2m left");
        assert_eq!(found[9], "step 1000 of 1000 (100 %), 3.00e3 boid-steps/s, 0s left");
        let mut lines = ProgressLines::new(Unit::Runs, 3, 0, Duration::ZERO);
        assert_eq!(lines.next_at(1, seconds(8)).unwrap(), "run 1 of 3 (33 %), 0.125 runs/s, 16s left");
    }

    #[test]
    fn what_was_done_before_neither_counts_for_the_speed_nor_is_reported_again() {
        let mut lines = ProgressLines::new(Unit::Runs, 100, 50, Duration::ZERO);
        assert_eq!(lines.next_at(51, seconds(1)), None);
        assert_eq!(lines.next_at(60, seconds(10)).unwrap(), "run 60 of 100 (60 %), 1.000 runs/s, 40s left");
    }

    #[test]
    fn a_short_run_prints_nothing_and_a_slow_one_every_ten_minutes() {
        let mut lines = ProgressLines::new(Unit::Runs, 100, 0, seconds(60));
        assert_eq!(lines.next_at(50, seconds(59)), None);
        assert_eq!(lines.next_at(51, seconds(60)), None);
        assert!(lines.next_at(60, seconds(61)).is_some());
        assert_eq!(lines.next_at(61, seconds(660)), None);
        assert!(lines.next_at(62, seconds(661)).is_some());
        assert_eq!(lines.next_at(63, seconds(1260)), None);
    }

    #[test]
    fn nothing_to_do_divides_by_nothing() {
        let mut lines = ProgressLines::new(Unit::Runs, 0, 0, Duration::ZERO);
        assert_eq!(lines.next_at(0, Duration::ZERO), None);
        assert_eq!(lines.line(0, Duration::ZERO), "run 0 of 0 (0 %), 0.000 runs/s");
    }
}
