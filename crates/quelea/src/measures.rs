//! What a flock is like, in a few numbers: order, distances, groups.
//!
//! Every measure is described once, in [`Measures`]; [`Measures::DEFINITIONS`] and [`Measures::values`] list
//! them in the same order for tables, files and pages.
//!
//! Distances are those of the model: across the seam of a torus, plain everywhere else. A measure depends
//! on the state alone, not on how boids are stored or on how many threads there are. The time taken grows
//! hardly faster than the number of boids, however densely they crowd: they are kept in trees,
//! since a grid of cells would be one full cell for a flock that starts at a point.
//!
//! ```
//! use quelea::{Scenario, State, measures::measure};
//!
//! let scenario = Scenario::from_toml("boids = 2\nspace.size = [100, 100]")?;
//! let mut state = State::<2>::default();
//! state.species = vec![0, 0];
//! state.positions = vec![[1.0, 50.0], [99.0, 50.0]];
//! state.velocities = vec![[1.0, 0.0], [2.0, 0.0]];
//! let measures = measure(&scenario, &state);
//! assert_eq!(measures.polarisation, 1.0);
//! assert_eq!(measures.mean_nearest_distance, 2.0);
//! assert_eq!(measures.clusters, 1);
//! # Ok::<(), quelea::ScenarioError>(())
//! ```

mod clusters;
mod neighbours;
mod offsets;
mod order;
#[cfg(test)]
mod tests;
mod tree;

use crate::{Scenario, State, parallel};
use offsets::{Bounds, Offsets};
use tree::Tree;

