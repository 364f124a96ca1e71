//! Quelea simulates flocks: boids that separate, align and cohere, in 2D and 3D.
//!
//! ```
//! use quelea::{Scenario, Simulation};
//!
//! let scenario = Scenario::preset("p5")?.with("boids", 500)?;
//! let mut flock = Simulation::new(&scenario)?;
//! flock.run(100);
//! println!("boid 7 is at {:?}", &flock.state().positions[7]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Scenario`] (a TOML file, a preset or Rust code) is validated and opened as a [`Simulation`], which steps;
//! its [`State`] is measured, recorded or drawn. A step indexes the boids, lets each perceive its neighbours,
//! steer and move, and applies the boundary. It reads the old state and writes the new: the same seed gives the
//! same bits on any number of threads, on any processor and with any exact search. `docs/model.md` defines each
//! part exactly.

// What a run is: the scenario and the state.
pub mod geometry;
pub mod model;
pub mod state;

// What steps it.
pub mod engine;
pub mod fast;
pub mod reference;
pub mod registry;
mod simulation;

// What is measured.
pub mod measures;

mod parallel;
mod ranks;

pub use engine::{Engine, EngineInfo, FlockView, Inspection, StartError};
pub use fast::World;
pub use fast::distributed::Distributed;
pub use measures::{Measures, measure};
pub use model::{EngineName, Scenario, ScenarioError, Value};
pub use ranks::{OneRank, Ranks, ThreadRanks};
pub use reference::Reference;
pub use simulation::{OpenError, Outcome, Simulation};
pub use state::snapshot::{Snapshot, SnapshotError};
pub use state::start::initial_state;
pub use state::{State, TableError, Vectors};

/// The examples in the documentation compile and run.
#[cfg(doctest)]
mod documentation {
    #[doc = include_str!("../../../README.md")]
    struct Readme;
    #[doc = include_str!("../../../docs/api.md")]
    struct Api;
    #[doc = include_str!("../../../docs/extending.md")]
    struct Extending;
}
