//! The one parameter table.
//!
//! A parameter is described once, in a [`section!`](crate::parameters) of `scenario/`: its name, type,
//! default, unit, range, a sentence, and whether it may change while a flock runs. From that description
//! come the field of the struct, the scenario reader and writer, `--set`, and [`table`], from which a page
//! makes its sliders and the manual its tables.

use std::fmt;
use toml_edit::{Array, Value};

/// What values a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A number between two bounds, both allowed.
    Number(f64, f64),
    /// A whole number between two bounds, both allowed.
    Whole(f64, f64),
    /// `true` or `false`.
    Flag,
    /// One of a few words, each with what it means.
    Choice(&'static [(&'static str, &'static str)]),
    /// A list of numbers, usually one per axis, each between two bounds.
    Numbers(f64, f64),
    /// A list of words.
    Words,
    /// A list of pairs of whole numbers.
    Pairs,
    /// A list of points: a list of lists of numbers.
    Points,
    /// Any text.
    Text,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match *self {
            Kind::Number(low, high) => write!(f, "a number {}", between(low, high)),
            Kind::Whole(low, high) => write!(f, "a whole number {}", between(low, high)),
            Kind::Flag => write!(f, "true or false"),
            Kind::Choice(words) => {
                let words: Vec<_> = words.iter().map(|(word, _)| format!("\"{word}\"")).collect();
                write!(f, "one of {}", words.join(", "))
            }
            Kind::Numbers(low, high) => write!(f, "a list of numbers {}", between(low, high)),
            Kind::Words => write!(f, "a list of words"),
            Kind::Pairs => write!(f, "a list of pairs of whole numbers, such as [[0, 1], [1, 2]]"),
            Kind::Points => write!(f, "a list of points, such as [[0, 0], [10, 5]]"),
            Kind::Text => write!(f, "text in quotes"),
        }
    }
}

fn between(low: f64, high: f64) -> String {
    // Nobody counts nine zeros.
    if high >= FAR { format!("from {low} to {high:e}") } else { format!("from {low} to {high}") }
}

/// The largest magnitude a number in a scenario may have: far from anything used, and small enough that
/// no product of a few of them overflows single precision.
pub const FAR: f64 = 1e9;

/// When a change of a parameter takes effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// At once, in a running flock.
    Live,
    /// When the flock starts anew.
    Restart,
}

/// One row of the parameter table.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// The key in a scenario file and after `--set`, such as `separation.radius`.
    pub path: String,
    /// What it takes.
    pub kind: Kind,
    /// Whether it may be left out, and what leaving it out then means is in the sentence.
    pub optional: bool,
    /// The default as TOML, or empty where there is none.
    pub default: String,
    /// Its unit, or empty.
    pub unit: &'static str,
    /// One sentence.
    pub sentence: String,
    /// When a change takes effect.
    pub when: When,
}

/// Why a value was not taken.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    /// What is wrong.
    pub problem: String,
    /// What is allowed.
    pub allowed: String,
    /// The nearest word that is allowed.
    pub hint: Option<String>,
}

/// A type that can be read from and written to a scenario.
pub trait Setting: Sized {
    /// Whether the key may be absent.
    const OPTIONAL: bool = false;
    /// What it takes, given the range of its parameter.
    fn kind(low: f64, high: f64) -> Kind;
    /// Reads a value, or nothing where it has the wrong type.
    fn read(value: &Value) -> Option<Self>;
    /// Writes a value, or nothing where it is absent.
    fn write(&self) -> Option<Value>;
    /// Whether all its numbers lie in the range.
    fn within(&self, _low: f64, _high: f64) -> bool {
        true
    }
}

fn number(value: &Value) -> Option<f64> {
    value.as_float().or_else(|| value.as_integer().map(|i| i as f64))
}

/// A number as a person would write it: no exponent or trailing zeros where none are needed.
fn plain(x: f64) -> Value {
    if x.fract() == 0.0 && x.abs() < 1e15 { Value::from(x as i64) } else { Value::from(x) }
}

impl Setting for f64 {
    fn kind(low: f64, high: f64) -> Kind {
        Kind::Number(low, high)
    }
    fn read(value: &Value) -> Option<Self> {
        number(value)
    }
    fn write(&self) -> Option<Value> {
        Some(plain(*self))
    }
    fn within(&self, low: f64, high: f64) -> bool {
        (low..=high).contains(self)
    }
}

macro_rules! whole_setting {
    ($($t:ty),*) => {$(
        impl Setting for $t {
            fn kind(low: f64, high: f64) -> Kind { Kind::Whole(low, high) }
            fn read(value: &Value) -> Option<Self> { value.as_integer().and_then(|i| i.try_into().ok()) }
            fn write(&self) -> Option<Value> { i64::try_from(*self).ok().map(Value::from) }
            fn within(&self, low: f64, high: f64) -> bool { (low..=high).contains(&(*self as f64)) }
        }
    )*};
}
whole_setting!(u64, usize);

