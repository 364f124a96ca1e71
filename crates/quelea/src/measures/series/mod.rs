//! Statistics of a measure over time: mean with block error, susceptibility, Binder cumulant, histogram.
//!
//! Samples of a flock are correlated in time, so their spread divided by the root of their number understates the
//! error of a mean. [`block_average`] groups them into blocks longer than the correlation time; the errors of
//! [`TimeStatistics`] leave out one such block at a time.
//!
//! ```
//! use quelea::measures::series::TimeStatistics;
//!
//! let polarisation = [0.61, 0.58, 0.64, 0.60, 0.59, 0.63, 0.62, 0.61];
//! let statistics = TimeStatistics::new(&polarisation, 400);
//! assert!((statistics.mean.value - 0.61).abs() < 1e-12);
//! // N (⟨φ²⟩ − ⟨φ⟩²)
//! assert!((statistics.susceptibility.value - 0.14).abs() < 1e-9);
//! // An ordered flock: close to 2/3.
//! assert!((statistics.binder.value - 2.0 / 3.0).abs() < 0.01);
//! ```

mod blocks;
mod histogram;

use blocks::FEWEST;
pub use blocks::{BlockAverage, block_average};
pub use histogram::Histogram;

/// A number and its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The number.
    pub value: f64,
    /// Its standard error; NaN if there are too few samples to tell.
    pub error: f64,
}

/// What the samples of an order parameter say about a flock: mean, susceptibility and Binder cumulant with errors.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct TimeStatistics {
    /// The number of samples.
    pub samples: usize,
    /// The time average ⟨φ⟩.
    pub mean: Estimate,
    /// The susceptibility χ = N (⟨φ²⟩ − ⟨φ⟩²).
    pub susceptibility: Estimate,
    /// The Binder cumulant G = 1 − ⟨φ⁴⟩ / (3⟨φ²⟩²).
    pub binder: Estimate,
    /// The number of samples in a block.
    pub block: usize,
    /// Whether blocks were long enough for the errors to stop growing; if not, errors are lower bounds.
    pub converged: bool,
}

impl TimeStatistics {
    /// The statistics of equally spaced samples of an order parameter of this many boids. All values are NaN without
    /// samples.
    pub fn new(samples: &[f64], boids: usize) -> Self {
        let BlockAverage { mean, block, converged, .. } = block_average(samples);
        let jackknifed = |statistic: &dyn Fn(Moments) -> f64| Estimate {
            value: statistic(Moments::of(samples)),
            error: jackknife(samples, block, statistic),
        };
        TimeStatistics {
            samples: samples.len(),
            mean,
            susceptibility: jackknifed(&|moments| boids as f64 * moments.variance()),
            binder: jackknifed(&Moments::binder),
            block,
            converged,
        }
    }
}

/// The susceptibility N (⟨φ²⟩ − ⟨φ⟩²) of samples of an order parameter.
pub fn susceptibility(samples: &[f64], boids: usize) -> f64 {
    boids as f64 * Moments::of(samples).variance()
}

/// The Binder cumulant 1 − ⟨φ⁴⟩ / (3⟨φ²⟩²) of samples of an order parameter: 2/3 in perfect order, 1/3 in isotropic
/// disorder in 2D and 4/9 in 3D; below 0 where order and disorder coexist.
pub fn binder_cumulant(samples: &[f64]) -> f64 {
    Moments::of(samples).binder()
}

/// Sums of powers, of the deviations from a fixed number for the variance, which would otherwise cancel.
#[derive(Clone, Copy)]
struct Moments {
    count: f64,
    origin: f64,
    deviations: [f64; 2],
    second: f64,
    fourth: f64,
}

impl Moments {
    fn of(samples: &[f64]) -> Self {
        Self::about(samples, samples.iter().sum::<f64>() / samples.len() as f64)
    }

    fn about(samples: &[f64], origin: f64) -> Self {
        let mut moments =
            Moments { count: samples.len() as f64, origin, deviations: [0.0; 2], second: 0.0, fourth: 0.0 };
        for x in samples {
            let deviation = x - origin;
            moments.deviations[0] += deviation;
            moments.deviations[1] += deviation * deviation;
            moments.second += x * x;
            moments.fourth += x * x * x * x;
        }
        moments
    }

    fn without(self, part: Moments) -> Self {
        Moments {
            count: self.count - part.count,
            origin: self.origin,
            deviations: [self.deviations[0] - part.deviations[0], self.deviations[1] - part.deviations[1]],
            second: self.second - part.second,
            fourth: self.fourth - part.fourth,
        }
    }

    fn variance(self) -> f64 {
        let mean = self.deviations[0] / self.count;
        (self.deviations[1] / self.count - mean * mean).max(0.0)
    }

    fn binder(self) -> f64 {
        let second = self.second / self.count;
        1.0 - self.fourth / self.count / (3.0 * second * second)
    }
}

/// The standard error of a statistic: from its values without one block each.
fn jackknife(samples: &[f64], block: usize, statistic: &dyn Fn(Moments) -> f64) -> f64 {
    let blocks = samples.len() / block.max(1);
    if blocks < FEWEST {
        return f64::NAN;
    }
    // The incomplete block at the end counts in none.
    let samples = &samples[..blocks * block];
    let whole = Moments::of(samples);
    let values: Vec<f64> =
        samples.chunks(block).map(|part| statistic(whole.without(Moments::about(part, whole.origin)))).collect();
    let count = blocks as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    libm::sqrt(squares * (count - 1.0) / count)
}

#[cfg(test)]
mod tests;
