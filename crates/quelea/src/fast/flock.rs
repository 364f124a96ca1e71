//! The flock: boids as arrays, one array per component.
//!
//! Boids are kept in canonical order, sorted by cell and then by id, so that neighbours in space are neighbours in
//! memory. A slot therefore is not an id: [`Flock::ids`] maps one to the other.

use crate::fast::space::Space;
use crate::parallel::{self, Split};
use crate::state::{State, Vectors};
use std::ops::Range;

/// Boids as arrays. The same slot in every array is the same boid.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Flock<const D: usize> {
    /// Id of the boid in this slot; its lower half if [`Flock::id`] needs more than 32 bits.
    pub ids: Vec<u32>,
    /// The upper half of its id; empty if 32 bits are enough for all.
    pub(crate) high_ids: Vec<u32>,
    /// Index of its species; empty if there is only one.
    pub species: Vec<u8>,
    /// Position, one array per axis.
    pub positions: [Vec<f32>; D],
    /// Velocity, one array per axis.
    pub velocities: [Vec<f32>; D],
    /// Acceleration of the last step, if motion is smoothed; else empty.
    pub smoothed: [Vec<f32>; D],
    /// Wander point; else empty.
    pub wander: [Vec<f32>; D],
    /// Waypoint counter; else empty.
    pub waypoints: Vec<u32>,
    /// Within a step of several stages: position and velocity at its beginning, and the sums of their changes; else
    /// empty. Not part of the state.
    pub(crate) stages: [[Vec<f32>; D]; 4],
    /// Distance of the furthest neighbour in the last step, if it perceives the nearest; else empty. Not part of
    /// the state: it only says where a search starts, for which the upper half of the bits is enough.
    pub(crate) radius_hints: Vec<u16>,
}

impl<const D: usize> Flock<D> {
    /// A flock of nobody.
    pub fn empty() -> Self {
        Self::from_arrays(&State::new(D))
    }

    /// A flock in the order of the ids. On a torus, boids outside it are brought inside, as a step does.
    pub(crate) fn from_state(state: &State, space: &Space<D>) -> Self {
        let mut flock = Self::from_arrays(state);
        if space.is_torus() {
            for slot in 0..flock.len() {
                let inside = space.inside(flock.position(slot));
                (0..D).for_each(|axis| flock.positions[axis][slot] = inside[axis]);
            }
        }
        flock
    }

    fn from_arrays(state: &State) -> Self {
        let columns = |vectors: &Vectors| {
            let rows = vectors.as_arrays::<D>();
            std::array::from_fn(|axis| parallel::map(rows.len(), |id| rows[id][axis] as f32))
        };
        let several = state.species.iter().any(|species| *species != 0);
        Flock {
            ids: parallel::map(state.len(), |id| id as u32),
            high_ids: Vec::new(),
            species: if several { state.species.clone() } else { Vec::new() },
            positions: columns(&state.positions),
            velocities: columns(&state.velocities),
            smoothed: columns(&state.smoothed),
            wander: columns(&state.wander),
            waypoints: state.waypoints.clone(),
            stages: [const { [const { Vec::new() }; D] }; 4],
            radius_hints: Vec::new(),
        }
    }

    /// The same flock as a table by id.
    pub fn to_state(&self, step: u64) -> State {
        let mut slots = vec![0u32; self.len()];
        // Each thread looks for the ids of its own part: to read them all takes less time than to write anywhere.
        let part = self.len().div_ceil(parallel::threads_for(self.len()));
        parallel::for_each_chunk(&mut slots[..], part, &|first, slots: &mut [u32]| {
            for (slot, id) in self.ids.iter().enumerate() {
                if let Some(found) = slots.get_mut((*id as usize).wrapping_sub(first)) {
                    *found = slot as u32;
                }
            }
        });
        self.to_state_in_order(step, |id| slots[id] as usize)
    }

    /// The same flock as a table whose rows come from these slots.
    pub(crate) fn to_state_in_order(&self, step: u64, slot_of_row: impl Fn(usize) -> usize + Sync) -> State {
        let rows = |columns: &[Vec<f32>; D]| -> Vectors {
            if columns[0].len() != self.len() {
                return Vectors::new(D);
            }
            let mut rows = Vectors::zeros(D, self.len());
            parallel::fill(rows.as_mut_arrays::<D>(), |row| {
                let slot = slot_of_row(row);
                std::array::from_fn(|axis| f64::from(columns[axis][slot]))
            });
            rows
        };
        State {
            step,
            species: parallel::map(self.len(), |row| self.species_of(slot_of_row(row))),
            positions: rows(&self.positions),
            velocities: rows(&self.velocities),
            smoothed: rows(&self.smoothed),
            wander: rows(&self.wander),
            waypoints: match self.waypoints.is_empty() {
                true => Vec::new(),
                false => parallel::map(self.len(), |row| self.waypoints[slot_of_row(row)]),
            },
            ..State::new(D)
        }
    }

