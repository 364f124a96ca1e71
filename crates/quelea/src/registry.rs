//! The registry of engines.
//!
//! An engine crate calls [`register`] once; scenarios can then ask for it with `engine = "name"`, and programs,
//! pages and pictures get it through [`Simulation`](crate::Simulation) without further changes.

use crate::engine::{Engine, StartError};
use crate::fast::World;
use crate::geometry::with_dimension;
use crate::model::{EngineName, Scenario};
use crate::reference::Reference;
use crate::state::State;
use std::sync::{PoisonError, RwLock};

/// Opens a flock in a state that fits the scenario.
pub type OpenEngine = fn(&Scenario, State) -> Result<Box<dyn Engine>, StartError>;

/// An engine in the registry.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct EngineEntry {
    /// Its name, as in `engine = "…"`.
    pub name: &'static str,
    /// One sentence on it, for reference pages and `--help`.
    pub description: &'static str,
    /// Opens a flock in a state that fits the scenario.
    pub open: OpenEngine,
}

impl EngineEntry {
    /// An entry for the registry.
    pub const fn new(name: &'static str, description: &'static str, open: OpenEngine) -> Self {
        EngineEntry { name, description, open }
    }
}

/// Engines registered by other crates.
static REGISTERED: RwLock<Vec<EngineEntry>> = RwLock::new(Vec::new());

/// Adds an engine. Returns whether its name was free.
pub fn register(entry: EngineEntry) -> bool {
    let is_new = EngineName::declare(entry.name, entry.description);
    if is_new {
        REGISTERED.write().unwrap_or_else(PoisonError::into_inner).push(entry);
    }
    is_new
}

/// Opens the engine that a scenario asks for.
pub(crate) fn open(scenario: &Scenario, state: State) -> Result<Box<dyn Engine>, StartError> {
    let name = scenario.general.engine;
    match name {
        EngineName::FAST => open_fast(scenario, state),
        EngineName::REFERENCE => open_reference(scenario, state),
        _ => {
            let registered = REGISTERED.read().unwrap_or_else(PoisonError::into_inner);
            let entry = registered.iter().find(|entry| entry.name == name.as_str()).copied();
            drop(registered);
            let missing = || StartError::Engine(format!("there is no engine `{name}` in this program"));
            (entry.ok_or_else(missing)?.open)(scenario, state)
        }
    }
}

fn open_fast(scenario: &Scenario, state: State) -> Result<Box<dyn Engine>, StartError> {
    with_dimension!(scenario.general.dimension, D => Ok(Box::new(World::<D>::from_state(scenario, state)?)))
}

fn open_reference(scenario: &Scenario, state: State) -> Result<Box<dyn Engine>, StartError> {
    with_dimension!(scenario.general.dimension, D => Ok(Box::new(Reference::<D>::from_state(scenario, state)?)))
}
