//! Scenarios.

use crate::errors::scenario_error;
use crate::values::{append_list, dict_to_toml, entries, from_value, overrides, path_of, to_value};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyType};
use quelea::model::presets;
use std::path::{Path, PathBuf};

/// Everything that decides a run: a preset, a file, TOML text or a dictionary, with parameters changed by keywords.
#[pyclass(subclass, module = "quelea._native")]
pub struct Scenario {
    pub scenario: quelea::Scenario,
}

#[pymethods]
impl Scenario {
    #[new]
    #[pyo3(signature = (source, /, *, species=None, obstacles=None, schedule=None, **parameters))]
    fn new(
        source: &Bound<'_, PyAny>,
        species: Option<&Bound<'_, PyAny>>,
        obstacles: Option<&Bound<'_, PyAny>>,
        schedule: Option<&Bound<'_, PyAny>>,
        parameters: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let (file, mut text) = source_text(source)?;
        let lists = [("species", species), ("obstacle", obstacles), ("schedule", schedule)];
        for (name, list) in lists.into_iter().filter_map(|(name, list)| Some((name, list?))) {
            let found = entries(list);
            let empty = || list.len().is_ok_and(|len| len == 0);
            if found.is_none() && !empty() {
                return Err(PyTypeError::new_err(format!(
                    "each {name} is a dictionary of its keys; expected a list of them"
                )));
            }
            append_list(&mut text, name, &found.unwrap_or_default())?;
        }
        let overrides = overrides(parameters)?;
        let overrides = overrides.iter().map(String::as_str);
        let scenario = quelea::Scenario::from_named_toml_with(&file, &text, overrides).map_err(scenario_error)?;
        Ok(Scenario { scenario })
    }

    /// Reads TOML text.
    #[classmethod]
    #[pyo3(signature = (text, file="scenario.toml"))]
    fn from_toml<'py>(cls: &Bound<'py, PyType>, text: &str, file: &str) -> PyResult<Bound<'py, PyAny>> {
        // Read here, so that errors have the name; the class may be one of Python's own.
        quelea::Scenario::from_named_toml(file, text).map_err(scenario_error)?;
        cls.call1((format!("{text}\n"),))
    }

    /// The scenario as TOML. Reading it gives the same scenario.
    fn to_toml(&self) -> String {
        self.scenario.to_toml()
    }

    /// The value of a parameter; None if it is left out or there is no such parameter.
    fn get(&self, py: Python<'_>, path: &str) -> PyResult<Option<Py<PyAny>>> {
        self.scenario.get(path_of(path)).map(|value| from_value(py, &value)).transpose()
    }

    /// Changes a parameter.
    fn set(&mut self, path: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        self.scenario.set(path_of(path), to_value(value)?).map_err(scenario_error)
    }

    /// Resets a parameter to what it is when a file leaves it out.
    fn unset(&mut self, path: &str) -> PyResult<()> {
        self.scenario.unset(path_of(path)).map_err(scenario_error)
    }

    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        &self.scenario.general.name
    }

    /// The number of boids of all species.
    #[getter]
    fn boids(&self) -> usize {
        self.scenario.boids()
    }

    /// The number of dimensions, 2 or 3.
    #[getter]
    fn dimension(&self) -> usize {
        self.scenario.general.dimension
    }

    /// The names of the species.
    #[getter]
    fn species(&self) -> Vec<String> {
        self.scenario.species.iter().map(|species| species.name.clone()).collect()
    }

    /// The lowest and the highest corner of the box that holds the space.
    #[getter]
    fn extent(&self) -> (Vec<f64>, Vec<f64>) {
        let extent = self.scenario.extent();
        let high = extent.low.iter().zip(&extent.size).map(|(low, size)| low + size).collect();
        (extent.low, high)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Scenario>().is_ok_and(|other| other.borrow().scenario == self.scenario)
    }

    fn __reduce__<'py>(this: &Bound<'py, Self>) -> (Bound<'py, PyType>, (String,)) {
        (this.get_type(), (format!("{}\n", this.borrow().to_toml()),))
    }
}

/// A scenario from whatever a user may give: an object of this class, or what one is made of.
pub fn scenario_from(source: &Bound<'_, PyAny>, keywords: Option<&Bound<'_, PyDict>>) -> PyResult<quelea::Scenario> {
    let has_keywords = keywords.is_some_and(|keywords| !keywords.is_empty());
    match source.cast::<Scenario>() {
        Ok(given) if !has_keywords => Ok(given.borrow().scenario.clone()),
        _ => Ok(source
            .py()
            .get_type::<Scenario>()
            .call((source,), keywords)?
            .cast::<Scenario>()?
            .borrow()
            .scenario
            .clone()),
    }
}

/// The name and the text of a scenario. A preset takes precedence over a file of the same name; `./name` is always the
/// file.
fn source_text(source: &Bound<'_, PyAny>) -> PyResult<(String, String)> {
    if let Ok(given) = source.cast::<Scenario>() {
        let scenario = &given.borrow().scenario;
        return Ok((scenario.general.name.clone(), scenario.to_toml()));
    }
    if let Ok(dictionary) = source.cast::<PyDict>() {
        return Ok(("dictionary".to_owned(), dict_to_toml(dictionary)?));
    }
    let Ok(text) = source.cast::<PyString>() else {
        let path = source.extract::<PathBuf>().map_err(|_| {
            let name = source.get_type().name().map(|name| name.to_string()).unwrap_or_default();
            PyTypeError::new_err(format!(
                "a scenario is the name of a preset, a path, TOML text, a dictionary or a quelea.Scenario, not {name}"
            ))
        })?;
        return read(source, &path);
    };
    let text = text.to_string();
    if text.contains('\n') {
        return Ok(("scenario.toml".to_owned(), text));
    }
    let is_preset = presets::names().any(|preset| preset == text);
    let path = Path::new(&text);
    if !is_preset && (path.exists() || path.extension().is_some() || path.components().count() > 1) {
        return read(source, path);
    }
    let preset = presets::text(&text).map_err(|mut error| {
        if let Some(issue) = error.issues.first_mut() {
            let names = issue.allowed.take().unwrap_or_default();
            issue.allowed = Some(format!("{names}; or the path of a scenario file"));
        }
        scenario_error(error)
    })?;
    Ok((format!("{text}.toml"), preset.to_owned()))
}

/// Reads a file with Python, so that errors are those that Python users know.
fn read(source: &Bound<'_, PyAny>, path: &Path) -> PyResult<(String, String)> {
    let file = source.py().import("pathlib")?.call_method1("Path", (path,))?;
    let encoding = PyDict::new(source.py());
    encoding.set_item("encoding", "utf-8")?;
    Ok((path.display().to_string(), file.call_method("read_text", (), Some(&encoding))?.extract()?))
}
