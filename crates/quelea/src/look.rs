//! Looking: what the boids of a group make of those round them.
//!
//! A group is some boids that stand side by side in memory, one per lane. They look at the same candidates,
//! one after the other in the order of storage, and each lane keeps only what its boid perceives. Adding
//! +0 for the rest changes no sum, so a boid's sums do not depend on who else is in its group, nor on which
//! search named the candidates.

use crate::flock::Flock;
use crate::lanes::{Lanes, WIDEST};
use crate::laws::{Law, Laws, Sense, Senses};
use crate::plain::Plain;
use crate::scenario::settings::{Falloff, PerceptionKind, Relation};
use crate::search::grid::Grid;
use crate::search::{Candidates, Run, Search};
use crate::vector::{Vector, each};
use std::ops::Range;

/// Boids that look together.
#[derive(Clone, Copy)]
pub(crate) struct Group<L: Lanes, const D: usize> {
    /// The place of the first.
    pub start: usize,
    /// How many there are, at most one per lane. What the lanes beyond them hold is of no consequence.
    pub count: usize,
    pub position: Vector<L, D>,
    pub velocity: Vector<L, D>,
}

impl<L: Lanes, const D: usize> Group<L, D> {
    #[inline(always)]
    pub fn new(flock: &Flock<D>, places: Range<usize>) -> Self {
        let (start, count) = (places.start, places.len());
        let position = Vector::load(&flock.positions, start);
        Group { start, count, position, velocity: Vector::load(&flock.velocities, start) }
    }

    pub fn places(&self) -> Range<usize> {
        self.start..self.start + self.count
    }

    /// Where each one looks. A boid at rest looks along +x.
    #[inline(always)]
    pub fn heading(&self) -> Vector<L, D> {
        heading(self.velocity)
    }
}

/// The direction of a velocity; for one of zero, +x.
#[inline(always)]
pub(crate) fn heading<L: Lanes, const D: usize>(velocity: Vector<L, D>) -> Vector<L, D> {
    let mut unit = velocity.unit();
    unit.0[0] = unit.0[0].or_else(L::zero().lt(velocity.length()), L::splat(1.0));
    unit
}

/// What a boid sums up over those it perceives.
#[derive(Clone, Copy)]
pub(crate) struct Sums<L: Lanes, const D: usize> {
    /// The pushes away from those too close, and how many they are.
    pub push: Vector<L, D>,
    pub pushes: L,
    /// The motion of those it aligns with, and how many they are.
    pub along: Vector<L, D>,
    pub alongs: L,
    /// The offsets to those it coheres to, and how many they are.
    pub centre: Vector<L, D>,
    pub centres: L,
    /// How many it perceives.
    pub perceived: L,
    /// The push away from those it flees from, and how many they are.
    pub flee: Vector<L, D>,
    pub flees: L,
    /// The offset to whom it hunts, and how many they are.
    pub hunt: Vector<L, D>,
    pub hunts: L,
}

impl<L: Lanes, const D: usize> Sums<L, D> {
    #[inline(always)]
    pub fn none() -> Self {
        let (vector, number) = (Vector::zero(), L::zero());
        Sums {
            push: vector,
            pushes: number,
            along: vector,
            alongs: number,
            centre: vector,
            centres: number,
            perceived: number,
            flee: vector,
            flees: number,
            hunt: vector,
            hunts: number,
        }
    }

    /// Replaces one lane by the sums of one boid.
    #[inline(always)]
    pub fn put(&mut self, lane: usize, one: &Sums<f32, D>) {
        let put = |lanes: &mut L, number: f32| {
            let mut numbers = lanes.to_array();
            numbers[lane] = number;
            *lanes = L::load(&numbers);
        };
        let vectors = [
            (&mut self.push, &one.push),
            (&mut self.along, &one.along),
            (&mut self.centre, &one.centre),
            (&mut self.flee, &one.flee),
            (&mut self.hunt, &one.hunt),
        ];
        for (lanes, one) in vectors {
            (0..D).for_each(|axis| put(&mut lanes.0[axis], one.0[axis]));
        }
        put(&mut self.pushes, one.pushes);
        put(&mut self.alongs, one.alongs);
        put(&mut self.centres, one.centres);
        put(&mut self.perceived, one.perceived);
        put(&mut self.flees, one.flees);
        put(&mut self.hunts, one.hunts);
    }
}

/// How far each boid of a group perceives, rule by rule, as squares.
#[derive(Clone, Copy)]
pub(crate) struct Limits<L> {
    pub perceived: L,
    pub separation: L,
    alignment: L,
    cohesion: L,
}

