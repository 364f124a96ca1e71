//! Which changes a running flock can take.

use super::{Fault, Scenario, ScenarioError};
use crate::parameters::{Section, When};

impl Scenario {
    /// Checks that a flock that runs this scenario can go on with `changed`: that only parameters differ
    /// which take effect at once.
    pub fn allow_change(&self, changed: &Scenario) -> Result<(), ScenarioError> {
        let mut faults = Vec::new();
        let names = |scenario: &Scenario| scenario.kinds().map(|kind| kind.name.clone()).collect::<Vec<_>>();
        if names(self) != names(changed) {
            faults.push(restart("species"));
        } else if self.obstacles.len() != changed.obstacles.len() {
            faults.push(restart("obstacle"));
        } else {
            let mut general = Vec::new();
            super::General::describe("", &mut general);
            for row in general.iter().filter(|row| row.when == When::Restart) {
                if self.general.get(&row.path).map(text) != changed.general.get(&row.path).map(text) {
                    faults.push(restart(&row.path));
                }
            }
            let mut species = Vec::new();
            super::Species::describe("", &mut species);
            for (index, (old, new)) in self.kinds().zip(changed.kinds()).enumerate() {
                for row in species.iter().filter(|row| row.when == When::Restart) {
                    if old.species.get(&row.path).map(text) != new.species.get(&row.path).map(text) {
                        let prefix = if index == 0 { String::new() } else { format!("species.{}.", new.name) };
                        faults.push(restart(&format!("{prefix}{}", row.path)));
                    }
                }
            }
        }
        if faults.is_empty() { Ok(()) } else { Err(ScenarioError { file: None, faults }) }
    }
}

fn text(value: toml_edit::Value) -> String {
    value.to_string()
}

fn restart(key: &str) -> Fault {
    Fault::new(key, "cannot change while the flock runs").allowing("a restart, or its present value")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_may_change_in_a_running_flock_and_numbers_of_boids_may_not() {
        let old = Scenario::preset("p5").unwrap();
        old.allow_change(&old.clone().with("separation.weight", 3.0).unwrap()).unwrap();
        let error = old.allow_change(&old.clone().with("boids", 7).unwrap()).unwrap_err();
        assert_eq!(error.faults[0].key, "boids");
    }
}
