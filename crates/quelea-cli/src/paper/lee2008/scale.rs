//! The same comparison for larger flocks at the same density, and for fewer neighbours.

use super::super::report_table::ReportTable;
use super::comparison::{Comparison, compare};
use super::method::{Method, flock};
use super::published::BOIDS;
use super::timing::{self, MethodTimes, Rounds, time_methods};
use crate::files::Table;
use quelea::Simulation;
use quelea::model::settings::LeeStop;

const NEIGHBOURS: [usize; 4] = [7, 30, 100, 200];
/// The sizes that are measured, up to the largest wanted.
pub const SIZES: [usize; 3] = [BOIDS, 10_000, 100_000];
const ROUNDS: usize = 7;
/// Boid-steps per round.
const BOID_STEPS: usize = 100_000;
/// The number of boids for which the accuracy is measured.
const COMPARED_BOIDS: usize = 128;

/// The results for one size and one k.
pub struct Point {
    boids: usize,
    neighbours: usize,
    times: Vec<MethodTimes>,
    comparisons: Vec<Comparison>,
}

fn methods() -> Vec<Method> {
    let mut methods = Method::table1(LeeStop::Certain);
    methods.push(Method::Exact);
    methods
}

/// The number of frames after which a flock has formed.
fn warm_up(frames: usize) -> usize {
    frames / 10
}

/// The number of points up to a size.
pub fn count(largest: usize) -> usize {
    SIZES.iter().filter(|boids| **boids <= largest).count() * NEIGHBOURS.len()
}

/// Measures all points; `None` if interrupted.
pub fn measure(largest: usize, frames: usize, mut done: impl FnMut()) -> anyhow::Result<Option<Vec<Point>>> {
    let mut points = Vec::new();
    for boids in SIZES.into_iter().filter(|boids| *boids <= largest) {
        for neighbours in NEIGHBOURS {
            let flock = flock(boids, neighbours, 1)?;
            let mut exact = Simulation::new(&Method::Exact.scenario(&flock))?;
            exact.run(warm_up(frames) as u64);
            let state = exact.state();
            let rounds = Rounds { count: ROUNDS, frames: (BOID_STEPS / boids).clamp(1, frames) };
            let Some(times) = time_methods(&flock, &state, &methods(), rounds)? else { return Ok(None) };
            let comparisons = compare(&flock, &state, &methods(), COMPARED_BOIDS)?;
            points.push(Point { boids, neighbours, times, comparisons });
            done();
        }
    }
    Ok(Some(points))
}

pub fn report_tables(points: &[Point], frames: usize) -> Vec<ReportTable> {
    let mut speeds = ReportTable::new(
        "Scale: million boid-steps per second",
        format!(
            "At the same density, four boids per cell, after {} frames; one thread. The last column compares the exact search of the library with the fastest of the paper.",
            warm_up(frames)
        ),
        &["boids", "k", "SWPS", "SWRB o=1", "SWRB o=2", "SWRB o=3", "quelea, exact", "quelea / SWRB o=1"],
    );
    let mut accuracy = ReportTable::new(
        "Scale: share of the k nearest found, and direction of steering",
        "In the same state, each compared with the exact search: the share in percent, and the median angle in degrees between the sums of the forces.",
        &["boids", "k", "SWPS", "SWRB o=1", "SWRB o=2", "SWRB o=3", "angle o=1", "angle o=2", "angle o=3"],
    );
    for point in points {
        let case = [point.boids.to_string(), point.neighbours.to_string()];
        let rates: Vec<f64> =
            point.times.iter().map(|times| times.frames_per_second() * point.boids as f64 / 1e6).collect();
        let ratio = rates[4] / rates[1];
        let cells = rates.iter().map(|rate| format!("{rate:.3}")).chain([format!("{ratio:.2}")]);
        speeds.push(case.iter().cloned().chain(cells));
        let recalls = point.comparisons[..4].iter().map(|compared| format!("{:.2}", 100.0 * compared.recall()));
        let angles = point.comparisons[1..4].iter().map(|compared| format!("{:.2}", compared.steering()[0]));
        accuracy.push(case.iter().cloned().chain(recalls).chain(angles));
    }
    vec![speeds, accuracy]
}

/// Every round of every point.
pub fn raw_table(points: &[Point]) -> Table {
    timing::raw_table(points.iter().map(|point| (point.boids, point.neighbours, point.times.as_slice())))
}