    /// The number of boids.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// The id of the boid in a slot.
    #[inline(always)]
    pub fn id(&self, slot: usize) -> u64 {
        u64::from(self.ids[slot]) | self.high_ids.get(slot).map_or(0, |high| u64::from(*high) << 32)
    }

    /// The index of the species of the boid in a slot.
    #[inline(always)]
    pub fn species_of(&self, slot: usize) -> u8 {
        self.species.get(slot).copied().unwrap_or(0)
    }

    /// The position of the boid in a slot.
    #[inline(always)]
    pub fn position(&self, slot: usize) -> [f32; D] {
        std::array::from_fn(|axis| self.positions[axis][slot])
    }

    /// The velocity of the boid in a slot.
    #[inline(always)]
    pub fn velocity(&self, slot: usize) -> [f32; D] {
        std::array::from_fn(|axis| self.velocities[axis][slot])
    }

    /// Keeps the boids in these slots alone.
    pub(crate) fn keep(&mut self, slots: Range<usize>) {
        fn keep<T>(array: &mut Vec<T>, slots: &Range<usize>) {
            array.truncate(slots.end);
            array.drain(..slots.start.min(array.len()));
        }
        self.for_each_array(
            |array| keep(array, &slots),
            |array| keep(array, &slots),
            |array| keep(array, &slots),
            |array| keep(array, &slots),
        );
    }

    /// Removes the boid in a slot and puts the last one there.
    pub(crate) fn swap_remove(&mut self, slot: usize) {
        fn remove<T>(array: &mut Vec<T>, slot: usize) {
            if slot < array.len() {
                array.swap_remove(slot);
            }
        }
        self.for_each_array(
            |array| remove(array, slot),
            |array| remove(array, slot),
            |array| remove(array, slot),
            |array| remove(array, slot),
        );
    }

    /// Calls one of these with each array, by the type of its entries. Arrays that are not in use are empty.
    fn for_each_array(
        &mut self,
        mut floats: impl FnMut(&mut Vec<f32>),
        mut words: impl FnMut(&mut Vec<u32>),
        mut hints: impl FnMut(&mut Vec<u16>),
        mut species: impl FnMut(&mut Vec<u8>),
    ) {
        let vectors = [&mut self.positions, &mut self.velocities, &mut self.smoothed, &mut self.wander];
        vectors.into_iter().chain(&mut self.stages).flatten().for_each(&mut floats);
        words(&mut self.ids);
        words(&mut self.high_ids);
        words(&mut self.waypoints);
        hints(&mut self.radius_hints);
        species(&mut self.species);
    }

    /// The bytes that its arrays take.
    pub(crate) fn memory_bytes(&self) -> usize {
        let vectors = [&self.positions, &self.velocities, &self.smoothed, &self.wander];
        let columns = vectors.into_iter().chain(&self.stages).flat_map(|columns| columns.iter());
        let numbers: usize = columns.map(Vec::capacity).sum();
        4 * (numbers + self.ids.capacity() + self.high_ids.capacity())
            + 2 * self.radius_hints.capacity()
            + self.species.capacity()
    }

    /// The arrays as slices that can be split, one part per thread.
    pub(crate) fn as_mut_slices(&mut self) -> FlockSliceMut<'_, D> {
        FlockSliceMut {
            ids: &mut self.ids,
            high_ids: &mut self.high_ids,
            species: &mut self.species,
            positions: self.positions.each_mut().map(|array| &mut array[..]),
            velocities: self.velocities.each_mut().map(|array| &mut array[..]),
            smoothed: self.smoothed.each_mut().map(|array| &mut array[..]),
            wander: self.wander.each_mut().map(|array| &mut array[..]),
            waypoints: &mut self.waypoints,
            stages: self.stages.each_mut().map(|stage| stage.each_mut().map(|array| &mut array[..])),
            radius_hints: &mut self.radius_hints,
        }
    }
}

