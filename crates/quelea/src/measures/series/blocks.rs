//! Means of correlated samples, with an error from blocks.

use super::Estimate;

/// The mean of correlated samples.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct BlockAverage {
    /// The mean of all samples, with its standard error.
    pub mean: Estimate,
    /// The number of samples in a block.
    pub block: usize,
    /// The number of complete blocks.
    pub blocks: usize,
    /// Whether blocks were long enough for the error to stop growing; if not, it is a lower bound.
    pub converged: bool,
}

/// The fewest blocks from which an error is taken: its own relative error is then 1/√14, about a quarter.
pub(super) const FEWEST: usize = 8;

/// The mean of equally spaced samples and its standard error.
///
/// The error is the standard deviation of the means of blocks, divided by the root of their number. The length B of the
/// blocks is doubled from 1 (Flyvbjerg and Petersen 1989) until B³ > 2n (e_B/e_1)⁴, n being the number of samples and
/// e_B the error from blocks of that length: (e_B/e_1)² is the number of samples that count as one, so the rule asks
/// for blocks longer than the correlation time, by more the longer the series is. With fewer than 8 such blocks the
/// largest error of the shorter ones is taken, and the average has not converged. Fewer than two samples have no error.
pub fn block_average(samples: &[f64]) -> BlockAverage {
    let count = samples.len() as f64;
    let value = samples.iter().sum::<f64>() / count;
    let mut average =
        BlockAverage { mean: Estimate { value, error: f64::NAN }, block: 1, blocks: samples.len(), converged: false };
    let Some(first) = error_of_blocks(samples, 1) else { return average };
    average.mean.error = first;
    let mut block = 1;
    while samples.len() / block >= FEWEST {
        let Some(error) = error_of_blocks(samples, block) else { break };
        let length = block as f64;
        let ratio = if first > 0.0 { error / first } else { 1.0 };
        let converged = first == 0.0 || length * length * length > 2.0 * count * (ratio * ratio) * (ratio * ratio);
        if converged || error >= average.mean.error {
            average = BlockAverage { mean: Estimate { value, error }, block, blocks: samples.len() / block, converged };
        }
        if converged {
            break;
        }
        block *= 2;
    }
    average
}

/// The standard error of the mean from blocks of this length; `None` for fewer than two.
fn error_of_blocks(samples: &[f64], block: usize) -> Option<f64> {
    let means: Vec<f64> = samples.chunks_exact(block).map(|part| part.iter().sum::<f64>() / block as f64).collect();
    if means.len() < 2 {
        return None;
    }
    let count = means.len() as f64;
    // About the first, so that equal samples have no error at all.
    let mean = means[0] + means.iter().map(|x| x - means[0]).sum::<f64>() / count;
    let squares: f64 = means.iter().map(|x| (x - mean) * (x - mean)).sum();
    Some(libm::sqrt(squares / (count - 1.0) / count))
}
