//! A flock in a few numbers: order parameters, distances, clusters.
//!
//! Every measure is defined once, in [`Measures`]; [`Measures::DEFINITIONS`] and [`Measures::values`] list them in the
//! same order for tables, files and pages.
//!
//! Distances are those of the model: across the seam of a torus, plain everywhere else. A measure depends on the state
//! alone, not on how boids are stored or on the number of threads. The time grows hardly faster than the number of
//! boids, however densely they crowd: they are kept in k-d trees, since a grid would be one full cell for a flock that
//! starts at a point.
//!
//! ```
//! use quelea::{Scenario, State, measure};
//!
//! let scenario = Scenario::from_toml("boids = 2\nspace.size = [100, 100]")?;
//! let state = State::from_arrays(vec![[1.0, 50.0], [99.0, 50.0]], vec![[1.0, 0.0], [2.0, 0.0]]);
//! let measures = measure(&scenario, &state);
//! assert_eq!(measures.polarisation, 1.0);
//! assert_eq!(measures.mean_nearest_distance, 2.0);
//! assert_eq!(measures.clusters, 1);
//! # Ok::<(), quelea::ScenarioError>(())
//! ```

mod clusters;
mod divided;
mod eigen;
pub mod encounters;
mod end;
pub mod fit;
mod neighbours;
mod order;
pub mod profiles;
pub mod series;
mod shape;
mod sums;
#[cfg(test)]
mod tests;
pub mod trajectory;

use crate::geometry::kd_tree::KdTree;
use crate::geometry::periodic::Offsets;
use crate::geometry::with_dimension;
use crate::model::Scenario;
use crate::parallel;
use crate::state::State;
pub use divided::measure_divided;
pub use end::{has_ended, has_ended_divided};
use shape::Shape;
use sums::Sums;

