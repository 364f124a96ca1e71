//! Numbers along an axis: round numbers in a range, and their labels.

use crate::files::format_number;
use std::ops::Range;

/// The longest label that is written in full.
const MAX_LABEL: usize = 8;

/// Round numbers along a linear axis.
pub struct Ticks {
    /// Each number with its label.
    pub marks: Vec<(f64, String)>,
    /// What the labels leave out, to follow the name of the axis: ` − 0.9999`. Empty if nothing.
    pub offset: String,
}

impl Ticks {
    /// At most this many multiples of 1, 2 or 5 times a power of ten within a range from [`super::ranges`].
    pub fn linear(range: &Range<f64>, most: usize) -> Self {
        // Halves, since the width of a range may overflow.
        let half = range.end / 2.0 - range.start / 2.0;
        if !(half > 0.0 && half.is_finite()) {
            return Ticks { marks: vec![(range.start, tick(range.start))], offset: String::new() };
        }
        let most = most.max(2);
        let lowest = (half / most as f64).log10().floor() as i32;
        let steps = (lowest..lowest + 4).flat_map(|power| [1, 2, 5].map(|digit| Step { digit, power }));
        let fitting = steps.map(|step| (step, step.multiples(range))).find(|(_, found)| found.clone().count() <= most);
        let Some((step, multiples)) = fitting else {
            return Ticks { marks: Vec::new(), offset: String::new() };
        };
        let numbers: Vec<f64> = multiples.clone().map(|multiple| parse(multiple * step.digit, step.power)).collect();
        let texts = labels(&numbers);
        let base = (range.start / parse(1, step.power + 1)).floor() as i64;
        if base == 0 || texts.iter().all(|text| text.len() <= MAX_LABEL) {
            return Ticks { marks: numbers.into_iter().zip(texts).collect(), offset: String::new() };
        }
        let above: Vec<f64> = multiples.map(|multiple| parse(multiple * step.digit - base * 10, step.power)).collect();
        let sign = if base > 0 { '−' } else { '+' };
        let offset = format!(" {sign} {}", format_number(parse(base.abs(), step.power + 1)));
        Ticks { marks: numbers.into_iter().zip(labels(&above)).collect(), offset }
    }
}

/// The distance of two ticks: a digit times a power of ten.
#[derive(Clone, Copy)]
struct Step {
    digit: i64,
    power: i32,
}

impl Step {
    /// The multiples of the step in a range. A millionth of a step outside is inside, since quotients are rounded.
    fn multiples(self, range: &Range<f64>) -> std::ops::RangeInclusive<i64> {
        let step = parse(self.digit, self.power);
        (range.start / step - 1e-6).ceil() as i64..=(range.end / step + 1e-6).floor() as i64
    }
}

/// A whole number times a power of ten. Parsed, since 10⁻³ computed as a power is not always 0.001.
pub fn parse(number: i64, power: i32) -> f64 {
    format!("{number}e{power}").parse().unwrap_or(f64::NAN)
}

/// A tick label, as short as possible.
pub fn tick(x: f64) -> String {
    with_digits(x, 4)
}

/// Labels of increasing numbers, with as many digits as it takes to tell them apart and to place them.
pub fn labels(numbers: &[f64]) -> Vec<String> {
    let gap = |a: Option<&f64>, b: Option<&f64>| a.zip(b).map_or(f64::INFINITY, |(a, b)| (b - a).abs());
    let is_close = |digits: usize| {
        numbers.iter().enumerate().all(|(index, x)| {
            let before = index.checked_sub(1).and_then(|before| numbers.get(before));
            let gap = gap(before, Some(x)).min(gap(Some(x), numbers.get(index + 1)));
            let label: f64 = with_digits(*x, digits).parse().unwrap_or(f64::NAN);
            gap.is_infinite() || (label - x).abs() <= 0.02 * gap
        })
    };
    let digits = (4..17).find(|digits| is_close(*digits)).unwrap_or(17);
    numbers.iter().map(|x| with_digits(*x, digits)).collect()
}

