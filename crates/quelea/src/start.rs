//! The first state of a flock, from a scenario and its seed.

use crate::random::{Random, Stream};
use crate::scenario::Scenario;
use crate::scenario::settings::{SpaceKind, StartPosition, StartVelocity};
use crate::state::{State, species_by_id};

/// Makes the first state. The same scenario gives the same state; boid `id` starts alike whatever the
/// number of boids, as long as the species before it are as large.
pub fn start<const D: usize>(scenario: &Scenario) -> State<D> {
    let kinds: Vec<_> = scenario.kinds().collect();
    let species = species_by_id(scenario);
    let world = WorldBox::<D>::of(scenario);
    let seed = scenario.general.seed;
    let mut state = State { species, ..State::default() };
    for (id, species) in state.species.iter().enumerate() {
        let start = &kinds[usize::from(*species)].species.start;
        let mut random = Random::new(seed, 0, id as u32, Stream::StartPosition);
        let centre = start.at.as_ref().map_or(world.centre(), |at| std::array::from_fn(|axis| at[axis]));
        state.positions.push(match start.position {
            StartPosition::Centre => world.centre(),
            StartPosition::Point => centre,
            StartPosition::Uniform if world.ball => {
                let point = random.in_ball::<D>();
                std::array::from_fn(|axis| world.centre()[axis] + point[axis] * world.size[axis] / 2.0)
            }
            StartPosition::Uniform => std::array::from_fn(|axis| world.low[axis] + world.size[axis] * random.unit()),
            StartPosition::Ball => {
                let point = random.in_ball::<D>();
                std::array::from_fn(|axis| centre[axis] + point[axis] * start.radius)
            }
        });
        let mut random = Random::new(seed, 0, id as u32, Stream::StartVelocity);
        state.velocities.push(match start.velocity {
            StartVelocity::Zero => [0.0; D],
            StartVelocity::Box => std::array::from_fn(|_| random.between(start.low, start.high)),
            StartVelocity::WholeBox => std::array::from_fn(|_| random.whole(start.low, start.high)),
            StartVelocity::Heading => random.direction::<D>().map(|x| x * start.speed),
        });
    }
    remember(scenario, &mut state);
    state
}

/// Adds the memories that a scenario's motion needs, where the state has none: a smoothed acceleration
/// that starts at zero, a wander point that starts anywhere on its sphere, a number of waypoints passed.
pub(crate) fn remember<const D: usize>(scenario: &Scenario, state: &mut State<D>) {
    let kinds: Vec<_> = scenario.kinds().collect();
    if state.smoothed.is_empty() && kinds.iter().any(|kind| kind.species.motion.smoothing < 1.0) {
        state.smoothed = vec![[0.0; D]; state.len()];
    }
    if state.wander.is_empty() && kinds.iter().any(|kind| kind.species.wander.weight > 0.0) {
        let point = |(id, species): (usize, &u8)| {
            let radius = kinds[usize::from(*species)].species.wander.radius;
            Random::new(scenario.general.seed, 0, id as u32, Stream::StartWander).direction::<D>().map(|x| x * radius)
        };
        state.wander = state.species.iter().enumerate().map(point).collect();
    }
    if state.waypoints.is_empty() && kinds.iter().any(|kind| !kind.species.goal.waypoints.is_empty()) {
        state.waypoints = vec![0; state.len()];
    }
}

/// The box that the world fills.
struct WorldBox<const D: usize> {
    low: [f64; D],
    size: [f64; D],
    ball: bool,
}

impl<const D: usize> WorldBox<D> {
    fn of(scenario: &Scenario) -> Self {
        let space = &scenario.general.space;
        let origin = space.origin.as_ref().map_or([0.0; D], |origin| std::array::from_fn(|axis| origin[axis]));
        match space.kind {
            SpaceKind::Sphere => {
                WorldBox { low: origin.map(|x| x - space.radius), size: [2.0 * space.radius; D], ball: true }
            }
            // Open space has no size of its own, but a start may be given one.
            SpaceKind::Open if space.size.len() != D => WorldBox { low: origin, size: [0.0; D], ball: false },
            _ => WorldBox { low: origin, size: std::array::from_fn(|axis| space.size[axis]), ball: false },
        }
    }

    fn centre(&self) -> [f64; D] {
        std::array::from_fn(|axis| self.low[axis] + self.size[axis] / 2.0)
    }
}
