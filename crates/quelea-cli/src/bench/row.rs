//! One measured row.

use super::peak::Peak;
use super::workload::Workload;
use crate::interrupt;
use quelea::Simulation;
use quelea::engine::StepStats;
use serde_json::{Value, json};
use std::fmt;
use std::time::{Duration, Instant};

/// The speed of a workload, and its upper bound on this machine.
pub struct Row {
    pub workload: Workload,
    /// The median over all steps.
    seconds_per_step: f64,
    stats: StepStats,
    memory_bytes: usize,
    /// The upper bound in boid-steps per second.
    bound: f64,
}

/// The meaning of the columns.
pub const LEGEND: &str = "\
steps/s and Mboid-steps/s: from the median step. perceived: neighbours per boid in the final state.
ns/neighbour: time per boid and perceived neighbour, all threads together. bytes: state, copy and index, per boid.
at best: upper bound from the operations on perceived neighbours and the bytes of the state alone.";

impl Row {
    /// Boid-steps per second.
    pub fn rate(&self) -> f64 {
        self.workload.boids as f64 / self.seconds_per_step
    }

    fn bytes_per_boid(&self) -> f64 {
        self.memory_bytes as f64 / self.workload.boids.max(1) as f64
    }

    fn nanoseconds_per_neighbour(&self) -> f64 {
        1e9 / self.rate() / self.stats.neighbours.max(1.0)
    }

    /// The row as a JSON object.
    pub fn to_json(&self) -> Value {
        let workload = &self.workload;
        json!({
            "boids": workload.boids,
            "neighbours": workload.neighbours,
            "dimension": workload.dimension,
            "perception": if workload.nearest { "nearest" } else { "radius" },
            "search": workload.search.word(),
            "spread": workload.spread.word(),
            "threads": workload.threads,
            "steps_per_second": 1.0 / self.seconds_per_step,
            "boid_steps_per_second": self.rate(),
            "perceived_neighbours": self.stats.neighbours,
            "candidates_per_group": self.stats.candidates,
            "boids_per_group": self.stats.group_size,
            "nanoseconds_per_neighbour": self.nanoseconds_per_neighbour(),
            "bytes_per_boid": self.bytes_per_boid(),
            "bound_boid_steps_per_second": self.bound,
        })
    }

    /// The heading of the columns.
    pub fn heading() -> String {
        format!(
            "{:>9}  {}  {:<10}  {:<9}  {:>7}  {:>9}  {:>13}  {:>9}  {:>12}  {:>5}  {:>7}",
            "boids",
            "D",
            "perception",
            "spread",
            "threads",
            "steps/s",
            "Mboid-steps/s",
            "perceived",
            "ns/neighbour",
            "bytes",
            "at best"
        )
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let workload = &self.workload;
        write!(
            f,
            "{:>9}  {}  {:<10}  {:<9}  {:>7}  {:>9.1}  {:>13.2}  {:>9.1}  {:>12.2}  {:>5.0}  {:>7.1}",
            workload.boids,
            workload.dimension,
            workload.perception(),
            workload.spread.word(),
            workload.threads,
            1.0 / self.seconds_per_step,
            self.rate() / 1e6,
            self.stats.neighbours,
            self.nanoseconds_per_neighbour(),
            self.bytes_per_boid(),
            self.bound / 1e6
        )
    }
}

/// Measures a workload; `None` if interrupted.
pub fn measure(workload: &Workload, seconds: f64, peak: &Peak) -> anyhow::Result<Option<Row>> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(workload.threads).build()?;
    pool.install(|| time(workload, seconds, peak))
}

/// The number of steps after which the flock starts again: a uniform flock would soon cluster, and its boids
/// perceive more neighbours than asked for.
const STEPS_PER_START: usize = 8;

fn time(workload: &Workload, seconds: f64, peak: &Peak) -> anyhow::Result<Option<Row>> {
    let scenario = workload.scenario()?;
    let Some(start) = workload.start(&scenario)? else { return Ok(None) };
    let mut steps: Vec<Duration> = Vec::new();
    let mut flock = loop {
        let mut flock = Simulation::from_state(&scenario, start.clone())?;
        // Warm-up: the first steps touch new memory and have no distances from earlier ones.
        (0..2).for_each(|_| flock.step());
        for _ in 0..STEPS_PER_START {
            let start_of_step = Instant::now();
            flock.step();
            steps.push(start_of_step.elapsed());
            if interrupt::requested() {
                return Ok(None);
            }
        }
        if steps.iter().sum::<Duration>().as_secs_f64() >= seconds {
            break flock;
        }
    };
    steps.sort_unstable();
    let stats = flock.stats(2000);
    let bound = peak.bound(workload.dimension, stats.neighbours, workload.threads);
    let seconds_per_step = steps[steps.len() / 2].as_secs_f64().max(1e-9);
    Ok(Some(Row {
        workload: workload.clone(),
        seconds_per_step,
        stats,
        memory_bytes: flock.info().memory_bytes,
        bound,
    }))
}
