//! Settings that are one of several words.

/// Defines a setting that is one of several words: the enum, its words with their meanings, and how it is
/// read and written, alone or in a list.
macro_rules! choice {
    (
        $(#[doc = $about:literal])*
        $Name:ident { $($(#[doc = $doc:literal])* $variant:ident = $word:literal,)* }
    ) => {
        $(#[doc = $about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $Name { $($(#[doc = $doc])* $variant,)* }
        impl $Name {
            /// Every choice.
            pub const ALL: &'static [Self] = &[$($Name::$variant),*];
            /// Every choice: its word in a scenario, and what it means.
            pub const CHOICES: &'static [(&'static str, &'static str)] = &[$(($word, concat!($($doc),*))),*];
            /// Its word in a scenario.
            pub fn word(self) -> &'static str {
                match self { $($Name::$variant => $word,)* }
            }
        }
        impl $crate::model::Setting for $Name {
            fn parameter_type(_: f64, _: f64) -> $crate::model::ParameterType {
                $crate::model::ParameterType::Choice(Self::CHOICES)
            }
            fn from_value(value: &$crate::model::Value) -> Option<Self> {
                match value.as_str()? { $($word => Some($Name::$variant),)* _ => None }
            }
            fn to_value(&self) -> Option<$crate::model::Value> {
                Some(self.word().into())
            }
        }
        impl $crate::model::Setting for Vec<$Name> {
            fn parameter_type(_: f64, _: f64) -> $crate::model::ParameterType {
                $crate::model::ParameterType::Choices($Name::CHOICES)
            }
            fn from_value(value: &$crate::model::Value) -> Option<Self> {
                value.as_list()?.iter().map($crate::model::Setting::from_value).collect()
            }
            fn to_value(&self) -> Option<$crate::model::Value> {
                Some(self.iter().map(|choice| choice.word()).collect::<Vec<_>>().into())
            }
        }
        impl std::fmt::Display for $Name {
            fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                f.write_str(self.word())
            }
        }
        impl std::str::FromStr for $Name {
            type Err = String;
            fn from_str(word: &str) -> Result<Self, String> {
                use $crate::model::Setting;
                Self::from_value(&word.into()).ok_or_else(|| Self::parameter_type(0.0, 0.0).to_string())
            }
        }
    };
}
pub(crate) use choice;
