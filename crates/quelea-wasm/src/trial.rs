//! The class `Trial`: a copy of a flock whose steps are timed.

use crate::threads::on_threads;
use quelea::Simulation;
use wasm_bindgen::prelude::wasm_bindgen;

/// A copy of a flock whose steps are timed.
#[wasm_bindgen]
pub struct Trial {
    simulation: Simulation,
}

impl Trial {
    pub(crate) fn new(simulation: Simulation) -> Self {
        Trial { simulation }
    }
}

#[wasm_bindgen]
impl Trial {
    /// Does one step.
    pub fn step(&mut self) {
        on_threads(|| self.simulation.step());
    }
}
