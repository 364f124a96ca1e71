//! Compares the two methods of obstacle avoidance, scene by scene, and prints the tables of the documentation.
//!
//! ```text
//! cargo run --release -p quelea --example avoidance                 # 1,000 steps, 3 seeds
//! cargo run --release -p quelea --example avoidance -- 10000 20     # as documented
//! ```

use quelea::model::environment::Obstacles;
use quelea::model::settings::AvoidMethod;
use quelea::{Scenario, Simulation, State};
use rayon::prelude::*;

const SCENES: [(&str, &str); 6] = [
    ("wall", include_str!("../scenarios/scenes/wall.toml")),
    ("corner", include_str!("../scenarios/scenes/corner.toml")),
    ("u-trap", include_str!("../scenarios/scenes/u-trap.toml")),
    ("gate", include_str!("../scenarios/scenes/gate.toml")),
    ("spheres", include_str!("../scenarios/scenes/spheres.toml")),
    ("moving", include_str!("../scenarios/scenes/moving.toml")),
];

const METHODS: [AvoidMethod; 2] = [AvoidMethod::ForceField, AvoidMethod::Steer];

/// The distance from a surface within which the turns of a boid are measured.
const NEAR: f64 = 20.0;

/// The step by which boids should have left the trap.
const TRAP_STEPS: u64 = 2000;

/// What was observed in one or several runs.
#[derive(Clone, Copy, Debug)]
struct Observed {
    /// How often the centre of a boid was inside an obstacle, of how many observations.
    inside: u64,
    observations: u64,
    /// The smallest distance from a surface; negative inside.
    nearest: f64,
    /// The largest turn in one step near a surface, in degrees.
    turn: f64,
    /// How many turns near a surface were sharper than 45 degrees.
    sharp: u64,
    /// How many boids there were, how many of them had left the trap within [`TRAP_STEPS`], and how many were outside
    /// at the last of these: some fly back in.
    boids: u64,
    left: u64,
    outside: u64,
}

impl Observed {
    /// Nothing yet.
    const NONE: Observed = Observed {
        inside: 0,
        observations: 0,
        nearest: f64::INFINITY,
        turn: 0.0,
        sharp: 0,
        boids: 0,
        left: 0,
        outside: 0,
    };

    fn merge(self, other: Observed) -> Observed {
        Observed {
            inside: self.inside + other.inside,
            observations: self.observations + other.observations,
            nearest: self.nearest.min(other.nearest),
            turn: self.turn.max(other.turn),
            sharp: self.sharp + other.sharp,
            boids: self.boids + other.boids,
            left: self.left + other.left,
            outside: self.outside + other.outside,
        }
    }
}

/// Runs one scene and observes every boid after every step.
fn observe<const D: usize>(scenario: &Scenario, steps: u64) -> Observed {
    let obstacles = Obstacles::<D>::new(scenario);
    let mut flock = Simulation::new(scenario).expect("the scenes are valid");
    let mut headings: Vec<_> = flock.state().velocities.as_arrays::<D>().iter().map(unit).collect();
    let mut left = vec![false; flock.len()];
    let mut observed = Observed { boids: flock.len() as u64, ..Observed::NONE };
    for step in 1..=steps {
        flock.step();
        let state = flock.state();
        let (positions, velocities) = (state.positions.as_arrays::<D>(), state.velocities.as_arrays::<D>());
        for (id, position) in positions.iter().enumerate() {
            let distance = obstacles.distance(*position, step);
            observed.observations += 1;
            observed.inside += u64::from(distance < 0.0);
            observed.nearest = observed.nearest.min(distance);
            let Some(heading) = unit(&velocities[id]) else { continue };
            if let Some(last) = headings[id].replace(heading)
                && distance < NEAR
            {
                let turn = angle(last, heading);
                observed.turn = observed.turn.max(turn);
                observed.sharp += u64::from(turn > 45.0);
            }
            if step <= TRAP_STEPS {
                left[id] |= !in_trap(position);
            }
            if step == TRAP_STEPS.min(steps) {
                observed.outside += u64::from(!in_trap(position));
            }
        }
    }
    observed.left = left.iter().filter(|left| **left).count() as u64;
    observed
}

/// Whether a position is between the walls of the U.
fn in_trap(position: &[f64]) -> bool {
    (90.0..200.0).contains(&position[0]) && (60.0..140.0).contains(&position[1])
}

fn unit<const D: usize>(v: &[f64; D]) -> Option<[f64; D]> {
    let length = v.iter().map(|x| x * x).sum::<f64>().sqrt();
    (length > 0.0).then(|| v.map(|x| x / length))
}

