//! What a flock costs to step: whom boids look at, and how much memory they take.

use crate::flock::{Flock, from_rough};
use crate::look::Scratch;
use crate::scenario::settings::PerceptionKind;
use crate::world::World;

/// What a step has to do, counted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Census {
    /// How many others a boid perceives, on average.
    pub perceived: f64,
    /// How many candidates a group of boids looks at, on average, where a search by cells finds them.
    pub candidates: f64,
    /// How many boids such a group has, on average.
    pub group: f64,
    /// The bytes that the state of all boids, its copy and its index take.
    pub bytes: usize,
}

impl<const D: usize> World<D> {
    /// Counts what a step has to do, from about `sample` groups of boids spread over the flock.
    pub fn census(&mut self, sample: usize) -> Census {
        self.index();
        let bytes = self.bytes();
        let lanes = self.lanes();
        let (old, _) = self.old_and_new();
        let view = &old.view;
        let mut scratch = Scratch::default();
        let (mut groups, mut boids, mut candidates, mut perceived) = (0, 0, 0, 0);
        let mut list = Vec::new();
        let stride = (view.flock.len() / sample.max(1)).max(lanes);
        for start in (0..view.flock.len()).step_by(stride) {
            let end = (start + lanes).min(view.grid.end_of_group(view.flock.position(start)));
            let law = &view.laws.kinds[usize::from(view.flock.species_of(start))];
            for place in start..end {
                view.perceived(place, law, &mut scratch, &mut list);
                perceived += list.len();
            }
            let radius = match law.perception {
                PerceptionKind::Nearest | PerceptionKind::NearestWithin => {
                    view.flock.hints[start..end].iter().copied().map(from_rough).fold(0.0, f32::max)
                }
                _ => law.senses.furthest(),
            };
            view.candidates(start..end, radius, &mut scratch.candidates);
            candidates += scratch.candidates.runs.iter().map(|run| (run.end - run.start) as usize).sum::<usize>();
            boids += end - start;
            groups += 1;
        }
        let mean = |sum: usize, count: usize| sum as f64 / count.max(1) as f64;
        Census {
            perceived: mean(perceived, boids),
            candidates: mean(candidates, groups),
            group: mean(boids, groups),
            bytes,
        }
    }
}

impl<const D: usize> Flock<D> {
    /// The bytes that its arrays take.
    pub(crate) fn bytes(&self) -> usize {
        let vectors = [&self.positions, &self.velocities, &self.smoothed, &self.wander];
        let numbers: usize = vectors.iter().flat_map(|arrays| arrays.iter()).map(Vec::capacity).sum();
        4 * (numbers + self.ids.capacity()) + 2 * self.hints.capacity() + self.species.capacity()
    }
}
