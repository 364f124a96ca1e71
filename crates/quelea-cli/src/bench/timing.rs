//! The time that steps take.

use crate::interrupt;
use anyhow::bail;
use quelea::engine::StepStats;
use quelea::{Scenario, Simulation, State};
use std::time::{Duration, Instant};

/// What was measured of a flock.
pub struct Timing {
    boids: usize,
    /// The median over all steps.
    seconds_per_step: f64,
    pub stats: StepStats,
    memory_bytes: usize,
}

impl Timing {
    pub fn steps_per_second(&self) -> f64 {
        1.0 / self.seconds_per_step
    }

    /// Boid-steps per second.
    pub fn rate(&self) -> f64 {
        self.boids as f64 / self.seconds_per_step
    }

    /// State, copy and index.
    pub fn bytes_per_boid(&self) -> f64 {
        self.memory_bytes as f64 / self.boids.max(1) as f64
    }

    /// All threads together.
    pub fn nanoseconds_per_neighbour(&self) -> f64 {
        1e9 / self.rate() / self.stats.neighbours.max(1.0)
    }
}

/// Does work on this many threads.
pub fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> anyhow::Result<T> + Send) -> anyhow::Result<T> {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build()?.install(work)
}

/// The number of steps after which the flock starts again: a uniform flock would soon cluster, and its boids
/// perceive more neighbours than asked for.
const STEPS_PER_START: usize = 8;

/// How long a device is kept busy before it is timed, if it had nothing to do for so long.
#[cfg(feature = "gpu")]
const SECONDS_TO_WARM_UP: f64 = 0.7;
const MAX_IDLE_SECONDS: f64 = 0.1;

/// Keeps the device of a flock busy until its clock has risen: it fell while the flock was prepared.
fn warm_up(flock: &Simulation) -> anyhow::Result<()> {
    #[cfg(feature = "gpu")]
    if flock.info().device.is_some() {
        quelea_gpu::warm_up(&*quelea_gpu::Gpu::shared()?, SECONDS_TO_WARM_UP)?;
    }
    let _ = flock;
    Ok(())
}

/// Times the steps of a flock; `None` if interrupted.
pub fn time(scenario: &Scenario, start: &State, seconds: f64) -> anyhow::Result<Option<Timing>> {
    let mut steps: Vec<Duration> = Vec::new();
    let mut flock = Simulation::from_state(scenario, start.clone())?;
    let mut last: Option<Instant> = None;
    loop {
        if last.is_none_or(|last| last.elapsed().as_secs_f64() > MAX_IDLE_SECONDS) {
            warm_up(&flock)?;
        }
        // Warm-up: the first steps touch new memory and have no distances from earlier ones.
        (0..2).for_each(|_| flock.step());
        flock.wait();
        // Steps on a device are on their way while the next ones are prepared, so they are timed together.
        let together = if flock.info().device.is_some() { STEPS_PER_START } else { 1 };
        for _ in 0..STEPS_PER_START / together {
            let start = Instant::now();
            (0..together).for_each(|_| flock.step());
            flock.wait();
            steps.push(start.elapsed() / together as u32);
            if interrupt::requested() {
                return Ok(None);
            }
        }
        last = Some(Instant::now());
        if steps.iter().sum::<Duration>().as_secs_f64() * together as f64 >= seconds {
            break;
        }
        flock.restart(scenario, start.clone())?;
    }
    steps.sort_unstable();
    let info = flock.info();
    if let Some(failure) = info.device.and_then(|device| device.failure) {
        bail!("{failure}");
    }
    Ok(Some(Timing {
        boids: flock.len(),
        seconds_per_step: steps[steps.len() / 2].as_secs_f64().max(1e-9),
        stats: flock.stats(2000),
        memory_bytes: info.memory_bytes,
    }))
}
