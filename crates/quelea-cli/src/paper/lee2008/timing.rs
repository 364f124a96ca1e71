//! The speed of several methods on the same flock, on one thread.

use super::method::Method;
use crate::files::{Table, Values};
use crate::interrupt;
use crate::statistics::median;
use quelea::{Scenario, Simulation, State};
use std::time::Instant;

/// The times of one method.
pub struct MethodTimes {
    pub method: Method,
    /// Seconds per frame in each round.
    pub rounds: Vec<f64>,
}

impl MethodTimes {
    /// Frames per second in the median round.
    pub fn frames_per_second(&self) -> f64 {
        1.0 / median(&self.rounds)
    }
}

/// How much is timed.
#[derive(Clone, Copy)]
pub struct Rounds {
    pub count: usize,
    /// Frames per method and round.
    pub frames: usize,
}

/// Times several methods, each on its own copy of the flock. They take turns, so that other load on the machine
/// slows all of them alike. As in the paper, the copies diverge. `None` if interrupted.
pub fn time_methods(
    flock: &Scenario,
    start: &State,
    methods: &[Method],
    rounds: Rounds,
) -> anyhow::Result<Option<Vec<MethodTimes>>> {
    let mut copies = Vec::new();
    for method in methods {
        let copy = Simulation::from_state(&method.scenario(flock), start.clone())?;
        copies.push((copy, MethodTimes { method: *method, rounds: Vec::new() }));
    }
    let one_thread = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    let finished = one_thread.install(|| {
        for _ in 0..rounds.count {
            for (copy, times) in &mut copies {
                if interrupt::requested() {
                    return false;
                }
                // Comparing all pairs is so slow that fewer frames must do.
                let frames = if times.method == Method::Basic { rounds.frames.div_ceil(10) } else { rounds.frames };
                let start = Instant::now();
                copy.run(frames as u64);
                times.rounds.push(start.elapsed().as_secs_f64() / frames as f64);
            }
        }
        true
    });
    Ok(finished.then(|| copies.into_iter().map(|(_, times)| times).collect()))
}

/// Every round of some comparisons, each given by boids, k and the times of its methods.
pub fn raw_table<'a>(comparisons: impl Iterator<Item = (usize, usize, &'a [MethodTimes])>) -> Table {
    let rows: Vec<(usize, usize, Method, usize, f64)> = comparisons
        .flat_map(|(boids, neighbours, all_times)| {
            all_times.iter().flat_map(move |times| {
                let rounds = times.rounds.iter().enumerate();
                rounds.map(move |(round, seconds)| (boids, neighbours, times.method, round, *seconds))
            })
        })
        .collect();
    Table::new(vec![
        ("boids".to_owned(), Values::Integer(rows.iter().map(|row| row.0 as i64).collect())),
        ("k".to_owned(), Values::Integer(rows.iter().map(|row| row.1 as i64).collect())),
        ("method".to_owned(), Values::Text(rows.iter().map(|row| row.2.name()).collect())),
        ("stop".to_owned(), Values::Text(rows.iter().map(|row| row.2.stop().to_owned()).collect())),
        ("round".to_owned(), Values::Integer(rows.iter().map(|row| row.3 as i64).collect())),
        ("seconds_per_frame".to_owned(), Values::Double(rows.iter().map(|row| row.4).collect())),
    ])
}
