//! One measured row.

use super::peak::Peak;
use super::timing::{Timing, on_threads, time};
use super::workload::Workload;
use serde_json::{Value, json};
use std::fmt;

/// The speed of a workload, and its upper bound on this machine.
pub struct Row {
    pub workload: Workload,
    timing: Timing,
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
        self.timing.rate()
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
            "engine": workload.engine.as_str(),
            "threads": workload.threads,
            "steps_per_second": self.timing.steps_per_second(),
            "boid_steps_per_second": self.rate(),
            "perceived_neighbours": self.timing.stats.neighbours,
            "candidates_per_group": self.timing.stats.candidates,
            "boids_per_group": self.timing.stats.group_size,
            "nanoseconds_per_neighbour": self.timing.nanoseconds_per_neighbour(),
            "bytes_per_boid": self.timing.bytes_per_boid(),
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
            self.timing.steps_per_second(),
            self.rate() / 1e6,
            self.timing.stats.neighbours,
            self.timing.nanoseconds_per_neighbour(),
            self.timing.bytes_per_boid(),
            self.bound / 1e6
        )
    }
}

/// Measures a workload; `None` if interrupted.
pub fn measure(workload: &Workload, seconds: f64, peak: &Peak) -> anyhow::Result<Option<Row>> {
    on_threads(workload.threads, || {
        let scenario = workload.scenario()?;
        let Some(start) = workload.start(&scenario)? else { return Ok(None) };
        let Some(timing) = time(&scenario, &start, seconds)? else { return Ok(None) };
        let bound = peak.bound(workload.dimension, timing.stats.neighbours, workload.threads);
        Ok(Some(Row { workload: workload.clone(), timing, bound }))
    })
}
