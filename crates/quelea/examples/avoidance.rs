//! Compares the two ways of avoiding obstacles, scene by scene, and prints the tables of
//! docs/surroundings.md.
//!
//! ```text
//! cargo run --release -p quelea --example avoidance            # 10,000 steps, 20 seeds
//! cargo run --release -p quelea --example avoidance -- 1000 3  # shorter
//! ```

use quelea::reference::obstacles::Obstacles;
use quelea::scenario::settings::AvoidMethod;
use quelea::{Scenario, State, World};
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

/// Nearer than this to a surface a boid counts as rounding it.
const ROUNDING: f64 = 20.0;

/// What was seen in one or several runs.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    /// How many times a boid had its centre in an obstacle, and how many times it was looked at.
    inside: u64,
    looks: u64,
    /// The smallest distance from a surface; negative inside.
    nearest: f64,
    /// The largest turn in one step while rounding, in degrees.
    turn: f64,
    /// How many turns while rounding were sharper than 45 degrees.
    sharp: u64,
    /// How many boids there were, how many of them had left the trap within 2,000 steps, and how many were outside
    /// at the last of these: some fly back in.
    boids: u64,
    left: u64,
    outside: u64,
}

impl Seen {
    fn and(self, other: Seen) -> Seen {
        Seen {
            inside: self.inside + other.inside,
            looks: self.looks + other.looks,
            nearest: self.nearest.min(other.nearest),
            turn: self.turn.max(other.turn),
            sharp: self.sharp + other.sharp,
            boids: self.boids + other.boids,
            left: self.left + other.left,
            outside: self.outside + other.outside,
        }
    }
}

/// Runs one scene with one seed and looks at every boid after every step.
fn watch<const D: usize>(scenario: &Scenario, steps: u64) -> Seen {
    let obstacles = Obstacles::<D>::of(scenario);
    let mut world = World::<D>::new(scenario).expect("the scenes are valid");
    let mut headings: Vec<Option<[f64; D]>> = world.state().velocities.iter().map(unit).collect();
    let mut left = vec![false; headings.len()];
    let mut seen = Seen { nearest: f64::INFINITY, boids: headings.len() as u64, ..Seen::default() };
    for step in 1..=steps {
        world.step();
        let state: State<D> = world.state();
        for (id, position) in state.positions.iter().enumerate() {
            let distance = obstacles.distance(*position, step);
            seen.looks += 1;
            seen.inside += u64::from(distance < 0.0);
            seen.nearest = seen.nearest.min(distance);
            let Some(heading) = unit(&state.velocities[id]) else { continue };
            if let Some(last) = headings[id].replace(heading)
                && distance < ROUNDING
            {
                let turn = angle(last, heading);
                seen.turn = seen.turn.max(turn);
                seen.sharp += u64::from(turn > 45.0);
            }
            if step <= 2000 {
                left[id] |= !in_the_trap(*position);
            }
            if step == 2000 {
                seen.outside += u64::from(!in_the_trap(*position));
            }
        }
    }
    seen.left = left.iter().filter(|left| **left).count() as u64;
    seen
}

/// Whether a place is between the walls of the U.
fn in_the_trap<const D: usize>(place: [f64; D]) -> bool {
    (90.0..200.0).contains(&place[0]) && (60.0..140.0).contains(&place[1])
}

fn unit<const D: usize>(v: &[f64; D]) -> Option<[f64; D]> {
    let length = v.iter().map(|x| x * x).sum::<f64>().sqrt();
    (length > 0.0).then(|| v.map(|x| x / length))
}

fn angle<const D: usize>(a: [f64; D], b: [f64; D]) -> f64 {
    let cosine: f64 = (0..D).map(|axis| a[axis] * b[axis]).sum();
    cosine.clamp(-1.0, 1.0).acos().to_degrees()
}

