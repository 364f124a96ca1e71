//! The arrays of an engine themselves, without a copy.
//!
//! An array of NumPy cannot be taken back, so a flock with such arrays refuses to change until they are gone, as a
//! `bytearray` does while something looks at it.
#![allow(unsafe_code)]

use crate::flock::Flock;
use numpy::ndarray::{ArrayView1, ArrayView2};
use numpy::{Element, PyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use quelea::FlockView;
use quelea::engine::Components;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What keeps a flock as it is. All arrays of a storage own it together.
#[pyclass(frozen)]
struct Lease {
    _flock: Py<Flock>,
    count: Arc<AtomicUsize>,
}

impl Drop for Lease {
    fn drop(&mut self) {
        self.count.fetch_sub(1, Ordering::Release);
    }
}

/// The arrays of a flock in storage order. `view` must be of `flock`, and `count` what keeps it from changing.
pub fn storage<'py>(
    flock: &Bound<'py, Flock>,
    view: &FlockView<'_>,
    count: &Arc<AtomicUsize>,
) -> PyResult<Bound<'py, PyDict>> {
    let py = flock.py();
    count.fetch_add(1, Ordering::Acquire);
    let lease = Bound::new(py, Lease { _flock: flock.clone().unbind(), count: count.clone() })?.into_any();
    let arrays = PyDict::new(py);
    arrays.set_item("ids", column(ArrayView1::from(view.ids), &lease)?)?;
    arrays.set_item("positions", columns(&view.positions, &lease)?)?;
    arrays.set_item("velocities", columns(&view.velocities, &lease)?)?;
    Ok(arrays)
}

/// One array per axis.
fn columns<'py>(components: &Components<'_>, lease: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
    let axes: Vec<Py<PyAny>> = match components {
        Components::Columns { axes, dimension } => {
            axes[..*dimension].iter().map(|axis| column(ArrayView1::from(*axis), lease)).collect::<PyResult<_>>()?
        }
        Components::Rows { numbers, dimension } => {
            let rows = ArrayView2::from_shape((numbers.len() / dimension, *dimension), numbers);
            let rows = rows.map_err(|error| PyValueError::new_err(error.to_string()))?;
            rows.columns().into_iter().map(|axis| column(axis, lease)).collect::<PyResult<_>>()?
        }
        _ => return Err(PyValueError::new_err("this engine does not lend its memory")),
    };
    PyTuple::new(lease.py(), axes)
}

fn column<T: Element>(view: ArrayView1<'_, T>, lease: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    // SAFETY: the lease keeps the flock alive, and while it exists no method of the flock changes the engine's memory.
    let array = unsafe { PyArray1::borrow_from_array(&view, lease.clone()) };
    crate::arrays::read_only(array.into_any())
}
