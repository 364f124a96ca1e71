//! The model: everything that decides a run, as data.
//!
//! A [`Scenario`] comes from a TOML file, a preset or Rust code. Each parameter is described once, in
//! [`settings`]; the reader, the writer, `--set`, the page's sliders and the reference pages follow from that
//! description ([`parameters`]). Nothing here knows about engines.

mod builder;
mod choice;
mod engine_name;
pub mod environment;
mod flow;
mod inert;
mod issue;
pub(crate) mod kernel;
mod parameter;
pub mod presets;
mod read;
mod rule;
mod scale;
mod scenario;
mod schedule;
mod section;
#[cfg(feature = "serde")]
mod serde;
mod setting;
pub mod settings;
mod species;
mod unknown;
mod unreached;
mod validate;
mod value;
mod write;

pub use builder::{ScenarioBuilder, SpeciesBuilder};
pub use engine_name::EngineName;
pub(crate) use flow::Flow;
pub use inert::{Cause, Inert};
pub use issue::{ScenarioError, ScenarioIssue};
pub use parameter::{Effect, MAX_MAGNITUDE, Parameter, ParameterType, nearest, parameters};
pub use rule::RuleKind;
pub use scenario::Scenario;
pub use section::Section;
pub use setting::{Setting, ValueError};
pub use species::Species;
pub use unreached::{Remedy, Unreached};
pub use validate::MAX_SPECIES;
pub use value::{ParseValueError, Value};