/// Defines the measures: the struct, the list of definitions and the list of values.
macro_rules! measures {
    ($(#[doc = $about:literal])* $Name:ident { $($(#[doc = $doc:literal])* $field:ident: $type:ty, $unit:literal;)* }) => {
        $(#[doc = $about])*
        #[derive(Clone, Copy, Debug, PartialEq, Default)]
        pub struct $Name { $($(#[doc = $doc])* pub $field: $type,)* }

        impl $Name {
            /// Every measure: its name, its unit (empty for a plain number) and its definition.
            pub const DEFINITIONS: &'static [(&'static str, &'static str, &'static str)] =
                &[$((stringify!($field), $unit, concat!($($doc),*).trim_ascii())),*];

            /// Every measure's name and value, in the order of [`Self::DEFINITIONS`].
            pub fn values(&self) -> [(&'static str, f64); Self::DEFINITIONS.len()] {
                [$((stringify!($field), self.$field as f64)),*]
            }
        }
    };
}

measures! {
    /// The measures of one state. All are finite for every finite state; an empty flock has 0 everywhere.
    Measures {
        /// Whether all fly the same way: the length of the mean heading, |Σ unit(v)| / N.
        /// From 0 (every which way) to 1 (one way); a boid at rest counts as no heading.
        polarisation: f64, "";
        /// Whether all turn round one centre: the length of the mean of unit(x − c) × unit(v), c being
        /// the centre of mass. From 0 to 1 (a perfect mill). On a torus c is the circular mean along each axis.
        milling: f64, "";
        /// The mean of |v|. From 0.
        mean_speed: f64, "length/time";
        /// The mean distance from a boid to the nearest other, of any species. From 0; 0 for fewer than two boids.
        mean_nearest_distance: f64, "length";
        /// The smallest distance between any two boids. From 0; 0 for fewer than two boids.
        min_nearest_distance: f64, "length";
        /// How many others a boid perceives, in the mean: with `radius` those nearer than `perception.radius`,
        /// with `nearest` k, with `nearest-within` at most k, with `friends` those it has an edge to, with `all`
        /// everyone. Only species that it flocks with or avoids; the field of view has no part in it. From 0 to N − 1.
        mean_neighbours: f64, "boids";
        /// How many groups there are: two boids are linked if they are nearer than `perception.radius` (the
        /// smaller of the two where species differ), and linked boids are in one group. From 1 to N.
        clusters: u64, "groups";
        /// How many boids the largest group has. From 1 to N.
        largest_cluster: u64, "boids";
        /// How many boids a group has in the mean, N / clusters. From 1 to N.
        mean_cluster: f64, "boids";
        /// How many pairs are nearer than the sum of their two `body` radii. From 0 to N(N − 1)/2.
        collisions: u64, "pairs";
    }
}

/// Measures a state. The scenario says where the edges are, whom a boid perceives and how large it is.
pub fn measure<const D: usize>(scenario: &Scenario, state: &State<D>) -> Measures {
    if state.is_empty() {
        return Measures::default();
    }
    let boids = state.len() as f64;
    let offsets = Offsets::of(scenario);
    let positions: Vec<[f64; D]> = state.positions.iter().map(|x| offsets.inside(x)).collect();
    let trees = trees(scenario, &positions, &state.species);

    let distances = nearest_distances(&trees, &offsets, positions.len());
    let (clusters, largest_cluster) = clusters::clusters(&trees, &links(scenario), &offsets);
    Measures {
        polarisation: order::polarisation(&state.velocities),
        milling: order::milling(&offsets, &positions, &state.velocities),
        mean_speed: order::mean_speed(&state.velocities),
        mean_nearest_distance: distances.iter().sum::<f64>() / boids,
        min_nearest_distance: distances.iter().copied().fold(f64::INFINITY, f64::min),
        mean_neighbours: neighbours::perceived(scenario, &trees, &offsets, &positions) as f64 / boids,
        clusters,
        largest_cluster,
        mean_cluster: boids / clusters as f64,
        collisions: collisions(scenario, &trees, &offsets),
    }
}

/// How many others each boid perceives, by id. Their mean is [`Measures::mean_neighbours`].
pub fn neighbours_of_each<const D: usize>(scenario: &Scenario, state: &State<D>) -> Vec<u32> {
    let offsets = Offsets::of(scenario);
    let positions: Vec<[f64; D]> = state.positions.iter().map(|x| offsets.inside(x)).collect();
    let trees = trees(scenario, &positions, &state.species);
    neighbours::perceived_by_each(scenario, &trees, &offsets, &positions)
}

/// The group each boid is in, by id: the smallest id in it, or nothing for a boid on its own. There are as
/// many groups and boids on their own as [`Measures::clusters`] says.
pub fn cluster_of_each<const D: usize>(scenario: &Scenario, state: &State<D>) -> Vec<Option<u32>> {
    let offsets = Offsets::of(scenario);
    let positions: Vec<[f64; D]> = state.positions.iter().map(|x| offsets.inside(x)).collect();
    let trees = trees(scenario, &positions, &state.species);
    clusters::members(&trees, &links(scenario), &offsets, positions.len())
}

/// One tree per species, so that each has one radius and one body.
fn trees<const D: usize>(scenario: &Scenario, positions: &[[f64; D]], species: &[u8]) -> Vec<Tree<D>> {
    let kinds = scenario.kinds().count();
    let mut members = vec![Vec::new(); kinds];
    for (id, position) in positions.iter().enumerate() {
        // A state that does not fit the scenario is measured as if its strangers were of the first species.
        let number = species.get(id).map(|number| usize::from(*number)).filter(|number| *number < kinds);
        members[number.unwrap_or(0)].push((*position, id as u32));
    }
    members.into_iter().map(Tree::new).collect()
}

/// Each boid's distance from the nearest other, by id.
fn nearest_distances<const D: usize>(trees: &[Tree<D>], offsets: &Offsets<D>, boids: usize) -> Vec<f64> {
    let mut distances = vec![0.0; boids];
    if boids < 2 {
        return distances;
    }
    for tree in trees {
        let found = each(tree.points.len(), |index| {
            let own = tree.nearest(offsets, &tree.points[index], Some(index), f64::INFINITY);
            let others = trees.iter().filter(|other| !std::ptr::eq(*other, tree));
            others.fold(own, |best, other| other.nearest(offsets, &tree.points[index], None, best))
        });
        for (id, squared) in tree.ids.iter().zip(found) {
            distances[*id as usize] = libm::sqrt(squared);
        }
    }
    distances
}

/// Each species' link distance.
fn links(scenario: &Scenario) -> Vec<f64> {
    scenario.kinds().map(|kind| kind.species.perception.radius).collect()
}

fn collisions<const D: usize>(scenario: &Scenario, trees: &[Tree<D>], offsets: &Offsets<D>) -> u64 {
    let bodies: Vec<f64> = scenario.kinds().map(|kind| kind.species.body).collect();
    let mut pairs = 0;
    for (a, tree) in trees.iter().enumerate() {
        pairs += tree.pairs(offsets, square(2.0 * bodies[a]));
        for b in a + 1..trees.len() {
            pairs += tree.pairs_with(&trees[b], offsets, square(bodies[a] + bodies[b]));
        }
    }
    pairs
}

fn square(x: f64) -> f64 {
    x * x
}

/// `of(0), of(1), …`, on all threads where there are some.
pub(crate) fn each<T: Clone + Default + Send>(count: usize, of: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let mut all = vec![T::default(); count];
    parallel::each(&mut all[..], parallel::piece(count), &|first, piece: &mut [T]| {
        piece.iter_mut().enumerate().for_each(|(index, slot)| *slot = of(first + index));
    });
    all
}