/// Consecutive slots of a flock that one thread writes. Arrays that are not in use are empty.
pub(crate) struct FlockSliceMut<'a, const D: usize> {
    pub ids: &'a mut [u32],
    pub high_ids: &'a mut [u32],
    pub species: &'a mut [u8],
    pub positions: [&'a mut [f32]; D],
    pub velocities: [&'a mut [f32]; D],
    pub smoothed: [&'a mut [f32]; D],
    pub wander: [&'a mut [f32]; D],
    pub waypoints: &'a mut [u32],
    pub stages: [[&'a mut [f32]; D]; 4],
    pub radius_hints: &'a mut [u16],
}

impl<const D: usize> Split for FlockSliceMut<'_, D> {
    fn len(&self) -> usize {
        self.ids.len()
    }

    fn split_at(self, at: usize) -> (Self, Self) {
        fn split<T>(slice: &mut [T], at: usize) -> (&mut [T], &mut [T]) {
            slice.split_at_mut(at.min(slice.len()))
        }
        let (ids, ids_tail) = split(self.ids, at);
        let (high_ids, high_ids_tail) = split(self.high_ids, at);
        let (species, species_tail) = split(self.species, at);
        let (positions, positions_tail) = self.positions.split_at(at);
        let (velocities, velocities_tail) = self.velocities.split_at(at);
        let (smoothed, smoothed_tail) = self.smoothed.split_at(at);
        let (wander, wander_tail) = self.wander.split_at(at);
        let (waypoints, waypoints_tail) = split(self.waypoints, at);
        let (radius_hints, radius_hints_tail) = split(self.radius_hints, at);
        let mut tails = [const { None }; 4];
        let mut stage = 0;
        let stages = self.stages.map(|arrays| {
            let (heads, tail) = arrays.split_at(at);
            tails[stage] = Some(tail);
            stage += 1;
            heads
        });
        let stages_tail = tails.map(|tail| tail.expect("every stage has a tail"));
        (
            FlockSliceMut {
                ids,
                high_ids,
                species,
                positions,
                velocities,
                smoothed,
                wander,
                waypoints,
                stages,
                radius_hints,
            },
            FlockSliceMut {
                ids: ids_tail,
                high_ids: high_ids_tail,
                species: species_tail,
                positions: positions_tail,
                velocities: velocities_tail,
                smoothed: smoothed_tail,
                wander: wander_tail,
                waypoints: waypoints_tail,
                stages: stages_tail,
                radius_hints: radius_hints_tail,
            },
        )
    }
}

impl<const D: usize> FlockSliceMut<'_, D> {
    /// Copies the boids of a flock whose slots `ids` holds.
    pub fn gather(self, from: &Flock<D>) {
        fn pick<T: Copy>(to: &mut [T], from: &[T], slots: &[u32]) {
            for (to, slot) in to.iter_mut().zip(slots) {
                *to = from[*slot as usize];
            }
        }
        let slots = &*self.ids;
        pick(self.high_ids, &from.high_ids, slots);
        pick(self.species, &from.species, slots);
        pick(self.waypoints, &from.waypoints, slots);
        pick(self.radius_hints, &from.radius_hints, slots);
        for axis in 0..D {
            pick(self.positions[axis], &from.positions[axis], slots);
            pick(self.velocities[axis], &from.velocities[axis], slots);
            pick(self.smoothed[axis], &from.smoothed[axis], slots);
            pick(self.wander[axis], &from.wander[axis], slots);
            for stage in 0..self.stages.len() {
                pick(self.stages[stage][axis], &from.stages[stage][axis], slots);
            }
        }
        for id in self.ids {
            *id = from.ids[*id as usize];
        }
    }
}

/// A length as bfloat16, rounded up by less than one percent.
pub(crate) fn pack_bf16_ceil(length: f32) -> u16 {
    ((length.to_bits() + 0xffff) >> 16) as u16
}

/// A length from bfloat16.
pub(crate) fn unpack_bf16(bits: u16) -> f32 {
    f32::from_bits(u32::from(bits) << 16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packed_length_is_at_most_one_percent_longer() {
        for length in [0.0, 1e-30, 0.7, 1.0, 49.9, 1e20, f32::INFINITY] {
            let unpacked = unpack_bf16(pack_bf16_ceil(length));
            assert!(unpacked >= length && unpacked <= length * 1.01, "{length}: {unpacked}");
        }
    }
}
