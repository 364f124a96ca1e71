//! The same comparison for larger flocks, as densely spread, and for fewer neighbours.

use super::likeness::{Looks, look};
use super::method::{Method, flock};
use super::published::BOIDS;
use super::race::{Length, Racer, race, raw};
use super::sheet::Sheet;
use crate::files::Rows;
use quelea::World;
use quelea::model::settings::LeeStop;

const NEIGHBOURS: [usize; 4] = [7, 30, 100, 200];
const SIZES: [usize; 3] = [BOIDS, 10_000, 100_000];
const ROUNDS: usize = 7;
/// Boid-steps of a round.
const ROUND: usize = 100_000;
/// Through so many boids' eyes the accuracy is seen.
const EYES: usize = 128;

/// What was measured for one size and one k.
pub struct Point {
    boids: usize,
    neighbours: usize,
    racers: Vec<Racer>,
    looks: Vec<Looks>,
}

fn methods() -> Vec<Method> {
    let mut methods = Method::of_the_table(LeeStop::Certain);
    methods.push(Method::Exact);
    methods
}

/// After so many frames a flock has formed.
fn warm(frames: usize) -> usize {
    frames / 10
}

/// How many points there are up to a size.
pub fn points(largest: usize) -> usize {
    SIZES.iter().filter(|boids| **boids <= largest).count() * NEIGHBOURS.len()
}

/// Measures all points. Nothing if interrupted.
pub fn measure(largest: usize, frames: usize, mut done: impl FnMut()) -> anyhow::Result<Option<Vec<Point>>> {
    let mut points = Vec::new();
    for boids in SIZES.into_iter().filter(|boids| *boids <= largest) {
        for neighbours in NEIGHBOURS {
            let flock = flock(boids, neighbours, 1)?;
            let mut world = World::<2>::new(&Method::Exact.scenario(&flock))?;
            for _ in 0..warm(frames) {
                world.step();
            }
            let state = world.state();
            let length = Length { rounds: ROUNDS, frames: (ROUND / boids).clamp(1, frames) };
            let Some(racers) = race(&flock, &state, &methods(), length)? else { return Ok(None) };
            let looks = look(&flock, &state, &methods(), EYES)?;
            points.push(Point { boids, neighbours, racers, looks });
            done();
        }
    }
    Ok(Some(points))
}

pub fn sheets(points: &[Point], frames: usize) -> Vec<Sheet> {
    let mut speeds = Sheet::new(
        "Scale: million boid-steps per second",
        format!(
            "As densely spread, four boids to a cell, after {} frames; one thread. The last column is the exact search of the library against the paper's fastest.",
            warm(frames)
        ),
        &["boids", "k", "SWPS", "SWRB o=1", "SWRB o=2", "SWRB o=3", "quelea, exact", "quelea / SWRB o=1"],
    );
    let mut accuracy = Sheet::new(
        "Scale: the share of the k nearest that is found, and the angle of steering",
        "In the same state, each against the exact search: the share in percent, and the median angle in degrees between what the rules add up to.",
        &["boids", "k", "SWPS", "SWRB o=1", "SWRB o=2", "SWRB o=3", "angle o=1", "angle o=2", "angle o=3"],
    );
    for point in points {
        let place = [point.boids.to_string(), point.neighbours.to_string()];
        let rates: Vec<f64> =
            point.racers.iter().map(|racer| racer.frames_per_second() * point.boids as f64 / 1e6).collect();
        let ahead = rates[4] / rates[1];
        let cells = rates.iter().map(|rate| format!("{rate:.3}")).chain([format!("{ahead:.2}")]);
        speeds.row(place.iter().cloned().chain(cells));
        let recalls = point.looks[..4].iter().map(|looks| format!("{:.2}", 100.0 * looks.recall()));
        let angles = point.looks[1..4].iter().map(|looks| format!("{:.2}", looks.steering()[0]));
        accuracy.row(place.iter().cloned().chain(recalls).chain(angles));
    }
    vec![speeds, accuracy]
}

/// Every round of every race.
pub fn raw_of(points: &[Point]) -> Rows {
    raw(points.iter().map(|point| (point.boids, point.neighbours, point.racers.as_slice())))
}
