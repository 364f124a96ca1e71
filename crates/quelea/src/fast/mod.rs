//! The fast engine: single precision, all boids at once, on all threads, one boid per SIMD lane.
//!
//! `step.rs` reads top to bottom: index, perceive, steer, move, bound. Everything else here hangs off a word in it.

// The flock and what holds it together.
mod compiled_once;
mod flock;
mod stats;
mod step;
mod workspace;
mod world;

// One flock on many ranks.
pub mod distributed;

// The step as data, for other processors.
pub mod program;

// A scenario compiled for stepping.
mod compiled;
mod space;

// Index and perceive.
mod fast_path;
mod group;
mod headings;
mod indexed_flock;
mod individual;
mod kernel;
mod nearest;
mod neighbour_sums;
mod perception;
mod pursuit;
mod search;

// Steer and move.
mod environment;
mod integration;
mod outside_rule;
mod steering;
mod turning;

// What the step is written in.
mod elementary;
pub mod simd;
mod vector;

pub use flock::Flock;
pub use outside_rule::{Boid, Neighbour, Rule, RuleContext};
pub use search::Search;
pub use simd::Width;
pub use space::Space;
pub use world::World;
