//! The initial state of a flock, from a scenario and its seed.

use super::random::{Random, Stream};
use super::{State, Vectors, species_by_id};
use crate::geometry::{Boundary, Space, with_dimension};
use crate::model::Scenario;
use crate::model::settings::{SpeciesSettings, StartPosition, StartVelocity};

/// Makes the initial state. The same scenario gives the same state; boid `id` starts alike whatever the number of
/// boids, as long as the species before its own are as large.
pub fn initial_state(scenario: &Scenario) -> State {
    with_dimension!(scenario.general.dimension, D => initial::<D>(scenario))
}

fn initial<const D: usize>(scenario: &Scenario) -> State {
    let space = start_space::<D>(scenario);
    let (low, size) = space.bounding_box();
    let seed = scenario.general.seed;
    let species = species_by_id(scenario);
    let (mut positions, mut velocities) = (Vec::with_capacity(species.len()), Vec::with_capacity(species.len()));
    for (id, species) in species.iter().enumerate() {
        let start = &scenario.species[usize::from(*species)].settings.start;
        let mut random = Random::new(seed, 0, id as u32, Stream::StartPosition);
        let centre = start.at.as_ref().map_or(space.centre(), |at| std::array::from_fn(|axis| at[axis]));
        positions.push(match start.position {
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
        });
        let mut random = Random::new(seed, 0, id as u32, Stream::StartVelocity);
        velocities.push(match start.velocity {
            StartVelocity::Zero => [0.0; D],
            StartVelocity::Box => std::array::from_fn(|_| random.between(start.low, start.high)),
            StartVelocity::WholeBox => std::array::from_fn(|_| random.integer(start.low, start.high)),
            StartVelocity::Heading => random.direction::<D>().map(|x| x * start.speed),
        });
    }
    let mut state = State { species, positions: positions.into(), velocities: velocities.into(), ..State::new(D) };
    init_memory(scenario, &mut state);
    state
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
    let needed = Memories::of(scenario);
    if state.smoothed.is_empty() && needed.smoothed {
        state.smoothed = Vectors::zeros(state.dimension, state.len());
    }
    if state.wander.is_empty() && needed.wander {
        with_dimension!(state.dimension, D => init_wander::<D>(scenario, state));
    }
    if state.waypoints.is_empty() && needed.waypoints {
        state.waypoints = vec![0; state.len()];
    }
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
            smoothed: any(|species| species.motion.smoothing < 1.0),
            wander: any(|species| species.wander.weight > 0.0),
            waypoints: any(|species| !species.goal.waypoints.is_empty()),
        }
    }
}

fn init_wander<const D: usize>(scenario: &Scenario, state: &mut State) {
    let point = |(id, species): (usize, &u8)| {
        let radius = scenario.species[usize::from(*species)].settings.wander.radius;
        Random::new(scenario.general.seed, 0, id as u32, Stream::StartWander).direction::<D>().map(|x| x * radius)
    };
    state.wander = state.species.iter().enumerate().map(point).collect::<Vec<_>>().into();
}
