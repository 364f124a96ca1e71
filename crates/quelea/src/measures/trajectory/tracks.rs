//! Where each boid went: uninterrupted stretches of frames, unwrapped.

use super::Trajectory;
use crate::geometry::periodic::Offsets;
use crate::geometry::vector::{add, div, unit};
use std::collections::BTreeMap;

/// A boid in consecutive frames. One that leaves and comes back has several tracks.
pub(super) struct Track<const D: usize> {
    pub id: u32,
    /// The frame in which it starts.
    pub first: usize,
    /// The position in each frame. On a torus it continues across the seam: each step is the shortest way.
    pub positions: Vec<[f64; D]>,
    pub headings: Vec<[f64; D]>,
    /// The index of the boid in each frame.
    pub indices: Vec<usize>,
}

impl<const D: usize> Track<D> {
    /// The index in its lists for a frame, if it was there.
    pub fn at(&self, frame: usize) -> Option<usize> {
        frame.checked_sub(self.first).filter(|index| *index < self.positions.len())
    }
}

/// All tracks, by id and then by time.
pub(super) fn tracks<const D: usize>(trajectory: &Trajectory) -> Vec<Track<D>> {
    let offsets = Offsets::<D>::new(&trajectory.scenario.space());
    let mut tracks: Vec<Track<D>> = Vec::new();
    // The track of each id that is there, and the frame up to which it goes.
    let mut current: BTreeMap<u32, usize> = BTreeMap::new();
    for (number, frame) in trajectory.frames().iter().enumerate() {
        let positions = frame.state.positions.as_arrays::<D>();
        let velocities = frame.state.velocities.as_arrays::<D>();
        for (index, id) in frame.ids.iter().enumerate() {
            let (position, heading) = (positions[index], unit(velocities[index]));
            let track = current.get(id).copied().filter(|track| {
                let track = &tracks[*track];
                track.first + track.positions.len() == number
            });
            match track.map(|track| &mut tracks[track]) {
                Some(track) => {
                    let last = track.positions[track.positions.len() - 1];
                    let step = offsets.between(&offsets.inside(&last), &offsets.inside(&position));
                    track.positions.push(add(last, step));
                    track.headings.push(heading);
                    track.indices.push(index);
                }
                None => {
                    current.insert(*id, tracks.len());
                    tracks.push(Track {
                        id: *id,
                        first: number,
                        positions: vec![position],
                        headings: vec![heading],
                        indices: vec![index],
                    });
                }
            }
        }
    }
    tracks.sort_by_key(|track| (track.id, track.first));
    tracks
}

/// The velocity of each boid of each frame from differences of positions; `None` for a boid that is there for one frame.
pub(super) fn velocities<const D: usize>(trajectory: &Trajectory, interval: f64) -> Vec<Vec<Option<Vec<f64>>>> {
    let mut found: Vec<Vec<Option<Vec<f64>>>> =
        trajectory.frames().iter().map(|frame| vec![None; frame.ids.len()]).collect();
    for track in tracks::<D>(trajectory) {
        for (index, boid) in track.indices.iter().enumerate().filter(|_| track.positions.len() > 1) {
            let end = index.max(1);
            let (from, to) = (track.positions[end - 1], track.positions[end]);
            let step: [f64; D] = std::array::from_fn(|axis| to[axis] - from[axis]);
            found[track.first + index][*boid] = Some(div(step, interval).to_vec());
        }
    }
    found
}
