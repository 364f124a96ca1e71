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

/// The least time of a step of each flock. They step in turn, so that whatever else the machine does slows all
/// of them alike. The first steps are not counted: nobody is inside an obstacle any more after them.
fn times<const D: usize>(scenarios: &[Scenario]) -> Vec<f64> {
    let mut worlds: Vec<_> = scenarios.iter().map(|scenario| World::<D>::new(scenario).expect("it is valid")).collect();
    worlds.iter_mut().for_each(|world| (0..20).for_each(|_| world.step()));
    let mut least = vec![f64::INFINITY; worlds.len()];
    for _ in 0..100 {
        for (world, least) in worlds.iter_mut().zip(&mut least) {
            let begin = Instant::now();
            world.step();
            *least = least.min(begin.elapsed().as_secs_f64());
        }
    }
    least
}

fn compare<const D: usize>() {
    let (plain, side) = flock(D);
    let surrounded = |method: AvoidMethod, reach: f64| {
        let mut scenario = plain.clone();
        scenario.obstacles = obstacles(D, side);
        let avoid = &mut scenario.first.species.avoid;
        (avoid.method, avoid.reach, avoid.strength) = (method, reach, 0.0001);
        scenario
    };
    let near = surrounded(AvoidMethod::ForceField, 1.0);
    let everywhere = surrounded(AvoidMethod::ForceField, side);
    let steer = surrounded(AvoidMethod::Steer, 0.0);
    let times = times::<D>(&[plain, near, everywhere, steer]);
    let names = ["no obstacles", "force field, felt as far as boids see", "force field, felt everywhere", "steer"];
    for (name, time) in names.iter().zip(&times) {
        println!("| {D}D | {name} | {:.1} ms | {:.2} |", 1e3 * time, time / times[0]);
    }
}

fn main() {
    println!("| | 50 obstacles, {BOIDS} boids | a step | times |\n|---|---|---|---|");
    compare::<2>();
    compare::<3>();
}
