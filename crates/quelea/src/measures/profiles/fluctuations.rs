//! Number fluctuations: how the variance of the number of boids in a box grows with its mean.

use super::smallest_period;
use crate::geometry::periodic::{Bounds, Offsets};
use crate::geometry::with_dimension;
use crate::measures::fit::{PowerLaw, power_law};
use crate::model::Scenario;
use crate::state::State;

/// The numbers of boids in boxes of several sizes.
///
/// A torus is divided into m equal parts along each axis, any other space into parts of the smallest box that holds the
/// boids of the state. The variance is that of the numbers in the boxes of one state, divided by the number of boxes less
/// one, and averaged over the states: a uniform flock has the variance of a Poisson distribution, its mean, although the
/// number of all boids is fixed.
#[derive(Clone, Debug)]
pub struct NumberFluctuations {
    scenario: Scenario,
    divisions: Vec<usize>,
    /// The mean and the variance of each state, for each division.
    states: Vec<Vec<(f64, f64)>>,
}

/// Boxes of one size.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct BoxCounts {
    /// The number of parts along each axis.
    pub divisions: usize,
    /// The number of boxes.
    pub boxes: usize,
    /// The mean number of boids in a box.
    pub mean: f64,
    /// The variance of that number.
    pub variance: f64,
}

/// The most boxes: finer divisions are dropped.
const MOST_BOXES: usize = 1 << 24;

/// The most groups of states that are left out in turn to find the error of the exponent, and the fewest.
const GROUPS: std::ops::RangeInclusive<usize> = 4..=16;

impl NumberFluctuations {
    /// Nothing collected yet. The numbers of parts along each axis are at least 2 and such that there are not more than
    /// 2²⁴ boxes; others are dropped.
    pub fn new(scenario: &Scenario, divisions: &[usize]) -> Self {
        let boxes = |parts: &usize| parts.checked_pow(scenario.general.dimension as u32);
        let fits = |parts: &&usize| **parts > 1 && boxes(parts).is_some_and(|boxes| boxes <= MOST_BOXES);
        let divisions = divisions.iter().filter(fits).copied().collect();
        NumberFluctuations { scenario: scenario.clone(), divisions, states: Vec::new() }
    }

    /// Collects a state.
    pub fn add(&mut self, state: &State) {
        if !state.is_empty() {
            let counts = with_dimension!(state.dimension, D => self.counts::<D>(state));
            self.states.push(counts);
        }
    }

    fn counts<const D: usize>(&self, state: &State) -> Vec<(f64, f64)> {
        let space = self.scenario.space::<D>();
        let offsets = Offsets::new(&space);
        let positions: Vec<[f64; D]> = state.positions.as_arrays().iter().map(|x| offsets.inside(x)).collect();
        let (low, size) = match smallest_period(&self.scenario).is_finite() {
            true => (space.low, space.size),
            false => {
                let Bounds { low, high } = Bounds::around(positions.iter());
                (low, std::array::from_fn(|axis| high[axis] - low[axis]))
            }
        };
        let variance = |parts: usize| {
            let mut numbers = vec![0u32; parts.pow(D as u32)];
            for position in &positions {
                let part = |axis: usize| {
                    let share = (position[axis] - low[axis]) / size[axis];
                    // A flock without extent along an axis is all in its first part.
                    ((share * parts as f64) as usize).min(parts - 1)
                };
                numbers[(0..D).fold(0, |index, axis| index * parts + part(axis))] += 1;
            }
            let boxes = numbers.len() as f64;
            let mean = positions.len() as f64 / boxes;
            let squares: f64 = numbers.iter().map(|n| (f64::from(*n) - mean) * (f64::from(*n) - mean)).sum();
            (mean, squares / (boxes - 1.0))
        };
        self.divisions.iter().map(|parts| variance(*parts)).collect()
    }

    /// The mean and the variance for each size of box, averaged over the states.
    pub fn boxes(&self) -> Vec<BoxCounts> {
        self.average(|_| true)
    }

    fn average(&self, includes: impl Fn(usize) -> bool) -> Vec<BoxCounts> {
        let states: Vec<_> = (0..self.states.len()).filter(|state| includes(*state)).collect();
        let count = states.len().max(1) as f64;
        let row = |(index, divisions): (usize, &usize)| BoxCounts {
            divisions: *divisions,
            boxes: divisions.pow(self.scenario.general.dimension as u32),
            mean: states.iter().map(|state| self.states[*state][index].0).sum::<f64>() / count,
            variance: states.iter().map(|state| self.states[*state][index].1).sum::<f64>() / count,
        };
        self.divisions.iter().enumerate().map(row).collect()
    }

    /// The exponent α of variance ∝ meanᵅ, fitted to the boxes with at least this mean: 1 for a uniform flock, above 1 for
    /// giant fluctuations.
    ///
    /// With four states or more, the error comes from leaving out each of up to 16 groups of consecutive states in turn;
    /// with fewer it is that of the straight line. `None` with fewer than two sizes to fit.
    pub fn exponent(&self, least_mean: f64) -> Option<PowerLaw> {
        let fit = |boxes: Vec<BoxCounts>| {
            let points: Vec<(f64, f64)> =
                boxes.iter().filter(|size| size.mean >= least_mean).map(|size| (size.mean, size.variance)).collect();
            power_law(&points)
        };
        let mut law = fit(self.boxes())?;
        let groups = self.states.len().min(*GROUPS.end());
        if groups >= *GROUPS.start() {
            let group = |state: usize| state * groups / self.states.len();
            let without: Vec<f64> = (0..groups)
                .filter_map(|left_out| Some(fit(self.average(|state| group(state) != left_out))?.exponent.value))
                .collect();
            let mean = without.iter().sum::<f64>() / without.len() as f64;
            let squares: f64 = without.iter().map(|exponent| (exponent - mean) * (exponent - mean)).sum();
            law.exponent.error = libm::sqrt(squares * (without.len() as f64 - 1.0) / without.len() as f64);
        }
        Some(law)
    }
}
