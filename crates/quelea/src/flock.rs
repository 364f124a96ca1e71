//! The flock: boids as arrays, one array per component.
//!
//! Boids are kept sorted by the cell they are in, then by id, so that neighbours in space are neighbours in
//! memory. An id therefore is not a place: [`Flock::ids`] says who is where.

use crate::State;

/// Boids as arrays. The same place in every array is the same boid.
#[derive(Clone, Debug, PartialEq)]
pub struct Flock<const D: usize> {
    /// Who stands in this place.
    pub ids: Vec<u32>,
    /// The number of its species; empty where there is only one.
    pub species: Vec<u8>,
    /// Where it is, one array per axis.
    pub positions: [Vec<f32>; D],
    /// How it moves, one array per axis.
    pub velocities: [Vec<f32>; D],
    /// The acceleration of the last step, where motion is smoothed; else empty.
    pub smoothed: [Vec<f32>; D],
    /// The point its wandering follows; else empty.
    pub wander: [Vec<f32>; D],
    /// How many waypoints it has passed, where there are some; else empty.
    pub waypoints: Vec<u32>,
    /// How far its furthest neighbour was in the last step, where it perceives the nearest; else empty. Not
    /// part of the state: it only says where to begin to look, for which a rough number is enough.
    pub hints: Vec<u16>,
}

impl<const D: usize> Flock<D> {
    /// A flock in the order of the ids.
    pub fn from_state(state: &State<D>) -> Self {
        let arrays = |rows: &[[f64; D]]| std::array::from_fn(|axis| rows.iter().map(|row| row[axis] as f32).collect());
        let several = state.species.iter().any(|species| *species != 0);
        Flock {
            ids: (0..state.len() as u32).collect(),
            species: if several { state.species.clone() } else { Vec::new() },
            positions: arrays(&state.positions),
            velocities: arrays(&state.velocities),
            smoothed: arrays(&state.smoothed),
            wander: arrays(&state.wander),
            waypoints: state.waypoints.clone(),
            hints: Vec::new(),
        }
    }

    /// The same flock as a table by id.
    pub fn to_state(&self, step: u64) -> State<D> {
        let mut places = vec![0; self.len()];
        self.ids.iter().enumerate().for_each(|(place, id)| places[*id as usize] = place);
        let rows = |arrays: &[Vec<f32>; D]| -> Vec<[f64; D]> {
            let has = arrays[0].len() == self.len();
            let row = |place: &usize| std::array::from_fn(|axis| f64::from(arrays[axis][*place]));
            if has { places.iter().map(row).collect() } else { Vec::new() }
        };
        State {
            step,
            species: places.iter().map(|place| self.species_of(*place)).collect(),
            positions: rows(&self.positions),
            velocities: rows(&self.velocities),
            smoothed: rows(&self.smoothed),
            wander: rows(&self.wander),
            waypoints: match self.waypoints.is_empty() {
                true => Vec::new(),
                false => places.iter().map(|place| self.waypoints[*place]).collect(),
            },
        }
    }

    /// How many boids there are.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// The number of a boid's species, by its place.
    #[inline(always)]
    pub fn species_of(&self, place: usize) -> u8 {
        self.species.get(place).copied().unwrap_or(0)
    }

    /// Where the boid in a place is.
    #[inline(always)]
    pub fn position(&self, place: usize) -> [f32; D] {
        std::array::from_fn(|axis| self.positions[axis][place])
    }

    /// How the boid in a place moves.
    #[inline(always)]
    pub fn velocity(&self, place: usize) -> [f32; D] {
        std::array::from_fn(|axis| self.velocities[axis][place])
    }

    /// The arrays as slices that can be cut into parts, one part per thread.
    pub(crate) fn parts(&mut self) -> Part<'_, D> {
        Part {
            ids: &mut self.ids,
            species: &mut self.species,
            positions: self.positions.each_mut().map(|array| &mut array[..]),
            velocities: self.velocities.each_mut().map(|array| &mut array[..]),
            smoothed: self.smoothed.each_mut().map(|array| &mut array[..]),
            wander: self.wander.each_mut().map(|array| &mut array[..]),
            waypoints: &mut self.waypoints,
            hints: &mut self.hints,
        }
    }
}

