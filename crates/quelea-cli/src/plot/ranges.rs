//! The range of an axis, and which scale suits its numbers.

use std::ops::Range;

/// The narrowest range relative to its numbers: what is closer differs by rounding alone.
const NARROWEST: f64 = 1e-11;

/// The narrowest range at all, far above the numbers that floats cannot divide.
const SMALLEST: f64 = 1e-290;

/// The range of some numbers with a margin, from 0 if that is not far.
pub fn linear_range(numbers: impl Iterator<Item = f64>) -> Range<f64> {
    let Some((low, high)) = extent(numbers) else { return 0.0..1.0 };
    let least = least_width(low, high);
    // Halves, since the width may overflow.
    let half = high / 2.0 - low / 2.0;
    let margin = match low == high {
        true if low == 0.0 => 0.5,
        true => (low.abs() * 0.1).max(least),
        false => (half * 0.12).max(least),
    };
    let from_zero = low == 0.0 || (low > 0.0 && low < 0.5 * high);
    let start = if from_zero { 0.0 } else { low - margin };
    start.max(f64::MIN)..(high + margin).min(f64::MAX)
}

/// The range from the least to the greatest of some numbers, with a margin only if they hardly differ.
pub fn tight_range(numbers: impl Iterator<Item = f64>) -> Range<f64> {
    let Some((low, high)) = extent(numbers) else { return 0.0..1.0 };
    match high / 2.0 - low / 2.0 > least_width(low, high) {
        true => low..high,
        false if low == high && low.abs() < 1e6 => low - 0.5..high + 0.5,
        false => linear_range([low, high].into_iter()),
    }
}

/// The least and the greatest finite number.
pub fn extent(numbers: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    let finite = numbers.filter(|x| x.is_finite());
    let (low, high) = finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
    (low <= high).then_some((low, high))
}

fn least_width(low: f64, high: f64) -> f64 {
    (low.abs().max(high.abs()) * NARROWEST).max(SMALLEST)
}

/// The powers of ten that enclose some numbers, for a logarithmic axis; a decade around a single number.
pub fn log_range(numbers: impl Iterator<Item = f64>) -> Range<f64> {
    let Some((low, high)) = extent(numbers.filter(|x| *x > 0.0).map(f64::log10)) else { return 1.0..10.0 };
    let (low, high) = if low < high { (low.floor(), high.ceil()) } else { (low - 0.5, high + 0.5) };
    10f64.powf(low).max(f64::MIN_POSITIVE)..10f64.powf(high).min(f64::MAX)
}

/// Whether increasing numbers have nearly equal ratios but not nearly equal differences, and so belong on a
/// logarithmic axis.
pub fn is_geometric(numbers: &[f64]) -> bool {
    let evenly_spaced = |numbers: &[f64]| {
        let steps = numbers.windows(2).map(|pair| pair[1] - pair[0]);
        let (least, most) = steps.fold((f64::INFINITY, 0.0), |(least, most), x| (x.min(least), x.max(most)));
        most <= TOLERANCE * least
    };
    let logarithms: Vec<f64> = numbers.iter().map(|x| x.ln()).collect();
    let positive = numbers.iter().all(|x| *x > 0.0 && x.is_finite());
    numbers.len() > 2 && positive && evenly_spaced(&logarithms) && !evenly_spaced(numbers)
}

/// The largest ratio of two steps that count as equal: 1, 2, 5, 10 and 10, 30, 100 are geometric.
const TOLERANCE: f64 = 1.35;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_with_equal_ratios_are_geometric() {
        for ratios in [&[0.001, 0.1, 10.0][..], &[1.0, 2.0, 5.0, 10.0], &[10.0, 30.0, 100.0], &[1.0, 1.5, 2.236, 3.344]]
        {
            assert!(is_geometric(ratios), "{ratios:?}");
        }
        for others in [&[1.0, 100.0][..], &[5.0, 6.0, 7.0], &[0.0, 1.0, 10.0], &[10.0, 10.9, 12.0], &[1.0, 2.0, 50.0]] {
            assert!(!is_geometric(others), "{others:?}");
        }
        assert!(!is_geometric(&[-4.0, -2.0, -1.0]) && !is_geometric(&[f64::NAN, 1.0, 2.0]) && !is_geometric(&[]));
    }

    #[test]
    fn a_linear_range_encloses_its_numbers() {
        assert_eq!(linear_range([0.2, 0.9].into_iter()).start, 0.0);
        let narrow = linear_range([10.0, 10.5].into_iter());
        assert!(narrow.start > 9.0 && narrow.start < 10.0 && narrow.end > 10.5);
        for constant in [0.0, 3.0, -2.0] {
            let range = linear_range([constant, constant].into_iter());
            assert!(range.start <= constant && range.end > constant);
        }
        assert_eq!(linear_range(std::iter::empty()), 0.0..1.0);
        assert_eq!(linear_range([f64::NAN].into_iter()), 0.0..1.0);
    }

    #[test]
    fn a_tight_range_ends_at_its_numbers() {
        assert_eq!(tight_range([400.0, 0.0, 8.0].into_iter()), 0.0..400.0);
        assert_eq!(tight_range([7.0].into_iter()), 6.5..7.5);
    }

    #[test]
    fn a_log_range_encloses_its_numbers() {
        assert_eq!(log_range([2000.0, 5e5].into_iter()), 1e3..1e6);
        assert_eq!(log_range([1e3, 1e7].into_iter()), 1e3..1e7);
        let single = log_range([100.0].into_iter());
        assert!(single.start < 40.0 && single.end > 300.0, "{single:?}");
        assert_eq!(log_range(std::iter::empty()), 1.0..10.0);
        let wide = log_range([5e-324, 1.7e308].into_iter());
        assert!(wide.start > 0.0 && wide.end.is_finite());
    }
}
