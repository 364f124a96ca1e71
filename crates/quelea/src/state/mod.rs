//! The state of a flock: a table in the order of the ids, in double precision.
//!
//! Every engine starts from one and returns one; measures, files and pictures are made from it. Single-precision
//! numbers pass through it unchanged.

pub(crate) mod hash;
pub mod part;
pub mod random;
#[cfg(feature = "serde")]
mod serde;
pub mod snapshot;
pub mod start;
mod table;
mod vectors;

pub use table::{MAX_DISTANCE, TableError};
pub use vectors::Vectors;

use crate::model::Scenario;
use crate::parallel;
use hash::StateHash;
use std::ops::Range;

/// Where every boid is and how it moves.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(::serde::Serialize, ::serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "serde::Rows", try_from = "serde::Rows"))]
#[non_exhaustive]
pub struct State {
    /// The number of dimensions, 2 or 3.
    pub dimension: usize,
    /// The number of steps done.
    pub step: u64,
    /// The index of each boid's species, by id.
    pub species: Vec<u8>,
    /// The position of each boid, by id.
    pub positions: Vectors,
    /// The velocity of each boid.
    pub velocities: Vectors,
    /// The acceleration of the last step, if motion is smoothed; else empty.
    pub smoothed: Vectors,
    /// The wander point of each boid relative to the centre of its sphere; else empty.
    pub wander: Vectors,
    /// The waypoint counter of each boid; empty if there are no waypoints.
    pub waypoints: Vec<u32>,
}

impl State {
    /// A state without boids.
    pub fn new(dimension: usize) -> Self {
        State {
            dimension,
            step: 0,
            species: Vec::new(),
            positions: Vectors::new(dimension),
            velocities: Vectors::new(dimension),
            smoothed: Vectors::new(dimension),
            wander: Vectors::new(dimension),
            waypoints: Vec::new(),
        }
    }

    /// A state with boids of the first species, at step 0.
    ///
    /// ```
    /// use quelea::State;
    ///
    /// let state = State::from_arrays(vec![[1.0, 2.0]], vec![[0.5, 0.0]]);
    /// assert_eq!((state.dimension, state.len()), (2, 1));
    /// ```
    pub fn from_arrays<const D: usize>(positions: Vec<[f64; D]>, velocities: Vec<[f64; D]>) -> Self {
        State {
            species: vec![0; positions.len()],
            positions: positions.into(),
            velocities: velocities.into(),
            ..State::new(D)
        }
    }

    /// The number of boids.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Appends a boid without memories; its id is the old number of boids.
    pub fn push(&mut self, species: u8, position: &[f64], velocity: &[f64]) {
        self.insert(self.len(), species, position, velocity);
    }

    /// Inserts a boid without memories; the ids from there on rise by one. Beyond the end it is appended.
    pub fn insert(&mut self, id: usize, species: u8, position: &[f64], velocity: &[f64]) {
        let id = id.min(self.len());
        self.species.insert(id, species);
        if !self.smoothed.is_empty() {
            self.smoothed.insert(id, &[]);
        }
        if !self.wander.is_empty() {
            self.wander.insert(id, velocity);
        }
        if !self.waypoints.is_empty() {
            self.waypoints.insert(id, 0);
        }
        self.positions.insert(id, position);
        self.velocities.insert(id, velocity);
    }

    /// Removes a boid; the ids above it fall by one. Nothing happens if there is no such boid.
    pub fn remove(&mut self, id: usize) {
        if id >= self.len() {
            return;
        }
        self.species.remove(id);
        for group in [&mut self.positions, &mut self.velocities, &mut self.smoothed, &mut self.wander] {
            group.remove(id);
        }
        if id < self.waypoints.len() {
            self.waypoints.remove(id);
        }
    }

    /// A hash that two states share only if every bit of them is the same: step, species, positions, velocities
    /// and memories, by id. It does not depend on how an engine stores the boids.
    pub fn hash(&self) -> u64 {
        let mut hash = StateHash::new(self.step, self.dimension, self.len());
        self.species.iter().for_each(|species| hash.add(u64::from(*species)));
        for group in [&self.positions, &self.velocities, &self.smoothed, &self.wander] {
            group.as_slice().iter().for_each(|x| hash.add(x.to_bits()));
        }
        self.waypoints.iter().for_each(|waypoint| hash.add(u64::from(*waypoint)));
        hash.finish()
    }

