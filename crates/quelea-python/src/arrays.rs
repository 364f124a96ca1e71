//! States as NumPy arrays, by id, and back.

use numpy::ndarray::{Array2, Array3};
use numpy::{Element, PyArray2, PyArray3, PyReadonlyArray2};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use quelea::engine::Components;
use quelea::{FlockView, Scenario, State, Vectors, initial_state};

/// Numbers in the precision of an engine.
pub enum Numbers {
    Single(Vec<f32>),
    Double(Vec<f64>),
}

impl Numbers {
    /// An empty list in the precision of some vectors.
    pub fn like(components: &Components<'_>) -> Self {
        match components {
            Components::Columns { .. } => Numbers::Single(Vec::new()),
            _ => Numbers::Double(Vec::new()),
        }
    }

    /// Appends vectors in the order of the ids.
    pub fn append_by_id(&mut self, view: &FlockView<'_>, components: &Components<'_>) {
        match (self, components) {
            (Numbers::Single(numbers), Components::Columns { axes, dimension }) => {
                let start = numbers.len();
                numbers.resize(start + view.len() * dimension, 0.0);
                let rows = &mut numbers[start..];
                for (axis, column) in axes[..*dimension].iter().enumerate() {
                    for (id, x) in view.ids.iter().zip(*column) {
                        rows[*id as usize * dimension + axis] = *x;
                    }
                }
            }
            (Numbers::Double(numbers), _) => {
                let (start, dimension) = (numbers.len(), components.dimension());
                numbers.resize(start + view.len() * dimension, 0.0);
                for (slot, id) in view.ids.iter().enumerate() {
                    for axis in 0..dimension {
                        numbers[start + *id as usize * dimension + axis] = components.get(slot, axis);
                    }
                }
            }
            (Numbers::Single(numbers), _) => numbers.clear(),
        }
    }

    /// A read-only array with a row per vector. The memory is handed over, not copied.
    pub fn into_rows(self, py: Python<'_>, dimension: usize) -> PyResult<Py<PyAny>> {
        match self {
            Numbers::Single(numbers) => rows(py, numbers, dimension),
            Numbers::Double(numbers) => rows(py, numbers, dimension),
        }
    }

    /// A read-only array of frames, each with a row per vector.
    pub fn into_frames(self, py: Python<'_>, frames: usize, boids: usize, dimension: usize) -> PyResult<Py<PyAny>> {
        let shape = (frames, boids, dimension);
        match self {
            Numbers::Single(numbers) => cube(py, numbers, shape),
            Numbers::Double(numbers) => cube(py, numbers, shape),
        }
    }
}

fn rows<T: Element>(py: Python<'_>, numbers: Vec<T>, dimension: usize) -> PyResult<Py<PyAny>> {
    let array = Array2::from_shape_vec((numbers.len() / dimension, dimension), numbers);
    let array = array.map_err(|error| PyValueError::new_err(error.to_string()))?;
    read_only(PyArray2::from_owned_array(py, array).into_any())
}

fn cube<T: Element>(py: Python<'_>, numbers: Vec<T>, shape: (usize, usize, usize)) -> PyResult<Py<PyAny>> {
    let array = Array3::from_shape_vec(shape, numbers).map_err(|error| PyValueError::new_err(error.to_string()))?;
    read_only(PyArray3::from_owned_array(py, array).into_any())
}

/// The array, which can no longer be written to.
pub fn read_only(array: Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    array.call_method1("setflags", (false,))?;
    Ok(array.unbind())
}

/// Vectors from whatever NumPy takes for an array of shape (n, d).
pub fn vectors(object: &Bound<'_, PyAny>, name: &str, dimension: usize) -> PyResult<Vectors> {
    let numpy = object.py().import("numpy")?;
    let expected = format!("{name}: expected numbers in an array of shape (n, {dimension})");
    let array = numpy.call_method1("asarray", (object,));
    let array = array.map_err(|error| PyValueError::new_err(format!("{expected}; {error}")))?;
    let dtype = array.getattr("dtype")?;
    if !"iufb".contains(&dtype.getattr("kind")?.extract::<String>()?) {
        return Err(PyTypeError::new_err(format!("{expected}, got one of dtype {dtype}")));
    }
    let shape = array.getattr("shape")?.extract::<Vec<usize>>()?;
    // An empty list is no boids, in any dimension.
    if shape == [0] {
        return Ok(Vectors::new(dimension));
    }
    if shape.len() != 2 || shape[1] != dimension {
        let shape: Vec<String> = shape.iter().map(usize::to_string).collect();
        let comma = if shape.len() == 1 { "," } else { "" };
        return Err(PyValueError::new_err(format!("{expected}, got one of shape ({}{comma})", shape.join(", "))));
    }
    let doubles = numpy.call_method1("ascontiguousarray", (array, "float64"))?;
    let doubles: PyReadonlyArray2<'_, f64> = doubles.extract()?;
    let numbers = doubles.as_slice().map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(Vectors::from_numbers(dimension, numbers.to_vec()))
}

/// The index of each boid's species, given as indices or names.
fn species_indices(object: &Bound<'_, PyAny>, scenario: &Scenario) -> PyResult<Vec<u8>> {
    let names: Vec<&str> = scenario.species.iter().map(|species| species.name.as_str()).collect();
    let index = |entry: Bound<'_, PyAny>| {
        let found = match entry.extract::<String>() {
            Ok(name) => names.iter().position(|known| *known == name),
            Err(_) => entry.extract::<usize>().ok().filter(|index| *index < names.len()),
        };
        found.map(|index| index as u8).ok_or_else(|| {
            let (allowed, last) = (names.join(", "), names.len() - 1);
            PyValueError::new_err(format!(
                "species_index: {entry} is no species\n  allowed: {allowed}, or from 0 to {last}"
            ))
        })
    };
    object.try_iter()?.map(|entry| index(entry?)).collect()
}

/// A start that a user gives as arrays. The numbers of boids follow from it, unless `counted` says that the scenario
/// has been given them.
pub fn state_from_arrays(
    scenario: &mut Scenario,
    positions: &Bound<'_, PyAny>,
    velocities: Option<&Bound<'_, PyAny>>,
    species: Option<&Bound<'_, PyAny>>,
    counted: bool,
) -> PyResult<State> {
    let dimension = scenario.general.dimension;
    let mut state = State::new(dimension);
    state.positions = vectors(positions, "positions", dimension)?;
    let count = state.positions.len();
    state.species = species.map_or_else(|| Ok(vec![0; count]), |species| species_indices(species, scenario))?;
    if state.species.len() != count {
        let given = state.species.len();
        return Err(PyValueError::new_err(format!(
            "species_index: expected {count} entries, one per position, got {given}"
        )));
    }
    if counted && scenario.boids() != count {
        let boids = scenario.boids();
        return Err(PyValueError::new_err(format!("positions: expected {boids}, as many as boids, got {count}")));
    }
    if !counted && (species.is_some() || scenario.species.len() == 1) {
        let count = |index: usize| state.species.iter().filter(|found| usize::from(**found) == index).count();
        let names = scenario.species.iter().enumerate().map(|(index, species)| (species.name.clone(), count(index)));
        let counts: Vec<(String, usize)> =
            names.map(|(name, count)| (format!("species.{name}.boids"), count)).collect();
        let changes = counts.iter().map(|(path, count)| (path.as_str(), (*count).into()));
        scenario.set_all(changes).map_err(crate::errors::scenario_error)?;
    }
    state.velocities = match velocities {
        Some(velocities) => vectors(velocities, "velocities", dimension)?,
        None => initial_state(scenario).velocities,
    };
    Ok(state)
}
