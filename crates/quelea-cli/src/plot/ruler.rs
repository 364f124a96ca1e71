//! Where things stand along an axis, and which of its places are marked.

use super::scale::tick;
use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};
use plotters::coord::types::RangedCoordf64;
use std::ops::Range;

/// An axis as it is drawn.
pub enum Ruler {
    /// Equal differences are equally far apart.
    Even(Range<f64>),
    /// Equal ratios are equally far apart; both ends are above 0.
    Ratios(Range<f64>),
    /// Words at the places 0, 1, 2, …
    Words(Vec<String>),
}

impl Ranged for Ruler {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        let even = |range: Range<f64>, value: f64| RangedCoordf64::from(range).map(&value, limit);
        match self {
            Ruler::Ratios(range) => even(range.start.ln()..range.end.ln(), value.ln()),
            _ => even(self.range(), *value),
        }
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        let most = hint.max_num_points().max(1);
        match self {
            Ruler::Even(range) => RangedCoordf64::from(range.clone()).key_points(hint),
            Ruler::Ratios(range) => round_numbers(range, most),
            // Not more words than can be read, and nothing between them.
            Ruler::Words(words) => {
                (0..words.len()).step_by(words.len().div_ceil(most).max(1)).map(|x| x as f64).collect()
            }
        }
    }

    fn range(&self) -> Range<f64> {
        match self {
            Ruler::Even(range) | Ruler::Ratios(range) => range.clone(),
            Ruler::Words(words) => -0.5..words.len() as f64 - 0.5,
        }
    }
}

impl ValueFormatter<f64> for Ruler {
    fn format_ext(&self, value: &f64) -> String {
        match self {
            Ruler::Words(words) => words.get(value.round() as usize).cloned().unwrap_or_default(),
            _ => tick(*value),
        }
    }
}

/// Round numbers within a range: as many digits of each power of ten as there is room for, or every so many
/// powers.
fn round_numbers(range: &Range<f64>, most: usize) -> Vec<f64> {
    let (low, high) = (range.start.log10().floor() as i32, range.end.log10().ceil() as i32);
    let within = |powers: &mut dyn Iterator<Item = i32>, digits: &[u32]| -> Vec<f64> {
        // Read as text, since 10⁻³ worked out by powers is not always the number 0.001.
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
    fn a_ruler_of_ratios_is_marked_at_round_numbers() {
        assert_eq!(Ruler::Ratios(0.001..10.0).key_points(6), [0.001, 0.01, 0.1, 1.0, 10.0]);
        assert_eq!(Ruler::Ratios(2.1..4.3).key_points(6), [3.0, 4.0]);
        assert_eq!(Ruler::Ratios(10.0..300.0).key_points(6), [10.0, 20.0, 50.0, 100.0, 200.0]);
        let wide = Ruler::Ratios(1e-12..1e12).key_points(6);
        assert!((3..=6).contains(&wide.len()), "{wide:?}");
    }

    #[test]
    fn equal_ratios_are_equally_far_apart() {
        let places = [0.1, 1.0, 10.0].map(|x| Ruler::Ratios(0.1..10.0).map(&x, (0, 200)));
        assert_eq!(places, [0, 100, 200]);
    }

    #[test]
    fn words_are_marked_in_their_middle_and_nowhere_else() {
        let ruler = |count: usize| Ruler::Words((0..count).map(|word| word.to_string()).collect());
        assert_eq!(ruler(3).key_points(8), [0.0, 1.0, 2.0]);
        assert_eq!(ruler(3).map(&1.0, (0, 300)), 150);
        assert_eq!(ruler(9).key_points(4), [0.0, 3.0, 6.0]);
        assert_eq!(ruler(9).format_ext(&3.0), "3");
        assert!(ruler(0).key_points(8).is_empty());
    }
}
