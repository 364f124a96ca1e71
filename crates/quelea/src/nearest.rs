//! The k nearest: how far each boid of a group has to see to perceive exactly that many.
//!
//! To perceive the k nearest is to perceive everyone within a radius that is the boid's own. That radius is
//! found here; looking then goes on as it does for any radius.

use crate::flock::from_rough;
use crate::lanes::{Lanes, WIDEST};
use crate::laws::Law;
use crate::look::{Group, Scratch, View, is_lane, pieces};
use crate::scenario::settings::Relation;

/// How far the boids of a group have to see to perceive exactly their nearest.
pub(crate) struct Nearest<L: Lanes> {
    /// A boid perceives those nearer than this, squared.
    pub limit: L,
    /// Lanes for which more boids than wanted share the last distance, so that the ids must decide.
    pub tied: [bool; WIDEST],
}

impl<const D: usize> View<'_, D> {
    /// Finds how far each boid of a group has to see to perceive its nearest. Leaves in the scratch memory
    /// candidates that hold them all.
    #[inline(always)]
    pub fn nearest<L: Lanes>(&self, group: &Group<L, D>, law: &Law<D>, scratch: &mut Scratch<D>) -> Nearest<L> {
        let furthest = self.grid.diagonal().min(libm::sqrtf(law.senses.perceived));
        // Begin a little beyond where the last step ended, or, without one, where enough may be expected.
        let hints = self.flock.hints.get(group.places()).unwrap_or(&[]);
        let hint = hints.iter().copied().map(from_rough).fold(0.0, f32::max) * 1.05;
        let mut radius = match hint > 0.0 {
            true => hint,
            false => self.grid.radius_for(self.flock.len(), 1.5 * law.neighbours as f32 + 4.0),
        };
        loop {
            let whole = radius >= furthest;
            radius = radius.min(furthest);
            self.candidates(group.places(), radius, &mut scratch.candidates);
            self.measure(group, law, scratch);
            let sure = if whole { f32::MAX } else { radius * radius };
            if let Some(nearest) = nearest_of(&scratch.distances, group.count, law.neighbours as f32, sure, whole) {
                return nearest;
            }
            radius *= 1.4;
        }
    }

    /// Measures the squares of all distances from a group to its candidates: one number per lane for each
    /// candidate, infinite for those that a boid cannot perceive.
    #[inline(always)]
    fn measure<L: Lanes>(&self, group: &Group<L, D>, law: &Law<D>, scratch: &mut Scratch<D>) {
        let Scratch { candidates: found, distances, .. } = scratch;
        let most: usize = found.runs.iter().map(|run| (run.end - run.start) as usize).sum();
        distances.resize(most * L::N, 0.0);
        let (above, bound, never) =
            (L::splat(law.senses.above), L::splat(law.senses.perceived), L::splat(f32::INFINITY));
        let mut measured = 0;
        for run in &found.runs {
            for piece in pieces(run, group.places()) {
                for place in piece.places.clone() {
                    if !matches!(
                        law.relations[usize::from(self.flock.species_of(place))],
                        Relation::Flock | Relation::Avoid
                    ) {
                        continue;
                    }
                    let d = self.offset(group.position, place, run.shift, found.pairwise);
                    let r2 = d.dot(d);
                    let mut there = L::both(above.lt(r2), r2.lt(bound));
                    if piece.own {
                        there = L::but_not(there, is_lane::<L>(place - group.start));
                    }
                    r2.or_else(there, never).store(&mut distances[measured..measured + L::N]);
                    measured += L::N;
                }
            }
        }
        distances.truncate(measured);
    }
}

/// For each lane of a table of squared distances, finds a limit below which exactly `wanted` of them are.
/// Nothing if some lane has fewer than that below `sure`, unless the table is of the whole flock.
///
/// No distance is moved or sorted: the limit is closed in on by counting, for all lanes at once, beginning
/// where it would be if boids were spread evenly.
#[inline(always)]
fn nearest_of<L: Lanes>(distances: &[f32], lanes: usize, wanted: f32, sure: f32, whole: bool) -> Option<Nearest<L>> {
    let (one, half, wanted) = (L::splat(1.0), L::splat(0.5), L::splat(wanted));
    let used = L::from_fn(|lane| if lane < lanes { 1.0 } else { 0.0 }).eq(one);
    let (mut low, mut below_low) = (L::zero(), L::zero());
    let mut high = if whole { furthest(distances) } else { L::splat(sure) };
    let mut below_high = count_below(distances, high);
    let too_few = L::both(below_high.lt(wanted), used);
    if !whole && L::any(too_few) {
        return None;
    }
    let mut limit = L::splat(f32::INFINITY).or_else(too_few, high);
    let mut open = L::both(wanted.lt(below_high), used);
    let mut tied = L::zero();
    let mut round = 0;
    while L::any(open) {
        let even = low + (high - low) * ((wanted + half - below_low) / (below_high - below_low).max(one));
        // Every third time in the middle, so that it ends also where boids are spread most unevenly.
        let good =
            L::both(L::both(low.lt(even), even.lt(high)), one.eq(L::splat(if round % 3 < 2 { 1.0 } else { 0.0 })));
        let middle = even.or_else(good, low + (high - low) * half);
        // Between two neighbouring numbers there is no other: several boids share the last distance.
        let stuck = L::but_not(open, L::both(low.lt(middle), middle.lt(high)));
        tied = one.or_else(stuck, tied);
        open = L::but_not(open, stuck);

        let below = count_below(distances, middle);
        let found = L::both(open, below.eq(wanted));
        limit = middle.or_else(found, limit);
        open = L::but_not(open, found);
        let short = below.lt(wanted);
        (low, below_low) = (middle.or_else(short, low), below.or_else(short, below_low));
        (high, below_high) = (high.or_else(short, middle), below_high.or_else(short, below));
        round += 1;
    }
    Some(Nearest { limit, tied: tied.to_array().map(|flag| flag == 1.0) })
}

/// How many distances of each lane are below a limit.
#[inline(always)]
fn count_below<L: Lanes>(distances: &[f32], limit: L) -> L {
    let mut count = L::none();
    for r2 in distances.chunks_exact(L::N) {
        count = L::counted(count, L::load(r2).lt(limit));
    }
    L::number(count)
}

/// A number above every finite distance of each lane.
#[inline(always)]
fn furthest<L: Lanes>(distances: &[f32]) -> L {
    let mut furthest = L::splat(f32::MIN_POSITIVE);
    for r2 in distances.chunks_exact(L::N) {
        let r2 = L::load(r2);
        furthest = r2.or_else(L::both(furthest.lt(r2), r2.lt(L::splat(f32::INFINITY))), furthest);
    }
    (furthest * L::splat(1.000_01)).min(L::splat(f32::MAX))
}
