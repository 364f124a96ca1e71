//! Numbers along an axis: tick labels, ranges, and which scale suits them.

use std::ops::Range;

/// A tick label, as short as possible.
pub fn tick(x: f64) -> String {
    if x == 0.0 {
        return "0".to_owned();
    }
    let size = x.abs();
    if !(1e-3..1e6).contains(&size) {
        let text = format!("{x:.2e}");
        // 1.50e7 is 1.5e7.
        let (digits, power) = text.split_once('e').unwrap_or((&text, "0"));
        return format!("{}e{power}", digits.trim_end_matches('0').trim_end_matches('.'));
    }
    let digits = (3 - size.log10().floor() as i32).clamp(0, 6) as usize;
    let text = format!("{x:.digits$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// The range of some numbers with a margin, from 0 if that is not far.
pub fn linear_range(numbers: impl Iterator<Item = f64>) -> Range<f64> {
    let finite = numbers.filter(|x| x.is_finite());
    let (low, high) = finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
    if low > high {
        return 0.0..1.0;
    }
    let width = high - low;
    let margin = if width > 0.0 { width * 0.06 } else { (high.abs() * 0.1).max(0.5) };
    let from_zero = low >= 0.0 && low < 0.5 * high.max(width);
    (if from_zero || low == 0.0 { 0.0 } else { low - margin })..high + margin
}

/// The powers of ten that enclose some numbers, for a logarithmic axis; a decade around a single number.
pub fn log_range(numbers: impl Iterator<Item = f64>) -> Range<f64> {
    let powers = numbers.filter(|x| x.is_finite() && *x > 0.0).map(f64::log10);
    let (low, high) = powers.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
    if low > high {
        return 1.0..10.0;
    }
    let (low, high) = if low < high { (low.floor(), high.ceil()) } else { (low - 0.5, high + 0.5) };
    10f64.powf(low)..10f64.powf(high)
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
    numbers.len() > 2 && numbers.iter().all(|x| *x > 0.0) && evenly_spaced(&logarithms) && !evenly_spaced(numbers)
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
    fn ticks_are_short() {
        let ticks = [0.0, 1.0, 0.25, 0.1 + 0.2, 1500.0, 12345.6, 2e7, -1.5e-7, 0.001].map(tick);
        assert_eq!(ticks, ["0", "1", "0.25", "0.3", "1500", "12346", "2e7", "-1.5e-7", "0.001"]);
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
    fn a_log_range_encloses_its_numbers() {
        assert_eq!(log_range([2000.0, 5e5].into_iter()), 1e3..1e6);
        assert_eq!(log_range([1e3, 1e7].into_iter()), 1e3..1e7);
        let single = log_range([100.0].into_iter());
        assert!(single.start < 40.0 && single.end > 300.0, "{single:?}");
        assert_eq!(log_range(std::iter::empty()), 1.0..10.0);
    }
}
