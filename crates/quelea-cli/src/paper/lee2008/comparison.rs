//! How an approximate flock differs from the exact one: in perception, in steering, and over a run.

use super::method::Method;
use crate::statistics::{median, quantile};
use quelea::model::settings::PerceptionKind;
use quelea::{Scenario, Simulation, State, measure};
use std::collections::HashSet;

/// What a method perceives and does in given states, compared with the exact search, boid by boid.
#[derive(Clone, Default)]
pub struct Comparison {
    /// The number of exact neighbours, and how many of them the method found.
    nearest: usize,
    hits: usize,
    /// How many neighbours the method found, exact or not.
    found: usize,
    /// The angle between the sums of forces, in degrees.
    steering: Vec<f64>,
    /// The angle between the headings after the step, in degrees.
    heading: Vec<f64>,
}

impl Comparison {
    /// The fraction of the k nearest that was found.
    pub fn recall(&self) -> f64 {
        self.hits as f64 / self.nearest as f64
    }

    /// The number found per neighbour wanted.
    pub fn found_per_neighbour(&self) -> f64 {
        self.found as f64 / self.nearest as f64
    }

    /// Median, 95th percentile and maximum.
    pub fn steering(&self) -> [f64; 3] {
        summary(&self.steering)
    }

    /// Median, 95th percentile and maximum.
    pub fn heading(&self) -> [f64; 3] {
        summary(&self.heading)
    }

    pub fn add(&mut self, more: &Comparison) {
        self.nearest += more.nearest;
        self.hits += more.hits;
        self.found += more.found;
        self.steering.extend(&more.steering);
        self.heading.extend(&more.heading);
    }
}

fn summary(angles: &[f64]) -> [f64; 3] {
    [median(angles), quantile(angles, 0.95), quantile(angles, 1.0)]
}

/// What a sample of boids perceives and does in one step.
struct Observation {
    neighbours: Vec<Vec<u32>>,
    steering: Vec<[f64; 2]>,
    velocities: Vec<[f64; 2]>,
}

impl Observation {
    fn new(scenario: &Scenario, state: &State, sample: usize) -> anyhow::Result<Self> {
        let mut flock = Simulation::from_state(scenario, state.clone())?;
        let (mut neighbours, mut steering) = (Vec::new(), Vec::new());
        for id in (0..state.len()).step_by((state.len() / sample).max(1)) {
            let Some(boid) = flock.inspect(id as u32) else { continue };
            neighbours.push(boid.neighbours.iter().map(|neighbour| neighbour.id).collect());
            steering.push([boid.sum[0], boid.sum[1]]);
        }
        flock.step();
        let velocities = flock.state().velocities.as_arrays::<2>().to_vec();
        Ok(Observation { neighbours, steering, velocities })
    }
}

/// Compares methods with the exact search in one state, for a sample of boids.
pub fn compare(flock: &Scenario, state: &State, methods: &[Method], sample: usize) -> anyhow::Result<Vec<Comparison>> {
    let exact = Observation::new(&Method::Exact.scenario(flock), state, sample)?;
    let comparisons = methods.iter().map(|method| {
        let observed = Observation::new(&method.scenario(flock), state, sample)?;
        let mut comparison = Comparison::default();
        for (found, nearest) in observed.neighbours.iter().zip(&exact.neighbours) {
            let set: HashSet<&u32> = found.iter().collect();
            comparison.nearest += nearest.len();
            comparison.hits += nearest.iter().filter(|id| set.contains(id)).count();
            comparison.found += found.len();
        }
        comparison.steering.extend(angles(&observed.steering, &exact.steering));
        comparison.heading.extend(angles(&observed.velocities, &exact.velocities));
        Ok(comparison)
    });
    comparisons.collect()
}

