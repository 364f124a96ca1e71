//! An upper bound for this machine or its GPU: its measured peak arithmetic and memory bandwidth against the operations and
//! bytes that a boid-step needs.

use quelea::fast::Width;
use quelea::fast::simd::{Kernel, Lanes};
use std::fmt;
use std::time::Instant;

/// The peak rates of one thread, or of a device.
pub struct Peak {
    of: String,
    is_device: bool,
    /// Additions and multiplications per second, in all lanes.
    operations: f64,
    /// Bytes copied per second.
    bytes: f64,
}

impl Peak {
    /// Measures them: the best of five tries each.
    pub fn measure() -> Self {
        let best = |f: &dyn Fn() -> f64| (0..5).map(|_| f()).fold(0.0, f64::max);
        let of = format!("One thread of this machine ({} lanes)", Width::detect().lanes());
        Peak { of, is_device: false, operations: best(&operations_per_second), bytes: best(&bytes_per_second) }
    }

    /// Measures those of the GPU.
    #[cfg(feature = "gpu")]
    pub fn measure_gpu() -> anyhow::Result<Self> {
        let gpu = quelea_gpu::Gpu::shared()?;
        let peak = quelea_gpu::Peak::measure(&gpu)?;
        let of = format!("{}: {}", gpu.name(), gpu.promise());
        Ok(Peak { of, is_device: true, operations: peak.operations, bytes: peak.bytes })
    }

    /// Boid-steps per second if only perceived neighbours were examined, all lanes were always in use, and nothing
    /// but the state went through memory.
    pub fn bound(&self, dimension: usize, neighbours: f64, threads: usize) -> f64 {
        let d = dimension as f64;
        // Per neighbour: offset d, squared length 2d − 1, two comparisons, three sums of d, two counts, and for
        // the push one comparison, one division and d multiplications.
        let per_neighbour = d + (2.0 * d - 1.0) + 2.0 + 3.0 * d + 2.0 + (2.0 + d);
        // Per boid: three rules, each with a mean, a direction, a seek and a limit; motion and the boundary.
        let per_boid = 3.0 * (10.0 * d + 10.0) + 15.0 * d;
        // The sort and the step each read and write position, velocity and id once; the sort also needs its keys
        // and the order.
        let bytes = 4.0 * (2.0 * d + 1.0) * 4.0 + 16.0;
        let by_arithmetic = self.operations / (neighbours * per_neighbour + per_boid);
        let by_memory = self.bytes / bytes;
        let units = if self.is_device { 1.0 } else { threads as f64 };
        units * by_arithmetic.min(by_memory)
    }
}

impl fmt::Display for Peak {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(
            f,
            "{}, at best: {:.0} billion operations/s, {:.1} GB/s copied.",
            self.of,
            self.operations / 1e9,
            self.bytes / 1e9
        )
    }
}

/// Independent additions and multiplications.
struct Arithmetic;

impl Kernel for Arithmetic {
    type Output = f64;
    #[inline(always)]
    fn run<L: Lanes>(self) -> f64 {
        const CHAINS: usize = 6;
        const ROUNDS: usize = 300_000;
        let (mut sums, mut products) = ([L::splat(1.0); CHAINS], [L::splat(1.0); CHAINS]);
        let (step, factor) = (L::splat(std::hint::black_box(1e-9)), L::splat(std::hint::black_box(1.000_000_1)));
        let start = Instant::now();
        for _ in 0..ROUNDS {
            for chain in 0..CHAINS {
                sums[chain] = sums[chain] + step;
                products[chain] = products[chain] * factor;
            }
        }
        let seconds = start.elapsed().as_secs_f64();
        for chain in 0..CHAINS {
            std::hint::black_box((sums[chain].to_array(), products[chain].to_array()));
        }
        (ROUNDS * CHAINS * 2 * L::N) as f64 / seconds
    }
}

fn operations_per_second() -> f64 {
    Width::detect().run(Arithmetic)
}

/// Copies more than any cache holds. Each byte counts as read once and written once.
fn bytes_per_second() -> f64 {
    let from = vec![1u8; 1 << 27];
    let mut to = vec![0u8; 1 << 27];
    let start = Instant::now();
    to.copy_from_slice(std::hint::black_box(&from));
    std::hint::black_box(&to);
    2.0 * from.len() as f64 / start.elapsed().as_secs_f64()
}
