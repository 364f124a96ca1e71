//! Value parsers for numbers on the command line. Their errors say what is allowed.

use quelea::Scenario;
use std::fmt::Display;
use std::str::FromStr;

/// The largest number of steps, as for `steps` in a scenario.
const MAX_STEPS: u64 = 1_000_000_000_000_000;
/// The largest seed, as for `seed` in a scenario.
const MAX_SEED: u64 = 9_000_000_000_000_000;
/// The largest number of boids, as for `boids` in a scenario.
const MAX_BOIDS: u64 = 10_000_000_000_000;
/// The largest number of boids in one process.
pub const MAX_BOIDS_HERE: u32 = Scenario::MOST_IN_ONE_PROCESS as u32;

/// Parses a number of steps.
pub fn steps(text: &str) -> Result<u64, String> {
    parse(text, 0, MAX_STEPS, "a whole number")
}

/// Parses a number of steps from 1, as for an interval.
pub fn stride(text: &str) -> Result<u64, String> {
    parse(text, 1, MAX_STEPS, "a whole number")
}

/// Parses a number of boids.
pub fn boids(text: &str) -> Result<u64, String> {
    parse(text, 0, MAX_BOIDS, "a whole number")
}

/// Parses a seed.
pub fn seed(text: &str) -> Result<u64, String> {
    parse(text, 0, MAX_SEED, "a whole number")
}

/// Parses a number of threads.
pub fn threads(text: &str) -> Result<u16, String> {
    parse(text, 1, 1024, "a whole number")
}

/// Parses whole numbers within bounds, both included.
pub fn integer<T: Number>(low: T, high: T) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| parse(text, low, high, "a whole number")
}

/// Parses numbers within bounds, both included.
pub fn number<T: Number>(low: T, high: T) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| parse(text, low, high, "a number")
}

/// Parses one of a few whole numbers.
pub fn one_of(allowed: &'static [usize]) -> impl Fn(&str) -> Result<usize, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = parse(text, 0, usize::MAX, "").ok().filter(|number| allowed.contains(number));
        number.ok_or_else(|| {
            let words: Vec<String> = allowed.iter().map(usize::to_string).collect();
            format!("allowed: {}", words.join(", "))
        })
    }
}

/// Any type of number.
pub trait Number: FromStr + PartialOrd + Display + Copy + Send + Sync + 'static {}
impl<T: FromStr + PartialOrd + Display + Copy + Send + Sync + 'static> Number for T {}

fn parse<T: Number>(text: &str, low: T, high: T, what: &str) -> Result<T, String> {
    let text = text.trim();
    let number = text.parse::<T>().ok().or_else(|| plain(text)?.parse().ok());
    number.filter(|number| (low..=high).contains(number)).ok_or_else(|| format!("allowed: {what} from {low} to {high}"))
}

/// A whole number written as 1e6 or 1000.0, in plain digits.
fn plain(text: &str) -> Option<String> {
    let number: f64 = text.parse().ok()?;
    (number.fract() == 0.0 && number.abs() < 9e15).then(|| format!("{number:.0}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use quelea::model::{ParameterType, parameters};

    #[test]
    fn steps_seeds_and_boids_have_the_bounds_of_a_scenario() {
        let highest = |path: &str| match parameters().into_iter().find(|row| row.path == path).unwrap().value_type {
            ParameterType::Integer(_, high) => high,
            other => panic!("{other}"),
        };
        assert_eq!([MAX_STEPS as f64, MAX_SEED as f64, MAX_BOIDS as f64], ["steps", "seed", "boids"].map(highest));
    }

    #[test]
    fn an_invalid_number_is_refused_with_what_is_allowed() {
        assert_eq!((steps("7"), integer(1, 3)(" 3 "), number(0.5, 2.0)("1e0")), (Ok(7), Ok(3), Ok(1.0)));
        assert_eq!((steps("1e6"), steps("2000.0"), integer(1, 3)("2e0")), (Ok(1_000_000), Ok(2000), Ok(2)));
        for invalid in ["-1", "0", "4", "1e3", "1.5", "1e99", "", "x", "99999999999999999999"] {
            assert_eq!(integer(1, 3)(invalid), Err("allowed: a whole number from 1 to 3".to_owned()), "{invalid}");
        }
        for invalid in ["NaN", "inf", "0.4"] {
            assert_eq!(number(0.5, 2.0)(invalid), Err("allowed: a number from 0.5 to 2".to_owned()), "{invalid}");
        }
    }
}
