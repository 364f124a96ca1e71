//! Whether a run has reached its end.

use super::divided::count_clusters_divided;
use super::{Sums, count_clusters};
use crate::geometry::vector::{from_slice, length, sub};
use crate::geometry::with_dimension;
use crate::model::Scenario;
use crate::model::environment::Target;
use crate::model::settings::EndWhen;
use crate::ranks::Ranks;
use crate::state::State;
use crate::state::part::Part;

/// Whether the end condition of a scenario holds in a state. A flock without boids, or a scenario without such a
/// condition, never ends.
pub fn has_ended(scenario: &Scenario, state: &State) -> bool {
    match scenario.general.end.when {
        EndWhen::Never => false,
        EndWhen::AtGoal => with_dimension!(state.dimension, D => {
            is_at_goal::<D>(scenario, &Sums::whole(state.len()), state)
        }),
        EndWhen::OneCluster => match species(scenario) {
            None => count_clusters(scenario, state) == 1,
            Some(species) => count_clusters(scenario, &only(state, species)) == 1,
        },
    }
}

/// Whether the end condition of a scenario holds in a flock of which this rank has a part. All ranks call it together
/// and get the same.
pub fn has_ended_divided(scenario: &Scenario, ranks: &dyn Ranks, boids: usize, own: &Part) -> bool {
    match scenario.general.end.when {
        EndWhen::Never => false,
        EndWhen::AtGoal => {
            let state = own.by_id(ranks, boids);
            let sums = Sums { ranks, here: state.len(), boids };
            with_dimension!(state.dimension, D => is_at_goal::<D>(scenario, &sums, &state))
        }
        EndWhen::OneCluster => {
            let clusters = match species(scenario) {
                None => count_clusters_divided(scenario, ranks, &own.state),
                Some(species) => count_clusters_divided(scenario, ranks, &only(&own.state, species)),
            };
            clusters == 1
        }
    }
}

/// The species that the end condition is about, if it is about one.
fn species(scenario: &Scenario) -> Option<usize> {
    let name = scenario.general.end.species.as_ref()?;
    scenario.species.iter().position(|own| own.name == *name)
}

fn is_of(state: &State, boid: usize, species: usize) -> bool {
    usize::from(state.species[boid]) == species
}

/// Whether the mean position of a species is near the point at which the run ends. `state` holds boids by id.
fn is_at_goal<const D: usize>(scenario: &Scenario, sums: &Sums, state: &State) -> bool {
    let species = species(scenario).unwrap_or(0);
    let (end, goal) = (&scenario.general.end, &scenario.species[species].settings.goal);
    let point = match (&end.at, Target::<D>::new(goal)) {
        (Some(at), _) => Some(from_slice(at)),
        (None, Some(Target::Point(point))) => Some(point),
        (None, Some(Target::Moving(path))) => Some(path.at(scenario.time(state.step))),
        (None, _) => goal.position.as_deref().map(from_slice),
    };
    let positions = state.positions.as_arrays::<D>();
    // Sums have at most three numbers besides the count.
    let [x, y, z, boids] = sums.sum(|boid| match is_of(state, boid, species) {
        true => std::array::from_fn(|number| if number < D { positions[boid][number] } else { f64::from(number == 3) }),
        false => [0.0; 4],
    });
    let mean: [f64; D] = std::array::from_fn(|axis| [x, y, z][axis] / boids);
    point.is_some_and(|point| boids > 0.0 && length(sub(mean, point)) < end.within)
}

/// A state with the boids of one species only.
fn only(state: &State, species: usize) -> State {
    let mut kept = State::new(state.dimension);
    for id in (0..state.len()).filter(|id| is_of(state, *id, species)) {
        kept.push(state.species[id], &state.positions[id], &state.velocities[id]);
    }
    kept
}
