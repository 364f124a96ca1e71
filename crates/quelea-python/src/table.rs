//! Tables as dictionaries of NumPy arrays, and lists for text.

use numpy::{Element, PyArray1, PyReadonlyArray1};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use quelea_cli::embedded::{Columns, Values};

/// The columns by name. The memory of numbers is handed over, not copied.
pub fn to_dict(py: Python<'_>, columns: Columns) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    for (name, values) in columns {
        let values = match values {
            Values::Integer(list) => PyArray1::from_vec(py, list).into_any().unbind(),
            Values::Single(list) => PyArray1::from_vec(py, list).into_any().unbind(),
            Values::Double(list) => PyArray1::from_vec(py, list).into_any().unbind(),
            Values::Text(list) => list.into_py_any(py)?,
        };
        dict.set_item(name, values)?;
    }
    Ok(dict)
}

/// One row by name, as plain numbers and texts.
pub fn row_to_dict(py: Python<'_>, columns: Columns) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    for (name, values) in columns {
        let value = match values {
            Values::Integer(list) => list.first().into_py_any(py)?,
            Values::Single(list) => list.first().into_py_any(py)?,
            Values::Double(list) => list.first().into_py_any(py)?,
            Values::Text(list) => list.first().into_py_any(py)?,
        };
        dict.set_item(name, value)?;
    }
    Ok(dict)
}

/// Columns that a user gives: whole numbers, numbers or texts.
pub fn from_dict(dict: &Bound<'_, PyDict>) -> PyResult<Columns> {
    let numpy = dict.py().import("numpy")?;
    let mut columns = Vec::new();
    for (name, values) in dict {
        let name = name.extract::<String>()?;
        let array = numpy.call_method1("asarray", (values,))?;
        if array.getattr("ndim")?.extract::<usize>()? != 1 {
            let shape = array.getattr("shape")?;
            return Err(PyValueError::new_err(format!("column `{name}`: expected one dimension, got shape {shape}")));
        }
        let kind = array.getattr("dtype")?.getattr("kind")?.extract::<String>()?;
        let values = match kind.as_str() {
            "i" | "u" | "b" => Values::Integer(numbers(&array, "int64")?),
            "f" => Values::Double(numbers(&array, "float64")?),
            "U" => Values::Text(array.call_method0("tolist")?.extract()?),
            _ => {
                let dtype = array.getattr("dtype")?;
                let problem = format!("column `{name}`: expected numbers or texts, got an array of dtype {dtype}");
                return Err(PyTypeError::new_err(problem));
            }
        };
        columns.push((name, values));
    }
    Ok(columns)
}

/// The numbers of an array, converted to the type that NumPy calls `dtype`.
fn numbers<T: Element + Clone>(array: &Bound<'_, PyAny>, dtype: &str) -> PyResult<Vec<T>> {
    let converted = array.call_method1("astype", (dtype,))?;
    let converted: PyReadonlyArray1<'_, T> = converted.extract()?;
    Ok(converted.as_array().to_vec())
}
