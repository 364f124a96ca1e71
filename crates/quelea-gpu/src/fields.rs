//! What a boid has besides position and velocity, and where it is kept: words and vectors, field after field, each
//! with one entry per boid.

use quelea::fast::program::Memory;

/// The fields of a flock.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Fields {
    /// Its species, if there are several.
    pub species: Option<usize>,
    /// Its waypoint counter.
    pub waypoints: Option<usize>,
    /// How far it last looked for its nearest, as bits: where the next search starts.
    pub hints: Option<usize>,
    /// The number of words.
    pub words: usize,
    /// Its vectors.
    pub memory: Vec<Memory>,
}

impl Fields {
    pub fn new(species: bool, waypoints: bool, hints: bool, memory: Vec<Memory>) -> Self {
        let mut words = 0;
        let mut word = |wanted: bool| {
            wanted.then(|| {
                words += 1;
                words - 1
            })
        };
        let (species, waypoints, hints) = (word(species), word(waypoints), word(hints));
        Fields { species, waypoints, hints, words, memory }
    }

    /// Whether there is anything to move along when boids are sorted.
    pub fn any(&self) -> bool {
        self.words > 0 || !self.memory.is_empty()
    }

    /// The index of a vector.
    pub fn memory(&self, which: Memory) -> Option<usize> {
        self.memory.iter().position(|found| *found == which)
    }
}
