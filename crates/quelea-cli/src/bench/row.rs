//! One measured row.

use super::peak::Peak;
use super::workload::Workload;
use crate::interrupt;
use quelea::World;
use quelea::fast::StepStats;
use serde_json::{Value, json};
use std::fmt;
use std::time::{Duration, Instant};

/// What was measured, and what the machine could do at best.
pub struct Row {
    pub workload: Workload,
    /// The median of the steps.
    seconds_per_step: f64,
    stats: StepStats,
    /// Boid-steps per second that the machine's arithmetic and memory would allow.
    bound: f64,
}

/// What the columns mean.
pub const LEGEND: &str = "\
steps/s and Mboid-steps/s: from the median step. perceived: neighbours per boid, counted in the last state.
ns/neighbour: time per boid and perceived neighbour, all threads together. bytes: state, its copy and index, per boid.
at best: what the operations on perceived neighbours alone, or the bytes of the state, would allow on this machine.";

impl Row {
    /// Boid-steps per second.
    pub fn rate(&self) -> f64 {
        self.workload.boids as f64 / self.seconds_per_step
    }

    fn bytes_per_boid(&self) -> f64 {
        self.stats.memory_bytes as f64 / self.workload.boids.max(1) as f64
    }

    fn nanoseconds_per_neighbour(&self) -> f64 {
        1e9 / self.rate() / self.stats.neighbours.max(1.0)
    }

    /// The row as a stable JSON object.
    pub fn json(&self) -> Value {
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

    /// The names of the columns.
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

/// Measures a workload on its threads. Nothing if interrupted.
pub fn measure(workload: &Workload, seconds: f64, peak: &Peak) -> anyhow::Result<Option<Row>> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(workload.threads).build()?;
    pool.install(|| match workload.dimension {
        2 => time::<2>(workload, seconds, peak),
        _ => time::<3>(workload, seconds, peak),
    })
}

/// After so many steps a flock is put back to where it started: left alone, one that is spread evenly would
/// soon be clustered, and each boid perceive more than was asked for.
const STEPS_IN_A_ROW: usize = 8;

fn time<const D: usize>(workload: &Workload, seconds: f64, peak: &Peak) -> anyhow::Result<Option<Row>> {
    let Some(start) = workload.start()? else { return Ok(None) };
    let scenario = workload.scenario()?;
    let mut steps: Vec<Duration> = Vec::new();
    let mut world = World::<D>::from_state(&scenario, start.clone())?;
    while steps.len() < 3 || steps.iter().sum::<Duration>().as_secs_f64() < seconds {
        world = World::from_state(&scenario, start.clone())?;
        // The first steps find memory to touch and distances to remember.
        (0..2).for_each(|_| world.step());
        for _ in 0..STEPS_IN_A_ROW {
            let began = Instant::now();
            world.step();
            steps.push(began.elapsed());
            if interrupt::asked() {
                return Ok(None);
            }
        }
    }
    steps.sort_unstable();
    let stats = world.stats(2000);
    let bound = peak.bound(D, stats.neighbours, workload.threads);
    let seconds_per_step = steps[steps.len() / 2].as_secs_f64().max(1e-9);
    Ok(Some(Row { workload: workload.clone(), seconds_per_step, stats, bound }))
}
