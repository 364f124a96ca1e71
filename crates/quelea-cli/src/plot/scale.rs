//! How numbers stand along an axis.

use std::ops::Range;

/// A number beside an axis: as short as it can be.
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

/// From the smallest to the largest number, with some air, and from 0 where that is not far.
pub fn span(numbers: impl Iterator<Item = f64>) -> Range<f64> {
    let finite = numbers.filter(|x| x.is_finite());
    let (low, high) = finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
    if low > high {
        return 0.0..1.0;
    }
    let wide = high - low;
    let air = if wide > 0.0 { wide * 0.06 } else { (high.abs() * 0.1).max(0.5) };
    let from_zero = low >= 0.0 && low < 0.5 * high.max(wide);
    (if from_zero || low == 0.0 { 0.0 } else { low - air })..high + air
}

/// From the power of ten below the smallest number to that above the largest, for a logarithmic axis; a decade
/// round a number that is alone.
pub fn decades(numbers: impl Iterator<Item = f64>) -> Range<f64> {
    let powers = numbers.filter(|x| x.is_finite() && *x > 0.0).map(f64::log10);
    let (low, high) = powers.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
    if low > high {
        return 1.0..10.0;
    }
    let (low, high) = if low < high { (low.floor(), high.ceil()) } else { (low - 0.5, high + 0.5) };
    10f64.powf(low)..10f64.powf(high)
}

/// Whether numbers in their order have nearly equal ratios, and not nearly equal differences: then they are best
/// seen along a logarithmic axis.
pub fn by_ratios(numbers: &[f64]) -> bool {
    let even = |numbers: &[f64]| {
        let steps = numbers.windows(2).map(|pair| pair[1] - pair[0]);
        let (least, most) = steps.fold((f64::INFINITY, 0.0), |(least, most), x| (x.min(least), x.max(most)));
        most <= UNEVEN * least
    };
    let logarithms: Vec<f64> = numbers.iter().map(|x| x.ln()).collect();
    numbers.len() > 2 && numbers.iter().all(|x| *x > 0.0) && even(&logarithms) && !even(numbers)
}

/// How much longer than the shortest step the longest may be: 1, 2, 5, 10 and 10, 30, 100 have equal ratios.
const UNEVEN: f64 = 1.35;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_at_equal_ratios_are_known() {
        for ratios in [&[0.001, 0.1, 10.0][..], &[1.0, 2.0, 5.0, 10.0], &[10.0, 30.0, 100.0], &[1.0, 1.5, 2.236, 3.344]]
        {
            assert!(by_ratios(ratios), "{ratios:?}");
        }
        for others in [&[1.0, 100.0][..], &[5.0, 6.0, 7.0], &[0.0, 1.0, 10.0], &[10.0, 10.9, 12.0], &[1.0, 2.0, 50.0]] {
            assert!(!by_ratios(others), "{others:?}");
        }
        assert!(!by_ratios(&[-4.0, -2.0, -1.0]) && !by_ratios(&[f64::NAN, 1.0, 2.0]) && !by_ratios(&[]));
    }

    #[test]
    fn ticks_are_short() {
        let ticks = [0.0, 1.0, 0.25, 0.1 + 0.2, 1500.0, 12345.6, 2e7, -1.5e-7, 0.001].map(tick);
        assert_eq!(ticks, ["0", "1", "0.25", "0.3", "1500", "12346", "2e7", "-1.5e-7", "0.001"]);
    }

    #[test]
    fn a_span_has_room_for_what_is_in_it() {
        assert_eq!(span([0.2, 0.9].into_iter()).start, 0.0);
        let narrow = span([10.0, 10.5].into_iter());
        assert!(narrow.start > 9.0 && narrow.start < 10.0 && narrow.end > 10.5);
        for constant in [0.0, 3.0, -2.0] {
            let span = span([constant, constant].into_iter());
            assert!(span.start <= constant && span.end > constant);
        }
        assert_eq!(span(std::iter::empty()), 0.0..1.0);
        assert_eq!(span([f64::NAN].into_iter()), 0.0..1.0);
    }

    #[test]
    fn decades_hold_what_is_in_them() {
        assert_eq!(decades([2000.0, 5e5].into_iter()), 1e3..1e6);
        assert_eq!(decades([1e3, 1e7].into_iter()), 1e3..1e7);
        let alone = decades([100.0].into_iter());
        assert!(alone.start < 40.0 && alone.end > 300.0, "{alone:?}");
        assert_eq!(decades(std::iter::empty()), 1.0..10.0);
    }
}