impl Setting for bool {
    fn kind(_: f64, _: f64) -> Kind {
        Kind::Flag
    }
    fn read(value: &Value) -> Option<Self> {
        value.as_bool()
    }
    fn write(&self) -> Option<Value> {
        Some(Value::from(*self))
    }
}

impl Setting for String {
    fn kind(_: f64, _: f64) -> Kind {
        Kind::Text
    }
    fn read(value: &Value) -> Option<Self> {
        value.as_str().map(str::to_owned)
    }
    fn write(&self) -> Option<Value> {
        Some(Value::from(self.as_str()))
    }
}

impl<T: Setting> Setting for Option<T> {
    const OPTIONAL: bool = true;
    fn kind(low: f64, high: f64) -> Kind {
        T::kind(low, high)
    }
    fn read(value: &Value) -> Option<Self> {
        T::read(value).map(Some)
    }
    fn write(&self) -> Option<Value> {
        self.as_ref().and_then(T::write)
    }
    fn within(&self, low: f64, high: f64) -> bool {
        self.as_ref().is_none_or(|value| value.within(low, high))
    }
}

impl Setting for Vec<f64> {
    fn kind(low: f64, high: f64) -> Kind {
        Kind::Numbers(low, high)
    }
    fn read(value: &Value) -> Option<Self> {
        value.as_array()?.iter().map(number).collect()
    }
    fn write(&self) -> Option<Value> {
        Some(Value::Array(self.iter().map(|x| plain(*x)).collect::<Array>()))
    }
    fn within(&self, low: f64, high: f64) -> bool {
        self.iter().all(|x| x.within(low, high))
    }
}

impl Setting for Vec<usize> {
    fn kind(low: f64, high: f64) -> Kind {
        Kind::Numbers(low, high)
    }
    fn read(value: &Value) -> Option<Self> {
        value.as_array()?.iter().map(usize::read).collect()
    }
    fn write(&self) -> Option<Value> {
        Some(Value::Array(self.iter().filter_map(Setting::write).collect::<Array>()))
    }
    fn within(&self, low: f64, high: f64) -> bool {
        self.iter().all(|x| x.within(low, high))
    }
}

impl Setting for Vec<Vec<f64>> {
    fn kind(_: f64, _: f64) -> Kind {
        Kind::Points
    }
    fn read(value: &Value) -> Option<Self> {
        value.as_array()?.iter().map(Vec::<f64>::read).collect()
    }
    fn write(&self) -> Option<Value> {
        Some(Value::Array(self.iter().filter_map(Setting::write).collect::<Array>()))
    }
    fn within(&self, low: f64, high: f64) -> bool {
        self.iter().all(|point| point.within(low, high))
    }
}

impl Setting for Vec<String> {
    fn kind(_: f64, _: f64) -> Kind {
        Kind::Words
    }
    fn read(value: &Value) -> Option<Self> {
        value.as_array()?.iter().map(String::read).collect()
    }
    fn write(&self) -> Option<Value> {
        Some(Value::Array(self.iter().map(String::as_str).collect::<Array>()))
    }
}

impl Setting for Vec<[usize; 2]> {
    fn kind(_: f64, _: f64) -> Kind {
        Kind::Pairs
    }
    fn read(value: &Value) -> Option<Self> {
        let pair = |value: &Value| match value.as_array()?.iter().collect::<Vec<_>>()[..] {
            [a, b] => Some([usize::read(a)?, usize::read(b)?]),
            _ => None,
        };
        value.as_array()?.iter().map(pair).collect()
    }
    fn write(&self) -> Option<Value> {
        let pair = |[a, b]: &[usize; 2]| Value::Array([*a as i64, *b as i64].into_iter().collect());
        Some(Value::Array(self.iter().map(pair).collect::<Array>()))
    }
}

/// Reads a value for one parameter, or says why not.
pub fn take<T: Setting>(value: &Value, low: f64, high: f64) -> Result<T, Refusal> {
    let (kind, read) = (T::kind(low, high), T::read(value));
    let has_type = read.is_some();
    if let Some(read) = read.filter(|read| read.within(low, high)) {
        return Ok(read);
    }
    let (what, hint) = match (kind, value) {
        (Kind::Choice(words), Value::String(word)) => {
            let words = words.iter().map(|(word, _)| *word);
            ("is not one of the allowed words", nearest(&word.value().to_lowercase(), words))
        }
        // A whole number below 0 is not even read.
        (Kind::Whole(..), Value::Integer(_)) => ("is out of range", None),
        _ if has_type => ("is out of range", None),
        _ => ("is not of the right type", None),
    };
    let problem = format!("{} {what}", value.to_string().trim());
    Err(Refusal { problem, allowed: kind.to_string(), hint: hint.map(str::to_owned) })
}

/// A group of parameters under one heading, perhaps with further groups inside.
pub trait Section: Default {
    /// Adds this section's rows to a table, each path behind `prefix`.
    fn describe(prefix: &str, table: &mut Vec<Parameter>);
    /// The names of what stands directly in this section.
    fn keys() -> Vec<&'static str>;
    /// The names of the sections inside this one.
    fn sections() -> &'static [&'static str];
    /// Sets one parameter by its path below this section. `None`: there is no such parameter.
    fn set(&mut self, path: &str, value: &Value) -> Option<Result<(), Refusal>>;
    /// The value of one parameter as TOML. `None`: no such parameter, or absent.
    fn get(&self, path: &str) -> Option<Value>;
}

