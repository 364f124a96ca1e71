//! What a scenario changes about the preset that it is named after.

use crate::parameter_table::paths;
use quelea::{Scenario, Value};

/// A preset, and the parameters that differ from it.
pub struct Difference {
    /// The preset as it is built into the library.
    pub preset: Scenario,
    /// Paths and values, in the order of the parameter table.
    pub changes: Vec<(String, Value)>,
}

impl Difference {
    /// Compares a scenario with its preset. None if it has no preset, or leaves out a parameter that the preset has:
    /// that cannot be said by setting parameters.
    pub fn from_preset(scenario: &Scenario) -> Option<Self> {
        let preset = Scenario::preset(&scenario.general.name).ok()?;
        let mut changes = Vec::new();
        for path in paths(scenario) {
            let (before, now) = (preset.get(&path), scenario.get(&path));
            if before != now {
                changes.push((path, now?));
            }
        }
        Some(Difference { preset, changes })
    }

    /// The name of the preset.
    pub fn name(&self) -> &str {
        &self.preset.general.name
    }

    /// Whether setting one parameter after the other gives this scenario, and every one on the way is valid.
    pub fn leads_to(&self, scenario: &Scenario) -> bool {
        let mut changes = self.changes.iter();
        let changed = changes.try_fold(self.preset.clone(), |changed, (path, value)| changed.with(path, value.clone()));
        changed.is_ok_and(|changed| changed == *scenario)
    }
}
