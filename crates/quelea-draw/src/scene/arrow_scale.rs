//! How long the arrows of forces and velocities are.

use quelea::model::settings::{Combine, PerceptionKind, SpeciesSettings};
use quelea::{Inspection, Scenario, State};

/// The length of the arrows: one scale for the whole flock. The same force is always the same length, so that a small
/// force looks small.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ArrowScale {
    /// Length in the world per unit of force.
    pub force: f32,
    /// Length in the world per unit of velocity.
    pub velocity: f32,
}

impl Default for ArrowScale {
    fn default() -> Self {
        ArrowScale { force: 1.0, velocity: 1.0 }
    }
}

/// What the scale of a flock is chosen from: a strong force and a high speed, kept as long as the flock has this model.
#[derive(Clone, Debug, Default)]
pub(super) struct ArrowReference {
    /// The speed limit, the strong force and the longest arrow of the model.
    model: Option<[f64; 3]>,
    force: f64,
    speed: f64,
    has_inspected: bool,
}

impl ArrowReference {
    /// Chooses a reference if there is none for this model. The mean length of the sides of the space is given.
    pub fn update(&mut self, scenario: &Scenario, state: &State, side: f64) {
        let Some(first) = scenario.species.first().map(|first| &first.settings) else { return };
        let limit = first.motion.cruise_speed.unwrap_or(first.motion.max_speed);
        let model = Some([limit, strong_force(first, limit), longest_arrow(first, side)]);
        if self.model == model {
            return;
        }
        // Some limits are out of reach.
        let speeds = state.velocities.iter().map(length);
        let mean = speeds.sum::<f64>() / state.len().max(1) as f64;
        let speed = if mean > 0.0 && mean.is_finite() { limit.min(4.0 * mean) } else { limit };
        *self = ArrowReference { model, force: strong_force(first, speed), speed, has_inspected: false };
    }

    /// A model without limits may have greater forces than expected: then those of the first inspected boid count.
    pub fn inspect(&mut self, inspection: &Inspection) {
        if !self.has_inspected {
            let greatest = inspection.forces.iter().map(|force| length(&force.force)).fold(0.0, f64::max);
            self.force = if greatest.is_finite() { self.force.max(greatest) } else { self.force };
            self.has_inspected = true;
        }
    }

    pub fn scale(&self, exaggeration: f32) -> ArrowScale {
        let Some([_, _, longest]) = self.model else { return ArrowScale::default() };
        let per =
            |reference: f64, share: f64| (share * longest / positive(reference)) as f32 * exaggeration.clamp(1e-2, 1e3);
        ArrowScale { force: per(self.force, 0.9), velocity: per(self.speed, 0.35) }
    }
}

/// About as far as a boid perceives, but neither tiny nor most of the space.
fn longest_arrow(settings: &SpeciesSettings, side: f64) -> f64 {
    let range = match settings.perception.kind {
        PerceptionKind::Radius | PerceptionKind::NearestWithin => settings.perception.radius,
        _ => side / 12.0,
    };
    positive(if side > 0.0 { range.clamp(side / 25.0, side / 8.0) } else { range })
}

/// A force that turns a boid of this speed within a few steps, or the limit of the model.
fn strong_force(settings: &SpeciesSettings, speed: f64) -> f64 {
    let motion = &settings.motion;
    match (motion.combine, motion.max_force) {
        (Combine::Heading, _) => 1.0,
        (_, Some(force)) => force,
        _ => 0.08 * speed / (motion.step * motion.scale.max(1e-6)),
    }
}

fn positive(x: f64) -> f64 {
    if x.is_finite() && x > 0.0 { x } else { 1.0 }
}

fn length(vector: &[f64]) -> f64 {
    vector.iter().map(|x| x * x).sum::<f64>().sqrt()
}
