//! Numbers on the command line: what is none, or out of range, is refused with what is allowed.

use std::fmt::Display;
use std::str::FromStr;

/// The most steps, as for a scenario's `steps`.
const STEPS: u64 = 1_000_000_000_000_000;
/// The highest seed, as for a scenario's `seed`.
const SEED: u64 = 9_000_000_000_000_000;
/// The most boids, as for a species' `boids`.
pub const BOIDS: u32 = 4_000_000_000;

/// A number of steps.
pub fn steps(text: &str) -> Result<u64, String> {
    between(text, 0, STEPS, "a whole number")
}

/// Every how many steps something is done, or over how many.
pub fn stride(text: &str) -> Result<u64, String> {
    between(text, 1, STEPS, "a whole number")
}

/// A seed.
pub fn seed(text: &str) -> Result<u64, String> {
    between(text, 0, SEED, "a whole number")
}

/// How many threads.
pub fn threads(text: &str) -> Result<u16, String> {
    between(text, 1, 1024, "a whole number")
}

/// Reads whole numbers from the lowest to the highest.
pub fn whole<T: Number>(low: T, high: T) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| between(text, low, high, "a whole number")
}

/// Reads numbers from the lowest to the highest.
pub fn number<T: Number>(low: T, high: T) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| between(text, low, high, "a number")
}

/// What can be counted or measured.
pub trait Number: FromStr + PartialOrd + Display + Copy + Send + Sync + 'static {}
impl<T: FromStr + PartialOrd + Display + Copy + Send + Sync + 'static> Number for T {}

fn between<T: Number>(text: &str, low: T, high: T, what: &str) -> Result<T, String> {
    let number = text.trim().parse::<T>().ok().filter(|number| (low..=high).contains(number));
    number.ok_or_else(|| format!("allowed: {what} from {low} to {high}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use quelea::model::{ParameterType, parameters};

    #[test]
    fn steps_seeds_and_boids_reach_as_far_as_a_scenarios() {
        let highest = |path: &str| match parameters().into_iter().find(|row| row.path == path).unwrap().value_type {
            ParameterType::Integer(_, high) => high,
            other => panic!("{other}"),
        };
        assert_eq!([STEPS as f64, SEED as f64, BOIDS.into()], ["steps", "seed", "boids"].map(highest));
    }

    #[test]
    fn what_is_no_number_or_out_of_range_is_refused_with_what_is_allowed() {
        assert_eq!((steps("7"), whole(1, 3)(" 3 "), number(0.5, 2.0)("1e0")), (Ok(7), Ok(3), Ok(1.0)));
        for wrong in ["-1", "0", "4", "1e3", "", "x", "99999999999999999999"] {
            assert_eq!(whole(1, 3)(wrong), Err("allowed: a whole number from 1 to 3".to_owned()), "{wrong}");
        }
        for wrong in ["NaN", "inf", "0.4"] {
            assert_eq!(number(0.5, 2.0)(wrong), Err("allowed: a number from 0.5 to 2".to_owned()), "{wrong}");
        }
    }
}
