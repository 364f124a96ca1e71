//! A k-d tree (the `kiddo` crate), built anew each step: for flocks of very uneven density.

use super::Search;
use crate::flock::Flock;
use crate::space::Space;
use kiddo::{ImmutableKdTree, SquaredEuclidean};

/// Finds neighbours with a k-d tree.
#[derive(Default)]
pub struct Tree<const D: usize> {
    tree: Option<ImmutableKdTree<f32, D>>,
    points: Vec<[f32; D]>,
    around: Option<[f32; D]>,
    largest: f32,
}

impl<const D: usize> Search<D> for Tree<D> {
    fn index(&mut self, flock: &Flock<D>, space: &Space<D>) {
        self.points.clear();
        self.points.extend((0..flock.len()).map(|place| flock.position(place)));
        self.around = space.is_torus().then_some(space.size);
        self.largest = self.points.iter().flatten().fold(0.0, |largest: f32, x| largest.max(x.abs()));
        // No boids, no tree; and should the points be such that none can be built, everyone is a candidate.
        self.tree = match self.points.is_empty() {
            true => None,
            false => ImmutableKdTree::new_from_slice(&self.points).ok(),
        };
    }

    fn within(&self, flock: &Flock<D>, place: usize, radius: f32, found: &mut Vec<u32>) {
        let Some(tree) = self.tree.as_ref().filter(|_| radius.is_finite()) else {
            return found.extend(0..flock.len() as u32);
        };
        // The tree rounds differently from the step: look a little further and let the step decide.
        let radius = radius * 1.000_01 + self.largest * 1e-6;
        let point = flock.position(place);
        let mut look = |from: &[f32; D]| {
            let within = tree.query(from).within::<SquaredEuclidean<f32>>(radius * radius).unsorted().execute();
            found.extend(within.iter().map(|item| item.item));
        };
        match self.around {
            None => look(&point),
            // On a torus, look from every image of the boid too: one world to the left, one to the right, …
            Some(around) => {
                for image in 0..3usize.pow(D as u32) {
                    let shift = |axis: usize| [0.0, -1.0, 1.0][image / 3usize.pow(axis as u32) % 3];
                    look(&std::array::from_fn(|axis| point[axis] + shift(axis) * around[axis]));
                }
            }
        }
    }
}