/// One boid alone at a long wall along y = 0: how far it turns from its course at most, the sharpest turn in a
/// step, the least share of its speed, and how near it comes.
fn alone(method: AvoidMethod, from: [f64; 2], heading: [f64; 2]) -> (f64, f64, f64, f64) {
    let text = format!(
        "boids = 1\nspace.kind = 'open'\navoid.method = '{method}'\n[[obstacle]]\nshape = 'half-space'\ncentre = [0, 0]\nnormal = [0, 1]"
    );
    let scenario = Scenario::from_toml(&text).expect("it is valid");
    let state = State {
        positions: vec![from],
        velocities: vec![heading.map(|x| 2.0 * x)],
        species: vec![0],
        ..State::default()
    };
    let mut world = World::<2>::from_state(&scenario, state).expect("it fits");
    let (mut off, mut turn, mut slowest, mut nearest) = (0.0f64, 0.0f64, 1.0f64, f64::INFINITY);
    let mut last = heading;
    for _ in 0..200 {
        world.step();
        let state = world.state();
        let (velocity, position) = (state.velocities[0], state.positions[0]);
        slowest = slowest.min(velocity[0].hypot(velocity[1]) / 2.0);
        nearest = nearest.min(position[1]);
        if let Some(now) = unit(&velocity) {
            off = off.max(angle(heading, now));
            turn = turn.max(angle(last, now));
            last = now;
        }
    }
    (off, turn, slowest, nearest)
}

fn main() {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u64>().expect("steps, then seeds"));
    let steps = numbers.next().unwrap_or(10_000);
    let seeds = numbers.next().unwrap_or(20);

    println!("Every boid, {steps} steps, {seeds} seeds:\n");
    println!(
        "| scene | method | centres inside | nearest to a surface | largest turn in a step | turns over 45° | left the trap in 2,000 steps, and outside then |"
    );
    println!("|---|---|---|---|---|---|---|");
    for (name, text) in SCENES {
        for method in METHODS {
            let mut scenario = Scenario::from_named_toml(name, text).unwrap_or_else(|error| panic!("{error}"));
            scenario.first.species.avoid.method = method;
            let run = |seed: u64| {
                let mut scenario = scenario.clone();
                scenario.general.seed = seed;
                if scenario.general.dimension == 3 {
                    watch::<3>(&scenario, steps)
                } else {
                    watch::<2>(&scenario, steps)
                }
            };
            let none = Seen { nearest: f64::INFINITY, ..Seen::default() };
            let seen = (1..=seeds).into_par_iter().map(run).reduce(|| none, Seen::and);
            let left = match name {
                "u-trap" => {
                    let share = |count: u64| 100.0 * count as f64 / seen.boids as f64;
                    format!("{:.1} %, {:.1} %", share(seen.left), share(seen.outside))
                }
                _ => "–".to_owned(),
            };
            println!(
                "| {name} | {method} | {} of {} | {:.2} | {:.1}° | {} | {left} |",
                seen.inside, seen.looks, seen.nearest, seen.turn, seen.sharp
            );
        }
    }

    println!("\nOne boid alone at a long wall, its body's radius being 0.5:\n");
    println!("| flight | method | off its course | largest turn in a step | least speed | nearest to the wall |");
    println!("|---|---|---|---|---|---|");
    let mut flights = vec![("straight at it".to_owned(), [0.0, 60.0], [0.0, -1.0])];
    flights.push(("at 45°".to_owned(), [0.0, 60.0], [0.5f64.sqrt(), -(0.5f64.sqrt())]));
    for distance in [0.51, 1.0, 5.0, 20.0] {
        flights.push((format!("parallel, {distance} away"), [0.0, distance], [1.0, 0.0]));
    }
    for (flight, from, heading) in flights {
        for method in METHODS {
            let (off, turn, slowest, nearest) = alone(method, from, heading);
            println!("| {flight} | {method} | {off:.2}° | {turn:.1}° | {:.0} % | {nearest:.2} |", 100.0 * slowest);
        }
    }
}
