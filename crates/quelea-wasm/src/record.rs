//! Measures sampled while a flock runs, as a table.

use quelea::Measures;

/// Samples in the order of their steps.
#[derive(Clone, Debug, Default)]
pub struct Record {
    rows: Vec<(u64, Measures)>,
}

impl Record {
    /// Adds a sample. Samples of the same or later steps are removed: the flock has restarted since.
    pub fn add(&mut self, step: u64, measures: Measures) {
        self.rows.retain(|(earlier, _)| *earlier < step);
        self.rows.push((step, measures));
    }

    /// The samples as CSV: `step`, then every measure.
    pub fn to_csv(&self) -> String {
        let mut text = String::from("step");
        Measures::DEFINITIONS.iter().for_each(|(name, _, _)| text += &format!(",{name}"));
        text.push('\n');
        for (step, measures) in &self.rows {
            text += &step.to_string();
            measures.values().iter().for_each(|(_, value)| text += &format!(",{value}"));
            text.push('\n');
        }
        text
    }
}
