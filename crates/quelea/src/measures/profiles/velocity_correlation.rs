//! The correlation of velocity fluctuations C(r), and the correlation length.

use super::bins::sum_pairs;
use super::{Bins, Prepared};
use crate::geometry::vector::{dot, length, unit};
use crate::geometry::with_dimension;
use crate::model::Scenario;
use crate::state::State;

/// What fluctuates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fluctuation {
    /// The velocity: v − ⟨v⟩.
    Velocity,
    /// The heading: unit(v) − ⟨unit(v)⟩.
    Heading,
    /// The speed: |v| − ⟨|v|⟩.
    Speed,
}

const KINDS: usize = 3;

/// The correlation function of fluctuations (Cavagna et al. 2010): the mean of δᵢ · δⱼ over pairs of boids at a distance,
/// divided by the mean of δᵢ², so that C(0) = 1.
///
/// The mean over all pairs of a state is −1/(N − 1), whatever the velocities, because the fluctuations add up to zero:
/// C(r) crosses zero where boids are no longer correlated.
#[derive(Clone, Debug)]
pub struct VelocityCorrelation {
    scenario: Scenario,
    bins: Bins,
    sums: Vec<(u64, [f64; KINDS])>,
    /// Whether a state had any fluctuations, by kind.
    fluctuates: [bool; KINDS],
}

/// One distance of a correlation function.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct CorrelationBin {
    /// The middle of the bin.
    pub distance: f64,
    /// The number of pairs, each counted once from either side.
    pub pairs: u64,
    /// The correlation of velocities, from −1 to 1 on average over a bin with many pairs; 0 if all are equal.
    pub velocity: f64,
    /// The correlation of headings.
    pub heading: f64,
    /// The correlation of speeds.
    pub speed: f64,
}

impl CorrelationBin {
    /// The correlation of one kind of fluctuation.
    pub fn of(&self, fluctuation: Fluctuation) -> f64 {
        match fluctuation {
            Fluctuation::Velocity => self.velocity,
            Fluctuation::Heading => self.heading,
            Fluctuation::Speed => self.speed,
        }
    }
}

/// Fluctuations whose mean square is below this share of the mean square itself are rounding.
const ROUNDING: f64 = 1e-24;

/// Fluctuations divided by their root mean square, and whether there are any.
fn fluctuations<const D: usize>(values: Vec<[f64; D]>) -> (Vec<[f64; D]>, bool) {
    let count = values.len() as f64;
    let mean: [f64; D] = std::array::from_fn(|axis| values.iter().map(|value| value[axis]).sum::<f64>() / count);
    let square = |values: &[[f64; D]]| values.iter().map(|value| dot(*value, *value)).sum::<f64>() / count;
    let whole = square(&values);
    let mut values = values;
    values.iter_mut().for_each(|value| (0..D).for_each(|axis| value[axis] -= mean[axis]));
    let own = square(&values);
    let any = own > ROUNDING * whole;
    let scale = if any { 1.0 / libm::sqrt(own) } else { 0.0 };
    values.iter_mut().flatten().for_each(|x| *x *= scale);
    (values, any)
}

impl VelocityCorrelation {
    /// Nothing collected yet.
    pub fn new(scenario: &Scenario, bins: Bins) -> Self {
        let sums = vec![(0, [0.0; KINDS]); bins.count];
        VelocityCorrelation { scenario: scenario.clone(), bins, sums, fluctuates: [false; KINDS] }
    }

    /// Collects a state.
    pub fn add(&mut self, state: &State) {
        if state.len() > 1 {
            with_dimension!(state.dimension, D => self.add_in::<D>(state));
        }
    }

    fn add_in<const D: usize>(&mut self, state: &State) {
        let Prepared { offsets, tree, .. } = Prepared::<D>::new(&self.scenario, state);
        let velocities = state.velocities.as_arrays::<D>();
        let (velocity, moves) = fluctuations(velocities.to_vec());
        let (heading, turns) = fluctuations(velocities.iter().copied().map(unit).collect());
        let (speed, hurries) = fluctuations(velocities.iter().map(|velocity| [length(*velocity)]).collect());
        let product =
            |a: usize, b: usize| [dot(velocity[a], velocity[b]), dot(heading[a], heading[b]), dot(speed[a], speed[b])];
        let found = sum_pairs(&tree, &offsets, &self.bins, |_, _| true, product);
        for ((pairs, sums), (more, terms)) in self.sums.iter_mut().zip(found) {
            *pairs += more;
            (0..KINDS).for_each(|kind| sums[kind] += terms[kind]);
        }
        for (kind, any) in [moves, turns, hurries].into_iter().enumerate() {
            self.fluctuates[kind] |= any;
        }
    }

    /// The correlation functions by distance. Distances without pairs are left out.
    pub fn bins(&self) -> Vec<CorrelationBin> {
        let row = |(bin, (pairs, sums)): (usize, &(u64, [f64; KINDS]))| {
            let [velocity, heading, speed] = sums.map(|sum| sum / *pairs as f64);
            let distance = self.bins.middle(bin);
            (*pairs > 0).then_some(CorrelationBin { distance, pairs: *pairs, velocity, heading, speed })
        };
        self.sums.iter().enumerate().filter_map(row).collect()
    }

    /// The correlation length: the first zero of C(r), interpolated linearly between bins, and from C(0) = 1 to the first.
    /// `None` if there is none within the bins, or if nothing fluctuates.
    pub fn correlation_length(&self, fluctuation: Fluctuation) -> Option<f64> {
        if !self.fluctuates[fluctuation as usize] {
            return None;
        }
        let mut before = (0.0, 1.0);
        for bin in self.bins() {
            let here = (bin.distance, bin.of(fluctuation));
            if here.1 <= 0.0 {
                return Some(before.0 + (here.0 - before.0) * before.1 / (before.1 - here.1));
            }
            before = here;
        }
        None
    }
}
