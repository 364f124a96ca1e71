//! The defects of shipped programs that a faithful copy has to repeat.

use super::maths::{cut, length, unit};
use crate::Scenario;

/// Which defects are repeated. `scenarios/veldic-shipped.toml` and `scenarios/jyanar.toml` ask for them.
#[derive(Clone, Copy, Debug)]
pub struct Quirks {
    /// Veldic: the division by the number of neighbours stands behind the loop over the boids, so that only
    /// the last boid aligns with the mean velocity and all others with the sum.
    pub veldic_alignment: bool,
    /// jyanar: what exceeds a limit is not cut to the limit but to length 1.
    pub jyanar_limit: bool,
    /// jyanar: `seek` throws its result away, so that there is no cohesion.
    pub jyanar_cohesion: bool,
    /// jyanar: the edges are tested against 1000, but boids are moved by the window's size.
    pub jyanar_borders: bool,
}

impl Quirks {
    pub fn of(scenario: &Scenario) -> Self {
        let has = |name: &str| scenario.general.reference.quirks.iter().any(|quirk| quirk == name);
        Quirks {
            veldic_alignment: has("veldic-alignment"),
            jyanar_limit: has("jyanar-limit"),
            jyanar_cohesion: has("jyanar-cohesion"),
            jyanar_borders: has("jyanar-borders"),
        }
    }

    /// What a force or a velocity becomes under a limit.
    pub fn limited<const D: usize>(&self, a: [f64; D], most: f64) -> [f64; D] {
        match self.jyanar_limit {
            true if length(a) > most => unit(a),
            true => a,
            false => cut(a, most),
        }
    }
}
