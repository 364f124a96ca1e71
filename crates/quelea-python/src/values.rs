//! Values of parameters, and scenarios written as dictionaries.

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use quelea::Value;
use quelea::model::parameters;
use std::collections::HashMap;
use std::sync::LazyLock;

/// A Python value as the value of a parameter: a flag, a number, a text, or a list or array of them.
pub fn to_value(object: &Bound<'_, PyAny>) -> PyResult<Value> {
    if let Ok(flag) = object.cast::<PyBool>() {
        return Ok(flag.is_true().into());
    }
    if object.is_instance_of::<PyInt>() {
        return match object.extract::<i64>() {
            // It is still a number, and refused by the parameter's range.
            Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => Ok(object.extract::<f64>()?.into()),
            number => Ok(number?.into()),
        };
    }
    if object.is_instance_of::<PyFloat>() {
        return Ok(object.extract::<f64>()?.into());
    }
    if let Ok(text) = object.cast::<PyString>() {
        return Ok(text.to_string().into());
    }
    if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
        return Ok(Value::List(object.try_iter()?.map(|entry| to_value(&entry?)).collect::<PyResult<_>>()?));
    }
    // NumPy's scalars and arrays.
    if object.hasattr("tolist")? {
        return to_value(&object.call_method0("tolist")?);
    }
    let name = object.get_type().name()?;
    Err(PyTypeError::new_err(format!("a parameter takes a number, a text, a bool or a list of them, not {name}")))
}

/// The value of a parameter in Python.
pub fn from_value(py: Python<'_>, value: &Value) -> PyResult<Py<PyAny>> {
    match value {
        Value::Bool(flag) => flag.into_py_any(py),
        Value::Integer(number) => number.into_py_any(py),
        Value::Float(number) => number.into_py_any(py),
        Value::List(list) => {
            list.iter().map(|entry| from_value(py, entry)).collect::<PyResult<Vec<_>>>()?.into_py_any(py)
        }
        other => other.as_str().map_or_else(|| other.to_string(), str::to_owned).into_py_any(py),
    }
}

/// A value as it is written after `--set` and in tables: words without quotes.
pub fn to_word(value: &Value) -> String {
    match value.as_str() {
        Some(text) if Value::parse_or_word(text) == *value => text.to_owned(),
        _ => value.to_string(),
    }
}

/// Keywords of Python for paths with a dot: `noise_strength` for `noise.strength`.
static KEYWORDS: LazyLock<HashMap<String, String>> = LazyLock::new(|| {
    let paths = parameters().into_iter().map(|row| row.path).filter(|path| path.contains('.'));
    paths.map(|path| (path.replace('.', "_"), path)).collect()
});

/// The path of a parameter, by its path or its keyword.
pub fn path_of(keyword: &str) -> &str {
    KEYWORDS.get(keyword).map_or(keyword, String::as_str)
}

/// Keywords as overrides, `path=value`. One that is None is left out.
pub fn overrides(keywords: Option<&Bound<'_, PyDict>>) -> PyResult<Vec<String>> {
    let mut overrides = Vec::new();
    for (key, value) in keywords.into_iter().flatten() {
        if !value.is_none() {
            let key = key.extract::<String>()?;
            overrides.push(format!("{}={}", path_of(&key), to_value(&value)?));
        }
    }
    Ok(overrides)
}

/// A scenario that is written as a dictionary, as TOML. Keys may be nested or paths.
pub fn dict_to_toml(scenario: &Bound<'_, PyDict>) -> PyResult<String> {
    let (mut keys, mut lists) = (String::new(), String::new());
    for (key, value) in scenario {
        let key = key.extract::<String>()?;
        match entries(&value) {
            Some(entries) => append_list(&mut lists, &key, &entries)?,
            None => append_keys(&mut keys, &key_text(path_of(&key)), &value)?,
        }
    }
    Ok(keys + &lists)
}

/// Appends a list of tables: species, obstacles or schedules.
pub fn append_list(text: &mut String, name: &str, entries: &[Bound<'_, PyDict>]) -> PyResult<()> {
    for entry in entries {
        text.push_str(&format!("\n[[{name}]]\n"));
        for (key, value) in entry {
            append_keys(text, &key_text(path_of(&key.extract::<String>()?)), &value)?;
        }
    }
    Ok(())
}

/// The dictionaries of a list of them.
pub fn entries<'py>(value: &Bound<'py, PyAny>) -> Option<Vec<Bound<'py, PyDict>>> {
    if !(value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>()) {
        return None;
    }
    let entries: Vec<_> =
        value.try_iter().ok()?.map(|entry| entry.ok()?.cast_into::<PyDict>().ok()).collect::<Option<_>>()?;
    (!entries.is_empty()).then_some(entries)
}

fn append_keys(text: &mut String, path: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
    if let Ok(table) = value.cast::<PyDict>() {
        for (key, value) in table {
            append_keys(text, &format!("{path}.{}", key_text(&key.extract::<String>()?)), &value)?;
        }
    } else if !value.is_none() {
        text.push_str(&format!("{path} = {}\n", to_value(value)?));
    }
    Ok(())
}

/// A key, or a path of keys, as TOML: in quotes where it has to be.
fn key_text(key: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || "_-.".contains(c);
    if !key.is_empty() && key.chars().all(bare) { key.to_owned() } else { Value::from(key).to_string() }
}