/// A number with about so many significant digits, without zeros at the end.
fn with_digits(x: f64, digits: usize) -> String {
    if x == 0.0 {
        return "0".to_owned();
    }
    let size = x.abs();
    let trim = |digits: &str| match digits.contains('.') {
        true => digits.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => digits.to_owned(),
    };
    if !(1e-3..1e6).contains(&size) {
        let text = format!("{x:.*e}", digits - 2);
        // 1.50e7 is 1.5e7.
        let (digits, power) = text.split_once('e').unwrap_or((&text, "0"));
        return format!("{}e{power}", trim(digits));
    }
    let decimals = (digits as i32 - 1 - size.log10().floor() as i32).max(0) as usize;
    trim(&format!("{x:.decimals$}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::ranges::{linear_range, tight_range};

    fn marks(range: Range<f64>, most: usize) -> Vec<String> {
        Ticks::linear(&range, most).marks.into_iter().map(|(_, label)| label).collect()
    }

    #[test]
    fn ticks_are_short() {
        let ticks = [0.0, 1.0, 0.25, 0.1 + 0.2, 1500.0, 12345.6, 2e7, -1.5e-7, 0.001].map(tick);
        assert_eq!(ticks, ["0", "1", "0.25", "0.3", "1500", "12346", "2e7", "-1.5e-7", "0.001"]);
    }

    #[test]
    fn ticks_are_round_numbers_within_the_range() {
        assert_eq!(marks(0.0..1.06, 6), ["0", "0.2", "0.4", "0.6", "0.8", "1"]);
        assert_eq!(marks(0.1..0.7, 8), ["0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7"]);
        assert_eq!(marks(-130.0..400.0, 6), ["-100", "0", "100", "200", "300", "400"]);
    }

    #[test]
    fn ticks_of_a_narrow_range_differ_and_their_offset_is_named() {
        let narrow = Ticks::linear(&(0.99999912..0.99999987), 6);
        let labels: Vec<&str> = narrow.marks.iter().map(|(_, label)| label.as_str()).collect();
        assert_eq!(labels, ["2e-7", "4e-7", "6e-7", "8e-7"]);
        assert_eq!(narrow.offset, " − 0.999999");
        assert_eq!(marks(1.0002..1.0008, 4), ["1.0002", "1.0004", "1.0006", "1.0008"]);
        assert_eq!(Ticks::linear(&(-1e9..-1e9 + 3.0), 4).offset, " + 1000000000");
        assert_eq!(labels_of(&[1.0001, 1.00015, 2.0]), ["1.0001", "1.00015", "2"]);
    }

    fn labels_of(numbers: &[f64]) -> Vec<String> {
        labels(numbers)
    }

    /// Lists of numbers at the edge of what a float can hold.
    fn extremes() -> Vec<Vec<f64>> {
        let lists: [&[f64]; 14] = [
            &[-1e308, 1e308],
            &[f64::MIN, f64::MAX],
            &[f64::MAX, f64::MAX],
            &[1e308, 1.7e308],
            &[0.0, 5e-324],
            &[-5e-324, 1e-310],
            &[f64::MIN_POSITIVE],
            &[f64::NAN, f64::INFINITY, f64::NEG_INFINITY],
            &[f64::NAN, 2.0, f64::INFINITY],
            &[1.0, 1.0 + f64::EPSILON],
            &[1e300, 1e300 + 1e284],
            &[-7.5],
            &[0.0, 0.0],
            &[1e-300, 3.0],
        ];
        lists.iter().map(|list| list.to_vec()).collect()
    }

    #[test]
    fn any_numbers_have_a_few_ticks_with_different_labels() {
        for numbers in extremes() {
            for range in [linear_range(numbers.iter().copied()), tight_range(numbers.iter().copied())] {
                assert!(range.start.is_finite() && range.end.is_finite() && range.start < range.end, "{numbers:?}");
                assert!(numbers.iter().all(|x| !x.is_finite() || (range.start <= *x && *x <= range.end)));
                for most in [2, 5, 6, 8] {
                    let labels = marks(range.clone(), most);
                    assert!((1..=most).contains(&labels.len()), "{numbers:?}: {labels:?}");
                    assert!(labels.windows(2).all(|pair| pair[0] != pair[1]), "{numbers:?}: {labels:?}");
                }
            }
        }
    }
}
