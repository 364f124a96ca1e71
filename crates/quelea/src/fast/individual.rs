//! What differs between the boids of a group: spread parameters, random numbers, memories, and what they make of their
//! environment.
//!
//! The step asks for all of it through one trait, [`Individuals`]. So the step is the same whether lanes are
//! [boids of a flock](InFlock) or the values of a [program](crate::fast::program).

use crate::fast::compiled::{CompiledModel, SpeciesModel, Spread};
use crate::fast::elementary::{ln, sin_cos};
use crate::fast::environment::avoid::{Avoidance, avoidance};
use crate::fast::environment::flow::FlowField;
use crate::fast::environment::goal::Goal;
use crate::fast::environment::penetration::resolve_penetration;
use crate::fast::flock::Flock;
use crate::fast::group::Group;
use crate::fast::integration::NewMotion;
use crate::fast::simd::{Lanes, MAX_LANES, Width};
use crate::fast::turning::{MaxTurn, Noise};
use crate::fast::vector::{Vector, per_axis};
use crate::model::settings::NoiseKind;
use crate::state::random::{IndividualTrait, StepRandom, Stream};
use std::f32::consts::TAU;
use std::ops::Range;

/// Vectors that boids remember from step to step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Memory {
    /// The acceleration of the last step, for smoothing.
    Smoothed,
    /// The wander point.
    Wander,
    /// Of a step in several stages: position and velocity at its beginning, and the sums of their changes.
    Stage(u8),
}

/// The boids of a group, all of one species, as a step knows them.
pub(crate) trait Individuals<L: Lanes, const D: usize> {
    /// The position of each.
    fn position(&self) -> Vector<L, D>;
    /// The velocity of each.
    fn velocity(&self) -> Vector<L, D>;
    /// How far each is from the mean of its species, in standard deviations.
    fn deviation(&self, which: IndividualTrait) -> L;
    /// Random numbers from 0 to 1 for each: the first N of a stream in this step.
    fn random<const N: usize>(&self, stream: Stream) -> [L; N];
    /// Random offsets from −1 to 1 along each axis, for the wander point.
    fn wander_offset(&self) -> Vector<L, D>;
    /// What each remembers; zero if nothing is remembered.
    fn memory(&self, which: Memory) -> Vector<L, D>;
    /// Where the goal of each is in this step.
    fn target(&self, goal: &Goal<D>) -> Vector<L, D>;
    /// The flow at the position of each.
    fn flow(&self, flow: &FlowField<D>) -> Vector<L, D>;
    /// What obstacles make each do.
    fn avoidance(&self) -> Avoidance<L, D>;
    /// Moves boids out of obstacles, on their way to where they would be.
    fn resolve_penetration(&self, moved: NewMotion<L, D>) -> NewMotion<L, D>;
}

/// Consecutive boids of a flock.
pub(crate) struct InFlock<'a, L: Lanes, const D: usize> {
    pub model: &'a CompiledModel<D>,
    pub species: &'a SpeciesModel<D>,
    pub flock: &'a Flock<D>,
    pub step: u64,
    pub group: &'a Group<L, D>,
    /// The waypoint counters in this step; empty without waypoints.
    pub waypoints: &'a [u32],
    /// The width at which obstacles are looked at.
    pub width: Width,
}

