//! The names of engines, as scenarios use them.
//!
//! The two built-in names are known from the start; an engine registered by another crate adds its own, so
//! that scenario files, `--engine` and the reference pages accept it without a change here.

use super::{ParameterType, Setting, Value};
use std::fmt;
use std::str::FromStr;
use std::sync::{PoisonError, RwLock};

type Names = &'static [(&'static str, &'static str)];

static NAMES: RwLock<Names> = RwLock::new(&[
    ("fast", "Single precision, on all threads, all boids at once."),
    ("reference", "Double precision, written to be read, in the update order of the source."),
]);

/// The name of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EngineName(&'static str);

impl EngineName {
    /// The fast engine.
    pub const FAST: EngineName = EngineName("fast");
    /// The reference engine.
    pub const REFERENCE: EngineName = EngineName("reference");

    /// The name as text.
    pub fn as_str(self) -> &'static str {
        self.0
    }

    /// Every known name, with a sentence on the engine.
    pub fn known() -> Names {
        *NAMES.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a name known. Returns whether it was new.
    pub(crate) fn declare(name: &'static str, description: &'static str) -> bool {
        let mut names = NAMES.write().unwrap_or_else(PoisonError::into_inner);
        if names.iter().any(|(known, _)| *known == name) {
            return false;
        }
        // Leaked on purpose: a program registers a handful of engines, once.
        *names = [*names, &[(name, description)]].concat().leak();
        true
    }

    /// The engine with this name, if it is known.
    pub fn named(name: &str) -> Option<Self> {
        Self::known().iter().find(|(known, _)| *known == name).map(|(known, _)| EngineName(known))
    }
}

impl Setting for EngineName {
    fn parameter_type(_: f64, _: f64) -> ParameterType {
        ParameterType::Choice(Self::known())
    }
    fn from_value(value: &Value) -> Option<Self> {
        Self::named(value.as_str()?)
    }
    fn to_value(&self) -> Option<Value> {
        Some(self.0.into())
    }
}

impl fmt::Display for EngineName {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl FromStr for EngineName {
    type Err = String;
    fn from_str(name: &str) -> Result<Self, String> {
        Self::named(name).ok_or_else(|| Self::parameter_type(0.0, 0.0).to_string())
    }
}
