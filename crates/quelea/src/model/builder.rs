//! Builds a scenario in Rust.

use super::issue::ScenarioError;
use super::scenario::Scenario;
use super::settings::{Obstacle, Schedule};
use super::species::Species;
use super::validate;
use super::value::Value;

/// Builds a scenario step by step; everything is checked once, in [`build`](Self::build).
///
/// ```
/// use quelea::{Scenario, model::settings::Obstacle};
///
/// let scenario = Scenario::builder()
///     .set("boids", 200)
///     .set("space.size", [400.0, 300.0])
///     .set("relations.hawk", "flee")
///     .species("hawk", |hawk| hawk.set("boids", 2).set("relations.boid", "hunt"))
///     .obstacle(Obstacle::sphere([200.0, 150.0], 30.0))
///     .build()?;
/// assert_eq!(scenario.boids(), 202);
/// # Ok::<(), quelea::ScenarioError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ScenarioBuilder {
    scenario: Scenario,
    issues: Vec<super::ScenarioIssue>,
}

impl ScenarioBuilder {
    /// Sets a parameter by its path, as in a scenario file.
    pub fn set(mut self, path: &str, value: impl Into<Value>) -> Self {
        self.issues.extend(self.scenario.set_unchecked(path, &value.into()).err());
        self
    }

    /// Adds an obstacle.
    pub fn obstacle(mut self, obstacle: Obstacle) -> Self {
        self.scenario.obstacles.push(obstacle);
        self
    }

    /// Lets a parameter change during the run, in all species that have the value of the first.
    pub fn schedule(mut self, schedule: Schedule) -> Self {
        self.scenario.schedule.push(schedule);
        self
    }

    /// Adds a species. It starts as a copy of the first species as set so far, and `configure` says what differs.
    pub fn species(mut self, name: &str, configure: impl FnOnce(SpeciesBuilder) -> SpeciesBuilder) -> Self {
        let settings = self.scenario.species[0].settings.clone();
        self.scenario.species.push(Species::new(name, settings));
        let prefix = format!("species.{name}.");
        configure(SpeciesBuilder { builder: self, prefix }).builder
    }

    /// Checks everything and returns the scenario.
    pub fn build(mut self) -> Result<Scenario, ScenarioError> {
        self.scenario.schedule_heirs();
        let issues = if self.issues.is_empty() { validate::issues(&self.scenario) } else { self.issues };
        if issues.is_empty() { Ok(self.scenario) } else { Err(ScenarioError::new(issues)) }
    }
}

/// Sets the parameters of one species; see [`ScenarioBuilder::species`].
#[derive(Clone, Debug)]
pub struct SpeciesBuilder {
    builder: ScenarioBuilder,
    prefix: String,
}

impl SpeciesBuilder {
    /// Sets a parameter of this species by its path, such as `motion.max_speed` or `relations.boid`.
    pub fn set(mut self, path: &str, value: impl Into<Value>) -> Self {
        self.builder = self.builder.set(&format!("{}{path}", self.prefix), value);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_builder_reports_every_wrong_key_and_value_at_once() {
        let error = Scenario::builder().set("boid", 3).set("boids", -1).build().unwrap_err();
        assert_eq!(error.issues.iter().map(|issue| issue.key.as_str()).collect::<Vec<_>>(), ["boid", "boids"]);
        let error = Scenario::builder().set("motion.min_speed", 9).build().unwrap_err();
        assert!(error.to_string().contains("`space.size` is missing"), "{error}");
    }

    #[test]
    fn a_built_scenario_equals_the_file_that_says_the_same() {
        let built = Scenario::builder()
            .set("space.size", [200, 200])
            .species("hawk", |hawk| hawk.set("boids", 1).set("relations.boid", "hunt"))
            .build();
        let text = "space.size = [200, 200]\n[[species]]\nname = 'hawk'\nboids = 1\nrelations.boid = 'hunt'";
        assert_eq!(built.unwrap(), Scenario::from_toml(text).unwrap());
    }
}
