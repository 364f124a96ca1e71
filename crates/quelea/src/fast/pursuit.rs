//! Pursuit and evasion: species to hunt and to flee from.

use crate::fast::compiled::{Pursuit, SpeciesModel};
use crate::fast::group::{Group, lane_mask};
use crate::fast::indexed_flock::{IndexedFlock, Scratch};
use crate::fast::kernel::power_factor;
use crate::fast::neighbour_sums::NeighbourSums;
use crate::fast::search::Candidates;
use crate::fast::simd::{Lanes, MAX_LANES};
use crate::fast::vector::Vector;
use crate::model::settings::{Falloff, Relation, Target};

/// What boids know of the species with one relation to them: a sum over those in range, or the nearest.
#[derive(Clone, Copy)]
pub(crate) struct Targets<L: Lanes, const D: usize> {
    /// The offsets, weighted by the falloff.
    pub sum: Vector<L, D>,
    pub count: L,
    /// The squared distance of the nearest; at first of the furthest that counts.
    pub best: L,
}

/// The relations to species that a species pursues or evades, in the order of their loops.
pub(crate) fn pursued<const D: usize>(species: &SpeciesModel<D>) -> impl Iterator<Item = (Relation, Pursuit)> {
    let herding = species.herding.as_ref().map(|herding| Pursuit {
        radius: herding.near,
        target: Target::All,
        falloff: Falloff::Offset,
        min_distance: 0.0,
        prediction: 0.0,
    });
    let all = [(Relation::Flee, species.flee), (Relation::Hunt, species.hunt), (Relation::Herd, herding)];
    all.into_iter().filter_map(|(relation, pursuit)| Some((relation, pursuit?)))
}

/// Adds the species to flee from, to hunt and to herd to the sums of a group.
#[inline(always)]
pub(crate) fn pursue_and_evade<L: Lanes, const D: usize>(
    indexed: &IndexedFlock<D>,
    group: &Group<L, D>,
    species: &SpeciesModel<D>,
    sums: &mut NeighbourSums<L, D>,
    scratch: &mut Scratch<D>,
) {
    for (relation, pursuit) in pursued(species) {
        accumulate_targets(indexed, group, species, relation, &pursuit, &mut scratch.candidates).store(relation, sums);
    }
}

/// Sums up all boids in range of the species with one relation, or finds the nearest.
#[inline(always)]
fn accumulate_targets<L: Lanes, const D: usize>(
    indexed: &IndexedFlock<D>,
    group: &Group<L, D>,
    species: &SpeciesModel<D>,
    relation: Relation,
    pursuit: &Pursuit,
    candidates: &mut Candidates<D>,
) -> Targets<L, D> {
    indexed.find_candidates(group.slots(), pursuit.radius, candidates);
    let best = L::splat(pursuit.radius * pursuit.radius);
    let mut targets = Targets { sum: Vector::zero(), count: L::zero(), best };
    let mut best_id = [u64::MAX; MAX_LANES];
    let everyone = L::zero().eq(L::zero());
    for run in &candidates.runs {
        for slot in run.slots() {
            if species.relations[usize::from(indexed.flock.species_of(slot))] != relation {
                continue;
            }
            let d = indexed.offset(group.position, slot, run.shift, candidates.pairwise);
            let is_self = group.slots().contains(&slot);
            let not_self = if is_self { L::and_not(everyone, lane_mask::<L>(slot - group.start)) } else { everyone };
            let (id, velocity) = (indexed.flock.id(slot), Vector::splat(indexed.flock.velocity(slot)));
            let smaller_id = match pursuit.target {
                Target::All => everyone,
                Target::Nearest => L::from_fn(|lane| f32::from(u8::from(id < best_id[lane]))).eq(L::splat(1.0)),
            };
            let nearest = targets.add(relation, pursuit, group.velocity, d, velocity, not_self, smaller_id);
            if pursuit.target == Target::Nearest && L::any(nearest) {
                let flags = L::splat(1.0).mask(nearest).to_array();
                (0..MAX_LANES).filter(|lane| flags[*lane] == 1.0).for_each(|lane| best_id[lane] = id);
            }
        }
    }
    targets
}

impl<L: Lanes, const D: usize> Targets<L, D> {
    /// Adds a boid, and returns where it is the nearest so far: of two at the same distance the one with the smaller
    /// id.
    #[inline(always)]
    pub fn add(
        &mut self,
        relation: Relation,
        pursuit: &Pursuit,
        own_velocity: Vector<L, D>,
        d: Vector<L, D>,
        velocity: Vector<L, D>,
        not_self: L::Mask,
        has_smaller_id: L::Mask,
    ) -> L::Mask {
        let (r2, one) = (d.dot(d), L::splat(1.0));
        let in_range = L::and(r2.lt(L::splat(pursuit.radius * pursuit.radius)), not_self);
        let min_r2 = L::splat(pursuit.min_distance * pursuit.min_distance);
        let weighted = match pursuit.prediction {
            0.0 => d * power_factor(pursuit.falloff, r2, min_r2),
            longest => {
                let predicted = predict(relation, own_velocity, d, velocity, r2, longest);
                predicted * power_factor(pursuit.falloff, predicted.dot(predicted), min_r2)
            }
        };
        match pursuit.target {
            Target::All => {
                self.sum = self.sum.masked_add(weighted, in_range);
                self.count = self.count.masked_add(one, in_range);
                in_range
            }
            Target::Nearest => {
                let tie = L::and(r2.eq(self.best), has_smaller_id);
                let nearer = L::and(in_range, L::or(r2.lt(self.best), tie));
                self.best = r2.select(nearer, self.best);
                self.sum = weighted.select(nearer, self.sum);
                self.count = one.select(nearer, self.count);
                nearer
            }
        }
    }

    /// Puts the result where rules look for it.
    #[inline(always)]
    pub fn store(self, relation: Relation, sums: &mut NeighbourSums<L, D>) {
        let one = L::splat(1.0);
        match relation {
            Relation::Flee => (sums.flee, sums.flee_count) = (Vector::zero() - self.sum, self.count),
            Relation::Hunt => {
                (sums.hunt, sums.hunt_count) = (self.sum * (one / self.count.max(one)), self.count);
            }
            _ => sums.herd_count = self.count,
        }
    }
}

/// The offset to where a boid will be: after the time in which the pursuer covers the distance, or the longest time to
/// predict.
#[inline(always)]
fn predict<L: Lanes, const D: usize>(
    relation: Relation,
    own_velocity: Vector<L, D>,
    d: Vector<L, D>,
    velocity: Vector<L, D>,
    r2: L,
    longest: f32,
) -> Vector<L, D> {
    let speed = if relation == Relation::Hunt { own_velocity.length() } else { velocity.length() };
    let longest = L::splat(longest);
    let moves = L::zero().lt(speed);
    let time = (r2.sqrt() / speed.select(moves, L::splat(1.0))).min(longest).select(moves, longest);
    d + velocity * time
}
