//! The cost of obstacles: the time of a step with 50 obstacles and without.
//!
//! ```text
//! cargo run --release -p quelea --example obstacle_cost                  # 2,000 boids, 5 timed steps
//! cargo run --release -p quelea --example obstacle_cost -- 100000 100    # as documented
//! ```

use quelea::model::settings::{AvoidMethod, Obstacle};
use quelea::state::random::{Random, Stream};
use quelea::{Scenario, Simulation};
use std::time::Instant;

const NEIGHBOURS: f64 = 30.0;
const OBSTACLES: u32 = 50;

/// A flock on a torus in which every boid has about thirty neighbours within a distance of 1, and the side of the
/// torus.
fn flock(dimension: usize, boids: usize) -> (Scenario, f64) {
    let ball = if dimension == 2 { std::f64::consts::PI } else { 4.0 / 3.0 * std::f64::consts::PI };
    let side = (boids as f64 * ball / NEIGHBOURS).powf(1.0 / dimension as f64);
    let size = vec![format!("{side}"); dimension].join(",");
    let text = format!(
        "dimension = {dimension}\nboids = {boids}\nbody = 0.05\n
         space = {{ kind = 'torus', size = [{size}] }}\nperception.radius = 1\n
         separation = {{ radius = 0.5, weight = 1.5, response = 'seek', limit = 0.001 }}\n
         alignment = {{ response = 'seek', limit = 0.001 }}\ncohesion = {{ response = 'seek', limit = 0.001 }}\n
         start = {{ velocity = 'heading', speed = 0.06 }}\nmotion.max_speed = 0.06\n"
    );
    (Scenario::from_toml(&text).unwrap_or_else(|error| panic!("{error}")), side)
}

/// Balls, each a twentieth of the world wide.
fn obstacles(dimension: usize, side: f64) -> Vec<Obstacle> {
    let ball = |number| {
        let mut random = Random::new(1, 0, number, Stream::StartPosition);
        let centre: Vec<f64> = (0..dimension).map(|_| side * random.unit()).collect();
        Obstacle::sphere(centre, side / 40.0)
    };
    (0..OBSTACLES).map(ball).collect()
}

/// The shortest time of a step of each flock. They step in turn, so that other work on the machine slows all of them
/// alike. The first steps are not timed: after them no boid is inside an obstacle.
fn shortest_times(scenarios: &[Scenario], steps: u64) -> Vec<f64> {
    let mut flocks: Vec<_> = scenarios.iter().map(|scenario| Simulation::new(scenario).expect("it is valid")).collect();
    flocks.iter_mut().for_each(|flock| flock.run(steps.div_ceil(5)));
    let mut shortest = vec![f64::INFINITY; flocks.len()];
    for _ in 0..steps {
        for (flock, shortest) in flocks.iter_mut().zip(&mut shortest) {
            let begin = Instant::now();
            flock.step();
            *shortest = shortest.min(begin.elapsed().as_secs_f64());
        }
    }
    shortest
}

fn compare(dimension: usize, boids: usize, steps: u64) {
    let (without, side) = flock(dimension, boids);
    let with = |method: AvoidMethod, reach: f64| {
        let mut scenario = without.clone();
        scenario.obstacles = obstacles(dimension, side);
        let avoid = &mut scenario.species[0].settings.avoid;
        (avoid.method, avoid.reach, avoid.strength) = (method, reach, 0.0001);
        scenario
    };
    let near = with(AvoidMethod::ForceField, 1.0);
    let everywhere = with(AvoidMethod::ForceField, side);
    let steer = with(AvoidMethod::Steer, 0.0);
    let times = shortest_times(&[without, near, everywhere, steer], steps);
    let names =
        ["no obstacles", "force field, as far as boids perceive", "force field, across the whole world", "steer"];
    for (name, time) in names.iter().zip(&times) {
        println!("| {dimension}D | {name} | {:.2} ms | {:.2} |", 1e3 * time, time / times[0]);
    }
}

fn main() {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u64>().expect("boids, then steps"));
    let boids = numbers.next().unwrap_or(2_000) as usize;
    let steps = numbers.next().unwrap_or(5);
    println!("| | {OBSTACLES} obstacles, {boids} boids | a step | ratio |\n|---|---|---|---|");
    compare(2, boids, steps);
    compare(3, boids, steps);
}
