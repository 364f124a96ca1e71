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

/// Adds the species to flee from and to hunt to the sums of a group.
#[inline(always)]
pub(crate) fn pursue_and_evade<L: Lanes, const D: usize>(
    indexed: &IndexedFlock<D>,
    group: &Group<L, D>,
    species: &SpeciesModel<D>,
    sums: &mut NeighbourSums<L, D>,
    scratch: &mut Scratch<D>,
) {
    for (relation, pursuit) in [(Relation::Flee, species.flee), (Relation::Hunt, species.hunt)] {
        let Some(pursuit) = pursuit else { continue };
        let (sum, count) = accumulate_targets(indexed, group, species, relation, pursuit, &mut scratch.candidates);
        if relation == Relation::Flee {
            (sums.flee, sums.flee_count) = (Vector::zero() - sum, count);
        } else {
            (sums.hunt, sums.hunt_count) = (sum * (L::splat(1.0) / count.max(L::splat(1.0))), count);
        }
    }
    if let Some(herding) = &species.herding {
        let (radius, falloff, min_distance) = (herding.near, Falloff::Offset, 0.0);
        let near = Pursuit { radius, target: Target::All, falloff, min_distance, prediction: 0.0 };
        let herd = Relation::Herd;
        sums.herd_count = accumulate_targets(indexed, group, species, herd, near, &mut scratch.candidates).1;
    }
}

/// Sums the offsets, weighted by the falloff, to all boids in range of the species with one relation, or takes that
/// of the nearest; and counts them.
#[inline(always)]
fn accumulate_targets<L: Lanes, const D: usize>(
    indexed: &IndexedFlock<D>,
    group: &Group<L, D>,
    species: &SpeciesModel<D>,
    relation: Relation,
    pursuit: Pursuit,
    candidates: &mut Candidates<D>,
) -> (Vector<L, D>, L) {
    indexed.find_candidates(group.slots(), pursuit.radius, candidates);
    let (mut sum, mut count) = (Vector::zero(), L::zero());
    let max_r2 = L::splat(pursuit.radius * pursuit.radius);
    let (mut best, mut best_id) = (max_r2, [u64::MAX; MAX_LANES]);
    let min_r2 = L::splat(pursuit.min_distance * pursuit.min_distance);
    for run in &candidates.runs {
        for slot in run.slots() {
            if species.relations[usize::from(indexed.flock.species_of(slot))] != relation {
                continue;
            }
            let d = indexed.offset(group.position, slot, run.shift, candidates.pairwise);
            let r2 = d.dot(d);
            let mut in_range = r2.lt(max_r2);
            if group.slots().contains(&slot) {
                in_range = L::and_not(in_range, lane_mask::<L>(slot - group.start));
            }
            let predicted = match pursuit.prediction {
                0.0 => d,
                longest => predict(indexed, group, relation, slot, d, r2, longest),
            };
            let weighted = match pursuit.prediction {
                0.0 => d * power_factor(pursuit.falloff, r2, min_r2),
                _ => predicted * power_factor(pursuit.falloff, predicted.dot(predicted), min_r2),
            };
            match pursuit.target {
                Target::All => {
                    sum = sum + weighted.mask(in_range);
                    count = count + L::splat(1.0).mask(in_range);
                }
                Target::Nearest => {
                    // Of two at the same distance the one with the smaller id.
                    let id = indexed.flock.id(slot);
                    let (distances, bests) = (r2.to_array(), best.to_array());
                    let in_range = L::splat(1.0).mask(in_range).to_array();
                    let nearer: [bool; MAX_LANES] = std::array::from_fn(|lane| {
                        let tie = distances[lane] == bests[lane] && id < best_id[lane];
                        in_range[lane] != 0.0 && (distances[lane] < bests[lane] || tie)
                    });
                    let nearer_lanes = L::from_fn(|lane| f32::from(u8::from(nearer[lane]))).eq(L::splat(1.0));
                    (0..MAX_LANES).filter(|lane| nearer[*lane]).for_each(|lane| best_id[lane] = id);
                    best = r2.select(nearer_lanes, best);
                    sum = weighted.select(nearer_lanes, sum);
                    count = L::splat(1.0).select(nearer_lanes, count);
                }
            }
        }
    }
    (sum, count)
}

/// The offset to where a boid will be: after the time in which the pursuer covers the distance, or the longest time to
/// predict.
#[inline(always)]
fn predict<L: Lanes, const D: usize>(
    indexed: &IndexedFlock<D>,
    group: &Group<L, D>,
    relation: Relation,
    slot: usize,
    d: Vector<L, D>,
    r2: L,
    longest: f32,
) -> Vector<L, D> {
    let velocity = Vector::splat(indexed.flock.velocity(slot));
    let speed = if relation == Relation::Hunt { group.velocity.length() } else { velocity.length() };
    let longest = L::splat(longest);
    let moves = L::zero().lt(speed);
    let time = (r2.sqrt() / speed.select(moves, L::splat(1.0))).min(longest).select(moves, longest);
    d + velocity * time
}
