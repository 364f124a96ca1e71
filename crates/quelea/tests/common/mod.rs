//! Flocks of every kind, for several tests.
#![allow(dead_code)]

use quelea::random::{Random, Stream};
use quelea::scenario::presets::PRESETS;
use quelea::scenario::settings::{Engine, SpaceKind};
use quelea::{Scenario, State, start};

/// Every preset that the fast engine runs.
pub fn fast_presets() -> impl Iterator<Item = Scenario> {
    let presets = PRESETS.iter().map(|(name, _)| Scenario::preset(name).unwrap());
    presets.filter(|scenario| scenario.general.engine == Engine::Fast)
}

/// The same scenario in another dimension: lists with one entry per axis are cut, or repeat their last.
pub fn in_dimension(scenario: &Scenario, dimension: usize) -> Scenario {
    let mut changed = scenario.clone();
    let fit = |list: &mut Vec<f64>| {
        if let Some(last) = list.last().copied() {
            list.resize(dimension, last);
        }
    };
    changed.general.dimension = dimension;
    fit(&mut changed.general.space.size);
    changed.general.space.origin.as_mut().map(fit);
    changed.general.pointer.position.as_mut().map(fit);
    changed.obstacles.iter_mut().for_each(|obstacle| fit(&mut obstacle.centre));
    for kind in std::iter::once(&mut changed.first).chain(&mut changed.others) {
        kind.species.start.at.as_mut().map(fit);
        kind.species.goal.position.as_mut().map(fit);
    }
    changed.validate().unwrap();
    changed
}

/// The same scenario with another number of boids of the first species.
pub fn with_boids(scenario: &Scenario, boids: usize) -> Scenario {
    let mut changed = scenario.clone();
    changed.first.species.boids = boids;
    let total = changed.boids();
    for kind in std::iter::once(&mut changed.first).chain(&mut changed.others) {
        let perception = &mut kind.species.perception;
        perception.neighbours = perception.neighbours.min(total.saturating_sub(1)).max(1);
        if total <= 1 {
            // Nobody has a nearest neighbour then.
            perception.kind = quelea::scenario::settings::PerceptionKind::Radius;
        }
    }
    changed.validate().unwrap_or_else(|error| panic!("{}: {error}", scenario.general.name));
    changed
}

/// How boids are spread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Spread {
    Start,
    Uniform,
    Clustered,
    Coincident,
    Isolated,
}

pub const SPREADS: [Spread; 5] =
    [Spread::Start, Spread::Uniform, Spread::Clustered, Spread::Coincident, Spread::Isolated];

/// A state of a scenario, with numbers that single precision holds exactly.
pub fn state<const D: usize>(scenario: &Scenario, spread: Spread, seed: u64) -> State<D> {
    let mut state = start::start::<D>(scenario);
    let space = &scenario.general.space;
    let low = |axis: usize| space.origin.as_ref().map_or(0.0, |origin| origin[axis]);
    let (low, size): ([f64; D], [f64; D]) = match space.kind {
        SpaceKind::Sphere => (std::array::from_fn(|axis| low(axis) - space.radius * 0.5), [space.radius; D]),
        _ => (std::array::from_fn(low), std::array::from_fn(|axis| space.size.get(axis).copied().unwrap_or(100.0))),
    };
    let reach = scenario.first.species.perception.radius.min(1e3);
    let speed = scenario.first.species.motion.max_speed;
    for id in 0..state.len() {
        let mut random = Random::new(seed, 1, id as u32, Stream::StartPosition);
        let anywhere: [f64; D] = std::array::from_fn(|axis| low[axis] + size[axis] * random.unit());
        // Three clusters, each about as wide as a boid sees.
        let mut of_cluster = Random::new(seed, 2, id as u32 % 3, Stream::StartPosition);
        let centre: [f64; D] = std::array::from_fn(|axis| low[axis] + size[axis] * of_cluster.unit());
        let near = random.in_ball::<D>();
        state.positions[id] = match spread {
            Spread::Start => state.positions[id],
            Spread::Uniform => anywhere,
            Spread::Clustered => std::array::from_fn(|axis| centre[axis] + near[axis] * reach * 0.7),
            Spread::Coincident => centre,
            // Far from each other, and not in a pattern in which wishes cancel exactly.
            Spread::Isolated => std::array::from_fn(|axis| {
                low[axis] + size[axis] * (id as f64 * 0.618 + 0.01 * near[axis]).rem_euclid(1.0)
            }),
        };
        if space.kind == SpaceKind::Torus {
            for axis in 0..D {
                state.positions[id][axis] = low[axis] + (state.positions[id][axis] - low[axis]).rem_euclid(size[axis]);
            }
        }
        if spread != Spread::Start {
            state.velocities[id] = random.in_ball::<D>().map(|x| x * speed);
        }
    }
    round(&mut state);
    state
}

/// Rounds every number to single precision.
pub fn round<const D: usize>(state: &mut State<D>) {
    let State { positions, velocities, smoothed, wander, .. } = state;
    for group in [positions, velocities, smoothed, wander] {
        group.iter_mut().flatten().for_each(|x| *x = f64::from(*x as f32));
    }
}
