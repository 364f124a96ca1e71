//! Quelea simulates flocks.
pub mod flock;
pub mod lanes;
mod laws;
mod look;
pub mod measures;
mod motion;
mod parallel;
pub mod parameters;
pub mod random;
pub mod reference;
pub mod rules;
pub mod scenario;
pub mod search;
pub mod simulation;
pub mod space;
pub mod start;
pub mod state;
mod steer;
mod step;
pub mod vector;
pub mod world;
pub use scenario::{Scenario, ScenarioError};
pub use state::{State, TableError};
pub use world::World;

/// The example on the first page compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
