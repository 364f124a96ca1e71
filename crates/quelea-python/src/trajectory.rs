//! Measures of trajectories, whoever made them.

use crate::errors::program_error;
use crate::pool::pool;
use crate::table;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use quelea_cli::embedded::{self, TrajectorySettings};

/// Measures a table with the columns frame (or step, or time), id, x, y[, z] and perhaps vx, vy[, vz]. Returns the
/// tables that `quelea measure` writes, by name.
#[pyfunction]
#[pyo3(signature = (columns, *, frame_rate, size, neighbours, radius, distance, bins, max_delay))]
pub fn measure_trajectory<'py>(
    py: Python<'py>,
    columns: &Bound<'py, PyDict>,
    frame_rate: Option<f64>,
    size: Vec<f64>,
    neighbours: u32,
    radius: Option<f64>,
    distance: Option<f64>,
    bins: u32,
    max_delay: Option<u32>,
) -> PyResult<Bound<'py, PyDict>> {
    let columns = table::from_dict(columns)?;
    let settings = TrajectorySettings { frame_rate, size, neighbours, radius, distance, bins, max_delay };
    let measured =
        py.detach(|| Ok::<_, PyErr>(pool()?.install(|| embedded::measure_trajectory(columns, &settings))))?;
    let dict = PyDict::new(py);
    for (name, columns) in measured.map_err(program_error)? {
        dict.set_item(name, table::to_dict(py, columns)?)?;
    }
    Ok(dict)
}
