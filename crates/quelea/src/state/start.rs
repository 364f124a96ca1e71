//! The initial state of a flock, from a scenario and its seed.

use super::random::{StepRandom, Stream};
use super::{State, Vectors, species_of};
use crate::geometry::vector::{from_slice, scale, sub, unit};
use crate::geometry::{Boundary, Space, with_dimension};
use crate::model::settings::{Combine, PerceptionKind, Relation, SpeciesSettings, StartPosition, StartVelocity};
use crate::model::{RuleKind, Scenario};
use crate::parallel;
use std::f64::consts::TAU;
use std::ops::Range;

/// Makes the initial state. The same scenario gives the same state; boid `id` starts alike whatever the number of
/// boids, as long as the species before its own are as large.
pub fn initial_state(scenario: &Scenario) -> State {
    initial_part(scenario, 0..scenario.boids())
}

/// The part of the initial state that consists of boids with consecutive ids.
pub(crate) fn initial_part(scenario: &Scenario, ids: Range<usize>) -> State {
    with_dimension!(scenario.general.dimension, D => initial::<D>(scenario, ids))
}

fn initial<const D: usize>(scenario: &Scenario, ids: Range<usize>) -> State {
    let space = start_space::<D>(scenario);
    let (low, size) = space.bounding_box();
    let random_at_start = StepRandom::new(scenario.general.seed, 0);
    let boid = |id: usize| -> ([f64; D], [f64; D]) {
        let (species, place) = species_and_place(scenario, id);
        let settings = &scenario.species[species].settings;
        let (start, count) = (&settings.start, settings.boids);
        let mut random = random_at_start.of_boid(id as u64, Stream::StartPosition);
        let centre = start.at.as_ref().map_or(space.centre(), |at| std::array::from_fn(|axis| at[axis]));
        let position = match start.position {
            StartPosition::Centre => space.centre(),
            StartPosition::Point => centre,
            StartPosition::Uniform if matches!(space.boundary, Boundary::Sphere { .. }) => {
                let point = random.in_ball::<D>();
                std::array::from_fn(|axis| space.centre()[axis] + point[axis] * size[axis] / 2.0)
            }
            StartPosition::Uniform => std::array::from_fn(|axis| low[axis] + size[axis] * random.unit()),
            StartPosition::Ball => {
                let point = random.in_ball::<D>();
                std::array::from_fn(|axis| centre[axis] + point[axis] * start.radius)
            }
            StartPosition::Gaussian => std::array::from_fn(|axis| centre[axis] + random.normal() * start.radius),
            StartPosition::Ring => {
                let angle = TAU * place as f64 / count as f64;
                let circle = [libm::cos(angle), libm::sin(angle)];
                std::array::from_fn(|axis| centre[axis] + circle.get(axis).map_or(0.0, |x| x * start.radius))
            }
            StartPosition::Lattice => {
                let offset = lattice_offset::<D>(place, count);
                std::array::from_fn(|axis| centre[axis] + offset[axis] * start.radius)
            }
        };
        let mut random = random_at_start.of_boid(id as u64, Stream::StartVelocity);
        let velocity = match start.velocity {
            StartVelocity::Zero => [0.0; D],
            StartVelocity::Box => std::array::from_fn(|_| random.between(start.low, start.high)),
            StartVelocity::WholeBox => std::array::from_fn(|_| random.integer(start.low, start.high)),
            StartVelocity::Heading => random.direction::<D>().map(|x| x * start.speed),
            StartVelocity::Direction => match &start.direction {
                Some(direction) => scale(unit(from_slice(direction)), start.speed),
                None => std::array::from_fn(|axis| if axis == 0 { start.speed } else { 0.0 }),
            },
            StartVelocity::Tangent => {
                let from_centre = sub(position, centre);
                let around = [-from_centre[1], from_centre[0]];
                scale(unit(std::array::from_fn(|axis| around.get(axis).copied().unwrap_or(0.0))), start.speed)
            }
        };
        (position, velocity)
    };
    let (mut positions, mut velocities) = (vec![[0.0; D]; ids.len()], vec![[0.0; D]; ids.len()]);
    let columns = [&mut positions[..], &mut velocities[..]];
    let size = parallel::chunk_size(ids.len());
    parallel::for_each_chunk(columns, size, &|first, [positions, velocities]: [&mut [[f64; D]]; 2]| {
        for (index, (position, velocity)) in positions.iter_mut().zip(velocities).enumerate() {
            (*position, *velocity) = boid(ids.start + first + index);
        }
    });
    let (species, positions, velocities) = (species_of(scenario, ids.clone()), positions.into(), velocities.into());
    let mut state = State { species, positions, velocities, ..State::new(D) };
    init_memory_from(scenario, &mut state, ids.start);
    state
}

/// The species of a boid, and its place among those of its species, for starts that are arrangements.
fn species_and_place(scenario: &Scenario, id: usize) -> (usize, usize) {
    let mut place = id;
    for (index, species) in scenario.species.iter().enumerate() {
        if place < species.settings.boids {
            return (index, place);
        }
        place -= species.settings.boids;
    }
    unreachable!("ids are smaller than the number of boids")
}

