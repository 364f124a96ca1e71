//! Quelea simulates flocks: boids that separate, align and cohere, in 2D and 3D.
//!
//! ```
//! use quelea::{Scenario, World};
//!
//! let scenario = Scenario::preset("p5")?.with("boids", 500)?;
//! let mut world = World::<2>::new(&scenario)?;
//! (0..100).for_each(|_| world.step());
//! println!("boid 7 is at {:?}", world.state().positions[7]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! One flow: a [`Scenario`] (a TOML file, a preset, Rust code) is validated and makes a [`World`], which
//! steps; its [`State`] is measured, recorded or drawn. The step is index, look, steer, move, bound, and
//! reads the old state and writes the new: the same seed gives the same bits on any number of threads, on any
//! processor and with any exact search. `docs/model.md` says exactly what each word means.

// What a run is.
pub mod parameters;
pub mod scenario;
pub mod snapshot;
pub mod start;
pub mod state;

// The step of the fast engine, in its order.
pub mod census;
mod chase;
pub mod encounters;
mod laws;
mod look;
pub mod measures;
mod motion;
mod nearest;
pub mod search;
pub mod space;
mod steer;
mod step;
mod surroundings;
pub mod world;

// What the step is made of.
pub mod flock;
pub mod lanes;
mod parallel;
mod plain;
pub mod random;
pub mod rules;
pub mod vector;

// The plain engine, and what both can do.
pub mod reference;
pub mod simulation;

pub use scenario::{Scenario, ScenarioError};
pub use simulation::{Simulation, StartError};
pub use snapshot::{Snapshot, SnapshotError};
pub use state::{State, TableError};
pub use world::World;

/// The example on the first page compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
