//! The past positions of boids.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The last positions of every boid, the newest last. Clones share the positions and are cheap.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Trails {
    moments: VecDeque<Moment>,
    /// No line joins two positions further apart than this: the boid has crossed an edge to the opposite side.
    pub max_move: f32,
}

/// The positions of all boids at one moment.
#[derive(Clone, Debug)]
pub(crate) struct Moment {
    /// Unique in the process, so that each moment is uploaded once.
    pub serial: u64,
    pub positions: Arc<[[f32; 3]]>,
}

impl Default for Trails {
    fn default() -> Self {
        Trails::new()
    }
}

static NEXT_SERIAL: AtomicU64 = AtomicU64::new(0);

impl Trails {
    /// Empty trails.
    pub fn new() -> Self {
        Trails { moments: VecDeque::new(), max_move: f32::INFINITY }
    }

    /// Appends the present positions and keeps the last `length` moments.
    pub fn push(&mut self, positions: impl Iterator<Item = [f32; 3]>, length: usize) {
        if length > 0 {
            let serial = NEXT_SERIAL.fetch_add(1, Ordering::Relaxed);
            self.moments.push_back(Moment { serial, positions: positions.collect() });
        }
        while self.moments.len() > length {
            self.moments.pop_front();
        }
    }

    /// Removes all moments.
    pub fn clear(&mut self) {
        self.moments.clear();
    }

    /// The number of moments.
    pub fn len(&self) -> usize {
        self.moments.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.moments.is_empty()
    }

    pub(crate) fn moments(&self) -> impl ExactSizeIterator<Item = &Moment> {
        self.moments.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trails_keep_the_newest_moments_and_no_more() {
        let mut trails = Trails::new();
        for x in 0..5 {
            trails.push([[x as f32, 0.0, 0.0]].into_iter(), 3);
        }
        let xs: Vec<f32> = trails.moments().map(|moment| moment.positions[0][0]).collect();
        assert_eq!(xs, [2.0, 3.0, 4.0]);
        trails.push(std::iter::empty(), 0);
        assert!(trails.is_empty());
    }
}
