//! The step, from top to bottom: index, look, steer, move, bound.
//!
//! All boids look at the old state and are written to the new one, each by one thread only, so that neither
//! their number nor the number of threads can change the result.

use crate::flock::{Part, rough};
use crate::lanes::{Lanes, Work};
use crate::laws::Law;
use crate::look::{Group, Scratch, Sums, View};
use crate::motion::{Moved, advance};
use crate::parallel::{self, Cut};
use crate::random::{Random, Stream};
use crate::rules::{Rule, forces};
use crate::steer::Helm;
use crate::surroundings::{avoid::avoidance, goal, hold::hold};
use crate::vector::{Vector, each};
use crate::world::World;

impl<const D: usize> World<D> {
    /// Does one step.
    pub fn step(&mut self) {
        let world: &mut dyn std::any::Any = self;
        if let Some(world) = world.downcast_mut() {
            step_flat(world);
        } else if let Some(world) = world.downcast_mut() {
            step_solid(world);
        }
    }

    #[inline(always)]
    fn step_once(&mut self) {
        self.index();
        let (old, new) = self.old_and_new();
        let size = parallel::piece(new.len());
        parallel::each(new, size, &|first, new| old.width.run(Stretch { old: &old, first, new }));
        self.finish_step();
    }
}

// What is generic is compiled anew in every crate that uses it. The step is long, and there is one for each
// width: with the dimension settled here, all of them are compiled once, in this crate.
fn step_flat(world: &mut World<2>) {
    world.step_once();
}
fn step_solid(world: &mut World<3>) {
    world.step_once();
}

/// The old state, and everything else that a step reads.
pub(crate) struct Old<'a, const D: usize> {
    pub view: View<'a, D>,
    pub rules: &'a [Box<dyn Rule<D>>],
    pub lee: Option<&'a crate::search::lee::Lee<D>>,
    pub step: u64,
    pub width: crate::lanes::Width,
}

/// A stretch of the flock that one thread steps.
struct Stretch<'a, const D: usize> {
    old: &'a Old<'a, D>,
    first: usize,
    new: Part<'a, D>,
}

impl<const D: usize> Work for Stretch<'_, D> {
    type Output = ();

    /// Steps the boids of the stretch, as many at once as there are lanes. A group never crosses the end of
    /// a row of cells: beyond it the next boid is at the other end of the world.
    #[inline(always)]
    fn run<L: Lanes>(mut self) {
        let flock = self.old.view.flock;
        let end = self.first + self.new.len();
        let mut scratch = Scratch::default();
        let mut start = self.first;
        while start < end {
            let furthest = self.old.view.grid.end_of_group(flock.position(start));
            let group_end = (start + L::N).min(furthest).min(end);
            self.step_group(&Group::<L, D>::new(flock, start..group_end), &mut scratch);
            start = group_end;
        }
    }
}

