//! Runs Quelea and other systems on one workload, size by size, and prints a table. See README.md for how the
//! workloads differ.

mod boids_crate;
mod krabmaga_flockers;
mod ours;

use std::process::Command;
use std::time::Instant;

/// About how many neighbours a boid has.
pub const NEIGHBOURS: f64 = 30.0;

/// Something that steps a flock.
type Step = Box<dyn FnMut()>;

/// Something that makes one, evenly spread.
type Start = Box<dyn Fn() -> Step>;

/// How often each system is measured. The median counts.
const ROUNDS: usize = 7;
/// How many steps are timed at once: few, since a flock that is left alone clusters, and each boid then has more
/// neighbours than was asked for.
const STEPS: u32 = 8;
/// Where everyone is compared with everyone, the time grows with the square of the number: at more than this a step
/// takes minutes.
const MOST_SLOW: usize = 10_000;

fn main() {
    let sizes: Vec<usize> = std::env::args().skip(1).map(|size| size.parse().expect("a number of boids")).collect();
    let sizes = if sizes.is_empty() { vec![1_000, 10_000, 100_000, 1_000_000] } else { sizes };
    println!("| boids | system | million boid-steps/s | Quelea is faster by |");
    println!("|---|---|---|---|");
    for boids in sizes {
        let mut systems: Vec<(&str, Start)> = vec![
            ("Quelea, all threads", Box::new(move || ours::flock(boids, 0))),
            ("Quelea, one thread", Box::new(move || ours::flock(boids, 1))),
            ("krABMaga 0.6.2", Box::new(move || krabmaga_flockers::flock(boids))),
        ];
        if boids <= MOST_SLOW {
            systems.push(("boids 0.1.0, all threads", Box::new(move || boids_crate::flock(boids))));
        }
        let mut times = vec![Vec::new(); systems.len()];
        // In turn, so that whatever else the machine does befalls all alike.
        for _ in 0..ROUNDS {
            for ((_, start), times) in systems.iter().zip(&mut times) {
                times.push(seconds_per_step(start()));
            }
        }
        let rates = times.iter_mut().map(|times| boids as f64 / median(times) / 1e6);
        let mut rows: Vec<(&str, f64)> = systems.iter().map(|(name, _)| *name).zip(rates).collect();
        if boids <= MOST_SLOW {
            rows.push(("Mesa 3.3.1", printed_by(".venv/bin/python", "mesa_flockers.py", boids)));
            rows.push(("p5 1.11", printed_by("node", "p5_flock.mjs", boids)));
        }
        let ours = rows[0].1;
        for (name, rate) in rows {
            println!("| {boids} | {name} | {rate:.4} | {:.1} × |", ours / rate);
        }
    }
}

/// Times some steps after the first one, or as many of them as begin within a second.
fn seconds_per_step(mut step: Step) -> f64 {
    step();
    let began = Instant::now();
    let mut steps = 0;
    while steps == 0 || steps < STEPS && began.elapsed().as_secs_f64() < 1.0 {
        step();
        steps += 1;
    }
    began.elapsed().as_secs_f64() / f64::from(steps)
}

/// What a program in another language measured: million boid-steps per second.
fn printed_by(program: &str, file: &str, boids: usize) -> f64 {
    let output = Command::new(program).args([file, &boids.to_string()]).output();
    let output = output.unwrap_or_else(|error| panic!("{program} {file}: {error}"));
    let text = String::from_utf8_lossy(&output.stdout);
    text.trim().parse().unwrap_or_else(|_| panic!("{file}: {text}{}", String::from_utf8_lossy(&output.stderr)))
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
