//! The scale of an axis: where values are drawn, and which ticks it has.

use crate::plot::ticks::tick;
use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};
use plotters::coord::types::RangedCoordf64;
use std::ops::Range;

/// The scale of an axis.
pub enum AxisScale {
    Linear(Range<f64>),
    /// Both ends are above 0.
    Logarithmic(Range<f64>),
    /// Words at the positions 0, 1, 2, …
    Words(Vec<String>),
}

impl Ranged for AxisScale {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        let linear = |range: Range<f64>, value: f64| RangedCoordf64::from(range).map(&value, limit);
        match self {
            AxisScale::Logarithmic(range) => linear(range.start.ln()..range.end.ln(), value.ln()),
            _ => linear(self.range(), *value),
        }
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        let most = hint.max_num_points().max(1);
        match self {
            AxisScale::Linear(range) => RangedCoordf64::from(range.clone()).key_points(hint),
            AxisScale::Logarithmic(range) => round_numbers(range, most),
            // Not more words than are legible, and no ticks between them.
            AxisScale::Words(words) => {
                (0..words.len()).step_by(words.len().div_ceil(most).max(1)).map(|x| x as f64).collect()
            }
        }
    }

    fn range(&self) -> Range<f64> {
        match self {
            AxisScale::Linear(range) | AxisScale::Logarithmic(range) => range.clone(),
            AxisScale::Words(words) => -0.5..words.len() as f64 - 0.5,
        }
    }
}

impl ValueFormatter<f64> for AxisScale {
    fn format_ext(&self, value: &f64) -> String {
        match self {
            AxisScale::Words(words) => words.get(value.round() as usize).cloned().unwrap_or_default(),
            _ => tick(*value),
        }
    }
}

/// Round numbers in a range: as many digits per power of ten as there is room for, or only every few powers.
fn round_numbers(range: &Range<f64>, most: usize) -> Vec<f64> {
    let (low, high) = (range.start.log10().floor() as i32, range.end.log10().ceil() as i32);
    let within = |powers: &mut dyn Iterator<Item = i32>, digits: &[u32]| -> Vec<f64> {
        // Parsed, since 10⁻³ computed as a power is not always 0.001.
        let number = |power: i32, digit: &u32| format!("{digit}e{power}").parse().unwrap_or(f64::NAN);
        let numbers = powers.flat_map(|power| digits.iter().map(move |digit| number(power, digit)));
        numbers.filter(|x| (range.start..=range.end).contains(x)).collect()
    };
    let digits: [&[u32]; 3] = [&[1, 2, 3, 4, 5, 6, 7, 8, 9], &[1, 2, 5], &[1]];
    let few = digits.iter().map(|digits| within(&mut (low..=high), digits)).find(|numbers| numbers.len() <= most);
    few.unwrap_or_else(|| within(&mut (low..=high).step_by(((high - low) as usize + 1).div_ceil(most)), &[1]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_logarithmic_axis_has_ticks_at_round_numbers() {
        assert_eq!(AxisScale::Logarithmic(0.001..10.0).key_points(6), [0.001, 0.01, 0.1, 1.0, 10.0]);
        assert_eq!(AxisScale::Logarithmic(2.1..4.3).key_points(6), [3.0, 4.0]);
        assert_eq!(AxisScale::Logarithmic(10.0..300.0).key_points(6), [10.0, 20.0, 50.0, 100.0, 200.0]);
        let wide = AxisScale::Logarithmic(1e-12..1e12).key_points(6);
        assert!((3..=6).contains(&wide.len()), "{wide:?}");
    }

    #[test]
    fn equal_ratios_are_drawn_at_equal_distances() {
        let positions = [0.1, 1.0, 10.0].map(|x| AxisScale::Logarithmic(0.1..10.0).map(&x, (0, 200)));
        assert_eq!(positions, [0, 100, 200]);
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
