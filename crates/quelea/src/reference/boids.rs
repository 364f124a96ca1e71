//! The boids of the reference engine: arrays in the order of the ids.

use crate::geometry::Space;
use crate::state::State;

/// Where every boid is and how it moves.
#[derive(Clone, Debug)]
pub(super) struct Boids<const D: usize> {
    pub step: u64,
    pub ids: Vec<u32>,
    pub species: Vec<u8>,
    pub positions: Vec<[f64; D]>,
    pub velocities: Vec<[f64; D]>,
    /// Empty unless motion is smoothed.
    pub smoothed: Vec<[f64; D]>,
    /// Empty unless some species wanders.
    pub wander: Vec<[f64; D]>,
    /// Empty unless some species has waypoints.
    pub waypoints: Vec<u32>,
}

impl<const D: usize> Boids<D> {
    /// The boids of a state. On a torus, those outside it are brought inside, as a step does.
    pub fn from_state(state: &State, space: &Space<D>) -> Self {
        Boids {
            step: state.step,
            ids: (0..state.len() as u32).collect(),
            species: state.species.clone(),
            positions: state.positions.as_arrays().iter().map(|x| space.wrap_torus(*x)).collect(),
            velocities: state.velocities.as_arrays().to_vec(),
            smoothed: state.smoothed.as_arrays().to_vec(),
            wander: state.wander.as_arrays().to_vec(),
            waypoints: state.waypoints.clone(),
        }
    }

    pub fn to_state(&self) -> State {
        State {
            step: self.step,
            species: self.species.clone(),
            positions: self.positions.clone().into(),
            velocities: self.velocities.clone().into(),
            smoothed: self.smoothed.clone().into(),
            wander: self.wander.clone().into(),
            waypoints: self.waypoints.clone(),
            ..State::new(D)
        }
    }

    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// The bytes that its arrays take.
    pub fn memory_bytes(&self) -> usize {
        let vectors = self.positions.len() + self.velocities.len() + self.smoothed.len() + self.wander.len();
        vectors * size_of::<[f64; D]>() + self.len() * 5 + 4 * self.waypoints.len()
    }
}
