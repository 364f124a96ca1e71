//! Order and noise: how well a flock aligns, as a function of how strongly its boids wander, as CSV.
//!
//! Each row is the mean of some runs that differ only in their seed, over the last quarter of their steps.
//!
//! ```text
//! cargo run --release -p quelea --example parameter_sweep > order.csv
//! cargo run --release -p quelea --example parameter_sweep -- 1000 20 > order.csv    # more boids, more seeds
//! ```

use quelea::{Measures, Scenario, Simulation};
use rayon::prelude::*;

const STEPS: u64 = 400;

/// The values of the parameter.
const WEIGHTS: [f64; 7] = [0.0, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0];

/// A flock that aligns with the neighbours it perceives, and wanders.
fn scenario(boids: usize, weight: f64, seed: u64) -> Result<Scenario, quelea::ScenarioError> {
    // Ten neighbours on average, whatever the number of boids.
    let side = (boids as f64 * std::f64::consts::PI * 100.0 / 10.0).sqrt();
    Scenario::builder()
        .set("boids", boids)
        .set("seed", seed)
        .set("space.size", [side, side])
        .set("perception.radius", 10)
        .set("separation.radius", 3)
        .set("separation.weight", 0.1)
        .set("cohesion.weight", 0.0)
        .set("alignment.weight", 0.1)
        .set("wander.weight", weight)
        .set("start.velocity", "heading")
        .set("start.speed", 1)
        .set("motion.min_speed", 1)
        .set("motion.max_speed", 1)
        .build()
}

/// The measures of one run, every ten steps of its last quarter.
fn run(scenario: &Scenario) -> Vec<Measures> {
    let mut flock = Simulation::new(scenario).expect("the scenario is valid");
    flock.run(STEPS - STEPS / 4);
    let mut measured = Vec::new();
    for _ in 0..STEPS / 4 / 10 {
        flock.run(10);
        measured.push(flock.measure());
    }
    measured
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<usize>().expect("boids, then seeds"));
    let boids = numbers.next().unwrap_or(150);
    let seeds = numbers.next().unwrap_or(4) as u64;

    println!("wander_weight,seeds,polarisation,milling,clusters,mean_nearest_distance");
    for weight in WEIGHTS {
        let scenarios = (1..=seeds).map(|seed| scenario(boids, weight, seed)).collect::<Result<Vec<_>, _>>()?;
        // Runs are independent, so each takes a thread.
        let measured: Vec<Measures> = scenarios.par_iter().flat_map(run).collect();
        let mean = |value: fn(&Measures) -> f64| measured.iter().map(value).sum::<f64>() / measured.len() as f64;
        println!(
            "{weight},{seeds},{:.4},{:.4},{:.2},{:.3}",
            mean(|measures| measures.polarisation),
            mean(|measures| measures.milling),
            mean(|measures| measures.clusters as f64),
            mean(|measures| measures.mean_nearest_distance)
        );
    }
    Ok(())
}
