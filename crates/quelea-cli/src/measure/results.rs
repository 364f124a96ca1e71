//! Everything that is measured of a trajectory.

use super::arguments::MeasureArgs;
use super::frames::Frames;
use quelea::measures::fit::{PowerLaw, power_law};
use quelea::measures::profiles::{
    BandProfile, Bins, NumberFluctuations, PairCorrelation, VelocityCorrelation, largest_distance,
};
use quelea::measures::series::{Histogram, TimeStatistics};
use quelea::measures::trajectory::{
    Delays, Displacement, Overlap, Trajectory, directional_delays, lags, mean_squared_displacement, neighbour_overlap,
};
use quelea::{Measures, Scenario, State, measure};
use std::collections::BTreeSet;

/// The measures of a trajectory.
pub struct Results {
    /// The measures of each frame.
    pub frames: Vec<Measures>,
    /// The names of the measures that make sense for the trajectory, their units and their statistics over time.
    pub statistics: Vec<(&'static str, &'static str, TimeStatistics)>,
    /// Every how many frames the profiles were taken.
    pub stride: usize,
    pub pairs: PairCorrelation,
    pub velocities: VelocityCorrelation,
    /// The mean size of the flock; `None` on a torus.
    pub size: Option<f64>,
    pub fluctuations: NumberFluctuations,
    pub bands: BandProfile,
    pub histogram: Histogram,
    pub displacements: Vec<Displacement>,
    pub displacement_exponent: Option<PowerLaw>,
    pub overlap: Vec<Overlap>,
    /// `None` if even the shortest delay would take long.
    pub delays: Option<Delays>,
}

/// The measures that need a link distance.
const LINKED: [&str; 4] = ["mean_neighbours", "clusters", "largest_cluster", "mean_cluster"];

/// About how many pairs of boids the profiles visit at most: some ten seconds on one core.
const MOST_PAIRS: f64 = 1e9;

/// The most frames of which profiles are taken; more are hardly independent.
const MOST_PROFILES: usize = 1000;

/// The most products of headings for directional delays: some ten seconds on one core.
const MOST_PRODUCTS: f64 = 4e9;

/// The fewest boids in a box, on average, from which on the exponent of number fluctuations is fitted.
pub const LEAST_MEAN: f64 = 2.0;

/// The number of lags.
const LAGS: usize = 40;

const HISTOGRAM_BINS: usize = 50;

impl Results {
    pub fn new(arguments: &MeasureArgs, scenario: &Scenario, frames: &Frames) -> Self {
        let trajectory = &frames.trajectory;
        let states = || trajectory.frames().iter().map(|frame| &frame.state);
        let measured: Vec<Measures> = states().map(|state| measure(scenario, state)).collect();
        let boids = mean_boids(trajectory);
        let statistics = measure_names(arguments).map(|(index, name, unit)| {
            let samples: Vec<f64> = measured.iter().map(|measures| measures.values()[index].1).collect();
            (name, unit, TimeStatistics::new(&samples, boids.round() as usize))
        });
        let statistics = statistics.collect();

        let stride = stride(trajectory);
        let sampled: Vec<&State> = states().step_by(stride).collect();
        let sizes: Vec<f64> = sampled.iter().filter_map(|state| largest_distance(scenario, state)).collect();
        let distance = arguments.distance.unwrap_or_else(|| match &arguments.size[..] {
            [] => sizes.iter().copied().fold(0.0, f64::max),
            size => size.iter().copied().fold(f64::INFINITY, f64::min) / 2.0,
        });
        // Boids in one place have no distance: any bins will do.
        let bins = Bins::up_to(if distance > 0.0 { distance } else { 1.0 }, arguments.bins as usize);
        let mut results = Results {
            statistics,
            stride,
            pairs: PairCorrelation::new(scenario, bins),
            velocities: VelocityCorrelation::new(scenario, bins),
            size: (!sizes.is_empty()).then(|| sizes.iter().sum::<f64>() / sizes.len() as f64),
            fluctuations: NumberFluctuations::new(scenario, &divisions(boids, scenario.general.dimension)),
            bands: BandProfile::new(scenario, ((boids / 10.0) as usize).clamp(5, 50)),
            histogram: Histogram::new(
                &measured.iter().map(|measures| measures.polarisation).collect::<Vec<_>>(),
                0.0,
                1.0,
                HISTOGRAM_BINS,
            ),
            frames: measured,
            displacements: mean_squared_displacement(trajectory, &lags(trajectory.len(), LAGS)),
            displacement_exponent: None,
            overlap: neighbour_overlap(trajectory, arguments.neighbours as usize, &lags(trajectory.len(), LAGS)),
            delays: delays(arguments, trajectory),
        };
        for state in sampled {
            results.pairs.add(state);
            results.velocities.add(state);
            results.fluctuations.add(state);
            results.bands.add(state);
        }
        let points: Vec<(f64, f64)> = results.displacements.iter().map(|row| (row.time, row.total)).collect();
        results.displacement_exponent = power_law(&points);
        results
    }
}

/// The measures that make sense: their index among all, name and unit. Bodies are not known, so there are no collisions.
pub fn measure_names(arguments: &MeasureArgs) -> impl Iterator<Item = (usize, &'static str, &'static str)> {
    let linked = arguments.radius.is_some();
    let all = Measures::DEFINITIONS.iter().enumerate().map(|(index, (name, unit, _))| (index, *name, *unit));
    all.filter(move |(_, name, _)| *name != "collisions" && (linked || !LINKED.contains(name)))
}

fn mean_boids(trajectory: &Trajectory) -> f64 {
    let total: usize = trajectory.frames().iter().map(|frame| frame.ids.len()).sum();
    total as f64 / trajectory.len().max(1) as f64
}

/// Every how many frames profiles are taken, so that they do not take long.
fn stride(trajectory: &Trajectory) -> usize {
    let pairs: f64 = trajectory.frames().iter().map(|frame| (frame.ids.len() as f64).powi(2)).sum();
    let by_pairs = (pairs / MOST_PAIRS).ceil() as usize;
    by_pairs.max(trajectory.len().div_ceil(MOST_PROFILES)).max(1)
}

/// Boxes from half the space down to one boid each.
fn divisions(boids: f64, dimension: usize) -> Vec<usize> {
    let powers = (1..24).map(|power| 1usize << power);
    powers.take_while(|parts| (*parts as f64).powi(dimension as i32) <= boids.max(4.0)).collect()
}

/// The directional delays up to the longest that was asked for, or up to one that does not take long.
fn delays(arguments: &MeasureArgs, trajectory: &Trajectory) -> Option<Delays> {
    let frames = trajectory.len();
    let ids: BTreeSet<u32> = trajectory.frames().iter().flat_map(|frame| frame.ids.iter().copied()).collect();
    let pairs = (ids.len() as f64).powi(2) / 2.0;
    // From −most to most.
    let affordable = ((MOST_PRODUCTS / (pairs * frames as f64) - 1.0) / 2.0) as usize;
    let most = arguments.max_delay.map_or((frames / 10).clamp(1, 100).min(affordable), |most| most as usize);
    (frames > 1 && (most > 0 || arguments.max_delay.is_some()))
        .then(|| directional_delays(trajectory, most.min(frames - 1)))
}
