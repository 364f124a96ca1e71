//! Power laws.

use super::series::Estimate;

/// A power law y = factor · xᵉˣᵖᵒⁿᵉⁿᵗ.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct PowerLaw {
    /// The exponent, with its standard error.
    pub exponent: Estimate,
    /// The value at x = 1.
    pub factor: f64,
}

/// Fits a power law to points (x, y): the straight line of least squares through their logarithms. Points that are not
/// above 0 are left out; `None` with fewer than two different x. With two points the error is NaN.
///
/// ```
/// use quelea::measures::fit::power_law;
///
/// let law = power_law(&[(1.0, 3.0), (2.0, 12.0), (4.0, 48.0)]).unwrap();
/// assert!((law.exponent.value - 2.0).abs() < 1e-12 && (law.factor - 3.0).abs() < 1e-12);
/// ```
pub fn power_law(points: &[(f64, f64)]) -> Option<PowerLaw> {
    let positive = points.iter().filter(|(x, y)| *x > 0.0 && *y > 0.0 && x.is_finite() && y.is_finite());
    let logarithms: Vec<(f64, f64)> = positive.map(|(x, y)| (libm::log(*x), libm::log(*y))).collect();
    let count = logarithms.len() as f64;
    let mean_x = logarithms.iter().map(|point| point.0).sum::<f64>() / count;
    let mean_y = logarithms.iter().map(|point| point.1).sum::<f64>() / count;
    let squares: f64 = logarithms.iter().map(|(x, _)| (x - mean_x) * (x - mean_x)).sum();
    if logarithms.len() < 2 || squares <= 0.0 {
        return None;
    }
    let slope = logarithms.iter().map(|(x, y)| (x - mean_x) * (y - mean_y)).sum::<f64>() / squares;
    let residuals: f64 =
        logarithms.iter().map(|(x, y)| y - mean_y - slope * (x - mean_x)).map(|residual| residual * residual).sum();
    let error = if logarithms.len() > 2 { libm::sqrt(residuals / (count - 2.0) / squares) } else { f64::NAN };
    let factor = libm::exp(mean_y - slope * mean_x);
    Some(PowerLaw { exponent: Estimate { value: slope, error }, factor })
}
