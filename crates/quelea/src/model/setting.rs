//! Types that a parameter can have: how they are read from a value and written as one.

use super::parameter::{ParameterType, nearest};
use super::value::Value;

/// Why a value was refused.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ValueError {
    /// What is wrong.
    pub problem: String,
    /// What is allowed.
    pub allowed: String,
    /// The allowed word nearest to what was given.
    pub suggestion: Option<String>,
}

/// A type that can be read from and written to a scenario.
pub trait Setting: Sized {
    /// Whether the key may be absent.
    const OPTIONAL: bool = false;
    /// The type of the parameter, given its range.
    fn parameter_type(low: f64, high: f64) -> ParameterType;
    /// Reads a value; `None` if it has the wrong type.
    fn from_value(value: &Value) -> Option<Self>;
    /// Writes a value; `None` if it is absent.
    fn to_value(&self) -> Option<Value>;
    /// Whether all its numbers lie in the range.
    fn in_range(&self, _low: f64, _high: f64) -> bool {
        true
    }
}

/// Reads the value of one parameter, or says why it is refused.
pub(super) fn read<T: Setting>(value: &Value, low: f64, high: f64) -> Result<T, ValueError> {
    let (expected, read) = (T::parameter_type(low, high), T::from_value(value));
    let has_type = read.is_some();
    if let Some(read) = read.filter(|read| read.in_range(low, high)) {
        return Ok(read);
    }
    let unknown = |word: &str, words: &[(&'static str, &'static str)]| {
        nearest(&word.to_lowercase(), words.iter().map(|(word, _)| *word)).map(str::to_owned)
    };
    let (problem, suggestion) = match (expected, value) {
        (ParameterType::Choice(words), Value::Text(word)) => {
            (format!("{value} is not one of the allowed words"), unknown(word, words))
        }
        (ParameterType::Choices(words), Value::List(list)) => {
            let known = |word: &&str| !words.iter().any(|(allowed, _)| allowed == word);
            match list.iter().filter_map(Value::as_str).find(known) {
                Some(word) => (format!("names `{word}`, which does not exist"), unknown(word, words)),
                None => (format!("{value} is not of the right type"), None),
            }
        }
        // A negative number does not fit an unsigned type and so is not read at all.
        (ParameterType::Integer(..), Value::Integer(_)) => (format!("{value} is out of range"), None),
        (ParameterType::Integer(..), Value::Float(x)) if x.fract() == 0.0 => (format!("{value} is out of range"), None),
        (ParameterType::Integer(..), Value::Float(_)) => (format!("{value} is not a whole number"), None),
        _ if has_type => (format!("{value} is out of range"), None),
        _ => (format!("{value} is not of the right type"), None),
    };
    Err(ValueError { problem, allowed: expected.to_string(), suggestion })
}

impl Setting for f64 {
    fn parameter_type(low: f64, high: f64) -> ParameterType {
        ParameterType::Number(low, high)
    }
    fn from_value(value: &Value) -> Option<Self> {
        value.as_float()
    }
    fn to_value(&self) -> Option<Value> {
        Some(Value::number(*self))
    }
    fn in_range(&self, low: f64, high: f64) -> bool {
        (low..=high).contains(self)
    }
}

macro_rules! integer_setting {
    ($($type:ty),*) => {$(
        impl Setting for $type {
            fn parameter_type(low: f64, high: f64) -> ParameterType {
                ParameterType::Integer(low, high)
            }
            fn from_value(value: &Value) -> Option<Self> {
                value.as_whole().and_then(|number| number.try_into().ok())
            }
            fn to_value(&self) -> Option<Value> {
                i64::try_from(*self).ok().map(Value::Integer)
            }
            fn in_range(&self, low: f64, high: f64) -> bool {
                (low..=high).contains(&(*self as f64))
            }
        }
    )*};
}
integer_setting!(u64, usize);

impl Setting for bool {
    fn parameter_type(_: f64, _: f64) -> ParameterType {
        ParameterType::Bool
    }
    fn from_value(value: &Value) -> Option<Self> {
        value.as_bool()
    }
    fn to_value(&self) -> Option<Value> {
        Some(Value::Bool(*self))
    }
}

impl Setting for String {
    fn parameter_type(_: f64, _: f64) -> ParameterType {
        ParameterType::Text
    }
    fn from_value(value: &Value) -> Option<Self> {
        value.as_str().map(str::to_owned)
    }
    fn to_value(&self) -> Option<Value> {
        Some(Value::Text(self.clone()))
    }
}

impl<T: Setting> Setting for Option<T> {
    const OPTIONAL: bool = true;
    fn parameter_type(low: f64, high: f64) -> ParameterType {
        T::parameter_type(low, high)
    }
    fn from_value(value: &Value) -> Option<Self> {
        T::from_value(value).map(Some)
    }
    fn to_value(&self) -> Option<Value> {
        self.as_ref().and_then(T::to_value)
    }
    fn in_range(&self, low: f64, high: f64) -> bool {
        self.as_ref().is_none_or(|value| value.in_range(low, high))
    }
}

/// Reads and writes a list entry by entry.
macro_rules! list_setting {
    ($($entry:ty => $type:expr),*) => {$(
        impl Setting for Vec<$entry> {
            fn parameter_type(low: f64, high: f64) -> ParameterType {
                let of: fn(f64, f64) -> ParameterType = $type;
                of(low, high)
            }
            fn from_value(value: &Value) -> Option<Self> {
                value.as_list()?.iter().map(<$entry>::from_value).collect()
            }
            fn to_value(&self) -> Option<Value> {
                Some(Value::List(self.iter().filter_map(Setting::to_value).collect()))
            }
            fn in_range(&self, low: f64, high: f64) -> bool {
                self.iter().all(|entry| entry.in_range(low, high))
            }
        }
    )*};
}
list_setting!(
    f64 => ParameterType::Numbers,
    usize => ParameterType::Numbers,
    Vec<f64> => |_, _| ParameterType::Points,
    [usize; 2] => |_, _| ParameterType::Pairs
);

impl Setting for [usize; 2] {
    fn parameter_type(_: f64, _: f64) -> ParameterType {
        ParameterType::Pairs
    }
    fn from_value(value: &Value) -> Option<Self> {
        match value.as_list()? {
            [a, b] => Some([usize::from_value(a)?, usize::from_value(b)?]),
            _ => None,
        }
    }
    fn to_value(&self) -> Option<Value> {
        Some(Value::List(self.iter().filter_map(Setting::to_value).collect()))
    }
}