    /// Checks that the state fits a scenario: its dimension, the number of boids of each species, and finite
    /// numbers everywhere.
    ///
    /// A state without species fits a scenario of several if the numbers add up: the ids are then assigned in
    /// the order of the species.
    pub fn validate_against(&mut self, scenario: &Scenario) -> Result<(), TableError> {
        self.check_consistency()?;
        let (own, wanted) = (self.dimension, scenario.general.dimension);
        if own != wanted {
            return Err(TableError::Mismatch(format!("the table has {own} dimensions, the scenario {wanted}")));
        }
        let count = scenario.species.len();
        if count > 1 && self.species.iter().all(|species| *species == 0) && self.len() == scenario.boids() {
            self.species = species_by_id(scenario);
        }
        for (index, species) in scenario.species.iter().enumerate() {
            let found = self.species.iter().filter(|species| usize::from(**species) == index).count();
            let expected = species.settings.boids;
            if found != expected {
                return Err(TableError::Mismatch(format!(
                    "the table has {found} boids of species `{}`, the scenario {expected}",
                    species.name
                )));
            }
        }
        match self.species.iter().find(|species| usize::from(**species) >= count) {
            Some(unknown) => {
                Err(TableError::Mismatch(format!("the table has species {unknown}, the scenario only {count}")))
            }
            None => Ok(()),
        }
    }

    /// Checks that all columns have the same length and every number is finite.
    fn check_consistency(&self) -> Result<(), TableError> {
        let groups = [
            ("", &self.positions, "positions", false),
            ("v", &self.velocities, "velocities", false),
            ("a", &self.smoothed, "smoothed accelerations", true),
            ("w", &self.wander, "wander points", true),
        ];
        let lengths = groups.map(|(_, group, name, optional)| (group.len(), name, optional));
        let others = [(self.species.len(), "species", false), (self.waypoints.len(), "waypoints", true)];
        for (length, name, optional) in lengths.into_iter().chain(others) {
            if length != self.len() && !(optional && length == 0) {
                return Err(TableError::Mismatch(format!(
                    "the state has {} positions but {length} {name}",
                    self.len()
                )));
            }
        }
        for (prefix, group, name, _) in groups {
            if !group.is_empty() && group.dimension() != self.dimension {
                let (own, wanted) = (group.dimension(), self.dimension);
                return Err(TableError::Mismatch(format!("{name} have {own} components in a state of {wanted}D")));
            }
            if all_finite(group.as_slice()) {
                continue;
            }
            for (id, row) in group.iter().enumerate() {
                if let Some(axis) = row.iter().position(|x| !x.is_finite()) {
                    let column = format!("{prefix}{}", table::AXES[axis]);
                    return Err(TableError::Mismatch(format!("boid {id}: `{column}` is {}, not a number", row[axis])));
                }
            }
        }
        Ok(())
    }
}

/// Whether all numbers are finite, looked at on all threads.
fn all_finite(numbers: &[f64]) -> bool {
    const BLOCK: usize = 1 << 16;
    let blocks = numbers.len().div_ceil(BLOCK);
    let finite = |block: usize| {
        let numbers = &numbers[block * BLOCK..((block + 1) * BLOCK).min(numbers.len())];
        numbers.iter().fold(true, |all, x| all & x.is_finite())
    };
    parallel::map_tasks(blocks, finite).into_iter().all(|finite| finite)
}

/// The species of each id: the boids of the first species come first.
pub(crate) fn species_by_id(scenario: &Scenario) -> Vec<u8> {
    species_of(scenario, 0..scenario.boids())
}

/// The species of consecutive ids.
fn species_of(scenario: &Scenario, ids: Range<usize>) -> Vec<u8> {
    let (mut species, mut first) = (Vec::with_capacity(ids.len()), 0);
    for (index, own) in scenario.species.iter().enumerate() {
        let end = first + own.settings.boids;
        let count = (ids.start.max(first)..ids.end.min(end)).len();
        species.extend(std::iter::repeat_n(index as u8, count));
        first = end;
    }
    species
}
