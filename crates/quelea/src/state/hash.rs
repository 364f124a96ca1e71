//! The hash of a state.

use super::random;

/// A hash to which the numbers of a state are added one after the other: the species, positions, velocities and
/// memories of all boids, each by id.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StateHash(u64);

impl StateHash {
    pub fn new(step: u64, dimension: usize, boids: usize) -> Self {
        let mut hash = StateHash(random::mix(step ^ (dimension as u64) << 62));
        hash.add(boids as u64);
        hash
    }

    /// A hash that goes on where another one stopped.
    pub fn resume(finished: u64) -> Self {
        StateHash(finished)
    }

    #[inline(always)]
    pub fn add(&mut self, word: u64) {
        self.0 = random::mix(self.0.rotate_left(5) ^ word);
    }

    pub fn finish(self) -> u64 {
        self.0
    }
}