/// Defines a section: the struct, its defaults, and its rows of the parameter table.
macro_rules! section {
    (
        $(#[doc = $about:literal])*
        $Name:ident {
            $($(#[doc = $doc:literal])* $field:ident: $type:ty = $default:expr, $unit:literal, $low:expr, $high:expr, $when:ident;)*
        }
        $(within { $($(#[doc = $inner_doc:literal])* $inner:ident: $Inner:ty;)* })?
    ) => {
        $(#[doc = $about])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $Name {
            $($(#[doc = $doc])* pub $field: $type,)*
            $($($(#[doc = $inner_doc])* pub $inner: $Inner,)*)?
        }
        impl Default for $Name {
            fn default() -> Self {
                $Name { $($field: $default.into(),)* $($($inner: <$Inner>::default(),)*)? }
            }
        }
        impl $crate::parameters::Section for $Name {
            fn describe(prefix: &str, table: &mut Vec<$crate::parameters::Parameter>) {
                use $crate::parameters::{Parameter, Setting, When};
                $({
                    let default: $type = $default.into();
                    table.push(Parameter {
                        path: format!("{prefix}{}", stringify!($field)),
                        kind: <$type as Setting>::kind($low, $high),
                        optional: <$type as Setting>::OPTIONAL,
                        default: default.write().map(|value| value.to_string()).unwrap_or_default(),
                        unit: $unit,
                        sentence: [$($doc.trim()),*].join(" "),
                        when: When::$when,
                    });
                })*
                $($(<$Inner>::describe(&format!("{prefix}{}.", stringify!($inner)), table);)*)?
            }
            fn keys() -> Vec<&'static str> {
                vec![$(stringify!($field),)* $($(stringify!($inner),)*)?]
            }
            fn sections() -> &'static [&'static str] {
                &[$($(stringify!($inner),)*)?]
            }
            #[allow(unused_variables)]
            fn set(&mut self, path: &str, value: &toml_edit::Value) -> Option<Result<(), $crate::parameters::Refusal>> {
                $(if path == stringify!($field) {
                    return Some($crate::parameters::take::<$type>(value, $low, $high).map(|read| self.$field = read));
                })*
                $($(if let Some(rest) = path.strip_prefix(concat!(stringify!($inner), ".")) {
                    return self.$inner.set(rest, value);
                })*)?
                None
            }
            fn get(&self, path: &str) -> Option<toml_edit::Value> {
                $(if path == stringify!($field) {
                    return $crate::parameters::Setting::write(&self.$field);
                })*
                $($(if let Some(rest) = path.strip_prefix(concat!(stringify!($inner), ".")) {
                    return self.$inner.get(rest);
                })*)?
                None
            }
        }
    };
}
pub(crate) use section;

/// Defines a setting that is one of a few words.
macro_rules! choice {
    (
        $(#[doc = $about:literal])*
        $Name:ident { $($(#[doc = $doc:literal])* $variant:ident = $word:literal,)* }
    ) => {
        $(#[doc = $about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $Name { $($(#[doc = $doc])* $variant,)* }
        impl $Name {
            /// Every choice: the word for it in a scenario, and what it means.
            pub const CHOICES: &'static [(&'static str, &'static str)] = &[$(($word, concat!($($doc),*))),*];
            /// The word for it in a scenario.
            pub fn word(self) -> &'static str {
                match self { $($Name::$variant => $word,)* }
            }
        }
        impl $crate::parameters::Setting for $Name {
            fn kind(_: f64, _: f64) -> $crate::parameters::Kind { $crate::parameters::Kind::Choice(Self::CHOICES) }
            fn read(value: &toml_edit::Value) -> Option<Self> {
                match value.as_str()? { $($word => Some($Name::$variant),)* _ => None }
            }
            fn write(&self) -> Option<toml_edit::Value> { Some(self.word().into()) }
        }
        impl std::fmt::Display for $Name {
            fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result { f.write_str(self.word()) }
        }
        impl std::str::FromStr for $Name {
            type Err = String;
            fn from_str(word: &str) -> Result<Self, String> {
                <Self as $crate::parameters::Setting>::read(&word.into())
                    .ok_or_else(|| <Self as $crate::parameters::Setting>::kind(0.0, 0.0).to_string())
            }
        }
    };
}
pub(crate) use choice;

/// The whole parameter table, in the order of the scenario file.
pub fn table() -> Vec<Parameter> {
    let mut table = Vec::new();
    crate::scenario::Scenario::describe("", &mut table);
    table
}

/// Of some names, the one nearest to `word`, if any is near.
pub fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    names
        .into_iter()
        .map(|name| (strsim::damerau_levenshtein(word, name), name))
        .filter(|(distance, name)| *distance <= 1 + name.len() / 3)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}
