//! Errors as Python exceptions.

use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use quelea::{OpenError, StartError};

create_exception!(
    quelea,
    ScenarioError,
    PyValueError,
    "A scenario that cannot be run.

Attributes describe the first issue: `file`, `line`, `key`, `problem`, `allowed`, `suggestion`; `issues` has all of
them, as dictionaries."
);
create_exception!(quelea, SnapshotError, PyValueError, "Bytes that are not a usable snapshot.");
create_exception!(quelea, BusyError, PyRuntimeError, "The flock is in use: by another thread, or by one of its rules.");

/// A scenario error with all its details. `context` is put before the message.
fn scenario_error_in(context: &str, error: &quelea::ScenarioError) -> PyErr {
    Python::attach(|py| {
        let exception = ScenarioError::new_err(format!("{context}{error}"));
        let described = describe(py, &exception, error);
        described.map_or_else(|failure| failure, |()| exception)
    })
}

/// Gives an exception the attributes of a scenario error.
fn describe(py: Python<'_>, exception: &PyErr, error: &quelea::ScenarioError) -> PyResult<()> {
    let value = exception.value(py);
    let issues = PyList::empty(py);
    for issue in &error.issues {
        let entry = PyDict::new(py);
        entry.set_item("line", issue.line)?;
        entry.set_item("key", &issue.key)?;
        entry.set_item("problem", &issue.problem)?;
        entry.set_item("allowed", issue.allowed.as_deref())?;
        entry.set_item("suggestion", issue.suggestion.as_deref())?;
        issues.append(entry)?;
    }
    value.setattr("file", error.file.as_deref())?;
    let first = error.issues.first();
    value.setattr("line", first.and_then(|issue| issue.line))?;
    value.setattr("key", first.map(|issue| issue.key.as_str()))?;
    value.setattr("problem", first.map(|issue| issue.problem.as_str()))?;
    value.setattr("allowed", first.and_then(|issue| issue.allowed.as_deref()))?;
    value.setattr("suggestion", first.and_then(|issue| issue.suggestion.as_deref()))?;
    value.setattr("issues", issues)
}

pub fn scenario_error(error: quelea::ScenarioError) -> PyErr {
    scenario_error_in("", &error)
}

pub fn start_error(error: StartError) -> PyErr {
    match error {
        StartError::Scenario(error) => scenario_error(error),
        other => PyValueError::new_err(other.to_string()),
    }
}

pub fn open_error(error: OpenError) -> PyErr {
    match error {
        OpenError::Start(error) => start_error(error),
        other => SnapshotError::new_err(other.to_string()),
    }
}

/// An error of the program's own code: a scenario error if one is its cause.
pub fn program_error(error: anyhow::Error) -> PyErr {
    for cause in error.chain() {
        let scenario = match cause.downcast_ref::<StartError>() {
            Some(StartError::Scenario(error)) => Some(error),
            _ => cause.downcast_ref::<quelea::ScenarioError>(),
        };
        if let Some(scenario) = scenario {
            let whole = format!("{error:#}");
            let context = whole.strip_suffix(&scenario.to_string()).unwrap_or_default();
            return scenario_error_in(context, scenario);
        }
    }
    PyValueError::new_err(format!("{error:#}"))
}
