//! The scale of an axis: where values are drawn, and which ticks it has.

use crate::plot::ticks::{Ticks, parse, tick};
use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};
use plotters::coord::types::RangedCoordf64;
use std::ops::Range;

/// The scale of an axis.
pub enum AxisScale {
    Linear(Range<f64>, Ticks),
    /// Both ends are above 0.
    Logarithmic(Range<f64>),
    /// Words at the positions 0, 1, 2, …
    Words(Vec<String>),
}

impl AxisScale {
    /// A linear scale with at most this many ticks.
    pub fn linear(range: Range<f64>, most: usize) -> Self {
        let ticks = Ticks::linear(&range, most);
        AxisScale::Linear(range, ticks)
    }

    /// The name of the axis, with what its labels leave out.
    pub fn name(&self, label: &str) -> String {
        match self {
            AxisScale::Linear(_, ticks) => format!("{label}{}", ticks.offset),
            _ => label.to_owned(),
        }
    }

    /// The length of the longest label, in characters.
    pub fn longest_label(&self) -> usize {
        let length = |text: &String| text.chars().count();
        match self {
            AxisScale::Linear(_, ticks) => ticks.marks.iter().map(|(_, text)| length(text)).max(),
            AxisScale::Words(words) => words.iter().map(length).max(),
            AxisScale::Logarithmic(_) => None,
        }
        .unwrap_or(0)
    }
}

impl Ranged for AxisScale {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        let linear = |start: f64, end: f64, value: f64| {
            // Halves, since the width of a range may overflow.
            let fraction = (value / 2.0 - start / 2.0) / (end / 2.0 - start / 2.0);
            RangedCoordf64::from(0.0..1.0).map(&fraction, limit)
        };
        match self {
            AxisScale::Logarithmic(range) => linear(range.start.ln(), range.end.ln(), value.ln()),
            _ => linear(self.range().start, self.range().end, *value),
        }
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        let most = hint.max_num_points().max(1);
        match self {
            AxisScale::Linear(_, ticks) => ticks.marks.iter().map(|(x, _)| *x).collect(),
            AxisScale::Logarithmic(range) => round_numbers(range, most),
            // Not more words than are legible, and no ticks between them.
            AxisScale::Words(words) => {
                (0..words.len()).step_by(words.len().div_ceil(most).max(1)).map(|x| x as f64).collect()
            }
        }
    }

    fn range(&self) -> Range<f64> {
        match self {
            AxisScale::Linear(range, _) | AxisScale::Logarithmic(range) => range.clone(),
            AxisScale::Words(words) => -0.5..words.len() as f64 - 0.5,
        }
    }
}

impl ValueFormatter<f64> for AxisScale {
    fn format_ext(&self, value: &f64) -> String {
        match self {
            AxisScale::Words(words) => words.get(value.round() as usize).cloned().unwrap_or_default(),
            AxisScale::Linear(_, ticks) => {
                let found = ticks.marks.iter().find(|(x, _)| x == value);
                found.map_or_else(|| tick(*value), |(_, label)| label.clone())
            }
            AxisScale::Logarithmic(_) => tick(*value),
        }
    }
}

/// Round numbers in a range: as many digits per power of ten as there is room for, or only every few powers.
fn round_numbers(range: &Range<f64>, most: usize) -> Vec<f64> {
    let (low, high) = (range.start.log10().floor() as i32, range.end.log10().ceil() as i32);
    let within = |powers: &mut dyn Iterator<Item = i32>, digits: &[i64]| -> Vec<f64> {
        let numbers = powers.flat_map(|power| digits.iter().map(move |digit| parse(*digit, power)));
        numbers.filter(|x| (range.start..=range.end).contains(x)).collect()
    };
    let digits: [&[i64]; 3] = [&[1, 2, 3, 4, 5, 6, 7, 8, 9], &[1, 2, 5], &[1]];
    let few = digits.iter().map(|digits| within(&mut (low..=high), digits)).find(|numbers| numbers.len() <= most);
    match few {
        // Less than a factor of two has no such numbers, and is nearly linear.
        Some(numbers) if numbers.len() < 2 => Ticks::linear(range, most).marks.into_iter().map(|(x, _)| x).collect(),
        Some(numbers) => numbers,
        None => within(&mut (low..=high).step_by(((high - low) as usize + 1).div_ceil(most)), &[1]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_logarithmic_axis_has_ticks_at_round_numbers() {
        assert_eq!(AxisScale::Logarithmic(0.001..10.0).key_points(6), [0.001, 0.01, 0.1, 1.0, 10.0]);
        assert_eq!(AxisScale::Logarithmic(2.1..4.3).key_points(6), [3.0, 4.0]);
        assert_eq!(AxisScale::Logarithmic(10.0..300.0).key_points(6), [10.0, 20.0, 50.0, 100.0, 200.0]);
        assert_eq!(AxisScale::Logarithmic(1.05..1.95).key_points(6), [1.2, 1.4, 1.6, 1.8]);
        let wide = AxisScale::Logarithmic(1e-12..1e12).key_points(6);
        assert!((3..=6).contains(&wide.len()), "{wide:?}");
        let widest = AxisScale::Logarithmic(f64::MIN_POSITIVE..f64::MAX).key_points(6);
        assert!((3..=6).contains(&widest.len()), "{widest:?}");
    }

    #[test]
    fn equal_ratios_are_drawn_at_equal_distances() {
        let positions = [0.1, 1.0, 10.0].map(|x| AxisScale::Logarithmic(0.1..10.0).map(&x, (0, 200)));
        assert_eq!(positions, [0, 100, 200]);
    }

    #[test]
    fn a_range_that_overflows_is_drawn_to_scale() {
        let scale = AxisScale::linear(-1.7e308..1.7e308, 6);
        assert_eq!([-1.7e308, 0.0, 1.7e308].map(|x| scale.map(&x, (0, 200))), [0, 100, 200]);
    }

    #[test]
    fn an_axis_of_words_has_a_tick_per_word() {
        let scale = |count: usize| AxisScale::Words((0..count).map(|word| word.to_string()).collect());
        assert_eq!(scale(3).key_points(8), [0.0, 1.0, 2.0]);
        assert_eq!(scale(3).map(&1.0, (0, 300)), 150);
        assert_eq!(scale(9).key_points(4), [0.0, 3.0, 6.0]);
        assert_eq!(scale(9).format_ext(&3.0), "3");
        assert!(scale(0).key_points(8).is_empty());
    }
}
