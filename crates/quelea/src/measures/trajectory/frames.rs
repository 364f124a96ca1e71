//! States at equal intervals, with ids that last.

use super::tracks;
use crate::geometry::with_dimension;
use crate::model::Scenario;
use crate::state::State;
use std::collections::HashSet;

/// States of a flock at equal intervals.
#[derive(Clone, Debug)]
pub struct Trajectory {
    pub(super) scenario: Scenario,
    interval: f64,
    frames: Vec<Frame>,
}

/// One state of a trajectory.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Frame {
    /// The id of each boid of the state, the same in every frame.
    pub ids: Vec<u32>,
    /// The state.
    pub state: State,
}

/// Why a state does not fit a trajectory.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TrajectoryError {
    /// There are more or fewer ids than boids.
    #[error("{ids} ids for {boids} boids")]
    Count {
        /// The number of ids.
        ids: usize,
        /// The number of boids.
        boids: usize,
    },
    /// Two boids of a frame have the same id.
    #[error("the id {0} is given twice in one frame")]
    Duplicate(u32),
    /// The state has another number of dimensions than the scenario.
    #[error("a state with {found} dimensions in a trajectory with {expected}")]
    Dimension {
        /// That of the state.
        found: usize,
        /// That of the scenario.
        expected: usize,
    },
}

impl Trajectory {
    /// A trajectory without frames, in the space of a scenario. `interval` is the time between two frames.
    pub fn new(scenario: &Scenario, interval: f64) -> Self {
        Trajectory { scenario: scenario.clone(), interval, frames: Vec::new() }
    }

    /// Appends a state whose boids have the ids 0, 1, 2, ….
    ///
    /// # Panics
    /// If the state has another number of dimensions than the scenario.
    pub fn push(&mut self, state: State) {
        assert_eq!(state.dimension, self.scenario.general.dimension, "the dimension of the state");
        let ids = (0..state.len() as u32).collect();
        self.frames.push(Frame { ids, state });
    }

    /// Appends a state with the id of each boid.
    pub fn push_with_ids(&mut self, ids: Vec<u32>, state: State) -> Result<(), TrajectoryError> {
        let (found, expected) = (state.dimension, self.scenario.general.dimension);
        if found != expected {
            return Err(TrajectoryError::Dimension { found, expected });
        }
        if ids.len() != state.len() {
            return Err(TrajectoryError::Count { ids: ids.len(), boids: state.len() });
        }
        let mut seen = HashSet::with_capacity(ids.len());
        if let Some(twice) = ids.iter().find(|id| !seen.insert(**id)) {
            return Err(TrajectoryError::Duplicate(*twice));
        }
        self.frames.push(Frame { ids, state });
        Ok(())
    }

    /// The time between two frames.
    pub fn interval(&self) -> f64 {
        self.interval
    }

    /// The number of frames.
    pub fn len(&self) -> usize {
        self.frames.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.frames.is_empty()
    }

    /// The frames in the order of time.
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// Replaces all velocities by differences of positions: from the frame before, or to the next one where a boid appears.
    /// On a torus the shortest way counts. A boid that is there for a single frame has no velocity and is removed from it.
    pub fn derive_velocities(&mut self) {
        let velocities =
            with_dimension!(self.scenario.general.dimension, D => tracks::velocities::<D>(self, self.interval));
        for (frame, velocities) in self.frames.iter_mut().zip(velocities) {
            for (index, velocity) in velocities.iter().enumerate() {
                frame.state.velocities[index]
                    .copy_from_slice(velocity.as_deref().unwrap_or(&[0.0; 3][..frame.state.dimension]));
            }
            for index in (0..velocities.len()).rev().filter(|index| velocities[*index].is_none()) {
                frame.ids.remove(index);
                frame.state.remove(index);
            }
        }
    }
}
