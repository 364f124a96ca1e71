//! Boids as messages between ranks: one column after the other, every number as 32 bits.

use crate::fast::flock::Flock;
use crate::model::Scenario;
use crate::state::start::{Memories, wander_at_start};

/// Which arrays of a flock are in use besides ids, positions and velocities. All ranks must agree, also those that own
/// nobody.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Used {
    pub high_ids: bool,
    pub species: bool,
    pub smoothed: bool,
    pub wander: bool,
    pub waypoints: bool,
    pub stages: bool,
    pub radius_hints: bool,
}

/// How much of a boid is sent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Extent {
    /// Everything: the boid moves to another rank.
    Whole,
    /// What others perceive of it.
    Perceived,
}

impl Used {
    /// Appends boids to a message.
    pub fn pack<const D: usize>(&self, flock: &Flock<D>, slots: &[u32], extent: Extent, message: &mut Vec<u32>) {
        let floats = |message: &mut Vec<u32>, column: &Vec<f32>| {
            message.extend(slots.iter().map(|slot| column[*slot as usize].to_bits()));
        };
        message.push(slots.len() as u32);
        message.extend(slots.iter().map(|slot| flock.ids[*slot as usize]));
        if self.high_ids {
            message.extend(slots.iter().map(|slot| flock.high_ids[*slot as usize]));
        }
        if self.species {
            message.extend(slots.iter().map(|slot| u32::from(flock.species[*slot as usize])));
        }
        flock.positions.iter().chain(&flock.velocities).for_each(|column| floats(message, column));
        if extent == Extent::Perceived {
            return;
        }
        for (used, columns) in [(self.smoothed, &flock.smoothed), (self.wander, &flock.wander)] {
            columns.iter().filter(|_| used).for_each(|column| floats(message, column));
        }
        if self.waypoints {
            message.extend(slots.iter().map(|slot| flock.waypoints[*slot as usize]));
        }
        if self.stages {
            flock.stages.iter().flatten().for_each(|column| floats(message, column));
        }
        if self.radius_hints {
            message.extend(slots.iter().map(|slot| u32::from(flock.radius_hints[*slot as usize])));
        }
    }

    /// Appends the next boids of a message to a flock. What was not sent of them is 0.
    pub fn unpack<const D: usize>(&self, message: &mut Reader, extent: Extent, flock: &mut Flock<D>) {
        let count = message.take(1)[0] as usize;
        flock.ids.extend_from_slice(message.take(count));
        if self.high_ids {
            flock.high_ids.extend_from_slice(message.take(count));
        }
        if self.species {
            flock.species.extend(message.take(count).iter().map(|species| *species as u8));
        }
        for column in flock.positions.iter_mut().chain(&mut flock.velocities) {
            column.extend(message.take(count).iter().map(|bits| f32::from_bits(*bits)));
        }
        if extent == Extent::Perceived {
            return self.fill(flock);
        }
        for (used, columns) in [(self.smoothed, &mut flock.smoothed), (self.wander, &mut flock.wander)] {
            for column in columns.iter_mut().filter(|_| used) {
                column.extend(message.take(count).iter().map(|bits| f32::from_bits(*bits)));
            }
        }
        if self.waypoints {
            flock.waypoints.extend_from_slice(message.take(count));
        }
        if self.stages {
            for column in flock.stages.iter_mut().flatten() {
                column.extend(message.take(count).iter().map(|bits| f32::from_bits(*bits)));
            }
        }
        if self.radius_hints {
            flock.radius_hints.extend(message.take(count).iter().map(|hint| *hint as u16));
        }
    }

    /// Adds the memories that a scenario needs and that are not in use yet, as at the start.
    pub fn add_memories<const D: usize>(&mut self, scenario: &Scenario, flock: &mut Flock<D>) {
        let needed = Memories::of(scenario);
        let adds_wander = needed.wander && !self.wander;
        self.smoothed |= needed.smoothed;
        self.wander |= needed.wander;
        self.waypoints |= needed.waypoints;
        self.fill(flock);
        for slot in (0..flock.len()).filter(|_| adds_wander) {
            let point: [f64; D] = wander_at_start(scenario, flock.id(slot), flock.species_of(slot));
            (0..D).for_each(|axis| flock.wander[axis][slot] = point[axis] as f32);
        }
    }

    /// Makes every array in use as long as the list of ids.
    pub fn fill<const D: usize>(&self, flock: &mut Flock<D>) {
        let boids = flock.ids.len();
        if self.high_ids {
            flock.high_ids.resize(boids, 0);
        }
        if self.species {
            flock.species.resize(boids, 0);
        }
        flock.positions.iter_mut().chain(&mut flock.velocities).for_each(|column| column.resize(boids, 0.0));
        for (used, columns) in [(self.smoothed, &mut flock.smoothed), (self.wander, &mut flock.wander)] {
            columns.iter_mut().filter(|_| used).for_each(|column| column.resize(boids, 0.0));
        }
        if self.waypoints {
            flock.waypoints.resize(boids, 0);
        }
        if self.stages {
            flock.stages.iter_mut().flatten().for_each(|column| column.resize(boids, 0.0));
        }
        if self.radius_hints {
            flock.radius_hints.resize(boids, 0);
        }
    }
}

/// Reads a message from front to back.
pub(super) struct Reader<'a>(pub &'a [u32]);

impl<'a> Reader<'a> {
    /// The next numbers.
    pub fn take(&mut self, count: usize) -> &'a [u32] {
        let (taken, rest) = self.0.split_at(count);
        self.0 = rest;
        taken
    }
}
