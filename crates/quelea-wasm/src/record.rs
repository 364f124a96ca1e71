//! Measures sampled while a flock runs, as a table.

use quelea::measures::measure_only;
use quelea::{Measures, Scenario, State};

/// Of larger flocks only some measures are taken: the others need a search for neighbours, which would take seconds.
const MOST_MEASURED: usize = 100_000;

/// The measures of a flock that need no search.
const QUICK: [&str; 6] =
    ["polarisation", "milling", "mean_speed", "absolute_angular_momentum", "radius_of_gyration", "elongation"];

/// Measures of a state.
#[derive(Clone, Debug)]
pub struct Sample {
    measures: Measures,
    is_whole: bool,
}

impl Sample {
    /// Measures a state.
    pub fn of(scenario: &Scenario, state: &State) -> Self {
        let is_whole = state.len() <= MOST_MEASURED;
        let measures = measure_only(scenario, state, |name| is_whole || QUICK.contains(&name));
        Sample { measures, is_whole }
    }

    /// The name of every measure, with its value if it was taken.
    pub fn values(&self) -> impl Iterator<Item = (&'static str, Option<f64>)> {
        let is_taken = |name: &str| self.is_whole || QUICK.contains(&name);
        self.measures.values().into_iter().map(move |(name, value)| (name, is_taken(name).then_some(value)))
    }
}

/// Samples in the order of their steps.
#[derive(Clone, Debug, Default)]
pub struct Record {
    rows: Vec<(u64, Sample)>,
}

impl Record {
    /// Adds a sample. Samples of the same or later steps are removed: the flock has restarted since.
    pub fn add(&mut self, step: u64, sample: Sample) {
        self.rows.retain(|(earlier, _)| *earlier < step);
        self.rows.push((step, sample));
    }

    /// The samples as CSV: `step`, then every measure; empty if it was not taken.
    pub fn to_csv(&self) -> String {
        let mut text = String::from("step");
        Measures::DEFINITIONS.iter().for_each(|(name, _, _)| text += &format!(",{name}"));
        text.push('\n');
        for (step, sample) in &self.rows {
            text += &step.to_string();
            sample.values().for_each(|(_, value)| text += &value.map_or(",".to_owned(), |value| format!(",{value}")));
            text.push('\n');
        }
        text
    }
}
