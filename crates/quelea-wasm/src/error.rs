//! Why something was refused.

use quelea::{OpenError, ScenarioError, StartError};

/// Why an experiment could not be opened or edited. A running flock stays as it was.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ExperimentError {
    /// The scenario would not be valid.
    #[error(transparent)]
    Scenario(#[from] ScenarioError),
    /// The flock could not start or continue.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The snapshot cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// There is no species of this name.
    #[error("there is no species `{name}`; allowed: {allowed}")]
    UnknownSpecies { name: String, allowed: String },
    /// The flock would be too large.
    #[error("{boids} boids are too many for a page: at most {most}. `quelea run` is only limited by memory")]
    TooManyBoids { boids: usize, most: usize },
    /// The link is damaged.
    #[error("this link cannot be read: {0}")]
    Link(&'static str),
}

impl ExperimentError {
    /// There is no species of this name in a scenario.
    pub fn unknown_species(name: &str, scenario: &quelea::Scenario) -> Self {
        let names: Vec<&str> = scenario.species.iter().map(|species| species.name.as_str()).collect();
        ExperimentError::UnknownSpecies { name: name.to_owned(), allowed: names.join(", ") }
    }
}
