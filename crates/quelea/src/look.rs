//! Looking: what the boids of a group make of those round them.
//!
//! A group is some boids that stand side by side in memory, one per lane. They look at the same candidates,
//! one after the other in the order of storage, and each lane keeps only what its boid perceives. Adding
//! +0 for the rest changes no sum, so a boid's sums do not depend on who else is in its group, nor on which
//! search named the candidates.

use crate::flock::Flock;
use crate::lanes::{Lanes, WIDEST};
use crate::laws::{Chase, Law, Laws, Sense, Senses};
use crate::scenario::settings::{Falloff, PerceptionKind, Relation, Target};
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
struct Limits<L> {
    perceived: L,
    separation: L,
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
    candidates: Candidates<D>,
    distances: Vec<f32>,
    column: Vec<f32>,
    list: Vec<u32>,
}

/// Those the nearest of which are to be found in a group's candidates.
struct Nearest<L: Lanes> {
    /// A boid perceives those nearer than this, squared.
    limit: L,
    /// Lanes for which more boids than wanted share the last distance, so that the ids must decide.
    tied: [bool; WIDEST],
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
                    nearest.limit
                }
                _ => {
                    self.candidates(group.places(), law.senses.furthest(), &mut scratch.candidates);
                    L::splat(f32::INFINITY)
                }
            };
            sums = self.sum(group, law, &Limits::of(&law.senses, nearest), &scratch.candidates);
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
    fn candidates(&self, group: Range<usize>, radius: f32, found: &mut Candidates<D>) {
        match self.finder {
            // Beyond half a torus a cell would have to be visited with more than one shift.
            Finder::Grid if radius <= self.grid.furthest() => {
                let mut low = [f32::INFINITY; D];
                let mut high = [f32::NEG_INFINITY; D];
                for axis in 0..D {
                    for x in &self.flock.positions[axis][group.clone()] {
                        low[axis] = low[axis].min(*x);
                        high[axis] = high[axis].max(*x);
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
        found: &Candidates<D>,
    ) -> Sums<L, D> {
        let plain = law.senses.plain && self.flock.species.is_empty();
        match (plain, found.pairwise && self.laws.space.is_torus(), law.senses.falloff) {
            (true, false, Falloff::Offset) => self.sum_plain(group, law, limits, found, Falloff::Offset),
            (true, false, Falloff::Constant) => self.sum_plain(group, law, limits, found, Falloff::Constant),
            (true, false, Falloff::Inverse) => self.sum_plain(group, law, limits, found, Falloff::Inverse),
            (true, false, Falloff::InverseSquare) => self.sum_plain(group, law, limits, found, Falloff::InverseSquare),
            _ => self.sum_any(group, law, limits, found),
        }
    }

    /// The arrays whose mean alignment takes.
    #[inline(always)]
    pub fn motion(&self, senses: &Senses) -> &'a [Vec<f32>; D] {
        if senses.headings { self.headings } else { &self.flock.velocities }
    }

    /// The common case: one species, no field of view, one radius but for separation. It is inlined with a
    /// constant for the falloff, so that the loop does not ask for it.
    #[inline(always)]
    fn sum_plain<L: Lanes>(
        &self,
        group: &Group<L, D>,
        law: &Law<D>,
        limits: &Limits<L>,
        found: &Candidates<D>,
        falloff: Falloff,
    ) -> Sums<L, D> {
        let mut sums = Sums::none();
        let (above, closest) = (L::splat(law.senses.above), L::splat(law.senses.closest));
        let one = L::splat(1.0);
        let motion = self.motion(&law.senses);
        for run in &found.runs {
            let shift = Vector::splat(run.shift);
            for piece in pieces(run, group.places()) {
                let positions: [&[f32]; D] =
                    std::array::from_fn(|axis| &self.flock.positions[axis][piece.places.clone()]);
                let motion: [&[f32]; D] = std::array::from_fn(|axis| &motion[axis][piece.places.clone()]);
                for index in 0..piece.places.len() {
                    let d = (Vector::broadcast(&positions, index) - group.position) + shift;
                    let r2 = d.dot(d);
                    let mut there = above.lt(r2);
                    if piece.own {
                        there = L::but_not(there, is_lane::<L>(piece.places.start + index - group.start));
                    }
                    let close = L::both(r2.lt(limits.separation), there);
                    let seen = L::both(r2.lt(limits.perceived), there);
                    sums.push = sums.push - (d * push_per_offset(falloff, r2, closest)).only(close);
                    sums.pushes = sums.pushes + one.only(close);
                    sums.along = sums.along + Vector::broadcast(&motion, index).only(seen);
                    sums.centre = sums.centre + d.only(seen);
                    sums.centres = sums.centres + one.only(seen);
                }
            }
        }
        sums.alongs = sums.centres;
        sums.perceived = sums.centres;
        sums
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
    fn offset<L: Lanes>(&self, from: Vector<L, D>, place: usize, shift: [f32; D], pairwise: bool) -> Vector<L, D> {
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
        sums.push = sums.push - push.only(close);
        sums.pushes = sums.pushes + one.only(close);
        sums.perceived = sums.perceived + one.only(L::both(r2.lt(limits.perceived), there));
        if flocks {
            let with = self.visible(L::both(r2.lt(limits.alignment), there), senses.alignment, senses, group, d, r2);
            let motion = self.motion(senses);
            let motion = each!(axis => L::splat(motion[axis][place]));
            sums.along = sums.along + motion.only(with);
            sums.alongs = sums.alongs + one.only(with);
            let to = self.visible(L::both(r2.lt(limits.cohesion), there), senses.cohesion, senses, group, d, r2);
            sums.centre = sums.centre + d.only(to);
            sums.centres = sums.centres + one.only(to);
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

    /// Finds how far each boid of a group has to see to perceive its nearest. Leaves in the scratch memory
    /// candidates that hold them all.
    #[inline(always)]
    fn nearest<L: Lanes>(&self, group: &Group<L, D>, law: &Law<D>, scratch: &mut Scratch<D>) -> Nearest<L> {
        let wanted = law.neighbours;
        let bound = law.senses.perceived;
        // Twice as many as wanted are expected within this: most often that is enough, also where it is sparse.
        let mut radius = self.grid.radius_for(self.flock.len(), 2.0 * wanted as f32 + 4.0);
        loop {
            let whole = radius >= self.grid.diagonal() || radius >= libm::sqrtf(bound);
            let radius_now = if whole { self.grid.diagonal().min(libm::sqrtf(bound)) } else { radius };
            self.candidates(group.places(), radius_now, &mut scratch.candidates);
            let sure = if whole { f32::INFINITY } else { radius_now * radius_now };
            if let Some(nearest) = self.nearest_of(group, law, sure, scratch) {
                return nearest;
            }
            radius *= 1.5;
        }
    }

    /// The same from given candidates, which hold everyone nearer than `sure`, squared. Nothing if some boid
    /// has fewer than it wants nearer than that.
    #[inline(always)]
    fn nearest_of<L: Lanes>(
        &self,
        group: &Group<L, D>,
        law: &Law<D>,
        sure: f32,
        scratch: &mut Scratch<D>,
    ) -> Option<Nearest<L>> {
        let Scratch { candidates: found, distances, column, .. } = scratch;
        distances.clear();
        let (above, bound, never) =
            (L::splat(law.senses.above), L::splat(law.senses.perceived), L::splat(f32::INFINITY));
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
                    let r2 = r2.or_else(there, never);
                    let at = distances.len();
                    distances.resize(at + L::N, 0.0);
                    r2.store(&mut distances[at..]);
                }
            }
        }
        let mut limits = [0.0; WIDEST];
        let mut tied = [false; WIDEST];
        for lane in 0..group.count {
            column.clear();
            column.extend(distances.iter().skip(lane).step_by(L::N).filter(|r2| **r2 < sure));
            if column.len() < law.neighbours {
                if sure < f32::INFINITY {
                    return None;
                }
                limits[lane] = f32::INFINITY;
                continue;
            }
            let (_, last, beyond) = column.select_nth_unstable_by(law.neighbours - 1, f32::total_cmp);
            tied[lane] = beyond.iter().any(|r2| r2 == last);
            limits[lane] = last.next_up();
        }
        Some(Nearest { limit: L::load(&limits), tied })
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

    /// Looks for species to flee from and to hunt.
    #[inline(always)]
    fn look_out<L: Lanes>(&self, group: &Group<L, D>, law: &Law<D>, sums: &mut Sums<L, D>, scratch: &mut Scratch<D>) {
        for (relation, chase) in [(Relation::Flee, law.flee), (Relation::Hunt, law.hunt)] {
            let Some(chase) = chase else { continue };
            let (sum, count) = self.look_for(group, law, relation, chase, &mut scratch.candidates);
            if relation == Relation::Flee {
                (sums.flee, sums.flees) = (Vector::zero() - sum, count);
            } else {
                (sums.hunt, sums.hunts) = (sum * (L::splat(1.0) / count.max(L::splat(1.0))), count);
            }
        }
    }

    /// Sums the offsets, each weighed by the falloff, to all in reach of the species with one relation, or
    /// takes the nearest's; and counts them.
    #[inline(always)]
    fn look_for<L: Lanes>(
        &self,
        group: &Group<L, D>,
        law: &Law<D>,
        relation: Relation,
        chase: Chase,
        found: &mut Candidates<D>,
    ) -> (Vector<L, D>, L) {
        self.candidates(group.places(), chase.radius, found);
        let (mut sum, mut count) = (Vector::zero(), L::zero());
        let (mut best, mut best_id) = (L::splat(chase.radius * chase.radius), [u32::MAX; WIDEST]);
        let closest = L::splat(chase.closest * chase.closest);
        for run in &found.runs {
            for place in run.start as usize..run.end as usize {
                if law.relations[usize::from(self.flock.species_of(place))] != relation {
                    continue;
                }
                let d = self.offset(group.position, place, run.shift, found.pairwise);
                let r2 = d.dot(d);
                let mut within =
                    L::both(r2.lt(L::splat(chase.radius * chase.radius)), L::splat(law.senses.above).lt(r2));
                if group.places().contains(&place) {
                    within = L::but_not(within, is_lane::<L>(place - group.start));
                }
                let weighed = d * push_per_offset(chase.falloff, r2, closest);
                match chase.target {
                    Target::All => {
                        sum = sum + weighed.only(within);
                        count = count + L::splat(1.0).only(within);
                    }
                    Target::Nearest => {
                        // Of two at the same distance the one with the smaller id.
                        let id = self.flock.ids[place];
                        let (distances, bests) = (r2.to_array(), best.to_array());
                        let within = L::splat(1.0).only(within).to_array();
                        let nearer: [bool; WIDEST] = std::array::from_fn(|lane| {
                            let tie = distances[lane] == bests[lane] && id < best_id[lane];
                            within[lane] != 0.0 && (distances[lane] < bests[lane] || tie)
                        });
                        let nearer_lanes = L::from_fn(|lane| f32::from(u8::from(nearer[lane]))).eq(L::splat(1.0));
                        (0..WIDEST).filter(|lane| nearer[*lane]).for_each(|lane| best_id[lane] = id);
                        best = r2.or_else(nearer_lanes, best);
                        sum = weighed.or_else(nearer_lanes, sum);
                        count = L::splat(1.0).or_else(nearer_lanes, count);
                    }
                }
            }
        }
        (sum, count)
    }
}

impl Senses {
    /// The furthest that any rule looks.
    fn furthest(&self) -> f32 {
        let senses = [self.separation, self.alignment, self.cohesion];
        libm::sqrtf(senses.iter().map(|sense| sense.radius).fold(self.perceived, f32::max))
    }
}

/// What an offset is multiplied by to be a push.
#[inline(always)]
fn push_per_offset<L: Lanes>(falloff: Falloff, r2: L, closest: L) -> L {
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
fn is_lane<L: Lanes>(lane: usize) -> L::Mask {
    L::from_fn(|each| each as f32).eq(L::splat(lane as f32))
}

/// Part of a run: all of it outside the group, or all of it inside.
struct Piece {
    places: Range<usize>,
    own: bool,
}

/// Cuts a run where the group itself stands in it, so that only there every boid must be told from itself.
#[inline(always)]
fn pieces<const D: usize>(run: &Run<D>, group: Range<usize>) -> [Piece; 3] {
    let (start, end) = (run.start as usize, run.end as usize);
    let from = group.start.clamp(start, end);
    let to = group.end.clamp(from, end);
    [
        Piece { places: start..from, own: false },
        Piece { places: from..to, own: true },
        Piece { places: to..end, own: false },
    ]
}
