//! Mean squared displacement.

use super::Trajectory;
use super::tracks::{Track, tracks};
use crate::geometry::vector::{add, dot, heading, sub};
use crate::geometry::with_dimension;
use crate::parallel;

/// How far boids get within a time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Displacement {
    /// The number of frames.
    pub lag: usize,
    /// The time.
    pub time: f64,
    /// The number of displacements averaged: boids times first frames.
    pub count: u64,
    /// The mean of |x(t₀ + t) − x(t₀)|².
    pub total: f64,
    /// Its part along the mean heading of the flock at t₀.
    pub along: f64,
    /// Its part across that heading.
    pub across: f64,
    /// The mean of the square after the mean displacement of all boids is taken off: about the centre of the flock.
    pub relative: f64,
}

/// The mean squared displacement for each lag, over all first frames t₀ and all boids that were there from t₀ to t₀ + t.
/// Positions are unwrapped: on a torus each step between two frames is the shortest way. Lags without any are left out.
pub fn mean_squared_displacement(trajectory: &Trajectory, lags: &[usize]) -> Vec<Displacement> {
    with_dimension!(trajectory.scenario.general.dimension, D => {
        let tracks = tracks::<D>(trajectory);
        let directions: Vec<[f64; D]> = trajectory.frames().iter().enumerate().map(|(frame, _)| {
            let there = tracks.iter().filter_map(|track| Some(track.headings[track.at(frame)?]));
            heading(there.fold([0.0; D], add))
        }).collect();
        // One task per lag, so that the order of the sums does not depend on threads.
        let row = |index: usize| at_lag(&tracks, &directions, lags[index], trajectory.interval());
        let mut rows = parallel::map_tasks(lags.len(), row);
        rows.retain(|row| row.count > 0);
        rows
    })
}

fn at_lag<const D: usize>(tracks: &[Track<D>], directions: &[[f64; D]], lag: usize, interval: f64) -> Displacement {
    let mut row = Displacement { lag, time: lag as f64 * interval, ..Displacement::default() };
    for (first, direction) in directions.iter().enumerate().take(directions.len().saturating_sub(lag)) {
        let moved = tracks.iter().filter_map(|track| {
            let (from, to) = (track.at(first)?, track.at(first + lag)?);
            Some(sub(track.positions[to], track.positions[from]))
        });
        let moved: Vec<[f64; D]> = moved.collect();
        let count = moved.len() as f64;
        let mean: [f64; D] = std::array::from_fn(|axis| moved.iter().map(|step| step[axis]).sum::<f64>() / count);
        for step in &moved {
            let (square, along) = (dot(*step, *step), dot(*step, *direction));
            row.total += square;
            row.along += along * along;
            row.across += (square - along * along).max(0.0);
            let relative = sub(*step, mean);
            row.relative += dot(relative, relative);
        }
        row.count += moved.len() as u64;
    }
    for sum in [&mut row.total, &mut row.along, &mut row.across, &mut row.relative] {
        *sum /= row.count.max(1) as f64;
    }
    row
}