/// A stretch of a flock that one thread writes.
pub(crate) struct Part<'a, const D: usize> {
    pub ids: &'a mut [u32],
    pub species: &'a mut [u8],
    pub positions: [&'a mut [f32]; D],
    pub velocities: [&'a mut [f32]; D],
    pub smoothed: [&'a mut [f32]; D],
    pub wander: [&'a mut [f32]; D],
    pub waypoints: &'a mut [u32],
    pub hints: &'a mut [u16],
}

impl<const D: usize> Part<'_, D> {
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Cuts it in two. Arrays that are not in use stay empty.
    pub fn split(self, at: usize) -> (Self, Self) {
        fn cut<T>(slice: &mut [T], at: usize) -> (&mut [T], &mut [T]) {
            slice.split_at_mut(at.min(slice.len()))
        }
        fn cut_all<const D: usize>(arrays: [&mut [f32]; D], at: usize) -> [[&mut [f32]; D]; 2] {
            let mut pairs = arrays.map(|array| Some(cut(array, at)));
            let firsts =
                pairs.each_mut().map(|pair| std::mem::take(&mut pair.as_mut().expect("both halves are there").0));
            let seconds = pairs.map(|pair| pair.expect("both halves are there").1);
            [firsts, seconds]
        }
        let (ids, ids_after) = cut(self.ids, at);
        let (species, species_after) = cut(self.species, at);
        let [positions, positions_after] = cut_all(self.positions, at);
        let [velocities, velocities_after] = cut_all(self.velocities, at);
        let [smoothed, smoothed_after] = cut_all(self.smoothed, at);
        let [wander, wander_after] = cut_all(self.wander, at);
        let (waypoints, waypoints_after) = cut(self.waypoints, at);
        let (hints, hints_after) = cut(self.hints, at);
        (
            Part { ids, species, positions, velocities, smoothed, wander, waypoints, hints },
            Part {
                ids: ids_after,
                species: species_after,
                positions: positions_after,
                velocities: velocities_after,
                smoothed: smoothed_after,
                wander: wander_after,
                waypoints: waypoints_after,
                hints: hints_after,
            },
        )
    }

    /// Copies the boids of a flock whose places the ids name.
    pub fn gather(self, from: &Flock<D>) {
        fn pick<T: Copy>(to: &mut [T], from: &[T], places: &[u32]) {
            for (to, place) in to.iter_mut().zip(places) {
                *to = from[*place as usize];
            }
        }
        let places = &*self.ids;
        pick(self.species, &from.species, places);
        pick(self.waypoints, &from.waypoints, places);
        pick(self.hints, &from.hints, places);
        for axis in 0..D {
            pick(self.positions[axis], &from.positions[axis], places);
            pick(self.velocities[axis], &from.velocities[axis], places);
            pick(self.smoothed[axis], &from.smoothed[axis], places);
            pick(self.wander[axis], &from.wander[axis], places);
        }
        for id in self.ids {
            *id = from.ids[*id as usize];
        }
    }
}

/// A length in two bytes, rounded up by less than a hundredth: the upper half of its bits.
pub(crate) fn rough(length: f32) -> u16 {
    ((length.to_bits() + 0xffff) >> 16) as u16
}

/// A length from two bytes.
pub(crate) fn from_rough(rough: u16) -> f32 {
    f32::from_bits(u32::from(rough) << 16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rough_length_is_a_little_longer() {
        for length in [0.0, 1e-30, 0.7, 1.0, 49.9, 1e20, f32::INFINITY] {
            let back = from_rough(rough(length));
            assert!(back >= length && back <= length * 1.01, "{length}: {back}");
        }
    }
}
