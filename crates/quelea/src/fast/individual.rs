//! What differs between the boids of a species, and between steps: spread parameters and random numbers.

use crate::fast::compiled::{CompiledModel, SpeciesModel, Spread};
use crate::fast::elementary::{ln, sin_cos};
use crate::fast::flock::Flock;
use crate::fast::group::Group;
use crate::fast::simd::{Lanes, MAX_LANES};
use crate::fast::turning::{MaxTurn, Noise};
use crate::model::settings::NoiseKind;
use crate::state::random::{IndividualTrait, StepRandom, Stream};
use std::f32::consts::TAU;
use std::ops::Range;

/// The value of a parameter for each boid of a group.
#[inline(always)]
pub(crate) fn spread<L: Lanes, const D: usize>(
    seed: u64,
    flock: &Flock<D>,
    group: &Group<L, D>,
    which: IndividualTrait,
    Spread { mean, deviation }: Spread,
) -> L {
    match deviation {
        0.0 => L::splat(mean),
        _ => spread_lanes(seed, flock, group.slots(), which, mean, deviation),
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
        let (u, v) = (random.unit_f32(), random.unit_f32());
        let length = (-2.0 * ln(1.0 - u)).max(0.0).sqrt();
        *deviation =
            (length * sin_cos(v * TAU).1).clamp(-IndividualTrait::MAX_DEVIATION, IndividualTrait::MAX_DEVIATION);
    }
    deviations
}

#[inline(always)]
fn spread_lanes<L: Lanes, const D: usize>(
    seed: u64,
    flock: &Flock<D>,
    slots: Range<usize>,
    which: IndividualTrait,
    mean: f32,
    deviation: f32,
) -> L {
    let normal = L::load(&deviations(seed, flock, slots, which));
    (L::splat(mean) + L::splat(deviation) * normal).max(L::zero())
}

/// The noise of each boid of a group.
#[inline(always)]
pub(crate) fn noise<L: Lanes, const D: usize>(
    model: &CompiledModel<D>,
    flock: &Flock<D>,
    step: u64,
    group: &Group<L, D>,
    species: &SpeciesModel<D>,
) -> Noise<L> {
    let kind = species.noise.kind;
    if kind == NoiseKind::None {
        return Noise { kind, strength: L::zero(), u: L::zero(), v: L::zero() };
    }
    let strength = spread(model.seed, flock, group, IndividualTrait::Noise, species.noise.strength);
    // In 2D one number is enough for an angle that is not normally distributed.
    let [u, v] = match D == 2 && kind != NoiseKind::Gaussian {
        true => [random_numbers::<L, D, 1>(model.seed, flock, step, group, Stream::Noise)[0], L::zero()],
        false => random_numbers(model.seed, flock, step, group, Stream::Noise),
    };
    Noise { kind, strength, u, v }
}

/// Random numbers from 0 to 1 for each boid of a group: the first N of its stream.
#[inline(always)]
pub(crate) fn random_numbers<L: Lanes, const D: usize, const N: usize>(
    seed: u64,
    flock: &Flock<D>,
    step: u64,
    group: &Group<L, D>,
    stream: Stream,
) -> [L; N] {
    let random = StepRandom::new(seed, step);
    let mut numbers = [[0.0; MAX_LANES]; N];
    for (lane, slot) in group.slots().enumerate() {
        let mut random = random.of_boid(flock.id(slot), stream);
        for numbers in &mut numbers {
            numbers[lane] = random.unit_f32();
        }
    }
    numbers.map(|numbers| L::load(&numbers))
}

/// The largest turn of each boid of a group in a step.
#[inline(always)]
pub(crate) fn max_turn<L: Lanes, const D: usize>(
    model: &CompiledModel<D>,
    flock: &Flock<D>,
    group: &Group<L, D>,
    species: &SpeciesModel<D>,
) -> Option<MaxTurn<L>> {
    let turn = species.motion.max_turn?;
    if turn.radians.deviation == 0.0 {
        return Some(turn.uniform.splat());
    }
    let angle =
        spread(model.seed, flock, group, IndividualTrait::TurnRate, turn.radians).min(L::splat(std::f32::consts::PI));
    Some(MaxTurn::from_radians(angle))
}
