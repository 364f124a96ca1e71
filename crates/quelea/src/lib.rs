//! Quelea simulates flocks.
pub mod measures;
pub mod parameters;
pub mod random;
pub mod scenario;
pub mod start;
pub mod state;
pub use scenario::{Scenario, ScenarioError};
pub use state::{State, TableError};
pub mod simulation;