impl<const D: usize> Stretch<'_, D> {
    #[inline(always)]
    fn step_group<L: Lanes>(&mut self, group: &Group<L, D>, scratch: &mut Scratch<D>) {
        let laws = self.old.view.laws;
        let flock = self.old.view.flock;
        self.new.ids[group.start - self.first..][..group.count].copy_from_slice(&flock.ids[group.places()]);
        goal::pass_waypoints(laws, flock, group.places(), self.new.waypoints.get_mut(group.start - self.first..));
        let own = flock.species.get(group.places()).unwrap_or_default();
        if let Some(species) = self.new.species.get_mut(group.start - self.first..) {
            species[..own.len()].copy_from_slice(own);
        }
        // The species of a group are stepped one after the other, each with the lanes that belong to it. All
        // of the step is compiled into this one call, for every width: a second one would double that.
        for (number, law) in laws.kinds.iter().enumerate() {
            let mut only = None;
            if !own.is_empty() {
                if !own.iter().any(|species| usize::from(*species) == number) {
                    continue;
                }
                let lanes = L::from_fn(|lane| f32::from(own.get(lane).copied().unwrap_or(u8::MAX)));
                only = Some(lanes.eq(L::splat(number as f32)));
            }
            self.step_species(group, law, only, scratch);
            if own.is_empty() {
                break;
            }
        }
    }

    /// Looks, steers, moves and bounds the boids of one species in a group.
    #[inline(always)]
    fn step_species<L: Lanes>(
        &mut self,
        group: &Group<L, D>,
        law: &Law<D>,
        only: Option<L::Mask>,
        scratch: &mut Scratch<D>,
    ) {
        let view = &self.old.view;
        let sums: Sums<L, D> = match self.old.lee {
            Some(lee) => lee.look(view, group, law),
            None => view.look(group, law, scratch),
        };
        let wander = wander(self.old, group, law);
        let added = forces(self.old.rules, view, group, law, scratch);
        let aim = match &law.goal {
            Some(goal) => goal.aim(self.heading_for(group)),
            None => Vector::zero(),
        };
        let helm = Helm {
            laws: view.laws,
            law,
            position: group.position,
            velocity: group.velocity,
            sums,
            wander,
            aim,
            avoidance: avoidance(view.laws, law, group, self.old.width),
            added,
        };
        let remembered = memory(&view.flock.smoothed, group);
        let moved = advance(&law.motion, &view.laws.space, group.position, helm.steer(), remembered);
        let moved = hold(view.laws, law, group.position, group.count, moved, self.old.width);
        self.write(group, only, moved, wander);
        for lane in 0..group.count {
            if let Some(hint) = self.new.hints.get_mut(group.start - self.first + lane) {
                *hint = rough(scratch.hints[lane]);
            }
        }
    }

    /// The waypoints that a group heads for; none where there are none.
    fn heading_for<L: Lanes>(&self, group: &Group<L, D>) -> &[u32] {
        let at = group.start - self.first..group.start - self.first + group.count;
        self.new.waypoints.get(at).unwrap_or_default()
    }

    /// Writes the new state of a group, or of those of its lanes that belong to a species.
    #[inline(always)]
    fn write<L: Lanes>(
        &mut self,
        group: &Group<L, D>,
        only: Option<L::Mask>,
        moved: Moved<L, D>,
        wander: Vector<L, D>,
    ) {
        let at = group.start - self.first..group.start - self.first + group.count;
        for axis in 0..D {
            put(self.new.positions[axis], &at, only, moved.position.0[axis]);
            put(self.new.velocities[axis], &at, only, moved.velocity.0[axis]);
            put(self.new.smoothed[axis], &at, only, moved.acceleration.0[axis]);
            put(self.new.wander[axis], &at, only, wander.0[axis]);
        }
    }
}

/// Writes the lanes that belong to a species, or all of them. An array that is not in use stays empty.
#[inline(always)]
fn put<L: Lanes>(array: &mut [f32], at: &std::ops::Range<usize>, only: Option<L::Mask>, new: L) {
    let Some(array) = array.get_mut(at.clone()) else { return };
    match only {
        Some(mask) => new.or_else(mask, L::load_some(array)).store_some(array),
        None => new.store_some(array),
    }
}

/// The point that wandering follows creeps on its sphere by what (seed, step, id) say.
#[inline(always)]
pub(crate) fn wander<L: Lanes, const D: usize>(old: &Old<D>, group: &Group<L, D>, law: &Law<D>) -> Vector<L, D> {
    let point: Vector<L, D> = memory(&old.view.flock.wander, group);
    if law.wander.weight == 0.0 {
        return point;
    }
    let mut steps = [[0.0; crate::lanes::WIDEST]; D];
    for lane in 0..group.count {
        let id = old.view.flock.ids[group.start + lane];
        let mut random = Random::new(old.view.laws.seed, old.step, id, Stream::Wander);
        (0..D).for_each(|axis| steps[axis][lane] = random.between(-1.0, 1.0) as f32);
    }
    let random: Vector<L, D> = each!(axis => L::load(&steps[axis]));
    let crept = point + random * L::splat(law.wander.jitter);
    crept.unit() * L::splat(law.wander.radius)
}

/// What a group remembers; zero where nothing is remembered.
#[inline(always)]
fn memory<L: Lanes, const D: usize>(arrays: &[Vec<f32>; D], group: &Group<L, D>) -> Vector<L, D> {
    if arrays[0].is_empty() { Vector::zero() } else { Vector::load(arrays, group.start) }
}

impl<const D: usize> Cut for Part<'_, D> {
    fn len(&self) -> usize {
        Part::len(self)
    }
    fn cut(self, at: usize) -> (Self, Self) {
        self.split(at)
    }
}
