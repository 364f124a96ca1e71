//! `cargo xtask reliability [TRIALS]`: the figures of docs/reliability.md.

use crate::step::cargo_with;
use anyhow::Context;

/// Kills the program, fills its disk and damages its files, each this many times, and prints what came of it.
pub fn measure(trials: &str) -> anyhow::Result<()> {
    let count: u64 = trials.parse().ok().filter(|count| *count > 0).with_context(|| {
        format!("`{trials}` is not a number of trials: write a whole number above 0, or none for {USUAL}")
    })?;
    let tests = ["--test", "killed", "--test", "full_disk", "--test", "bad_inputs"];
    let arguments = [&["test", "--package", "quelea-cli"], &tests[..], &["--", "--nocapture", "--test-threads=1"]];
    cargo_with("Kills, full disks and damaged files", &arguments.concat(), &[("QUELEA_TRIALS", &count.to_string())])
}

/// The number of trials unless another is given.
pub const USUAL: &str = "500";

#[cfg(test)]
mod tests {
    #[test]
    fn a_number_of_trials_is_positive_and_whole() {
        for wrong in ["0", "-1", "1.5", "many"] {
            assert!(super::measure(wrong).is_err(), "{wrong}");
        }
    }
}
