//! The common case of looking, as fast as it gets: one species, no field of view, one radius but for separation.

use crate::lanes::{Lanes, Task};
use crate::laws::Law;
use crate::look::{Group, Limits, Scratch, Sums, View, is_lane, push_per_offset};
use crate::scenario::settings::Falloff;
use crate::search::{Run, Sieve};
use crate::vector::Vector;

/// A group and the candidates it looks at.
pub(crate) struct Plain<'a, L: Lanes, const D: usize> {
    pub view: &'a View<'a, D>,
    pub group: &'a Group<L, D>,
    pub law: &'a Law<D>,
    pub limits: &'a Limits<L>,
    pub scratch: &'a mut Scratch<D>,
}

impl<L: Lanes, const D: usize> Task for Plain<'_, L, D> {
    type Output = Sums<L, D>;

    /// Sums up with a constant for the falloff, so that no loop asks for it.
    #[inline(always)]
    fn run(self) -> Sums<L, D> {
        match self.law.senses.falloff {
            Falloff::Offset => self.sum(Falloff::Offset),
            Falloff::Constant => self.sum(Falloff::Constant),
            Falloff::Inverse => self.sum(Falloff::Inverse),
            Falloff::InverseSquare => self.sum(Falloff::InverseSquare),
        }
    }
}

impl<L: Lanes, const D: usize> Plain<'_, L, D> {
    #[inline(always)]
    fn sum(self, falloff: Falloff) -> Sums<L, D> {
        let Plain { view, group, law, limits, scratch } = self;
        let Scratch { candidates: found, near, close, .. } = scratch;
        let boids = view.flock.len();
        let positions: [&[f32]; D] = std::array::from_fn(|axis| &view.flock.positions[axis][..boids]);
        let motion = view.motion(&law.senses);
        let motion: [&[f32]; D] = std::array::from_fn(|axis| &motion[axis][..boids]);
        let (own, start, count) = (group.position, group.start, group.count);
        let (above, closest) = (L::splat(law.senses.above), L::splat(law.senses.closest));
        let (perceived, separation) = (limits.perceived, limits.separation);

        let (mut push, mut along, mut centre) = (Vector::zero(), Vector::zero(), Vector::zero());
        let (mut pushes, mut seen_count) = (L::none(), L::none());
        for runs in found.runs.chunk_by(|a, b| a.shift == b.shift) {
            // Adding a shift of zero changes nothing but the sign of a zero, which no sum keeps.
            let shift = (runs[0].shift != [0.0; D]).then(|| Vector::splat(runs[0].shift));
            let near = sift::<L, D>(runs, &positions, &found.sieve, near);
            close.resize(close.len().max(near.len()), 0);
            let close = &mut close[..near.len()];
            let mut close_count = 0;
            for &place in near {
                let place = place as usize;
                let mut d = own - Vector::broadcast(&positions, place);
                if let Some(shift) = shift {
                    d = d - shift;
                }
                let r2 = d.dot(d);
                let mut there = above.lt(r2);
                if place.wrapping_sub(start) < count {
                    there = L::but_not(there, is_lane::<L>(place - start));
                }
                let seen = L::both(r2.lt(perceived), there);
                along = along.plus(Vector::broadcast(&motion, place), seen);
                centre = centre.minus(d, seen);
                seen_count = L::counted(seen_count, seen);
                // To list them is cheaper than to turn aside for each: nobody can tell which will be too close.
                close[close_count] = place as u32;
                close_count += usize::from(L::any(L::both(r2.lt(separation), there)));
            }
            for &place in &close[..close_count] {
                let place = place as usize;
                let mut d = own - Vector::broadcast(&positions, place);
                if let Some(shift) = shift {
                    d = d - shift;
                }
                let r2 = d.dot(d);
                let there = L::but_not(above.lt(r2), is_lane::<L>(place.wrapping_sub(start)));
                let close = L::both(r2.lt(separation), there);
                push = push.plus(d * push_per_offset(falloff, r2, closest), close);
                pushes = L::counted(pushes, close);
            }
        }
        let (pushes, perceived) = (L::number(pushes), L::number(seen_count));
        Sums { push, pushes, along, alongs: perceived, centre, centres: perceived, perceived, ..Sums::none() }
    }
}

/// Of the candidates in some stretches with one shift, lists those that are near enough to the box round the
/// group: here lanes are candidates, and what is sorted out costs next to nothing.
#[inline(always)]
fn sift<'a, L: Lanes, const D: usize>(
    runs: &[Run<D>],
    positions: &[&[f32]; D],
    sieve: &Sieve<D>,
    list: &'a mut Vec<u32>,
) -> &'a [u32] {
    let most: usize = runs.iter().map(|run| (run.end - run.start) as usize + L::N).sum();
    list.resize(list.len().max(most), 0);
    let list = &mut list[..];
    let shift: Vector<L, D> = Vector::splat(runs[0].shift);
    let (low, high) = (Vector::splat(sieve.low) - shift, Vector::splat(sieve.high) - shift);
    let (zero, reach, lane) = (L::zero(), L::splat(sieve.reach), L::from_fn(|lane| lane as f32));
    let mut count = 0;
    for run in runs {
        let (mut from, end) = (run.start as usize, run.end as usize);
        while from < end {
            let mut r2 = zero;
            for axis in 0..D {
                let x = L::load_some(&positions[axis][from..]);
                let outside = (low.0[axis] - x).max(x - high.0[axis]).max(zero);
                r2 = r2 + outside * outside;
            }
            // The last lanes may be beyond the run.
            let there = lane.lt(L::splat((end - from) as f32));
            count += L::list(L::both(r2.lt(reach), there), from as u32, &mut list[count..]);
            from += L::N;
        }
    }
    &list[..count]
}
