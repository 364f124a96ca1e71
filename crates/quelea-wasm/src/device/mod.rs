//! Where a flock steps: on the processor, or on the graphics device of a canvas. The bits are the same on both, so that a
//! flock may go from one to the other at any step, and nobody who has it needs to know where it is.

use quelea::Scenario;
use quelea::model::EngineName;
use quelea::model::settings::Search;
use serde_json::{Value, json};

#[cfg(feature = "gpu")]
#[path = "flock.rs"]
mod flock;
#[cfg(not(feature = "gpu"))]
#[path = "none.rs"]
mod flock;

pub use flock::{Device, buffers, enter, failure, fetch, has, leave, species, step};

/// The device that a page wants its flock to step on.
#[derive(Clone)]
pub struct Wish {
    pub device: Device,
    /// Smaller flocks stay on the processor.
    pub fewest_boids: usize,
}

/// Why a flock is not on the device it should be on.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// It has few boids, which a processor steps sooner.
    Few,
    /// The reference engine is for processors only.
    Engine,
    /// The approximate search is for processors only.
    Search,
    /// The device does not take the flock.
    Refused(String),
    /// The device has failed.
    Failed(String),
}

impl Refusal {
    /// What keeps a flock from the device that is wished for, before it is asked.
    pub fn of(scenario: &Scenario, wish: &Wish) -> Option<Self> {
        let general = &scenario.general;
        if general.engine != EngineName::FAST {
            return Some(Refusal::Engine);
        }
        if general.search == Search::Representative {
            return Some(Refusal::Search);
        }
        (scenario.boids() < wish.fewest_boids).then_some(Refusal::Few)
    }

    /// The kind of refusal and, where a device says so, the problem, for a page.
    pub fn to_json(&self) -> Value {
        let (kind, problem) = match self {
            Refusal::Few => ("few", None),
            Refusal::Engine => ("engine", None),
            Refusal::Search => ("search", None),
            Refusal::Refused(problem) => ("refused", Some(problem)),
            Refusal::Failed(problem) => ("failed", Some(problem)),
        };
        json!({ "kind": kind, "problem": problem })
    }
}
