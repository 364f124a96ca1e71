//! Part of a state, where several ranks share a flock.

use super::hash::StateHash;
use super::{State, Vectors};
use crate::ranks::Ranks;
use std::ops::Range;

/// Some boids of a flock, in any order.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The id of each.
    pub ids: Vec<u64>,
    /// Their state, in the same order.
    pub state: State,
}

/// The number of ids in a block. Sums over all boids are sums of blocks, whoever adds them up.
pub const BLOCK: usize = 1 << 16;

/// How many boids each rank gets at a time when boids are shared out by id.
const IDS_PER_ROUND: usize = 16 * BLOCK;

/// The ids that a rank has when boids are shared out by id: whole blocks.
pub fn ids_of_rank(boids: usize, ranks: usize, rank: usize) -> Range<usize> {
    let blocks = boids.div_ceil(BLOCK) as u128;
    let at = |rank: usize| ((blocks * rank as u128 / ranks as u128) as usize * BLOCK).min(boids);
    at(rank)..at(rank + 1)
}

impl Part {
    /// Shares out the boids of all ranks by id: the state of those with the ids of this rank, sorted by id; see
    /// [`ids_of_rank`].
    pub fn by_id(&self, ranks: &dyn Ranks, boids: usize) -> State {
        self.in_rounds(ranks, boids, slots_by_round(&self.ids, ranks.count(), boids))
    }

    fn in_rounds(&self, ranks: &dyn Ranks, boids: usize, rounds: Vec<Vec<Vec<u32>>>) -> State {
        let own = ids_of_rank(boids, ranks.count(), ranks.rank());
        let (step, dimension) = (self.state.step, self.state.dimension);
        let mut state = State { step, species: vec![0; own.len()], ..State::new(dimension) };
        for slots in rounds {
            let messages = ranks.exchange(slots.iter().map(|slots| self.pack(slots)).collect());
            messages.iter().filter(|message| !message.is_empty()).for_each(|message| unpack(message, &own, &mut state));
        }
        state
    }

    fn pack(&self, slots: &[u32]) -> Vec<u32> {
        let state = &self.state;
        if slots.is_empty() {
            return Vec::new();
        }
        let count = slots.len();
        let slots = || slots.iter().map(|slot| *slot as usize);
        let mut message = vec![count as u32];
        message.extend(slots().flat_map(|slot| halves(self.ids[slot])));
        message.extend(slots().map(|slot| u32::from(state.species[slot])));
        for vectors in [&state.positions, &state.velocities, &state.smoothed, &state.wander] {
            message.push(u32::from(!vectors.is_empty()));
            if !vectors.is_empty() {
                message.extend(slots().flat_map(|slot| vectors[slot].iter()).flat_map(|x| halves(x.to_bits())));
            }
        }
        message.push(u32::from(!state.waypoints.is_empty()));
        if !state.waypoints.is_empty() {
            message.extend(slots().map(|slot| state.waypoints[slot]));
        }
        message
    }

    /// The hash of the state of the whole flock, the same on every rank: that of [`State::hash`].
    pub fn hash(&self, ranks: &dyn Ranks, boids: usize) -> u64 {
        let block = self.by_id(ranks, boids);
        let mut hash = StateHash::new(block.step, block.dimension, boids);
        // A rank goes on where the one before it stopped, one array after the other.
        hash = in_turn(ranks, hash, |hash| block.species.iter().for_each(|species| hash.add(u64::from(*species))));
        for group in [&block.positions, &block.velocities, &block.smoothed, &block.wander] {
            hash = in_turn(ranks, hash, |hash| group.as_slice().iter().for_each(|x| hash.add(x.to_bits())));
        }
        let waypoints = block.waypoints.iter();
        in_turn(ranks, hash, |hash| waypoints.for_each(|waypoint| hash.add(u64::from(*waypoint)))).finish()
    }
}

/// Where the boids with these ids belong when boids are shared out by id. In each round the slots of those for each rank:
/// few at a time, so that messages take little memory beside the state.
pub(crate) fn slots_by_round(ids: &[u64], ranks: usize, boids: usize) -> Vec<Vec<Vec<u32>>> {
    in_rounds_of(IDS_PER_ROUND, ids, ranks, boids)
}

