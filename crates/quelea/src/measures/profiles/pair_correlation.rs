//! The pair correlation function g(r).

use super::bins::{shell, sum_pairs};
use super::hull::Hull;
use super::{Bins, Prepared, smallest_period};
use crate::geometry::with_dimension;
use crate::measures::series::Estimate;
use crate::model::Scenario;
use crate::state::State;

/// The pair correlation g(r): how many boids there are at a distance from a boid, compared to a uniform flock of the same
/// density.
///
/// On a torus every boid is a centre, and the density is (N − 1)/V, so g is 1 on average for independent uniform
/// positions. In any other space a boid is a centre for a distance only if its distance from the convex hull of the flock
/// is larger (Hanisch 1984), and the density is that inside the hull, without the boids on it (Ripley and Rasson 1977).
#[derive(Clone, Debug)]
pub struct PairCorrelation {
    scenario: Scenario,
    bins: Bins,
    /// Pairs found, and pairs expected in a uniform flock, by bin.
    counts: Vec<(u64, f64)>,
}

/// One distance of a pair correlation.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct PairBin {
    /// The middle of the bin.
    pub distance: f64,
    /// The number of pairs found, each counted once from either side.
    pub pairs: u64,
    /// The pair correlation. The error is that of independent pairs, the root of their number.
    pub g: Estimate,
}

impl PairCorrelation {
    /// Nothing collected yet. On a torus, bins beyond half its smallest side are dropped.
    pub fn new(scenario: &Scenario, bins: Bins) -> Self {
        let most = (smallest_period(scenario) / 2.0 / bins.width * (1.0 + 1e-12)) as usize;
        let bins = Bins { count: bins.count.min(most), ..bins };
        PairCorrelation { scenario: scenario.clone(), bins, counts: vec![(0, 0.0); bins.count] }
    }

    /// Collects a state.
    pub fn add(&mut self, state: &State) {
        if state.len() > 1 && self.bins.count > 0 {
            with_dimension!(state.dimension, D => self.add_in::<D>(state));
        }
    }

    fn add_in<const D: usize>(&mut self, state: &State) {
        let prepared = Prepared::<D>::new(&self.scenario, state);
        let Prepared { offsets, positions, tree } = &prepared;
        let (boids, bins) = (positions.len() as f64, self.bins);
        let (density, borders) = if smallest_period(&self.scenario).is_finite() {
            ((boids - 1.0) / self.scenario.extent().size.iter().product::<f64>(), vec![f64::INFINITY; positions.len()])
        } else {
            let hull = Hull::new(positions);
            let middle = std::array::from_fn(|axis| positions.iter().map(|x| x[axis]).sum::<f64>() / boids);
            let inside = (boids - hull.corners.len() as f64 - 1.0).max(0.0);
            (inside / hull.volume(&middle), positions.iter().map(|position| hull.border(position)).collect())
        };
        let is_centre = |boid: usize, bin: usize| borders[boid] >= (bin + 1) as f64 * bins.width;
        let found = sum_pairs::<D, 0>(tree, offsets, &bins, is_centre, |_, _| []);
        for (bin, ((pairs, expected), (more, _))) in self.counts.iter_mut().zip(found).enumerate() {
            let centres = (0..positions.len()).filter(|boid| is_centre(*boid, bin)).count();
            let more_expected = centres as f64 * density * shell::<D>(&bins, bin);
            if more_expected > 0.0 && more_expected.is_finite() {
                *pairs += more;
                *expected += more_expected;
            }
        }
    }

    /// The pair correlation by distance. Distances at which no boid is a centre are left out.
    pub fn bins(&self) -> Vec<PairBin> {
        let row = |(bin, (pairs, expected)): (usize, &(u64, f64))| {
            // Both boids of a pair count it.
            let (once, expected) = (*pairs as f64 / 2.0, expected / 2.0);
            let g = Estimate { value: once / expected, error: libm::sqrt(once.max(1.0)) / expected };
            (expected > 0.0).then_some(PairBin { distance: self.bins.middle(bin), pairs: *pairs, g })
        };
        self.counts.iter().enumerate().filter_map(row).collect()
    }
}
