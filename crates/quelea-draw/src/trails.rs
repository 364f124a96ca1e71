//! Where boids have been.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The last places of every boid, the newest last. Cloning it is cheap: the places are shared.
#[derive(Clone, Debug, Default)]
pub struct Trails {
    past: VecDeque<Past>,
    /// Beyond this distance between two places a boid has come back at another edge, and no line joins them.
    pub jump: f32,
}

/// All places at one moment.
#[derive(Clone, Debug)]
pub(crate) struct Past {
    /// Never used twice, so that a painter uploads every moment once.
    pub serial: u64,
    pub places: Arc<[[f32; 3]]>,
}

static SERIALS: AtomicU64 = AtomicU64::new(0);

impl Trails {
    /// No trails yet.
    pub fn new() -> Self {
        Trails { past: VecDeque::new(), jump: f32::INFINITY }
    }

    /// Remembers where the boids are now, and forgets what is older than the last `length` moments.
    pub fn remember(&mut self, places: impl Iterator<Item = [f32; 3]>, length: usize) {
        if length > 0 {
            let serial = SERIALS.fetch_add(1, Ordering::Relaxed);
            self.past.push_back(Past { serial, places: places.collect() });
        }
        while self.past.len() > length {
            self.past.pop_front();
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.past.clear();
    }

    /// How many moments are remembered.
    pub fn len(&self) -> usize {
        self.past.len()
    }

    /// Whether none is.
    pub fn is_empty(&self) -> bool {
        self.past.is_empty()
    }

    pub(crate) fn past(&self) -> impl ExactSizeIterator<Item = &Past> {
        self.past.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trails_keep_the_newest_moments_and_no_more() {
        let mut trails = Trails::new();
        for x in 0..5 {
            trails.remember([[x as f32, 0.0, 0.0]].into_iter(), 3);
        }
        let xs: Vec<f32> = trails.past().map(|past| past.places[0][0]).collect();
        assert_eq!(xs, [2.0, 3.0, 4.0]);
        trails.remember(std::iter::empty(), 0);
        assert!(trails.is_empty());
    }
}