fn angle<const D: usize>(a: [f64; D], b: [f64; D]) -> f64 {
    let cosine: f64 = (0..D).map(|axis| a[axis] * b[axis]).sum();
    cosine.clamp(-1.0, 1.0).acos().to_degrees()
}

/// A single boid at a long wall along y = 0.
struct Flight {
    /// The largest angle between its heading and its course, in degrees.
    deviation: f64,
    /// The largest turn in one step, in degrees.
    turn: f64,
    /// The lowest speed, as a fraction of that at the start.
    slowest: f64,
    /// The smallest distance from the wall.
    nearest: f64,
}

/// Flies a single boid for 200 steps.
fn fly(method: AvoidMethod, position: [f64; 2], heading: [f64; 2]) -> Flight {
    let text = format!(
        "boids = 1\nspace.kind = 'open'\navoid.method = '{method}'\n
         [[obstacle]]\nshape = 'half-space'\ncentre = [0, 0]\nnormal = [0, 1]"
    );
    let scenario = Scenario::from_toml(&text).expect("it is valid");
    let state = State::from_arrays(vec![position], vec![heading.map(|x| 2.0 * x)]);
    let mut flock = Simulation::from_state(&scenario, state).expect("it fits");
    let mut flight = Flight { deviation: 0.0, turn: 0.0, slowest: 1.0, nearest: f64::INFINITY };
    let mut last = heading;
    for _ in 0..200 {
        flock.step();
        let state = flock.state();
        let velocity = state.velocities.as_arrays::<2>()[0];
        flight.slowest = flight.slowest.min(velocity[0].hypot(velocity[1]) / 2.0);
        flight.nearest = flight.nearest.min(state.positions[0][1]);
        if let Some(now) = unit(&velocity) {
            flight.deviation = flight.deviation.max(angle(heading, now));
            flight.turn = flight.turn.max(angle(last, now));
            last = now;
        }
    }
    flight
}

fn print_scenes(steps: u64, seeds: u64) {
    println!("Every boid, {steps} steps, {seeds} seeds:\n");
    let by = TRAP_STEPS.min(steps);
    println!(
        "| scene | method | centres inside | nearest to a surface | largest turn in a step | turns over 45° | left the trap in {by} steps, and outside then |"
    );
    println!("|---|---|---|---|---|---|---|");
    for (name, text) in SCENES {
        for method in METHODS {
            let mut scenario = Scenario::from_named_toml(name, text).unwrap_or_else(|error| panic!("{error}"));
            scenario.species[0].settings.avoid.method = method;
            let run = |seed: u64| {
                let mut scenario = scenario.clone();
                scenario.general.seed = seed;
                match scenario.general.dimension {
                    3 => observe::<3>(&scenario, steps),
                    _ => observe::<2>(&scenario, steps),
                }
            };
            let observed = (1..=seeds).into_par_iter().map(run).reduce(|| Observed::NONE, Observed::merge);
            let left = match name {
                "u-trap" => {
                    let percent = |count: u64| 100.0 * count as f64 / observed.boids as f64;
                    format!("{:.1} %, {:.1} %", percent(observed.left), percent(observed.outside))
                }
                _ => "–".to_owned(),
            };
            println!(
                "| {name} | {method} | {} of {} | {:.2} | {:.1}° | {} | {left} |",
                observed.inside, observed.observations, observed.nearest, observed.turn, observed.sharp
            );
        }
    }
}

fn print_flights() {
    println!("\nA single boid at a long wall; the radius of its body is 0.5:\n");
    println!("| flight | method | off its course | largest turn in a step | lowest speed | nearest to the wall |");
    println!("|---|---|---|---|---|---|");
    let mut flights = vec![
        ("straight at it".to_owned(), [0.0, 60.0], [0.0, -1.0]),
        ("at 45°".to_owned(), [0.0, 60.0], [0.5f64.sqrt(), -(0.5f64.sqrt())]),
    ];
    for distance in [0.51, 1.0, 5.0, 20.0] {
        flights.push((format!("parallel, {distance} away"), [0.0, distance], [1.0, 0.0]));
    }
    for (name, position, heading) in flights {
        for method in METHODS {
            let Flight { deviation, turn, slowest, nearest } = fly(method, position, heading);
            let slowest = 100.0 * slowest;
            println!("| {name} | {method} | {deviation:.2}° | {turn:.1}° | {slowest:.0} % | {nearest:.2} |");
        }
    }
}

fn main() {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u64>().expect("steps, then seeds"));
    let steps = numbers.next().unwrap_or(1_000);
    let seeds = numbers.next().unwrap_or(3);
    print_scenes(steps, seeds);
    print_flights();
}
