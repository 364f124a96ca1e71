//! A k-d tree, rebuilt in each step: for flocks of very uneven density.

use super::Search;
use crate::fast::flock::Flock;
use crate::fast::space::Space;
use crate::geometry::kd_tree::KdTree;
use crate::geometry::periodic::Offsets;

/// Finds neighbours with a k-d tree.
#[derive(Default)]
pub(crate) struct KdTreeSearch<const D: usize> {
    index: Option<(KdTree<D>, Offsets<D>)>,
    /// The largest coordinate, to which rounding errors are relative.
    largest: f32,
}

impl<const D: usize> Search<D> for KdTreeSearch<D> {
    fn index(&mut self, flock: &Flock<D>, space: &Space<D>) {
        let offsets = Offsets {
            low: space.low.map(f64::from),
            period: space.size.map(|size| if space.is_torus() { f64::from(size) } else { f64::INFINITY }),
        };
        let point = |slot: usize| (offsets.inside(&flock.position(slot).map(f64::from)), slot as u32);
        let tree = KdTree::new((0..flock.len()).map(point).collect());
        self.largest = flock.positions.iter().flatten().fold(0.0, |largest: f32, x| largest.max(x.abs()));
        self.index = Some((tree, offsets));
    }

    fn within(&self, flock: &Flock<D>, slot: usize, radius: f32, found: &mut Vec<u32>) {
        let Some((tree, offsets)) = self.index.as_ref().filter(|_| radius.is_finite()) else {
            return found.extend(0..flock.len() as u32);
        };
        // The tree rounds differently from the step: search a little further and let the step decide.
        let radius = f64::from(radius * 1.000_01 + self.largest * 1e-6);
        let point = offsets.inside(&flock.position(slot).map(f64::from));
        tree.each_within(offsets, &point, radius * radius, |slot| found.push(slot));
    }
}
