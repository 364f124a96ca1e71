//! How long each kernel of a step takes: `cargo run --release -p quelea-gpu --example kernels -- BOIDS DIMENSION STEPS
//! [NEAREST]`. With 0 steps, how long the first steps of new flocks take, and of that how long to tell the device.

use quelea::{Engine, Scenario, initial_state};
use quelea_gpu::GpuWorld;
use std::collections::BTreeMap;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let numbers: Vec<usize> = std::env::args().skip(1).map(|word| word.parse()).collect::<Result<_, _>>()?;
    let [boids, dimension, steps] =
        [0, 1, 2].map(|index| numbers.get(index).copied().unwrap_or([1_000_000, 2, 10][index]));
    let ball: f64 =
        if dimension == 2 { std::f64::consts::PI * 2500.0 } else { 4.0 / 3.0 * std::f64::consts::PI * 125e3 };
    let side = (boids as f64 * ball / 30.0).powf(1.0 / dimension as f64);
    let mut scenario = Scenario::preset("p5")?;
    (scenario.general.dimension, scenario.general.space.size) = (dimension, vec![side; dimension]);
    let mut scenario =
        scenario.with("boids", boids as i64)?.with("space.kind", "torus")?.with("start.position", "uniform")?;
    if let Some(nearest) = numbers.get(3) {
        scenario = scenario.with("perception.kind", "nearest")?.with("perception.neighbours", *nearest as i64)?;
    }
    if steps == 0 {
        return if dimension == 2 { restarts::<2>(&scenario) } else { restarts::<3>(&scenario) };
    }
    match dimension {
        2 => time::<2>(&scenario, steps),
        _ => time::<3>(&scenario, steps),
    }
}

fn restarts<const D: usize>(scenario: &Scenario) -> Result<(), Box<dyn std::error::Error>> {
    let state = initial_state(scenario);
    for _ in 0..4 {
        let start = std::time::Instant::now();
        let mut world = GpuWorld::<D>::from_state(scenario, state.clone())?;
        print!("open {:.1} ms;", start.elapsed().as_secs_f64() * 1e3);
        for steps in [1, 1, 8, 8, 8, 64] {
            let start = std::time::Instant::now();
            (0..steps).for_each(|_| world.step());
            let submitted = start.elapsed().as_secs_f64() * 1e3;
            world.wait();
            print!(
                " {steps}: {:.3} ms each ({:.3} to submit)",
                start.elapsed().as_secs_f64() * 1e3 / steps as f64,
                submitted / steps as f64
            );
        }
        println!();
    }
    Ok(())
}

fn time<const D: usize>(scenario: &Scenario, steps: usize) -> Result<(), Box<dyn std::error::Error>> {
    let mut world = GpuWorld::<D>::from_state(scenario, initial_state(scenario))?;
    println!("{}: {}", world.gpu().name(), world.gpu().promise());
    let mut times: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for step in 0..steps + 2 {
        for (kernel, seconds) in world.step_by_kernel()? {
            if step >= 2 {
                times.entry(kernel).or_default().push(seconds);
            }
        }
    }
    let mut sum = 0.0;
    for (kernel, mut seconds) in times {
        seconds.sort_by(f64::total_cmp);
        let median = seconds[seconds.len() / 2];
        sum += median;
        println!("{kernel:<14} {:>9.3} ms", median * 1e3);
    }
    println!("{:<14} {:>9.3} ms", "together", sum * 1e3);
    world.wait();
    let start = std::time::Instant::now();
    (0..steps).for_each(|_| world.step());
    world.wait();
    let per_step = start.elapsed().as_secs_f64() / steps as f64;
    println!("{:<14} {:>9.3} ms  {:.3e} boid-steps/s", "a step", per_step * 1e3, world.len() as f64 / per_step);
    Ok(())
}