impl<L: Lanes, const D: usize> Individuals<L, D> for InFlock<'_, L, D> {
    #[inline(always)]
    fn position(&self) -> Vector<L, D> {
        self.group.position
    }

    #[inline(always)]
    fn velocity(&self) -> Vector<L, D> {
        self.group.velocity
    }

    #[inline(always)]
    fn deviation(&self, which: IndividualTrait) -> L {
        L::load(&deviations(self.model.seed, self.flock, self.group.slots(), which))
    }

    #[inline(always)]
    fn random<const N: usize>(&self, stream: Stream) -> [L; N] {
        let random = StepRandom::new(self.model.seed, self.step);
        let mut numbers = [[0.0; MAX_LANES]; N];
        for (lane, slot) in self.group.slots().enumerate() {
            let mut random = random.of_boid(self.flock.id(slot), stream);
            for numbers in &mut numbers {
                numbers[lane] = random.unit_f32();
            }
        }
        numbers.map(|numbers| L::load(&numbers))
    }

    #[inline(always)]
    fn wander_offset(&self) -> Vector<L, D> {
        let mut offsets = [[0.0; MAX_LANES]; D];
        let random = StepRandom::new(self.model.seed, self.step);
        for (lane, slot) in self.group.slots().enumerate() {
            let mut random = random.of_boid(self.flock.id(slot), Stream::Wander);
            (0..D).for_each(|axis| offsets[axis][lane] = random.between(-1.0, 1.0) as f32);
        }
        per_axis!(axis => L::load(&offsets[axis]))
    }

    #[inline(always)]
    fn memory(&self, which: Memory) -> Vector<L, D> {
        let arrays = match which {
            Memory::Smoothed => &self.flock.smoothed,
            Memory::Wander => &self.flock.wander,
            Memory::Stage(index) => &self.flock.stages[usize::from(index)],
        };
        if arrays[0].is_empty() { Vector::zero() } else { Vector::load(arrays, self.group.start) }
    }

    #[inline(always)]
    fn target(&self, goal: &Goal<D>) -> Vector<L, D> {
        goal.target(self.waypoints)
    }

    #[inline(always)]
    fn flow(&self, flow: &FlowField<D>) -> Vector<L, D> {
        flow.at(&self.model.space, self.group.position)
    }

    #[inline(always)]
    fn avoidance(&self) -> Avoidance<L, D> {
        avoidance(self.model, self.species, self.group, self.width)
    }

    #[inline(always)]
    fn resolve_penetration(&self, moved: NewMotion<L, D>) -> NewMotion<L, D> {
        resolve_penetration(self.model, self.species, self.group.position, self.group.count, moved, self.width)
    }
}

#[inline(never)]
fn deviations<const D: usize>(
    seed: u64,
    flock: &Flock<D>,
    slots: Range<usize>,
    which: IndividualTrait,
) -> [f32; MAX_LANES] {
    let mut deviations = [0.0; MAX_LANES];
    let random = StepRandom::new(seed, 0);
    for (deviation, slot) in deviations.iter_mut().zip(slots) {
        let mut random = random.of_boid(flock.id(slot), Stream::Spread(which));
        *deviation = normal_deviation(random.unit_f32(), random.unit_f32());
    }
    deviations
}

/// A normally distributed number from two between 0 and 1, cut off at the largest deviation that a boid may have.
#[inline(always)]
pub(crate) fn normal_deviation<L: Lanes>(u: L, v: L) -> L {
    let length = (L::splat(-2.0) * ln(L::splat(1.0) - u)).max(L::zero()).sqrt();
    let most = L::splat(IndividualTrait::MAX_DEVIATION);
    (length * sin_cos(v * L::splat(TAU)).1).max(L::zero() - most).min(most)
}

/// The value of a parameter for each boid of a group.
#[inline(always)]
pub(crate) fn spread<L: Lanes, const D: usize>(
    boids: &impl Individuals<L, D>,
    which: IndividualTrait,
    Spread { mean, deviation }: Spread,
) -> L {
    match deviation {
        0.0 => L::splat(mean),
        _ => (L::splat(mean) + L::splat(deviation) * boids.deviation(which)).max(L::zero()),
    }
}

/// The noise of each boid of a group.
#[inline(always)]
pub(crate) fn noise<L: Lanes, const D: usize>(boids: &impl Individuals<L, D>, species: &SpeciesModel<D>) -> Noise<L> {
    let kind = species.noise.kind;
    if kind == NoiseKind::None {
        return Noise { kind, strength: L::zero(), u: L::zero(), v: L::zero() };
    }
    let strength = spread(boids, IndividualTrait::Noise, species.noise.strength);
    // In 2D one number is enough for an angle that is not normally distributed.
    let [u, v] = match D == 2 && kind != NoiseKind::Gaussian {
        true => [boids.random::<1>(Stream::Noise)[0], L::zero()],
        false => boids.random(Stream::Noise),
    };
    Noise { kind, strength, u, v }
}

/// The largest turn of each boid of a group in a step.
#[inline(always)]
pub(crate) fn max_turn<L: Lanes, const D: usize>(
    boids: &impl Individuals<L, D>,
    species: &SpeciesModel<D>,
) -> Option<MaxTurn<L>> {
    let turn = species.motion.max_turn?;
    if turn.radians.deviation == 0.0 {
        return Some(turn.uniform.splat());
    }
    let angle = spread(boids, IndividualTrait::TurnRate, turn.radians).min(L::splat(std::f32::consts::PI));
    Some(MaxTurn::from_radians(angle))
}