impl<L: Lanes> Limits<L> {
    #[inline(always)]
    fn of(senses: &Senses, nearest: L) -> Self {
        Limits {
            perceived: nearest.min(L::splat(senses.perceived)),
            separation: nearest.min(L::splat(senses.separation.radius)),
            alignment: nearest.min(L::splat(senses.alignment.radius)),
            cohesion: nearest.min(L::splat(senses.cohesion.radius)),
        }
    }
}

/// How a boid finds those it looks at.
#[derive(Clone, Copy)]
pub(crate) enum Finder<'a, const D: usize> {
    Brute,
    Grid,
    Other(&'a dyn Search<D>),
}

/// A flock to look at.
#[derive(Clone, Copy)]
pub(crate) struct View<'a, const D: usize> {
    pub flock: &'a Flock<D>,
    /// Headings, where alignment looks at them; else empty.
    pub headings: &'a [Vec<f32>; D],
    pub grid: &'a Grid<D>,
    pub laws: &'a Laws<D>,
    pub finder: Finder<'a, D>,
    /// The place of each id, where friends have to be found; else empty.
    pub place_of: &'a [u32],
}

/// Memory that a thread keeps while it looks.
#[derive(Default)]
pub(crate) struct Scratch<const D: usize> {
    pub candidates: Candidates<D>,
    pub distances: Vec<f32>,
    /// How far each boid of the last group saw, where it perceives the nearest.
    pub hints: [f32; WIDEST],
    /// Candidates near the group, and those of them that are too close to someone.
    pub near: Vec<u32>,
    pub close: Vec<u32>,
    list: Vec<u32>,
}

impl<'a, const D: usize> View<'a, D> {
    /// What each boid of a group, being of one species, sums up.
    #[inline(always)]
    pub fn look<L: Lanes>(&self, group: &Group<L, D>, law: &Law<D>, scratch: &mut Scratch<D>) -> Sums<L, D> {
        let mut sums = Sums::none();
        let mut lists = [law.perception == PerceptionKind::Friends; WIDEST];
        if law.perception != PerceptionKind::Friends {
            let nearest = match law.perception {
                PerceptionKind::Nearest | PerceptionKind::NearestWithin => {
                    let nearest = self.nearest(group, law, scratch);
                    lists = nearest.tied;
                    // Where fewer are in reach than wanted, rules whose own radius is wider reach no further.
                    let limit = nearest.limit.min(L::splat(law.senses.perceived));
                    scratch.hints = limit.sqrt().to_array();
                    limit
                }
                _ => {
                    self.candidates(group.places(), law.senses.furthest(), &mut scratch.candidates);
                    L::splat(f32::INFINITY)
                }
            };
            sums = self.sum(group, law, &Limits::of(&law.senses, nearest), scratch);
        }
        // Friends, and the nearest where ids must decide between two at the same distance, come as lists.
        for lane in (0..group.count).filter(|lane| lists[*lane]) {
            let one = self.sum_of(group.start + lane, law, scratch);
            sums.put(lane, &one);
        }
        self.look_out(group, law, &mut sums, scratch);
        sums
    }

    /// Names at least all within a distance of any boid of the group.
    pub fn candidates(&self, group: Range<usize>, radius: f32, found: &mut Candidates<D>) {
        match self.finder {
            // Beyond half a torus a cell would have to be visited with more than one shift.
            Finder::Grid if radius <= self.grid.furthest() => {
                let mut low = [f32::INFINITY; D];
                let mut high = [f32::NEG_INFINITY; D];
                for axis in 0..D {
                    for &x in &self.flock.positions[axis][group.clone()] {
                        low[axis] = if x < low[axis] { x } else { low[axis] };
                        high[axis] = if x > high[axis] { x } else { high[axis] };
                    }
                }
                self.grid.within(low, high, radius, found);
            }
            Finder::Grid | Finder::Brute => found.everyone(self.flock.len()),
            Finder::Other(search) => found.found_by(search, self.flock, group, radius),
        }
    }

    /// Goes through the candidates in the fastest way that the senses allow.
    #[inline(always)]
    fn sum<L: Lanes>(
        &self,
        group: &Group<L, D>,
        law: &Law<D>,
        limits: &Limits<L>,
        scratch: &mut Scratch<D>,
    ) -> Sums<L, D> {
        let one_kind = law.senses.plain && self.flock.species.is_empty() && law.relations[0] == Relation::Flock;
        let pairwise = scratch.candidates.pairwise && self.laws.space.is_torus();
        match one_kind && !pairwise {
            true => Plain { view: self, group, law, limits }.sum(scratch),
            false => self.sum_any(group, law, limits, &scratch.candidates),
        }
    }