fn in_rounds_of(per_round: usize, ids: &[u64], ranks: usize, boids: usize) -> Vec<Vec<Vec<u32>>> {
    let ids_of: Vec<Range<usize>> = (0..ranks).map(|rank| ids_of_rank(boids, ranks, rank)).collect();
    let most = ids_of.iter().map(Range::len).max().unwrap_or(0);
    let mut slots = vec![vec![Vec::new(); ranks]; most.div_ceil(per_round).max(1)];
    for (slot, id) in ids.iter().enumerate() {
        let owner = ids_of.partition_point(|ids| ids.end <= *id as usize);
        slots[(*id as usize - ids_of[owner].start) / per_round][owner].push(slot as u32);
    }
    slots
}

/// Writes the boids of a message to their places in a state of consecutive ids.
fn unpack(message: &[u32], ids: &Range<usize>, state: &mut State) {
    let dimension = state.dimension;
    let (count, mut rest) = (message[0] as usize, &message[1..]);
    let mut take = |count: usize| {
        let (taken, tail) = rest.split_at(count);
        rest = tail;
        taken
    };
    let places: Vec<usize> = take(2 * count).chunks_exact(2).map(|id| whole(id) as usize - ids.start).collect();
    places.iter().zip(take(count)).for_each(|(place, species)| state.species[*place] = *species as u8);
    for vectors in [&mut state.positions, &mut state.velocities, &mut state.smoothed, &mut state.wander] {
        if take(1)[0] == 0 {
            continue;
        }
        if vectors.is_empty() {
            *vectors = Vectors::zeros(dimension, ids.len());
        }
        for (place, bits) in places.iter().zip(take(2 * dimension * count).chunks_exact(2 * dimension)) {
            let number = |axis: usize| whole(&bits[2 * axis..2 * axis + 2]);
            (0..dimension).for_each(|axis| vectors[*place][axis] = f64::from_bits(number(axis)));
        }
    }
    if take(1)[0] != 0 {
        state.waypoints.resize(ids.len(), 0);
        places.iter().zip(take(count)).for_each(|(place, waypoint)| state.waypoints[*place] = *waypoint);
    }
}

/// A number as the two halves in which it is sent.
pub(crate) fn halves(number: u64) -> [u32; 2] {
    [number as u32, (number >> 32) as u32]
}

/// A number from its halves.
pub(crate) fn whole(halves: &[u32]) -> u64 {
    u64::from(halves[0]) | u64::from(halves[1]) << 32
}

/// Lets every rank add to a hash, one after the other. All get the result.
fn in_turn(ranks: &dyn Ranks, mut hash: StateHash, add: impl FnOnce(&mut StateHash)) -> StateHash {
    let word = |message: &[u32]| StateHash::resume(whole(message));
    let message = |hash: StateHash| halves(hash.finish()).to_vec();
    let rank = ranks.rank();
    if rank > 0 {
        hash = word(&ranks.receive(rank - 1));
    }
    add(&mut hash);
    if rank + 1 < ranks.count() {
        ranks.send(rank + 1, message(hash));
    }
    word(&ranks.gather(message(hash))[ranks.count() - 1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ranks::ThreadRanks;

    #[test]
    fn a_shared_state_has_the_hash_of_a_whole_one() {
        let scenario = crate::Scenario::preset("veldic").unwrap();
        let whole = crate::initial_state(&scenario);
        for count in [1, 2, 5] {
            std::thread::scope(|scope| {
                for ranks in ThreadRanks::new(count) {
                    let whole = &whole;
                    scope.spawn(move || {
                        // Every rank has the ids that leave its number as the rest.
                        let ids: Vec<u64> =
                            (0..whole.len() as u64).filter(|id| *id as usize % count == ranks.rank()).collect();
                        let pick = |vectors: &Vectors| {
                            let mut picked = Vectors::new(whole.dimension);
                            ids.iter()
                                .filter(|_| !vectors.is_empty())
                                .for_each(|id| picked.push(&vectors[*id as usize]));
                            picked
                        };
                        let state = State {
                            step: whole.step,
                            species: ids.iter().map(|id| whole.species[*id as usize]).collect(),
                            positions: pick(&whole.positions),
                            velocities: pick(&whole.velocities),
                            smoothed: pick(&whole.smoothed),
                            wander: pick(&whole.wander),
                            ..State::new(whole.dimension)
                        };
                        let part = Part { ids, state };
                        assert_eq!(part.hash(&ranks, whole.len()), whole.hash(), "{count} ranks");
                        let shared =
                            part.in_rounds(&ranks, whole.len(), in_rounds_of(7, &part.ids, count, whole.len()));
                        assert_eq!(shared, part.by_id(&ranks, whole.len()), "{count} ranks");
                    });
                }
            });
        }
    }
}
