//! The one parameter table.

use super::scenario::Scenario;
use std::fmt;

/// The largest magnitude of a number in a scenario: far from anything in use, and small enough that no
/// product of a few of them overflows single precision.
pub const MAX_MAGNITUDE: f64 = 1e9;

/// What values a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ParameterType {
    /// A number between two bounds, both included.
    Number(f64, f64),
    /// A whole number between two bounds, both included.
    Integer(f64, f64),
    /// `true` or `false`.
    Bool,
    /// One of several words, each with its meaning.
    Choice(&'static [(&'static str, &'static str)]),
    /// A list of such words.
    Choices(&'static [(&'static str, &'static str)]),
    /// A list of numbers, usually one per axis, each between two bounds.
    Numbers(f64, f64),
    /// A list of pairs of whole numbers.
    Pairs,
    /// A list of points: a list of lists of numbers.
    Points,
    /// Any text.
    Text,
}

impl fmt::Display for ParameterType {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let quoted = |words: &[(&'static str, &'static str)]| {
            words.iter().map(|(word, _)| format!("\"{word}\"")).collect::<Vec<_>>().join(", ")
        };
        match *self {
            ParameterType::Number(low, high) => write!(f, "a number {}", range(low, high)),
            ParameterType::Integer(low, high) => write!(f, "a whole number {}", range(low, high)),
            ParameterType::Bool => write!(f, "true or false"),
            ParameterType::Choice(words) => write!(f, "one of {}", quoted(words)),
            ParameterType::Choices(words) => write!(f, "a list of any of {}", quoted(words)),
            ParameterType::Numbers(low, high) => write!(f, "a list of numbers {}", range(low, high)),
            ParameterType::Pairs => write!(f, "a list of pairs of whole numbers, such as [[0, 1], [1, 2]]"),
            ParameterType::Points => write!(f, "a list of points, such as [[0, 0], [10, 5]]"),
            ParameterType::Text => write!(f, "text in quotes"),
        }
    }
}

fn range(low: f64, high: f64) -> String {
    // Nine zeros in a row are unreadable.
    if high >= MAX_MAGNITUDE { format!("from {low} to {high:e}") } else { format!("from {low} to {high}") }
}

/// When a changed parameter takes effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// At once, in a running flock.
    Live,
    /// Only when the flock starts again.
    Restart,
}

/// One row of the parameter table.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Parameter {
    /// The key in a scenario file and after `--set`, such as `separation.radius`.
    pub path: String,
    /// What it takes.
    pub value_type: ParameterType,
    /// Whether it may be left out; the description says what that means.
    pub optional: bool,
    /// The default as TOML; empty if there is none.
    pub default: String,
    /// Its unit; empty for a plain number.
    pub unit: &'static str,
    /// One sentence.
    pub description: String,
    /// When a change takes effect.
    pub effect: Effect,
}

/// The whole parameter table, in the order of a scenario file.
pub fn parameters() -> Vec<Parameter> {
    let mut table = Vec::new();
    Scenario::describe(&mut table);
    table
}

/// The name nearest to a word, if any is near enough to have been meant.
pub fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    names
        .into_iter()
        .map(|name| (strsim::damerau_levenshtein(word, name), name))
        .filter(|(distance, name)| *distance <= 1 + name.len() / 3)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}