/// Defines the measures: the struct, the list of definitions and the list of values.
macro_rules! measures {
    ($(#[doc = $about:literal])* $Name:ident { $($(#[doc = $doc:literal])* $field:ident: $type:ty, $unit:literal;)* }) => {
        $(#[doc = $about])*
        #[derive(Clone, Copy, Debug, PartialEq, Default)]
        #[non_exhaustive]
        pub struct $Name { $($(#[doc = $doc])* pub $field: $type,)* }

        impl $Name {
            /// Every measure: its name, its unit (empty for a plain number) and its definition.
            pub const DEFINITIONS: &'static [(&'static str, &'static str, &'static str)] =
                &[$((stringify!($field), $unit, concat!($($doc),*).trim_ascii())),*];

            /// Every measure's name and value, in the order of [`Self::DEFINITIONS`].
            pub fn values(&self) -> [(&'static str, f64); Self::DEFINITIONS.len()] {
                [$((stringify!($field), self.$field as f64)),*]
            }

            /// Sets a measure by its name.
            pub(crate) fn set(&mut self, name: &str, value: f64) {
                match name {
                    $(stringify!($field) => self.$field = value as $type,)*
                    _ => {}
                }
            }
        }
    };
}

measures! {
    /// The measures of one state. All are finite for every finite state, and 0 for an empty flock.
    Measures {
        /// How aligned the boids are: the length of the mean heading, |Σ unit(v)| / N.
        /// From 0 (disordered) to 1 (all parallel); a boid at rest has no heading.
        polarisation: f64, "";
        /// How much the boids circle around their centre: the length of the mean of unit(x − c) × unit(v), c being the
        /// centre of mass. From 0 to 1 (a perfect mill). On a torus c is the circular mean along each axis.
        milling: f64, "";
        /// The mean speed |v|. From 0.
        mean_speed: f64, "length/time";
        /// The mean distance from a boid to the nearest other, of any species. From 0; 0 for fewer than two boids.
        mean_nearest_distance: f64, "length";
        /// The smallest distance between any two boids. From 0; 0 for fewer than two boids.
        min_nearest_distance: f64, "length";
        /// The mean number of boids that a boid perceives: with `radius` those within `perception.radius`, with
        /// `nearest` k, with `nearest-within` at most k, with `friends` those it has an edge to, with
        /// `voronoi` those whose cells touch its own, with `all` everyone.
        /// Only species that it flocks with or avoids count; the field of view does not matter. From 0 to N − 1.
        mean_neighbours: f64, "boids";
        /// The number of clusters: two boids closer than `perception.radius` (the smaller of the two if species differ)
        /// are linked, whatever the
        /// `perception.kind`, and linked boids are in one cluster. From 1 to N.
        clusters: u64, "groups";
        /// The number of boids in the largest cluster. From 1 to N.
        largest_cluster: u64, "boids";
        /// The mean number of boids in a cluster, N / clusters. From 1 to N.
        mean_cluster: f64, "boids";
        /// The number of pairs closer than the sum of their `body` radii. From 0 to N(N − 1)/2.
        collisions: u64, "pairs";
        /// How much the boids circle around their centre c in either sense: Σ |(x − c) × v| / Σ |x − c| |v|.
        /// From 0 to 1, also for a double mill, whose milling is 0. In 3D it is the component along the axis about
        /// which the boids turn most.
        absolute_angular_momentum: f64, "";
        /// The root mean square distance from the centre c, √(Σ |x − c|² / N). From 0.
        radius_of_gyration: f64, "length";
        /// How long the flock is compared to its width: the square root of the ratio of the largest to the smallest
        /// eigenvalue of the gyration tensor Σ (x − c)(x − c)ᵀ / N. From 1 (a disc or a ball); 0 for boids on a line,
        /// or in 3D on a plane, which have no width.
        elongation: f64, "";
    }
}

/// Measures a state. The scenario defines the boundary, who perceives whom and how large boids are.
pub fn measure(scenario: &Scenario, state: &State) -> Measures {
    measure_only(scenario, state, |_| true)
}

/// Measures only what is wanted, by name: order parameters alone take a fraction of the time of all measures, since no
/// boid has to be found. The others are 0.
///
/// ```
/// use quelea::measures::measure_only;
/// use quelea::{Scenario, State};
///
/// let scenario = Scenario::from_toml("boids = 2\nspace.size = [100, 100]")?;
/// let state = State::from_arrays(vec![[1.0, 50.0], [99.0, 50.0]], vec![[1.0, 0.0], [2.0, 0.0]]);
/// let measures = measure_only(&scenario, &state, |name| name == "polarisation");
/// assert_eq!((measures.polarisation, measures.clusters), (1.0, 0));
/// # Ok::<(), quelea::ScenarioError>(())
/// ```
pub fn measure_only(scenario: &Scenario, state: &State, wanted: impl Fn(&str) -> bool) -> Measures {
    if state.is_empty() {
        return Measures::default();
    }
    with_dimension!(state.dimension, D => {
        let wants = |names: &[&str]| names.iter().any(|name| wanted(name));
        let mut measures = Measures::default();
        let offsets = Offsets::<D>::new(&scenario.space());
        let positions = inside(&offsets, state);
        let (velocities, boids) = (state.velocities.as_arrays::<D>(), state.len() as f64);
        measures.order(&Sums::whole(state.len()), &offsets, &positions, velocities, &wants);
        let nearest = ["mean_nearest_distance", "min_nearest_distance"];
        let clusters = ["clusters", "largest_cluster", "mean_cluster"];
        if wants(&["mean_neighbours", "collisions"]) || wants(&nearest) || wants(&clusters) {
            let trees = trees(scenario, &positions, &state.species);
            if wants(&nearest) {
                let distances = nearest_distances(&trees, &offsets, positions.len());
                measures.mean_nearest_distance = Sums::whole(state.len()).sum(|boid| [distances[boid]])[0] / boids;
                measures.min_nearest_distance = distances.iter().copied().fold(f64::INFINITY, f64::min);
            }
            if wants(&["mean_neighbours"]) {
                measures.mean_neighbours = neighbours::perceived(scenario, &trees, &offsets, &positions) as f64 / boids;
            }
            if wants(&clusters) {
                (measures.clusters, measures.largest_cluster) = clusters::clusters(&trees, &links(scenario), &offsets);
                measures.mean_cluster = boids / measures.clusters as f64;
            }
            if wants(&["collisions"]) {
                measures.collisions = collisions(scenario, &trees, &offsets);
            }
        }
        measures
    })
}

impl Measures {
    /// The measures for which the neighbours of each boid have to be found: they take most of the time and of the
    /// memory. See [`measure_only`].
    pub const OF_NEIGHBOURS: &[&str] = &[
        "mean_nearest_distance",
        "min_nearest_distance",
        "mean_neighbours",
        "clusters",
        "largest_cluster",
        "mean_cluster",
        "collisions",
    ];

    /// Sets those measures for which no boid has to be found.
    fn order<const D: usize>(
        &mut self,
        sums: &Sums,
        offsets: &Offsets<D>,
        positions: &[[f64; D]],
        velocities: &[[f64; D]],
        wants: &dyn Fn(&[&str]) -> bool,
    ) {
        if wants(&["polarisation"]) {
            self.polarisation = order::polarisation(sums, velocities);
        }
        if wants(&["mean_speed"]) {
            self.mean_speed = order::mean_speed(sums, velocities);
        }
        let shape = ["absolute_angular_momentum", "radius_of_gyration", "elongation"];
        if wants(&["milling"]) || wants(&shape) {
            let centre = order::centre(sums, offsets, positions);
            self.milling = order::milling(sums, offsets, &centre, positions, velocities);
            let shape = Shape::new(sums, offsets, &centre, positions, velocities);
            self.absolute_angular_momentum = shape.absolute_angular_momentum();
            self.radius_of_gyration = shape.radius_of_gyration();
            self.elongation = shape.elongation();
        }
    }
}

/// The number of boids that each boid perceives, by id. Their mean is [`Measures::mean_neighbours`].
pub fn neighbours_of_each(scenario: &Scenario, state: &State) -> Vec<u32> {
    with_dimension!(state.dimension, D => {
        let Measured { offsets, positions, trees } = Measured::<D>::new(scenario, state);
        neighbours::perceived_by_each(scenario, &trees, &offsets, &positions)
    })
}

/// The cluster of each boid, by id: the smallest id in it, or `None` for a boid on its own. Clusters and boids on
/// their own together are as many as [`Measures::clusters`].
pub fn cluster_of_each(scenario: &Scenario, state: &State) -> Vec<Option<u32>> {
    with_dimension!(state.dimension, D => {
        let Measured { offsets, positions, trees } = Measured::<D>::new(scenario, state);
        clusters::members(&trees, &links(scenario), &offsets, positions.len())
    })
}

/// The number of clusters alone, as in [`Measures::clusters`].
fn count_clusters(scenario: &Scenario, state: &State) -> u64 {
    with_dimension!(state.dimension, D => {
        let Measured { offsets, trees, .. } = Measured::<D>::new(scenario, state);
        clusters::clusters(&trees, &links(scenario), &offsets).0
    })
}

/// A state prepared for measuring.
struct Measured<const D: usize> {
    offsets: Offsets<D>,
    positions: Vec<[f64; D]>,
    trees: Vec<KdTree<D>>,
}

impl<const D: usize> Measured<D> {
    fn new(scenario: &Scenario, state: &State) -> Self {
        let offsets = Offsets::new(&scenario.space());
        let positions = inside(&offsets, state);
        let trees = trees(scenario, &positions, &state.species);
        Measured { offsets, positions, trees }
    }
}

/// The positions, on a torus those inside it.
fn inside<const D: usize>(offsets: &Offsets<D>, state: &State) -> Vec<[f64; D]> {
    let (anywhere, mut positions) = (state.positions.as_arrays(), vec![[0.0; D]; state.len()]);
    parallel::fill(&mut positions, |id| offsets.inside(&anywhere[id]));
    positions
}

/// One tree per species, so that each has one radius and one body.
fn trees<const D: usize>(scenario: &Scenario, positions: &[[f64; D]], species: &[u8]) -> Vec<KdTree<D>> {
    let count = scenario.species.len();
    // In a state that does not fit the scenario, unknown species count as the first.
    let number = |id: usize| species.get(id).map(|number| usize::from(*number)).filter(|number| *number < count);
    let number = |id: usize| number(id).unwrap_or(0);
    let mut sizes = vec![0; count];
    (0..positions.len()).for_each(|id| sizes[number(id)] += 1);
    let mut members: Vec<Vec<_>> = sizes.into_iter().map(Vec::with_capacity).collect();
    positions.iter().enumerate().for_each(|(id, position)| members[number(id)].push((*position, id as u32)));
    members.into_iter().map(KdTree::new).collect()
}

/// Each boid's distance from the nearest other, by id; 0 for a single boid.
fn nearest_distances<const D: usize>(trees: &[KdTree<D>], offsets: &Offsets<D>, boids: usize) -> Vec<f64> {
    let squares = nearest_squares(trees, offsets, boids).into_iter();
    squares.map(|square| if square.is_finite() { libm::sqrt(square) } else { 0.0 }).collect()
}

/// The square of each boid's distance from the nearest other, by id; infinite for a single boid.
fn nearest_squares<const D: usize>(trees: &[KdTree<D>], offsets: &Offsets<D>, boids: usize) -> Vec<f64> {
    let mut squares = vec![f64::INFINITY; boids];
    for tree in trees {
        let found = parallel::map(tree.points.len(), |index| {
            let own = tree.nearest(offsets, &tree.points[index], Some(index), f64::INFINITY);
            let others = trees.iter().filter(|other| !std::ptr::eq(*other, tree));
            others.fold(own, |best, other| other.nearest(offsets, &tree.points[index], None, best))
        });
        for (id, squared) in tree.ids.iter().zip(found) {
            squares[*id as usize] = squared;
        }
    }
    squares
}

/// Each species' link distance.
fn links(scenario: &Scenario) -> Vec<f64> {
    scenario.species.iter().map(|species| species.settings.perception.radius).collect()
}

fn collisions<const D: usize>(scenario: &Scenario, trees: &[KdTree<D>], offsets: &Offsets<D>) -> u64 {
    let bodies: Vec<f64> = scenario.species.iter().map(|species| species.settings.body).collect();
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
