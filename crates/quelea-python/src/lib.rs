//! The native half of the Python package `quelea`; `python/src/quelea` is the other.
//!
//! Every class locks its flock only while it works on it and never waits for a lock, so that no two threads of Python
//! can block each other. Long work releases Python's lock and looks for Ctrl-C in between.

mod arrays;
mod describe;
mod errors;
mod flock;
mod inspection;
mod pool;
mod record;
mod rule;
mod scenario;
mod storage;
mod sweep;
mod table;
mod trajectory;
mod values;

/// The native half of the package.
#[pyo3::pymodule]
mod _native {
    #[pymodule_export]
    use super::describe::{engines, measures, parameters, presets};
    #[pymodule_export]
    use super::errors::{BusyError, ScenarioError, SnapshotError};
    #[pymodule_export]
    use super::flock::Flock;
    #[pymodule_export]
    use super::scenario::Scenario;
    #[pymodule_export]
    use super::sweep::Sweep;
    #[pymodule_export]
    use super::trajectory::measure_trajectory;

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