/// The angles between vectors, in degrees. Pairs with a zero vector are left out.
fn angles<'a>(a: &'a [[f64; 2]], b: &'a [[f64; 2]]) -> impl Iterator<Item = f64> + 'a {
    let pairs = a.iter().zip(b).filter(|(a, b)| [a, b].iter().all(|v| v.iter().any(|x| *x != 0.0)));
    pairs.map(|(a, b)| {
        let (dot, cross) = (a[0] * b[0] + a[1] * b[1], a[0] * b[1] - a[1] * b[0]);
        cross.atan2(dot).to_degrees().abs()
    })
}

/// Measures of a flock, averaged over a run.
#[derive(Clone, Copy, Default)]
pub struct RunMeans {
    pub polarisation: f64,
    /// The mean distance to the nearest other.
    pub spacing: f64,
    /// The number of groups, linked by distances below [`LINK_DISTANCE`].
    pub clusters: f64,
}

impl RunMeans {
    pub const NAMES: [&'static str; 3] = ["polarisation", "spacing", "clusters"];

    pub fn values(&self) -> [f64; 3] {
        [self.polarisation, self.spacing, self.clusters]
    }
}

/// Boids closer than this belong to one group: their spacing on a regular grid.
pub const LINK_DISTANCE: f64 = 5.0;

/// Runs a flock and averages measures over `samples` moments; `visit` gets the state at `visits` moments.
pub fn run_means(
    scenario: &Scenario,
    start: &State,
    frames: usize,
    samples: usize,
    mut visit: impl FnMut(&State) -> anyhow::Result<()>,
    visits: usize,
) -> anyhow::Result<RunMeans> {
    // Clusters follow from the perception, so they are measured with the same perception for every k.
    let mut measured = scenario.clone();
    let perception = &mut measured.species[0].settings.perception;
    perception.kind = PerceptionKind::Radius;
    perception.radius = LINK_DISTANCE;
    let mut flock = Simulation::from_state(scenario, start.clone())?;
    let (sample_interval, visit_interval) = ((frames / samples).max(1), (frames / visits).max(1));
    let (mut sums, mut count) = (RunMeans::default(), 0.0);
    for frame in 0..frames {
        if frame % visit_interval == 0 {
            visit(&flock.state())?;
        }
        flock.step();
        if (frame + 1) % sample_interval == 0 {
            let measures = measure(&measured, &flock.state());
            sums.polarisation += measures.polarisation;
            sums.spacing += measures.mean_nearest_distance;
            sums.clusters += measures.clusters as f64;
            count += 1.0;
        }
    }
    let mean = |sum: f64| sum / f64::max(count, 1.0);
    Ok(RunMeans { polarisation: mean(sums.polarisation), spacing: mean(sums.spacing), clusters: mean(sums.clusters) })
}

#[cfg(test)]
mod tests {
    use super::super::method::flock;
    use super::*;
    use quelea::initial_state;
    use quelea::model::settings::LeeStop;

    #[test]
    fn angles_are_unsigned_and_in_degrees() {
        let a = [[1.0, 0.0], [1.0, 0.0], [0.0, -2.0], [0.0, 0.0]];
        let b = [[0.0, 3.0], [1.0, 1.0], [0.0, 5.0], [1.0, 0.0]];
        let found: Vec<f64> = angles(&a, &b).map(f64::round).collect();
        assert_eq!(found, [90.0, 45.0, 180.0]);
    }

    #[test]
    fn an_exact_method_agrees_with_the_exact_search_and_an_approximate_one_does_not() {
        let flock = flock(256, 20, 1).unwrap();
        let methods = [Method::Basic, Method::Representative(1, LeeStop::Certain)];
        let comparisons = compare(&flock, &initial_state(&flock), &methods, 64).unwrap();
        let [basic, representative] = &comparisons[..] else { panic!("there are two methods") };
        assert_eq!((basic.recall(), basic.found_per_neighbour()), (1.0, 1.0));
        assert!(basic.steering()[2] < 0.1, "{:?}", basic.steering());
        assert!(representative.recall() < 1.0 && representative.found_per_neighbour() >= 1.0);
        assert!(representative.steering()[2] > basic.steering()[2]);
    }
}