    /// The arrays whose mean alignment takes.
    #[inline(always)]
    pub fn motion(&self, senses: &Senses) -> &'a [Vec<f32>; D] {
        if senses.headings { self.headings } else { &self.flock.velocities }
    }

    /// Everything: several species, fields of view, a radius per rule, shifts from pair to pair.
    #[inline(always)]
    fn sum_any<L: Lanes>(
        &self,
        group: &Group<L, D>,
        law: &Law<D>,
        limits: &Limits<L>,
        found: &Candidates<D>,
    ) -> Sums<L, D> {
        let mut sums = Sums::none();
        for run in &found.runs {
            for piece in pieces(run, group.places()) {
                for place in piece.places.clone() {
                    let relation = law.relations[usize::from(self.flock.species_of(place))];
                    if !matches!(relation, Relation::Flock | Relation::Avoid) {
                        continue;
                    }
                    let d = self.offset(group.position, place, run.shift, found.pairwise);
                    let mut there = L::splat(law.senses.above).lt(d.dot(d));
                    if piece.own {
                        there = L::but_not(there, is_lane::<L>(place - group.start));
                    }
                    self.add(&mut sums, group, law, limits, place, d, there, relation == Relation::Flock);
                }
            }
        }
        sums
    }

    /// From each boid of a group to one candidate.
    #[inline(always)]
    pub fn offset<L: Lanes>(&self, from: Vector<L, D>, place: usize, shift: [f32; D], pairwise: bool) -> Vector<L, D> {
        let difference = Vector::splat(self.flock.position(place)) - from;
        match pairwise && self.laws.space.is_torus() {
            true => difference + self.laws.space.shift(difference),
            false => difference + Vector::splat(shift),
        }
    }

    /// Adds one candidate to the sums of those lanes where it is there at all.
    #[inline(always)]
    fn add<L: Lanes>(
        &self,
        sums: &mut Sums<L, D>,
        group: &Group<L, D>,
        law: &Law<D>,
        limits: &Limits<L>,
        place: usize,
        d: Vector<L, D>,
        there: L::Mask,
        flocks: bool,
    ) {
        let senses = &law.senses;
        let r2 = d.dot(d);
        let one = L::splat(1.0);
        let close = self.visible(L::both(r2.lt(limits.separation), there), senses.separation, senses, group, d, r2);
        let closest = L::splat(senses.closest);
        let push = d * push_per_offset(senses.falloff, r2, closest);
        sums.push = sums.push.minus(push, close);
        sums.pushes = sums.pushes.plus(one, close);
        sums.perceived = sums.perceived.plus(one, L::both(r2.lt(limits.perceived), there));
        if flocks {
            let with = self.visible(L::both(r2.lt(limits.alignment), there), senses.alignment, senses, group, d, r2);
            let motion = self.motion(senses);
            let motion = each!(axis => L::splat(motion[axis][place]));
            sums.along = sums.along.plus(motion, with);
            sums.alongs = sums.alongs.plus(one, with);
            let to = self.visible(L::both(r2.lt(limits.cohesion), there), senses.cohesion, senses, group, d, r2);
            sums.centre = sums.centre.plus(d, to);
            sums.centres = sums.centres.plus(one, to);
        }
    }

    /// Adds a boid, or a representative of several, to one boid's sums.
    pub fn add_weighed(
        &self,
        sums: &mut Sums<f32, D>,
        boid: &Group<f32, D>,
        law: &Law<D>,
        d: Vector<f32, D>,
        motion: Vector<f32, D>,
        count: f32,
    ) {
        let senses = &law.senses;
        let r2 = d.dot(d);
        let applies = |sense: Sense| self.visible(r2 < sense.radius, sense, senses, boid, d, r2);
        if applies(senses.separation) {
            let push = d * push_per_offset(senses.falloff, r2, senses.closest);
            sums.push = sums.push - push * count;
            sums.pushes += count;
        }
        sums.perceived += count;
        if applies(senses.alignment) {
            sums.along = sums.along + motion;
            sums.alongs += count;
        }
        if applies(senses.cohesion) {
            sums.centre = sums.centre + d * count;
            sums.centres += count;
        }
    }

    /// Of those in reach, those in a rule's field of view.
    #[inline(always)]
    fn visible<L: Lanes>(
        &self,
        reached: L::Mask,
        sense: Sense,
        senses: &Senses,
        group: &Group<L, D>,
        d: Vector<L, D>,
        r2: L,
    ) -> L::Mask {
        let Some(cosine) = sense.view else { return reached };
        let ahead = (L::splat(cosine) * r2.sqrt()).lt(group.heading().dot(d));
        let at_hand = L::either(r2.lt(L::splat(senses.near)), r2.eq(L::zero()));
        L::both(reached, L::either(at_hand, ahead))
    }

    /// The sums of one boid over the list of those it perceives.
    fn sum_of(&self, place: usize, law: &Law<D>, scratch: &mut Scratch<D>) -> Sums<f32, D> {
        let mut list = std::mem::take(&mut scratch.list);
        self.perceived(place, law, scratch, &mut list);
        let group = Group::<f32, D>::new(self.flock, place..place + 1);
        let everyone = Limits { perceived: f32::INFINITY, ..Limits::of(&law.senses, f32::INFINITY) };
        let mut sums = Sums::none();
        for &other in &list {
            let other = other as usize;
            let relation = law.relations[usize::from(self.flock.species_of(other))];
            let d = self.laws.space.offset(group.position, Vector(self.flock.position(other)));
            self.add(&mut sums, &group, law, &everyone, other, d, true, relation == Relation::Flock);
        }
        scratch.list = list;
        sums
    }

    /// The places of those a boid perceives, in the order of storage.
    pub fn perceived(&self, place: usize, law: &Law<D>, scratch: &mut Scratch<D>, list: &mut Vec<u32>) {
        list.clear();
        let group = Group::<f32, D>::new(self.flock, place..place + 1);
        let mine = |other: usize| law.relations[usize::from(self.flock.species_of(other))];
        let r2 = |other: usize| {
            let d = self.laws.space.offset(group.position, Vector(self.flock.position(other)));
            d.dot(d)
        };
        let there = |other: &usize| {
            *other != place
                && matches!(mine(*other), Relation::Flock | Relation::Avoid)
                && r2(*other) > law.senses.above
        };
        if law.perception == PerceptionKind::Friends {
            let friends = &law.friends[self.flock.ids[place] as usize];
            list.extend(friends.iter().map(|id| self.place_of[*id as usize]).filter(|other| there(&(*other as usize))));
            return list.sort_unstable();
        }
        match law.perception {
            PerceptionKind::Nearest | PerceptionKind::NearestWithin => drop(self.nearest(&group, law, scratch)),
            PerceptionKind::Radius => {
                self.candidates(group.places(), libm::sqrtf(law.senses.perceived), &mut scratch.candidates)
            }
            PerceptionKind::All | PerceptionKind::Friends => scratch.candidates.everyone(self.flock.len()),
        }
        // Near the seam of a narrow torus a boid may be named twice, with two shifts.
        list.extend(scratch.candidates.runs.iter().flat_map(|run| run.start..run.end));
        list.sort_unstable();
        list.dedup();
        list.retain(|other| there(&(*other as usize)) && r2(*other as usize) < law.senses.perceived);
        if matches!(law.perception, PerceptionKind::Nearest | PerceptionKind::NearestWithin)
            && list.len() > law.neighbours
        {
            let key = |other: &u32| (r2(*other as usize), self.flock.ids[*other as usize]);
            list.sort_unstable_by(|a, b| key(a).0.total_cmp(&key(b).0).then(key(a).1.cmp(&key(b).1)));
            list.truncate(law.neighbours);
            list.sort_unstable();
        }
    }
}

