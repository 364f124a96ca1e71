//! The value of a parameter, independent of any file format.

use std::fmt;
use std::str::FromStr;

/// The value of a parameter. It is written and parsed as TOML.
///
/// ```
/// use quelea::Value;
///
/// assert_eq!("[1, 2.5]".parse(), Ok(Value::from([1.0, 2.5])));
/// assert_eq!(Value::from("torus").to_string(), "\"torus\"");
/// assert_eq!(Value::from(30).as_float(), Some(30.0));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Value {
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Integer(i64),
    /// Any number.
    Float(f64),
    /// A text or a word.
    Text(String),
    /// A list.
    List(Vec<Value>),
    /// What no parameter takes, such as a date, as it was written.
    Other(String),
}

impl Value {
    /// A number as a person would write it: without a decimal point where it is whole.
    pub fn number(x: f64) -> Self {
        if x.fract() == 0.0 && x.abs() < 1e15 { Value::Integer(x as i64) } else { Value::Float(x) }
    }

    /// Parses TOML; anything that is not TOML is a word, so that words need no quotes.
    pub fn parse_or_word(text: &str) -> Self {
        text.parse().unwrap_or_else(|_| Value::from(text))
    }

    /// The flag, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        if let Value::Bool(flag) = self { Some(*flag) } else { None }
    }

    /// The whole number, if it is one.
    pub fn as_integer(&self) -> Option<i64> {
        if let Value::Integer(number) = self { Some(*number) } else { None }
    }

    /// The whole number, if it is one, however it is written: 1000, 1000.0 or 1e3.
    pub fn as_whole(&self) -> Option<i64> {
        match self {
            Value::Float(number) if number.fract() == 0.0 && number.abs() < 9e15 => Some(*number as i64),
            _ => self.as_integer(),
        }
    }

    /// The number, whole or not, if it is one.
    pub fn as_float(&self) -> Option<f64> {
        match self {
            Value::Integer(number) => Some(*number as f64),
            Value::Float(number) => Some(*number),
            _ => None,
        }
    }

    /// The text, if it is one.
    pub fn as_str(&self) -> Option<&str> {
        if let Value::Text(text) = self { Some(text) } else { None }
    }

    /// The entries, if it is a list.
    pub fn as_list(&self) -> Option<&[Value]> {
        if let Value::List(list) = self { Some(list) } else { None }
    }

    pub(super) fn from_toml(value: &toml_edit::Value) -> Self {
        match value {
            toml_edit::Value::Boolean(flag) => Value::Bool(*flag.value()),
            toml_edit::Value::Integer(number) => Value::Integer(*number.value()),
            toml_edit::Value::Float(number) => Value::Float(*number.value()),
            toml_edit::Value::String(text) => Value::Text(text.value().clone()),
            toml_edit::Value::Array(list) => Value::List(list.iter().map(Value::from_toml).collect()),
            toml_edit::Value::Datetime(_) | toml_edit::Value::InlineTable(_) => {
                Value::Other(value.to_string().trim().to_owned())
            }
        }
    }

    pub(super) fn to_toml(&self) -> toml_edit::Value {
        match self {
            Value::Bool(flag) => (*flag).into(),
            Value::Integer(number) => (*number).into(),
            Value::Float(number) => (*number).into(),
            Value::Text(text) | Value::Other(text) => text.as_str().into(),
            Value::List(list) => toml_edit::Value::Array(list.iter().map(Value::to_toml).collect()),
        }
    }
}

/// Numbers are equal whether or not they are written with a decimal point.
impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Value::Bool(a), Value::Bool(b)) => a == b,
            (Value::Text(a), Value::Text(b)) | (Value::Other(a), Value::Other(b)) => a == b,
            (Value::List(a), Value::List(b)) => a == b,
            _ => match (self.as_float(), other.as_float()) {
                (Some(a), Some(b)) => a == b,
                _ => false,
            },
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Value::Other(text) => f.write_str(text),
            // Hundreds of zeros would hide the rest of a message.
            Value::Float(x) if x.is_finite() && *x != 0.0 && !(1e-6..1e15).contains(&x.abs()) => write!(f, "{x:e}"),
            Value::List(list) => {
                f.write_str("[")?;
                for (index, value) in list.iter().enumerate() {
                    let comma = if index > 0 { ", " } else { "" };
                    write!(f, "{comma}{value}")?;
                }
                f.write_str("]")
            }
            _ => f.write_str(self.to_toml().to_string().trim()),
        }
    }
}

/// The text is not a TOML value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a TOML value: {0}")]
pub struct ParseValueError(String);

impl FromStr for Value {
    type Err = ParseValueError;
    fn from_str(text: &str) -> Result<Self, ParseValueError> {
        let parsed = text.parse::<toml_edit::Value>();
        parsed.map(|value| Value::from_toml(&value)).map_err(|error| ParseValueError(error.message().trim().to_owned()))
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Value::Bool(flag)
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Value::Float(number)
    }
}

impl From<f32> for Value {
    fn from(number: f32) -> Self {
        Value::Float(number.into())
    }
}

macro_rules! from_integer {
    ($($type:ty),*) => {$(
        impl From<$type> for Value {
            fn from(number: $type) -> Self {
                // Beyond the range of an integer it is still a number, and refused by the parameter's range.
                i64::try_from(number).map_or(Value::Float(number as f64), Value::Integer)
            }
        }
    )*};
}
from_integer!(i32, i64, u32, u64, usize);

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Value::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Value::Text(text)
    }
}

impl<T: Into<Value>> From<Vec<T>> for Value {
    fn from(list: Vec<T>) -> Self {
        Value::List(list.into_iter().map(Into::into).collect())
    }
}

impl<T: Into<Value>, const N: usize> From<[T; N]> for Value {
    fn from(list: [T; N]) -> Self {
        Value::List(list.into_iter().map(Into::into).collect())
    }
}

impl<T: Clone + Into<Value>> From<&[T]> for Value {
    fn from(list: &[T]) -> Self {
        Value::List(list.iter().cloned().map(Into::into).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_survives_writing_and_parsing() {
        let values: [Value; 8] = [
            true.into(),
            (-3).into(),
            0.1.into(),
            1e300.into(),
            "a \"quoted\"\ntext".into(),
            vec![1.5, -2.0].into(),
            [[1, 2], [3, 4]].into(),
            Vec::<f64>::new().into(),
        ];
        for value in values {
            assert_eq!(value.to_string().parse(), Ok(value));
        }
    }

    #[test]
    fn numbers_are_written_without_rows_of_zeros() {
        let texts = [1e300, -1e-300, 1e15, 1e-7, 0.000001, 0.0].map(|x| Value::from(x).to_string());
        assert_eq!(texts, ["1e300", "-1e-300", "1e15", "1e-7", "0.000001", "0.0"]);
        assert_eq!(Value::from([[1e300, 5.0], [0.5, 2.0]]).to_string(), "[[1e300, 5.0], [0.5, 2.0]]");
    }

    #[test]
    fn parse_or_word_needs_no_quotes_but_toml_does() {
        assert_eq!(Value::parse_or_word("torus"), Value::from("torus"));
        assert_eq!(Value::parse_or_word("3"), Value::from(3));
        assert!("torus".parse::<Value>().is_err());
    }

    #[test]
    fn a_value_no_parameter_takes_keeps_its_text() {
        assert_eq!("1979-05-27".parse::<Value>().unwrap().to_string(), "1979-05-27");
        assert_eq!(Value::from(u64::MAX).as_integer(), None);
    }
}
