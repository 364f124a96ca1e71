//! Edits: what a user did to a running flock, and when.

/// A change and when it was made.
#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    /// The number of steps done before.
    pub step: u64,
    /// The change.
    pub change: Change,
}

/// A change to a running flock that needs no restart.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// Sets parameters by path, with values as TOML, or empty to leave them out. They are set together, since
    /// they may only be valid together.
    Set(Vec<(String, String)>),
    /// Adds a boid.
    Join { species: String, position: Vec<f64>, velocity: Vec<f64> },
    /// Replaces the scenario, given as TOML: adds species or obstacles. The numbers of boids must match.
    Replace(String),
}

impl Change {
    /// Whether a later change makes this one void: both set the same parameters.
    pub fn is_overwritten_by(&self, later: &Change) -> bool {
        match (self, later) {
            (Change::Set(own), Change::Set(later)) => {
                own.iter().map(|(path, _)| path).eq(later.iter().map(|(path, _)| path))
            }
            _ => false,
        }
    }
}
