//! The common case of looking, as fast as it gets: one species, no field of view, one radius but for separation.
//!
//! It goes in three steps, each in a function of its own, so that each has all registers: those who are near the
//! group at all are sifted out of the candidates; they are added up; and those of them who are too close to someone
//! push.

use crate::lanes::{Lanes, Task, ZERO_FIRST, ZERO_LAST};
use crate::laws::Law;
use crate::look::{Group, Limits, Scratch, Sums, View, is_lane, push_per_offset};
use crate::scenario::settings::Falloff;
use crate::search::{Run, Sieve};
use crate::vector::Vector;

/// A group of boids that looks round.
#[derive(Clone, Copy)]
pub(crate) struct Plain<'a, L: Lanes, const D: usize> {
    pub view: &'a View<'a, D>,
    pub group: &'a Group<L, D>,
    pub law: &'a Law<D>,
    pub limits: &'a Limits<L>,
}

impl<L: Lanes, const D: usize> Plain<'_, L, D> {
    /// What each boid of the group sums up over the candidates in the scratch memory.
    #[inline(always)]
    pub fn sum(self, scratch: &mut Scratch<D>) -> Sums<L, D> {
        let Scratch { candidates: found, near, close, .. } = scratch;
        let most: usize = found.runs.iter().map(|run| (run.end - run.start) as usize + L::N).sum();
        near.resize(near.len().max(most), 0);
        close.resize(close.len().max(most), 0);
        let mut sums = Sums::none();
        for runs in found.runs.chunk_by(|a, b| a.shift == b.shift) {
            let shift = runs[0].shift;
            let nears = L::apart(Sift { look: self, runs, sieve: &found.sieve, near });
            let closes = L::apart(Add { look: self, shift, near: &near[..nears], close, sums: &mut sums });
            L::apart(Push { look: self, shift, close: &close[..closes], sums: &mut sums });
        }
        (sums.alongs, sums.centres) = (sums.perceived, sums.perceived);
        sums
    }

    /// Limits of squared distances as keys to compare distances with, and the order of the keys: one comparison then
    /// says who is within a limit and, where those in the same place are not perceived, not there.
    #[inline(always)]
    fn keys<const N: usize>(&self, limits: [L; N]) -> (i32, [L::Whole; N]) {
        let ignored = self.law.senses.above == 0.0;
        let order = if ignored { ZERO_LAST } else { ZERO_FIRST };
        // A limit of zero would come last too.
        let least = L::splat(if ignored { f32::from_bits(1) } else { 0.0 });
        let mut keys = [L::none(); N];
        for index in 0..N {
            keys[index] = limits[index].max(least).key(order);
        }
        (order, keys)
    }

    /// Everyone's positions.
    #[inline(always)]
    fn positions(&self) -> [&[f32]; D] {
        let flock = self.view.flock;
        std::array::from_fn(|axis| &flock.positions[axis][..flock.len()])
    }
}

/// Lists those who are near enough to the box round the group, and says how many they are. Here lanes are
/// candidates, and whoever is sorted out costs next to nothing.
struct Sift<'a, L: Lanes, const D: usize> {
    look: Plain<'a, L, D>,
    /// With one shift.
    runs: &'a [Run<D>],
    sieve: &'a Sieve<D>,
    near: &'a mut [u32],
}

impl<L: Lanes, const D: usize> Task for Sift<'_, L, D> {
    type Output = usize;

    #[inline(always)]
    fn run(self) -> usize {
        let Sift { look, runs, sieve, near } = self;
        let positions = look.positions();
        let near_box = NearBox {
            centre: Vector::<L, D>::splat(sieve.centre) - Vector::splat(runs[0].shift),
            half: Vector::splat(sieve.half),
            reach: L::splat(sieve.reach),
        };
        let lane = L::from_fn(|lane| lane as f32);
        let mut count = 0;
        for run in runs {
            let (mut from, end) = (run.start as usize, run.end as usize);
            while from + L::N <= end {
                count += L::list(near_box.has(&positions, from), from as u32, &mut near[count..]);
                from += L::N;
            }
            if from + L::N <= positions[0].len() {
                // The last lanes are beyond the run.
                let there = lane.lt(L::splat((end - from) as f32));
                count += L::list(L::both(near_box.has(&positions, from), there), from as u32, &mut near[count..]);
            } else {
                // The last few of all, fewer than there are lanes, go through as they are.
                for place in from..end {
                    near[count] = place as u32;
                    count += 1;
                }
            }
        }
        count
    }
}

/// A box, and how far from it someone may be, squared.
struct NearBox<L: Lanes, const D: usize> {
    centre: Vector<L, D>,
    half: Vector<L, D>,
    reach: L,
}

