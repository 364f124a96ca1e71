//! How long neighbours stay neighbours.

use super::Trajectory;
use super::nearest::k_nearest;
use crate::geometry::periodic::Offsets;
use crate::geometry::with_dimension;
use crate::parallel;
use std::collections::HashSet;

/// How many neighbours are still neighbours after a time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Overlap {
    /// The number of frames.
    pub lag: usize,
    /// The time.
    pub time: f64,
    /// The number of neighbours followed: over boids, first frames and the k nearest.
    pub count: u64,
    /// The share of them that are still among the k nearest: from 1 down to k/(N − 1) when all have mixed.
    pub overlap: f64,
}

/// The neighbour overlap Q(t) for each lag: the share of the k nearest of a boid that are still among its k nearest after
/// a time, over all first frames and boids. Only boids and neighbours that are there in both frames count. Equally near
/// boids are ordered by their place in the frame. Lags without any neighbours are left out.
pub fn neighbour_overlap(trajectory: &Trajectory, k: usize, lags: &[usize]) -> Vec<Overlap> {
    let neighbours = with_dimension!(trajectory.scenario.general.dimension, D => {
        let offsets = Offsets::<D>::new(&trajectory.scenario.space());
        parallel::map_tasks(trajectory.len(), |index| {
            let frame = &trajectory.frames()[index];
            let near = k_nearest(&offsets, frame.state.positions.as_arrays::<D>(), k);
            let ids = |list: Vec<u32>| list.iter().map(|boid| frame.ids[*boid as usize]).collect();
            let mut neighbours: Vec<(u32, Vec<u32>)> =
                frame.ids.iter().copied().zip(near.into_iter().map(ids)).collect();
            neighbours.sort_unstable_by_key(|(id, _)| *id);
            neighbours
        })
    });
    let mut rows = parallel::map_tasks(lags.len(), |index| at_lag(&neighbours, lags[index], trajectory.interval()));
    rows.retain(|row| row.count > 0);
    rows
}

/// `neighbours` are those of each boid of each frame, by id.
fn at_lag(neighbours: &[Vec<(u32, Vec<u32>)>], lag: usize, interval: f64) -> Overlap {
    let (mut followed, mut kept) = (0u64, 0u64);
    for (before, after) in neighbours.iter().zip(neighbours.iter().skip(lag)) {
        let there: HashSet<u32> = after.iter().map(|(id, _)| *id).collect();
        for (id, old) in before {
            let Ok(index) = after.binary_search_by_key(id, |(id, _)| *id) else { continue };
            let new = &after[index].1;
            followed += old.iter().filter(|neighbour| there.contains(neighbour)).count() as u64;
            kept += old.iter().filter(|neighbour| new.contains(neighbour)).count() as u64;
        }
    }
    let overlap = kept as f64 / followed.max(1) as f64;
    Overlap { lag, time: lag as f64 * interval, count: followed, overlap }
}
