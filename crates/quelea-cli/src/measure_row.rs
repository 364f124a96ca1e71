//! One row of a table of measures.

use crate::files::{Table, Values};
use quelea::measures::encounters::Encounters;
use quelea::{Measures, Scenario};

/// The step, the scheduled parameters, the measures, and the encounters if a species hunts.
pub fn measure_row(scenario: &Scenario, step: u64, measures: &Measures, encounters: Option<&Encounters>) -> Table {
    let step = ("step".to_owned(), Values::Integer(vec![step as i64]));
    let scheduled = scenario.scheduled_paths().into_iter().map(|path| {
        let value = scenario.get(path).and_then(|value| value.as_float()).unwrap_or_default();
        (path.to_owned(), Values::Double(vec![value]))
    });
    let values = measures.values().map(|(name, value)| (name.to_owned(), Values::Double(vec![value])));
    let counts = encounters.into_iter().flat_map(Encounters::values);
    let counts = counts.map(|(name, count)| (name.to_owned(), Values::Integer(vec![count as i64])));
    Table::new(std::iter::once(step).chain(scheduled).chain(values).chain(counts).collect())
}
