//! What a step costs, counted.

/// What a step has to do.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct StepStats {
    /// The mean number of boids that a boid perceives.
    pub neighbours: f64,
    /// The mean number of candidates: boids that a group of boids is compared with to find its neighbours.
    pub candidates: f64,
    /// The mean number of boids in a group.
    pub group_size: f64,
}

impl StepStats {
    /// Means from sums over a sample of groups.
    pub fn from_sums(groups: usize, boids: usize, candidates: usize, neighbours: usize) -> Self {
        let mean = |sum: usize, count: usize| sum as f64 / count.max(1) as f64;
        StepStats {
            neighbours: mean(neighbours, boids),
            candidates: mean(candidates, groups),
            group_size: mean(boids, groups),
        }
    }
}
