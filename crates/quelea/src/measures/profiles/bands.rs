//! Density and order along the direction of travel.

use super::smallest_period;
use crate::geometry::periodic::Offsets;
use crate::geometry::vector::{dot, heading, length, unit};
use crate::geometry::with_dimension;
use crate::model::Scenario;
use crate::state::State;

/// The profile of a flock along its mean heading, in slabs across it.
///
/// On a torus the slabs are across the axis that is nearest to the mean heading, since only along an axis does a profile
/// close on itself; the densest slab of each state is put at position 0, so that profiles of a travelling band add up. In
/// any other space they reach along the mean heading from the last boid to the first.
#[derive(Clone, Debug)]
pub struct BandProfile {
    scenario: Scenario,
    slabs: usize,
    states: u64,
    sums: Vec<Sums>,
    contrast: f64,
}

/// What is added up over states, for each slab.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    position: f64,
    /// Relative to the mean of the state.
    density: f64,
    boids: f64,
    headings: f64,
}

/// One slab of a profile.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Slab {
    /// The middle of the slab along the direction of travel: on a torus from the densest slab, else from the middle of the
    /// flock.
    pub position: f64,
    /// The number of boids in it, divided by the mean number in a slab.
    pub density: f64,
    /// The length of their mean heading, from 0 to 1; 0 if there are none.
    pub order: f64,
}

impl BandProfile {
    /// Nothing collected yet; at least one slab.
    pub fn new(scenario: &Scenario, slabs: usize) -> Self {
        let slabs = slabs.max(1);
        BandProfile { scenario: scenario.clone(), slabs, states: 0, sums: vec![Sums::default(); slabs], contrast: 0.0 }
    }

    /// Collects a state.
    pub fn add(&mut self, state: &State) {
        if !state.is_empty() {
            with_dimension!(state.dimension, D => self.add_in::<D>(state));
        }
    }

    fn add_in<const D: usize>(&mut self, state: &State) {
        let offsets = Offsets::<D>::new(&self.scenario.space());
        let headings: Vec<[f64; D]> = state.velocities.as_arrays().iter().copied().map(unit).collect();
        let total: [f64; D] = std::array::from_fn(|axis| headings.iter().map(|heading| heading[axis]).sum());
        let is_torus = smallest_period(&self.scenario).is_finite();
        let direction = if is_torus { nearest_axis(total) } else { heading(total) };
        let along: Vec<f64> =
            state.positions.as_arrays::<D>().iter().map(|x| dot(offsets.inside(x), direction)).collect();
        let (low, extent) = if is_torus {
            // Backwards along an axis, coordinates are negative: the range is the mirrored one.
            let axis = (0..D).find(|axis| direction[*axis] != 0.0).unwrap_or(0);
            let ends = [offsets.low[axis], offsets.low[axis] + offsets.period[axis]].map(|x| x * direction[axis]);
            (ends[0].min(ends[1]), offsets.period[axis])
        } else {
            let low = along.iter().copied().fold(f64::INFINITY, f64::min);
            (low, along.iter().copied().fold(f64::NEG_INFINITY, f64::max) - low)
        };
        let (mut numbers, mut sums) = (vec![0u64; self.slabs], vec![[0.0; D]; self.slabs]);
        for (x, heading) in along.iter().zip(&headings) {
            let slab = (((x - low) / extent * self.slabs as f64) as usize).min(self.slabs - 1);
            numbers[slab] += 1;
            (0..D).for_each(|axis| sums[slab][axis] += heading[axis]);
        }
        let densest = (0..self.slabs).rev().max_by_key(|slab| numbers[*slab]).unwrap_or(0);
        let mean = state.len() as f64 / self.slabs as f64;
        self.contrast += numbers[densest] as f64 / mean;
        self.states += 1;
        // The middle slab is the densest one of a torus, and stays where it is elsewhere.
        let shift = if is_torus { densest + self.slabs - self.slabs / 2 } else { 0 };
        let middle = if is_torus { (self.slabs / 2) as f64 } else { (self.slabs - 1) as f64 / 2.0 };
        for (index, entry) in self.sums.iter_mut().enumerate() {
            let slab = (index + shift) % self.slabs;
            entry.position += (index as f64 - middle) * extent / self.slabs as f64;
            entry.density += numbers[slab] as f64 / mean;
            entry.boids += numbers[slab] as f64;
            entry.headings += length(sums[slab]);
        }
    }

    /// The profile from the rear to the front, averaged over the states; empty without states.
    pub fn slabs(&self) -> Vec<Slab> {
        let states = self.states as f64;
        let slab = |sums: &Sums| Slab {
            position: sums.position / states,
            density: sums.density / states,
            order: if sums.boids > 0.0 { sums.headings / sums.boids } else { 0.0 },
        };
        if self.states == 0 { Vec::new() } else { self.sums.iter().map(slab).collect() }
    }

    /// The contrast: the density of the densest slab of a state divided by the mean, averaged over the states. Also a
    /// uniform flock has a little more than 1, since the densest slab of many is denser than the mean by chance. 0 without
    /// states.
    pub fn contrast(&self) -> f64 {
        self.contrast / self.states.max(1) as f64
    }
}

/// The axis nearest to a direction, with its sign.
fn nearest_axis<const D: usize>(direction: [f64; D]) -> [f64; D] {
    let axis = (0..D).rev().max_by(|a, b| direction[*a].abs().total_cmp(&direction[*b].abs())).unwrap_or(0);
    let sign = if direction[axis] < 0.0 { -1.0 } else { 1.0 };
    std::array::from_fn(|other| if other == axis { sign } else { 0.0 })
}