impl<L: Lanes, const D: usize> NearBox<L, D> {
    /// Which of the boids from a place on are near enough.
    #[inline(always)]
    fn has(&self, positions: &[&[f32]; D], from: usize) -> L::Mask {
        let mut r2 = L::zero();
        for axis in 0..D {
            let x = L::load(&positions[axis][from..]);
            let outside = ((x - self.centre.0[axis]).abs() - self.half.0[axis]).max(L::zero());
            r2 = r2 + outside * outside;
        }
        r2.lt(self.reach)
    }
}

/// Adds up the motion of those that each boid perceives and the offsets to them. Lists those who are too close to
/// someone, and says how many they are: to turn aside for each would cost more, since nobody can tell which it will
/// be.
struct Add<'a, L: Lanes, const D: usize> {
    look: Plain<'a, L, D>,
    shift: [f32; D],
    near: &'a [u32],
    close: &'a mut [u32],
    sums: &'a mut Sums<L, D>,
}

impl<L: Lanes, const D: usize> Task for Add<'_, L, D> {
    type Output = usize;

    #[inline(always)]
    fn run(self) -> usize {
        let Add { look, shift, near, close, sums } = self;
        let Plain { view, group, law, limits } = look;
        let positions = look.positions();
        let motion = view.motion(&law.senses);
        let motion: [&[f32]; D] = std::array::from_fn(|axis| &motion[axis][..positions[0].len()]);
        let close = &mut close[..near.len()];
        let (own, start, count) = (group.position, group.start, group.count);
        let (order, [perceived, separation]) = look.keys([limits.perceived, limits.separation]);
        // Taking off a shift of zero changes nothing but the sign of a zero, which no sum keeps.
        let shift = (shift != [0.0; D]).then(|| Vector::splat(shift));
        let (mut along, mut centre, mut seen_count) = (sums.along, sums.centre, L::none());
        let mut closes = 0;
        for &place in near {
            let place = place as usize;
            let mut d = own - Vector::broadcast(&positions, place);
            if let Some(shift) = shift {
                d = d - shift;
            }
            let mut r2 = d.dot(d);
            // A boid does not perceive itself: it is further off than anyone whom it perceives.
            if place.wrapping_sub(start) < count {
                r2 = L::splat(f32::INFINITY).or_else(is_lane::<L>(place - start), r2);
            }
            let key = r2.key(order);
            let seen = L::before(key, perceived);
            along = along.plus(Vector::broadcast(&motion, place), seen);
            centre = centre.minus(d, seen);
            seen_count = L::counted(seen_count, seen);
            close[closes] = place as u32;
            closes += usize::from(L::any(L::before(key, separation)));
        }
        (sums.along, sums.centre, sums.perceived) = (along, centre, sums.perceived + L::number(seen_count));
        closes
    }
}

/// Adds up the pushes away from those who are too close.
struct Push<'a, L: Lanes, const D: usize> {
    look: Plain<'a, L, D>,
    shift: [f32; D],
    close: &'a [u32],
    sums: &'a mut Sums<L, D>,
}

impl<L: Lanes, const D: usize> Task for Push<'_, L, D> {
    type Output = ();

    /// With a constant for the falloff, so that no loop asks for it.
    #[inline(always)]
    fn run(self) {
        match self.look.law.senses.falloff {
            Falloff::Offset => self.add(Falloff::Offset),
            Falloff::Constant => self.add(Falloff::Constant),
            Falloff::Inverse => self.add(Falloff::Inverse),
            Falloff::InverseSquare => self.add(Falloff::InverseSquare),
        }
    }
}

impl<L: Lanes, const D: usize> Push<'_, L, D> {
    #[inline(always)]
    fn add(self, falloff: Falloff) {
        let Push { look, shift, close, sums } = self;
        let Plain { group, law, limits, .. } = look;
        let positions = look.positions();
        let (own, shift) = (group.position, Vector::splat(shift));
        let closest = L::splat(law.senses.closest);
        let (order, [separation]) = look.keys([limits.separation]);
        let (mut push, mut pushes) = (sums.push, L::none());
        for &place in close {
            let place = place as usize;
            let d = own - Vector::broadcast(&positions, place) - shift;
            let r2 = d.dot(d);
            let mut close = L::before(r2.key(order), separation);
            if place.wrapping_sub(group.start) < group.count {
                close = L::but_not(close, is_lane::<L>(place - group.start));
            }
            push = push.plus(d * push_per_offset(falloff, r2, closest), close);
            pushes = L::counted(pushes, close);
        }
        (sums.push, sums.pushes) = (push, sums.pushes + L::number(pushes));
    }
}
