//! The k nearest: how far each boid of a group has to perceive to perceive exactly that many.
//!
//! To perceive the k nearest is to perceive everyone within a radius of one's own. That radius is found here;
//! perception then proceeds as for any radius.

use crate::fast::compiled::SpeciesModel;
use crate::fast::flock::unpack_bf16;
use crate::fast::group::{Group, lane_mask, split_at_group};
use crate::fast::indexed_flock::{IndexedFlock, Scratch};
use crate::fast::simd::{Lanes, MAX_LANES};
use crate::model::settings::Relation;

/// How far the boids of a group have to perceive to perceive exactly their nearest.
pub(crate) struct Nearest<L: Lanes> {
    /// A boid perceives those closer than this, squared.
    pub limit: L,
    /// Lanes in which more boids than wanted share the last distance, so that ids must break the tie.
    pub tied: [bool; MAX_LANES],
}

/// Finds the limit for each boid of a group. Leaves candidates that include all of them in the scratch memory.
#[inline(always)]
pub(crate) fn find_nearest<L: Lanes, const D: usize>(
    indexed: &IndexedFlock<D>,
    group: &Group<L, D>,
    species: &SpeciesModel<D>,
    scratch: &mut Scratch<D>,
) -> Nearest<L> {
    let max_radius = indexed.grid.diagonal().min(species.ranges.perceived.sqrt());
    // Start a little beyond where the last step ended, or where enough are expected.
    let hints = indexed.flock.radius_hints.get(group.slots()).unwrap_or(&[]);
    let hint = hints.iter().copied().map(unpack_bf16).fold(0.0, f32::max) * 1.05;
    let mut radius = match hint > 0.0 {
        true => hint,
        false => indexed.grid.radius_for(indexed.flock.len(), 1.5 * species.neighbours as f32 + 4.0),
    };
    loop {
        let whole = radius >= max_radius;
        radius = radius.min(max_radius);
        indexed.find_candidates(group.slots(), radius, &mut scratch.candidates);
        measure_distances(indexed, group, species, scratch);
        let certain = if whole { f32::MAX } else { radius * radius };
        let wanted = species.neighbours as f32;
        if let Some(nearest) = select_nearest(&scratch.distances, group.count, wanted, certain, whole) {
            return nearest;
        }
        radius *= 1.4;
    }
}

/// Measures all squared distances from a group to its candidates: one number per lane for each candidate, infinite
/// for those that a boid cannot perceive.
#[inline(always)]
fn measure_distances<L: Lanes, const D: usize>(
    indexed: &IndexedFlock<D>,
    group: &Group<L, D>,
    species: &SpeciesModel<D>,
    scratch: &mut Scratch<D>,
) {
    let Scratch { candidates, distances, .. } = scratch;
    distances.resize(candidates.count() * L::N, 0.0);
    let (above, bound, never) =
        (L::splat(species.ranges.above), L::splat(species.ranges.perceived), L::splat(f32::INFINITY));
    let mut measured = 0;
    for run in &candidates.runs {
        for segment in split_at_group(run.slots(), group.slots()) {
            for slot in segment.slots.clone() {
                let relation = species.relations[usize::from(indexed.flock.species_of(slot))];
                if !matches!(relation, Relation::Flock | Relation::Avoid) {
                    continue;
                }
                let d = indexed.offset(group.position, slot, run.shift, candidates.pairwise);
                let r2 = d.dot(d);
                let mut present = L::and(above.lt(r2), r2.lt(bound));
                if segment.in_group {
                    present = L::and_not(present, lane_mask::<L>(slot - group.start));
                }
                r2.select(present, never).store(&mut distances[measured..measured + L::N]);
                measured += L::N;
            }
        }
    }
    distances.truncate(measured);
}

/// For each lane of a table of squared distances, finds a limit below which exactly `wanted` of them lie. `None` if
/// some lane has fewer than that below `certain`, unless the table is of the whole flock.
///
/// No distance is moved or sorted: the limit is bracketed by counting, for all lanes at once, starting where it would
/// be if boids were spread evenly.
#[inline(always)]
fn select_nearest<L: Lanes>(
    distances: &[f32],
    lanes: usize,
    wanted: f32,
    certain: f32,
    whole: bool,
) -> Option<Nearest<L>> {
    let (one, half, wanted) = (L::splat(1.0), L::splat(0.5), L::splat(wanted));
    let used = L::from_fn(|lane| if lane < lanes { 1.0 } else { 0.0 }).eq(one);
    let (mut low, mut below_low) = (L::zero(), L::zero());
    let mut high = if whole { above_all(distances) } else { L::splat(certain) };
    let mut below_high = count_below(distances, high);
    let too_few = L::and(below_high.lt(wanted), used);
    if !whole && L::any(too_few) {
        return None;
    }
    let mut limit = L::splat(f32::INFINITY).select(too_few, high);
    let mut open = L::and(wanted.lt(below_high), used);
    let mut tied = L::zero();
    let mut round = 0;
    while L::any(open) {
        let even = low + (high - low) * ((wanted + half - below_low) / (below_high - below_low).max(one));
        // Every third round bisects, so that it ends also for the most uneven distances.
        let interpolate =
            L::and(L::and(low.lt(even), even.lt(high)), one.eq(L::splat(if round % 3 < 2 { 1.0 } else { 0.0 })));
        let middle = even.select(interpolate, low + (high - low) * half);
        // Between two adjacent numbers there is no other: several boids share the last distance.
        let stuck = L::and_not(open, L::and(low.lt(middle), middle.lt(high)));
        tied = one.select(stuck, tied);
        open = L::and_not(open, stuck);

        let below = count_below(distances, middle);
        let found = L::and(open, below.eq(wanted));
        limit = middle.select(found, limit);
        open = L::and_not(open, found);
        let short = below.lt(wanted);
        (low, below_low) = (middle.select(short, low), below.select(short, below_low));
        (high, below_high) = (high.select(short, middle), below_high.select(short, below));
        round += 1;
    }
    Some(Nearest { limit, tied: tied.to_array().map(|flag| flag == 1.0) })
}

/// How many distances of each lane lie below a limit.
#[inline(always)]
fn count_below<L: Lanes>(distances: &[f32], limit: L) -> L {
    let mut count = L::zero_int();
    for r2 in distances.chunks_exact(L::N) {
        count = L::add_mask(count, L::load(r2).lt(limit));
    }
    L::to_float(count)
}

/// A number above every finite distance of each lane.
#[inline(always)]
fn above_all<L: Lanes>(distances: &[f32]) -> L {
    let mut largest = L::splat(f32::MIN_POSITIVE);
    for r2 in distances.chunks_exact(L::N) {
        let r2 = L::load(r2);
        largest = r2.select(L::and(largest.lt(r2), r2.lt(L::splat(f32::INFINITY))), largest);
    }
    (largest * L::splat(1.000_01)).min(L::splat(f32::MAX))
}
