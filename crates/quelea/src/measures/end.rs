//! Whether a run has reached its end.

use super::count_clusters;
use crate::geometry::vector::{from_slice, length, sub};
use crate::geometry::with_dimension;
use crate::model::Scenario;
use crate::model::environment::Target;
use crate::model::settings::EndWhen;
use crate::state::State;

/// Whether the end condition of a scenario holds in a state. A flock without boids, or a scenario without such a
/// condition, never ends.
pub fn has_ended(scenario: &Scenario, state: &State) -> bool {
    let end = &scenario.general.end;
    let species = end.species.as_ref().and_then(|name| scenario.species.iter().position(|own| own.name == *name));
    match end.when {
        EndWhen::Never => false,
        EndWhen::AtGoal => {
            with_dimension!(state.dimension, D => is_at_goal::<D>(scenario, state, species.unwrap_or(0)))
        }
        EndWhen::OneCluster => match species {
            None => count_clusters(scenario, state) == 1,
            Some(species) => count_clusters(scenario, &only(state, species)) == 1,
        },
    }
}

/// Whether the mean position of a species is near the point at which the run ends.
fn is_at_goal<const D: usize>(scenario: &Scenario, state: &State, species: usize) -> bool {
    let (end, goal) = (&scenario.general.end, &scenario.species[species].settings.goal);
    let point = match (&end.at, Target::<D>::new(goal)) {
        (Some(at), _) => Some(from_slice(at)),
        (None, Some(Target::Point(point))) => Some(point),
        (None, Some(Target::Moving(path))) => Some(path.at(scenario.time(state.step))),
        (None, _) => goal.position.as_deref().map(from_slice),
    };
    // By id, so that the sum does not depend on how the boids are stored.
    let (mut sum, mut boids) = ([0.0; D], 0.0);
    let all = state.positions.as_arrays::<D>().iter().zip(&state.species);
    for (position, _) in all.filter(|(_, own)| usize::from(**own) == species) {
        (0..D).for_each(|axis| sum[axis] += position[axis]);
        boids += 1.0;
    }
    point.is_some_and(|point| boids > 0.0 && length(sub(sum.map(|x| x / boids), point)) < end.within)
}

/// A state with the boids of one species only.
fn only(state: &State, species: usize) -> State {
    let mut kept = State::new(state.dimension);
    for id in (0..state.len()).filter(|id| usize::from(state.species[*id]) == species) {
        kept.push(state.species[id], &state.positions[id], &state.velocities[id]);
    }
    kept
}
