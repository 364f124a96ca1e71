//! What obstacles cost: the time of a step of 100,000 boids with 50 obstacles and without.
//!
//! ```text
//! cargo run --release -p quelea --example obstacle_cost
//! ```

use quelea::random::{Random, Stream};
use quelea::scenario::settings::{AvoidMethod, Obstacle};
use quelea::{Scenario, World};
use std::time::Instant;

const BOIDS: usize = 100_000;
const NEIGHBOURS: f64 = 30.0;

/// A flock in which everyone has some thirty neighbours within a distance of 1, on a torus.
fn flock(dimension: usize) -> (Scenario, f64) {
    let ball = if dimension == 2 { std::f64::consts::PI } else { 4.0 / 3.0 * std::f64::consts::PI };
    let side = (BOIDS as f64 * ball / NEIGHBOURS).powf(1.0 / dimension as f64);
    let size = vec![format!("{side}"); dimension].join(",");
    let text = format!(
        "dimension = {dimension}\nboids = {BOIDS}\nbody = 0.05\n
         space = {{ kind = 'torus', size = [{size}] }}\nperception.radius = 1\n
         separation = {{ radius = 0.5, weight = 1.5, response = 'seek', limit = 0.001 }}\n
         alignment = {{ response = 'seek', limit = 0.001 }}\ncohesion = {{ response = 'seek', limit = 0.001 }}\n
         start = {{ velocity = 'heading', speed = 0.06 }}\nmotion.max_speed = 0.06\n"
    );
    (Scenario::from_toml(&text).unwrap_or_else(|error| panic!("{error}")), side)
}

/// Fifty balls, each as wide as a twentieth of the world.
fn obstacles(dimension: usize, side: f64) -> Vec<Obstacle> {
    let ball = |number| {
        let mut random = Random::new(1, 0, number, Stream::StartPosition);
        let centre = (0..dimension).map(|_| side * random.unit()).collect();
        Obstacle { centre, radius: side / 40.0, ..Obstacle::default() }
    };
    (0..50).map(ball).collect()
}

/// The mean time of a step, after some that are not counted: nobody is inside an obstacle any more then.
fn time<const D: usize>(scenario: &Scenario) -> f64 {
    let mut world = World::<D>::new(scenario).expect("it is valid");
    (0..20).for_each(|_| world.step());
    let begin = Instant::now();
    (0..50).for_each(|_| world.step());
    begin.elapsed().as_secs_f64() / 50.0
}

fn compare<const D: usize>() {
    let (plain, side) = flock(D);
    let without = time::<D>(&plain);
    println!("| {D}D | no obstacles | {:.2} ms | 1 |", 1e3 * without);
    for (method, reach) in [(AvoidMethod::ForceField, 50.0), (AvoidMethod::ForceField, 1.0), (AvoidMethod::Steer, 0.0)]
    {
        let mut scenario = plain.clone();
        scenario.obstacles = obstacles(D, side);
        let avoid = &mut scenario.first.species.avoid;
        (avoid.method, avoid.reach) = (method, reach);
        avoid.strength = 0.0001;
        let with = time::<D>(&scenario);
        let reach = if method == AvoidMethod::Steer { String::new() } else { format!(", reach {reach}") };
        println!("| {D}D | {method}{reach} | {:.2} ms | {:.2} |", 1e3 * with, with / without);
    }
}

fn main() {
    println!("| | 50 obstacles, {BOIDS} boids | a step | times |\n|---|---|---|---|");
    compare::<2>();
    compare::<3>();
}
