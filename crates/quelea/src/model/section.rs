//! Sections of a scenario: structs whose fields are parameters, each described once.

use super::parameter::Parameter;
use super::setting::ValueError;
use super::value::Value;

/// A group of parameters under one heading, perhaps with further groups inside.
pub trait Section: Default {
    /// Appends the rows of this section to a table, each path prefixed.
    fn describe(prefix: &str, table: &mut Vec<Parameter>);
    /// Sets one parameter by its path within this section; `None` if there is no such parameter.
    fn set(&mut self, path: &str, value: &Value) -> Option<Result<(), ValueError>>;
    /// Copies one parameter from another section of the same type. Returns whether there is such a parameter.
    fn reset(&mut self, path: &str, from: &Self) -> bool;
    /// The value of one parameter; `None` if there is no such parameter, or it is absent.
    fn get(&self, path: &str) -> Option<Value>;
}

/// Defines a section: the struct, its defaults, and its rows of the parameter table.
///
/// A row reads `name: type = default, unit, lowest, highest, Live or Restart;`, its doc comment is the
/// description.
macro_rules! section {
    (
        $(#[doc = $about:literal])*
        $Name:ident {
            $($(#[doc = $doc:literal])* $field:ident: $type:ty = $default:expr, $unit:literal, $low:expr, $high:expr, $effect:ident;)*
        }
        $(sections { $($(#[doc = $inner_doc:literal])* $inner:ident: $Inner:ty;)* })?
    ) => {
        $(#[doc = $about])*
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub struct $Name {
            $($(#[doc = $doc])* pub $field: $type,)*
            $($($(#[doc = $inner_doc])* pub $inner: $Inner,)*)?
        }
        impl Default for $Name {
            fn default() -> Self {
                $Name { $($field: $default.into(),)* $($($inner: <$Inner>::default(),)*)? }
            }
        }
        impl $crate::model::Section for $Name {
            fn describe(prefix: &str, table: &mut Vec<$crate::model::Parameter>) {
                use $crate::model::{Effect, Parameter, Setting};
                $({
                    let default: $type = $default.into();
                    table.push(Parameter {
                        path: format!("{prefix}{}", stringify!($field)),
                        value_type: <$type as Setting>::parameter_type($low, $high),
                        optional: <$type as Setting>::OPTIONAL,
                        default: default.to_value().map(|value| value.to_string()).unwrap_or_default(),
                        unit: $unit,
                        description: [$($doc.trim()),*].join(" "),
                        effect: Effect::$effect,
                    });
                })*
                $($(<$Inner>::describe(&format!("{prefix}{}.", stringify!($inner)), table);)*)?
            }
            #[allow(unused_variables)]
            fn set(&mut self, path: &str, value: &$crate::model::Value) -> Option<Result<(), $crate::model::ValueError>> {
                $(if path == stringify!($field) {
                    return Some($crate::model::setting::read::<$type>(value, $low, $high).map(|read| self.$field = read));
                })*
                $($(if let Some(rest) = path.strip_prefix(concat!(stringify!($inner), ".")) {
                    return self.$inner.set(rest, value);
                })*)?
                None
            }
            fn reset(&mut self, path: &str, from: &Self) -> bool {
                $(if path == stringify!($field) {
                    self.$field = from.$field.clone();
                    return true;
                })*
                $($(if let Some(rest) = path.strip_prefix(concat!(stringify!($inner), ".")) {
                    return self.$inner.reset(rest, &from.$inner);
                })*)?
                false
            }
            fn get(&self, path: &str) -> Option<$crate::model::Value> {
                $(if path == stringify!($field) {
                    return $crate::model::Setting::to_value(&self.$field);
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
