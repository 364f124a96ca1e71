//! Distances in bins, and sums over pairs of boids by distance.

use crate::geometry::kd_tree::KdTree;
use crate::geometry::periodic::Offsets;
use crate::parallel;

/// Distances from 0, in bins of equal width.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bins {
    /// The width of a bin.
    pub width: f64,
    /// The number of bins.
    pub count: usize,
}

impl Bins {
    /// This many bins from 0 to a distance.
    pub fn up_to(distance: f64, count: usize) -> Self {
        Bins { width: distance / count.max(1) as f64, count: count.max(1) }
    }

    /// The distance at which the last bin ends.
    pub fn end(&self) -> f64 {
        self.width * self.count as f64
    }

    /// The distance in the middle of a bin.
    pub fn middle(&self, bin: usize) -> f64 {
        (bin as f64 + 0.5) * self.width
    }

    /// The bin of a distance below the end.
    fn bin(&self, distance: f64) -> usize {
        ((distance / self.width) as usize).min(self.count - 1)
    }
}

/// The boids of one chunk, whose sums are added up before those of others. It does not depend on the number of threads,
/// and so neither do the sums.
const CHUNK: usize = 128;

/// Adds up `term(i, j)` over the ordered pairs of different boids closer than the end of the bins, by distance, with
/// the number of pairs. Pairs count only if `counts` says so of the first boid and the bin.
pub(super) fn sum_pairs<const D: usize, const T: usize>(
    tree: &KdTree<D>,
    offsets: &Offsets<D>,
    bins: &Bins,
    counts: impl Fn(usize, usize) -> bool + Sync,
    term: impl Fn(usize, usize) -> [f64; T] + Sync,
) -> Vec<(u64, [f64; T])> {
    let points = tree.points.len();
    let end = bins.end() * bins.end();
    let mut position = vec![0; points];
    tree.ids.iter().enumerate().for_each(|(index, id)| position[*id as usize] = index);
    let chunks = parallel::map_tasks(points.div_ceil(CHUNK), |chunk| {
        let mut sums = vec![(0, [0.0; T]); bins.count];
        for index in chunk * CHUNK..((chunk + 1) * CHUNK).min(points) {
            let (own, point) = (tree.ids[index] as usize, &tree.points[index]);
            tree.each_within(offsets, point, end, |other| {
                let other = other as usize;
                let bin = bins.bin(libm::sqrt(offsets.squared(point, &tree.points[position[other]])));
                if other != own && counts(own, bin) {
                    let (count, sum) = &mut sums[bin];
                    *count += 1;
                    let term = term(own, other);
                    (0..T).for_each(|index| sum[index] += term[index]);
                }
            });
        }
        sums
    });
    let mut total = vec![(0, [0.0; T]); bins.count];
    for sums in &chunks {
        for (total, (count, sum)) in total.iter_mut().zip(sums) {
            total.0 += count;
            (0..T).for_each(|index| total.1[index] += sum[index]);
        }
    }
    total
}

/// The volume of the shell of a bin: the area of a ring in 2D.
pub(super) fn shell<const D: usize>(bins: &Bins, bin: usize) -> f64 {
    let (inner, outer) = (bin as f64 * bins.width, (bin + 1) as f64 * bins.width);
    let (inner, outer) = (libm::pow(inner, D as f64), libm::pow(outer, D as f64));
    let unit_ball = if D == 2 { std::f64::consts::PI } else { 4.0 / 3.0 * std::f64::consts::PI };
    unit_ball * (outer - inner)
}
