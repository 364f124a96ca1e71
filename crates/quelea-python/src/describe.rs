//! The tables of presets, parameters, measures and engines.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use quelea::model::{Effect, ParameterType, presets as library};
use quelea::{EngineName, Measures, Scenario};

/// Every preset: name, group, title and source.
#[pyfunction]
pub fn presets(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let list = PyList::empty(py);
    for (group, names) in library::GROUPS {
        for name in *names {
            let scenario = Scenario::preset(name).map_err(crate::errors::scenario_error)?;
            let row = PyDict::new(py);
            row.set_item("name", name)?;
            row.set_item("group", group)?;
            row.set_item("title", &scenario.general.title)?;
            row.set_item("source", &scenario.general.source)?;
            list.append(row)?;
        }
    }
    Ok(list)
}

/// Every parameter: path, type, allowed values, default, unit, description, and whether it can change while a flock runs.
#[pyfunction]
pub fn parameters(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let list = PyList::empty(py);
    for parameter in quelea::model::parameters() {
        let row = PyDict::new(py);
        let words: Option<Vec<(&str, &str)>> = match parameter.value_type {
            ParameterType::Choice(words) | ParameterType::Choices(words) => {
                Some(words.iter().map(|(word, meaning)| (*word, meaning.trim())).collect())
            }
            _ => None,
        };
        row.set_item("path", &parameter.path)?;
        row.set_item("type", type_name(parameter.value_type))?;
        row.set_item("range", range(parameter.value_type))?;
        row.set_item("words", words)?;
        row.set_item("allowed", parameter.value_type.to_string())?;
        row.set_item("default", &parameter.default)?;
        row.set_item("optional", parameter.optional)?;
        row.set_item("unit", parameter.unit)?;
        row.set_item("description", parameter.description.trim())?;
        row.set_item("live", parameter.effect == Effect::Live)?;
        list.append(row)?;
    }
    Ok(list)
}

fn type_name(value_type: ParameterType) -> &'static str {
    match value_type {
        ParameterType::Number(..) => "number",
        ParameterType::Integer(..) => "integer",
        ParameterType::Bool => "bool",
        ParameterType::Choice(_) => "word",
        ParameterType::Choices(_) => "words",
        ParameterType::Numbers(..) => "numbers",
        ParameterType::Pairs => "pairs",
        ParameterType::Points => "points",
        _ => "text",
    }
}

fn range(value_type: ParameterType) -> Option<(f64, f64)> {
    match value_type {
        ParameterType::Number(low, high) | ParameterType::Integer(low, high) | ParameterType::Numbers(low, high) => {
            Some((low, high))
        }
        _ => None,
    }
}

/// Every measure: name, unit and definition.
#[pyfunction]
pub fn measures() -> Vec<(&'static str, &'static str, String)> {
    let row = |(name, unit, definition): &(&'static str, &'static str, &'static str)| {
        (*name, *unit, definition.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    Measures::DEFINITIONS.iter().map(row).collect()
}

/// Every engine: name and description.
#[pyfunction]
pub fn engines() -> Vec<(&'static str, &'static str)> {
    EngineName::known().to_vec()
}
