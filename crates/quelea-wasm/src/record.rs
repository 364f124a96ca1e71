//! Measures taken while a flock runs, and the table they make.

use quelea::measures::Measures;

/// One row per sample.
#[derive(Clone, Debug, Default)]
pub struct Record {
    rows: Vec<(u64, Measures)>,
}

impl Record {
    /// Adds a sample. A sample of an earlier step begins the record anew, one of the same step replaces the
    /// last.
    pub fn add(&mut self, step: u64, measures: Measures) {
        self.rows.retain(|(earlier, _)| *earlier < step);
        self.rows.push((step, measures));
    }

    /// Forgets all samples.
    pub fn clear(&mut self) {
        self.rows.clear();
    }

    /// The samples as a table: `step`, then every measure.
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
