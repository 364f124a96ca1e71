//! How often a measure has which value.

/// Counts of samples in bins of equal width.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Histogram {
    /// The lower end of the first bin.
    pub low: f64,
    /// The width of a bin.
    pub width: f64,
    /// The number of samples in each bin.
    pub counts: Vec<u64>,
    /// The number of samples outside all bins.
    pub outside: u64,
}

impl Histogram {
    /// Counts the samples from `low` to `high` in this many bins. The last bin includes its upper end: a polarisation
    /// of 1 is in it.
    ///
    /// ```
    /// use quelea::measures::series::Histogram;
    ///
    /// let histogram = Histogram::new(&[0.1, 0.15, 0.9, 1.0], 0.0, 1.0, 2);
    /// assert_eq!(histogram.counts, [2, 2]);
    /// assert_eq!(histogram.densities(), [(0.25, 1.0), (0.75, 1.0)]);
    /// ```
    pub fn new(samples: &[f64], low: f64, high: f64, bins: usize) -> Self {
        let bins = bins.max(1);
        let mut histogram = Histogram { low, width: (high - low) / bins as f64, counts: vec![0; bins], outside: 0 };
        for sample in samples {
            let bin = (sample - low) / histogram.width;
            match bin {
                bin if bin >= 0.0 && *sample <= high => histogram.counts[(bin as usize).min(bins - 1)] += 1,
                _ => histogram.outside += 1,
            }
        }
        histogram
    }

    /// The middle of each bin and the probability density there: the densities times the width add up to 1.
    pub fn densities(&self) -> Vec<(f64, f64)> {
        let total: u64 = self.counts.iter().sum();
        let density = |count: u64| if total == 0 { 0.0 } else { count as f64 / (total as f64 * self.width) };
        let middle = |bin: usize| self.low + (bin as f64 + 0.5) * self.width;
        self.counts.iter().enumerate().map(|(bin, count)| (middle(bin), density(*count))).collect()
    }
}
