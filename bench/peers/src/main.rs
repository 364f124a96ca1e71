//! Runs Quelea, krABMaga and the crate `boids` in turn on one workload, and prints a table. See README.md for
//! how the workloads differ.

mod boids_crate;
mod krabmaga_flockers;
mod ours;

use std::time::Instant;

/// About how many neighbours a boid has.
pub const NEIGHBOURS: f64 = 30.0;

/// Something that steps a flock.
type Step = Box<dyn FnMut()>;

fn main() {
    let sizes: Vec<usize> = std::env::args().skip(1).map(|size| size.parse().expect("a number of boids")).collect();
    let sizes = if sizes.is_empty() { vec![10_000, 100_000, 1_000_000] } else { sizes };
    println!("| boids | system | million boid-steps/s | Quelea is faster by |");
    println!("|---|---|---|---|");
    for boids in sizes {
        let mut systems: Vec<(&str, Step)> = vec![
            ("Quelea, all threads", ours::flock(boids, 0)),
            ("Quelea, one thread", ours::flock(boids, 1)),
            ("krABMaga 0.6.2", krabmaga_flockers::flock(boids)),
        ];
        // Its time grows with the square of the number: at more than this a step takes minutes.
        if boids <= 10_000 {
            systems.push(("boids 0.1.0, all threads", boids_crate::flock(boids)));
        }
        let mut times = vec![Vec::new(); systems.len()];
        for (_, step) in &mut systems {
            step();
        }
        // In turn, so that whatever else the machine does befalls all alike.
        for _ in 0..7 {
            for (index, (_, step)) in systems.iter_mut().enumerate() {
                let began = Instant::now();
                let mut steps = 0;
                while steps == 0 || began.elapsed().as_secs_f64() < 0.2 {
                    step();
                    steps += 1;
                }
                times[index].push(began.elapsed().as_secs_f64() / f64::from(steps));
            }
        }
        let rates: Vec<f64> = times.iter_mut().map(|times| boids as f64 / median(times) / 1e6).collect();
        for ((name, _), rate) in systems.iter().zip(&rates) {
            println!("| {boids} | {name} | {rate:.3} | {:.1} × |", rates[0] / rate);
        }
    }
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