/// What an offset is multiplied by to be a push.
#[inline(always)]
pub(crate) fn push_per_offset<L: Lanes>(falloff: Falloff, r2: L, closest: L) -> L {
    let r2 = r2.max(closest);
    let one = L::splat(1.0);
    match falloff {
        Falloff::Offset => one,
        Falloff::Constant => one / r2.sqrt(),
        Falloff::Inverse => one / r2,
        Falloff::InverseSquare => one / (r2 * r2.sqrt()),
    }
}

/// Which lane has this number.
#[inline(always)]
pub(crate) fn is_lane<L: Lanes>(lane: usize) -> L::Mask {
    L::from_fn(|each| each as f32).eq(L::splat(lane as f32))
}

/// Part of a run: all of it outside the group, or all of it inside.
pub(crate) struct Piece {
    pub places: Range<usize>,
    pub own: bool,
}

/// Cuts a run where the group itself stands in it, so that only there every boid must be told from itself.
#[inline(always)]
pub(crate) fn pieces<const D: usize>(run: &Run<D>, group: Range<usize>) -> [Piece; 3] {
    let (start, end) = (run.start as usize, run.end as usize);
    let from = group.start.clamp(start, end);
    let to = group.end.clamp(from, end);
    [
        Piece { places: start..from, own: false },
        Piece { places: from..to, own: true },
        Piece { places: to..end, own: false },
    ]
}
