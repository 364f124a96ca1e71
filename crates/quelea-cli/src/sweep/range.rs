//! A range of values, `FROM:TO:COUNT`.

use crate::files::format_number;
use crate::numbers;

/// The most values of one parameter.
const MAX_VALUES: usize = 1_000_000;

/// Values with equal differences, or with equal ratios, including both ends.
pub struct Range {
    from: f64,
    to: f64,
    count: usize,
    logarithmic: bool,
}

impl Range {
    pub fn parse(from: &str, to: &str, count: &str, logarithmic: bool) -> Result<Self, String> {
        let end = |text: &str| text.parse::<f64>().ok().filter(|x| x.is_finite()).ok_or("FROM and TO are numbers");
        let (from, to) = (end(from)?, end(to)?);
        let count = numbers::integer(1, MAX_VALUES)(count);
        let count = count.map_err(|_| format!("COUNT is a whole number from 1 to {MAX_VALUES}"))?;
        if logarithmic && (from <= 0.0 || to <= 0.0) {
            return Err("with `log`, FROM and TO are above 0".to_owned());
        }
        let range = Range { from, to, count, logarithmic };
        if count == 1 && from != to {
            return Err(format!("COUNT is the number of values, and 1 leaves out TO{}", range.count_hint()));
        }
        Ok(range)
    }

    /// The values as text.
    pub fn values(&self) -> Vec<String> {
        (0..self.count).map(|index| format_number(self.value(index))).collect()
    }

    /// The values for a parameter of whole numbers. Equal ratios are rounded; equal differences must be whole.
    pub fn whole_values(&self, path: &str) -> Result<Vec<String>, String> {
        if self.from.fract() != 0.0 || self.to.fract() != 0.0 {
            return Err(format!("`{path}` takes whole numbers, so FROM and TO are whole"));
        }
        let values: Vec<f64> = (0..self.count).map(|index| self.value(index)).collect();
        if self.logarithmic {
            let rounded: Vec<f64> = values.into_iter().map(f64::round).collect();
            if let Some(pair) = rounded.windows(2).find(|pair| pair[0] == pair[1]) {
                let twice = format_number(pair[0]);
                return Err(format!(
                    "`{path}` takes whole numbers, and rounded {twice} is there twice: a smaller COUNT"
                ));
            }
            return Ok(rounded.into_iter().map(format_number).collect());
        }
        match values.iter().find(|value| value.fract() != 0.0) {
            None => Ok(values.into_iter().map(format_number).collect()),
            Some(value) => {
                let hint = self.count_hint();
                Err(format!("`{path}` takes whole numbers, but one of these is {}{hint}", format_number(*value)))
            }
        }
    }

    fn value(&self, index: usize) -> f64 {
        let Range { from, to, count, logarithmic } = *self;
        let (position, last) = (index as f64, (count - 1).max(1) as f64);
        match logarithmic {
            // The ends are exact, whatever the logarithm rounds to.
            true if index == 0 => from,
            true if index + 1 == count => to,
            true => (from.ln() + (to.ln() - from.ln()) * position / last).exp(),
            // Dividing last makes 0:1:11 contain 0.3, not 0.30000000000000004.
            false => (from * (last - position) + to * position) / last,
        }
    }

    /// Which COUNT would work for whole numbers: one for which COUNT was probably meant as a difference, or else those
    /// next to it.
    fn count_hint(&self) -> String {
        let Range { from, to, count, logarithmic } = *self;
        let difference = (to - from).abs();
        if logarithmic || difference.fract() != 0.0 || difference >= MAX_VALUES as f64 {
            return String::new();
        }
        let (difference, [from, to]) = (difference as usize, [from, to].map(format_number));
        if difference.is_multiple_of(count) {
            let steps = difference / count + 1;
            return format!("; for a difference of {count} between them: {from}:{to}:{steps}");
        }
        let works = |count: &usize| difference.is_multiple_of(count - 1);
        let fewer = (2..count).rev().find(works);
        let more = (count + 1..=difference + 1).find(works);
        let counts: Vec<String> =
            [fewer, more].into_iter().flatten().map(|count| format!("{from}:{to}:{count}")).collect();
        if counts.is_empty() { String::new() } else { format!("; these would do: {}", counts.join(" or ")) }
    }
}
