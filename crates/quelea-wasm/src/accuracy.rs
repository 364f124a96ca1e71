//! How much the result of a step depends on the search.

use quelea::{Scenario, Simulation, StartError, State};
use serde_json::{Value, json};

/// The difference between the states after one step with either of two scenarios.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// Whether every bit is the same.
    pub is_zero: bool,
    /// The mean angle between the two velocities of a boid, in degrees.
    pub mean_angle: f64,
    /// The largest such angle, in degrees.
    pub max_angle: f64,
}

impl Difference {
    /// Steps a state with either scenario and compares the results.
    pub fn after_step(state: &State, one: &Scenario, other: &Scenario) -> Result<Self, StartError> {
        let step = |scenario: &Scenario| -> Result<State, StartError> {
            let mut flock = Simulation::from_state(scenario, state.clone())?;
            flock.step();
            Ok(flock.state())
        };
        let (one, other) = (step(one)?, step(other)?);
        let angles = one.velocities.iter().zip(&other.velocities).map(|(a, b)| angle(a, b));
        let (sum, max_angle) = angles.fold((0.0, 0.0_f64), |(sum, max), angle| (sum + angle, max.max(angle)));
        let mean_angle = sum / one.len().max(1) as f64;
        Ok(Difference { is_zero: one.hash() == other.hash(), mean_angle, max_angle })
    }

    /// The difference as JSON.
    pub fn to_json(self) -> Value {
        json!({ "same": self.is_zero, "angle": self.mean_angle, "largestAngle": self.max_angle })
    }
}

/// The angle between two vectors in degrees; 0 if either is the zero vector.
fn angle(a: &[f64], b: &[f64]) -> f64 {
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let lengths = (dot(a, a) * dot(b, b)).sqrt();
    if lengths > 0.0 { (dot(a, b) / lengths).clamp(-1.0, 1.0).acos().to_degrees() } else { 0.0 }
}
