//! What boids sum up over those they perceive.

use crate::fast::simd::Lanes;
use crate::fast::vector::Vector;

/// Sums over perceived boids, one boid per lane.
#[derive(Clone, Copy)]
pub(crate) struct NeighbourSums<L: Lanes, const D: usize> {
    /// Pushes away from neighbours that are too close.
    pub separation: Vector<L, D>,
    pub separation_count: L,
    /// Velocities or headings of neighbours.
    pub alignment: Vector<L, D>,
    pub alignment_count: L,
    /// The sum of their weights, unless all weigh 1.
    pub alignment_weight: L,
    /// Offsets to neighbours.
    pub cohesion: Vector<L, D>,
    pub cohesion_count: L,
    /// How many boids are perceived.
    pub perceived_count: L,
    /// Pushes away from species to flee from.
    pub flee: Vector<L, D>,
    pub flee_count: L,
    /// The offset to the species to hunt.
    pub hunt: Vector<L, D>,
    pub hunt_count: L,
    /// How many of the species to herd are near.
    pub herd_count: L,
}

impl<L: Lanes, const D: usize> NeighbourSums<L, D> {
    #[inline(always)]
    pub fn zero() -> Self {
        let (vector, count) = (Vector::zero(), L::zero());
        NeighbourSums {
            separation: vector,
            separation_count: count,
            alignment: vector,
            alignment_count: count,
            alignment_weight: count,
            cohesion: vector,
            cohesion_count: count,
            perceived_count: count,
            flee: vector,
            flee_count: count,
            hunt: vector,
            hunt_count: count,
            herd_count: count,
        }
    }

    /// Replaces one lane by the sums of one boid.
    #[inline(always)]
    pub fn set_lane(&mut self, lane: usize, one: &NeighbourSums<f32, D>) {
        let set = |lanes: &mut L, number: f32| {
            let mut numbers = lanes.to_array();
            numbers[lane] = number;
            *lanes = L::load(&numbers);
        };
        let vectors = [
            (&mut self.separation, &one.separation),
            (&mut self.alignment, &one.alignment),
            (&mut self.cohesion, &one.cohesion),
            (&mut self.flee, &one.flee),
            (&mut self.hunt, &one.hunt),
        ];
        for (lanes, one) in vectors {
            (0..D).for_each(|axis| set(&mut lanes.0[axis], one.0[axis]));
        }
        set(&mut self.separation_count, one.separation_count);
        set(&mut self.alignment_count, one.alignment_count);
        set(&mut self.alignment_weight, one.alignment_weight);
        set(&mut self.cohesion_count, one.cohesion_count);
        set(&mut self.perceived_count, one.perceived_count);
        set(&mut self.flee_count, one.flee_count);
        set(&mut self.hunt_count, one.hunt_count);
        set(&mut self.herd_count, one.herd_count);
    }
}