/// Where a boid is on a square or cubic lattice of spacing 1 with its middle at the origin, filled row by row.
fn lattice_offset<const D: usize>(place: usize, count: usize) -> [f64; D] {
    let side = (1..).find(|side: &usize| side.saturating_pow(D as u32) >= count).unwrap_or(1);
    let mut rest = place;
    std::array::from_fn(|_| {
        let index = rest % side;
        rest /= side;
        index as f64 - (side - 1) as f64 / 2.0
    })
}

/// The space boids start in. An open space may be given a size for this; an incomplete one counts as none.
fn start_space<const D: usize>(scenario: &Scenario) -> Space<D> {
    let space = scenario.space::<D>();
    match space.boundary {
        Boundary::Open if scenario.general.space.size.len() != D => Space { size: [0.0; D], ..space },
        _ => space,
    }
}

/// Adds the memories that a scenario's motion needs, if the state has none: a smoothed acceleration that starts
/// at zero, a wander point anywhere on its sphere, a waypoint counter.
pub(crate) fn init_memory(scenario: &Scenario, state: &mut State) {
    init_memory_from(scenario, state, 0);
}

/// [`init_memory`] of a part of a state, whose first boid has this id.
fn init_memory_from(scenario: &Scenario, state: &mut State, first: usize) {
    let needed = Memories::of(scenario);
    if state.smoothed.is_empty() && needed.smoothed {
        state.smoothed = Vectors::zeros(state.dimension, state.len());
    }
    if state.wander.is_empty() && needed.wander {
        with_dimension!(state.dimension, D => init_wander::<D>(scenario, state, first));
    }
    if state.waypoints.is_empty() && needed.waypoints {
        state.waypoints = vec![0; state.len()];
    }
}

/// The scenario with the friends that `perception.nearest_at_start` asks for as edges, so that a run that is resumed
/// keeps them.
pub(crate) fn with_friends_at_start(scenario: &Scenario, state: &State) -> Scenario {
    let mut scenario = scenario.clone();
    for index in 0..scenario.species.len() {
        let perception = &scenario.species[index].settings.perception;
        if let (PerceptionKind::Friends, Some(count)) = (perception.kind, perception.nearest_at_start) {
            let edges = with_dimension!(state.dimension, D => nearest_edges::<D>(&scenario, state, index, count));
            let perception = &mut scenario.species[index].settings.perception;
            (perception.edges, perception.directed, perception.nearest_at_start) = (edges, true, None);
        }
    }
    scenario
}

/// Edges from each boid of a species to the nearest of those it flocks with or avoids.
fn nearest_edges<const D: usize>(scenario: &Scenario, state: &State, species: usize, count: usize) -> Vec<[usize; 2]> {
    let space = scenario.space::<D>();
    let positions: Vec<[f64; D]> = state.positions.as_arrays().iter().map(|x| space.wrap_torus(*x)).collect();
    let relates = |other: usize| {
        let relation = scenario.relation(species, usize::from(state.species[other]));
        matches!(relation, Relation::Flock | Relation::Avoid)
    };
    let mut edges = Vec::new();
    for id in (0..state.len()).filter(|id| usize::from(state.species[*id]) == species) {
        let r2 = |other: usize| {
            let offset = space.offset(positions[id], positions[other]);
            offset.iter().map(|x| x * x).sum::<f64>()
        };
        let others = (0..state.len()).filter(|other| *other != id && relates(*other));
        let mut by_distance: Vec<(f64, usize)> = others.map(|other| (r2(other), other)).collect();
        by_distance.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        edges.extend(by_distance.into_iter().take(count).map(|(_, other)| [id, other]));
    }
    edges
}

/// What boids remember from step to step, besides position and velocity.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Memories {
    pub smoothed: bool,
    pub wander: bool,
    pub waypoints: bool,
}

impl Memories {
    /// What the boids of a scenario have to remember.
    pub fn of(scenario: &Scenario) -> Self {
        let any = |needs: fn(&SpeciesSettings) -> bool| scenario.species.iter().any(|species| needs(&species.settings));
        Memories {
            smoothed: any(|species| {
                let has_force = !matches!(species.motion.combine, Combine::InTurn | Combine::Turns);
                has_force && species.motion.smoothing < 1.0
            }),
            wander: any(|species| RuleKind::Wander.acts(species)),
            waypoints: any(|species| !species.goal.waypoints.is_empty() && RuleKind::Goal.acts(species)),
        }
    }
}

fn init_wander<const D: usize>(scenario: &Scenario, state: &mut State, first: usize) {
    let mut points = vec![[0.0; D]; state.len()];
    let species = &state.species;
    parallel::fill(&mut points, |index| wander_at_start(scenario, (first + index) as u64, species[index]));
    state.wander = points.into();
}

/// Where the wander point of a boid starts: anywhere on its sphere.
pub(crate) fn wander_at_start<const D: usize>(scenario: &Scenario, id: u64, species: u8) -> [f64; D] {
    let radius = scenario.species[usize::from(species)].settings.wander.radius;
    let random = StepRandom::new(scenario.general.seed, 0);
    random.of_boid(id, Stream::StartWander).direction::<D>().map(|x| x * radius)
}
