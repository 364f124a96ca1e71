//! Rules written in Python: a function that is called once per step with arrays.

use numpy::PyReadonlyArray2;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use quelea::engine::StartError;
use quelea::{EngineName, Reference, Simulation, World, fast, reference};
use std::sync::{Arc, PoisonError, RwLock};

/// A function of Python, and the forces that it returned for the coming step.
pub struct Rule {
    function: Py<PyAny>,
    name: String,
    weight: f64,
    forces: Arc<RwLock<Vec<f64>>>,
}

impl Rule {
    pub fn new(function: Py<PyAny>, name: String, weight: f64) -> Self {
        Rule { function, name, weight, forces: Arc::default() }
    }

    /// Calls the function and keeps the forces. None is no force.
    pub fn prepare(
        &self,
        py: Python<'_>,
        [positions, velocities, species]: &[Py<PyAny>; 3],
        step: u64,
        shape: (usize, usize),
    ) -> PyResult<()> {
        let result = self.function.bind(py).call1((positions, velocities, species, step))?;
        let forces = match result.is_none() {
            true => Vec::new(),
            false => forces(&self.name, &result, shape)?,
        };
        *self.forces.write().unwrap_or_else(PoisonError::into_inner) = forces;
        Ok(())
    }

    fn table(&self) -> ForceTable {
        ForceTable { name: self.name.clone(), weight: self.weight, forces: self.forces.clone() }
    }

    pub fn name(&self) -> &str {
        &self.name
    }
}

/// Checks that the result of a rule is an array of forces.
fn forces(name: &str, result: &Bound<'_, PyAny>, shape: (usize, usize)) -> PyResult<Vec<f64>> {
    let expected = format!("the rule `{name}` must return None or an array of shape {shape:?}");
    let converted = result.py().import("numpy")?.call_method1("ascontiguousarray", (result, "float64"));
    let array = converted.map_err(|error| PyTypeError::new_err(format!("{expected}: {error}")))?;
    let found = array.getattr("shape")?;
    if found.extract::<(usize, usize)>().ok() != Some(shape) {
        return Err(PyValueError::new_err(format!("{expected}, but returned one of shape {found}")));
    }
    let array: PyReadonlyArray2<'_, f64> = array.extract()?;
    Ok(array.as_slice().map_err(|error| PyValueError::new_err(error.to_string()))?.to_vec())
}

/// A rule of the engine that looks its forces up.
struct ForceTable {
    name: String,
    weight: f64,
    forces: Arc<RwLock<Vec<f64>>>,
}

impl ForceTable {
    fn force<const D: usize>(&self, id: usize) -> [f64; D] {
        let forces = self.forces.read().unwrap_or_else(PoisonError::into_inner);
        std::array::from_fn(|axis| forces.get(id * D + axis).copied().unwrap_or(0.0))
    }
}

impl<const D: usize> fast::Rule<D> for ForceTable {
    fn name(&self) -> &str {
        &self.name
    }
    fn weight(&self) -> f32 {
        self.weight as f32
    }
    fn uses_neighbours(&self) -> bool {
        false
    }
    fn force(&self, context: &mut fast::RuleContext<D>) -> [f32; D] {
        self.force::<D>(context.boid.id as usize).map(|x| x as f32)
    }
}

impl<const D: usize> reference::Rule<D> for ForceTable {
    fn name(&self) -> &str {
        &self.name
    }
    fn weight(&self) -> f64 {
        self.weight
    }
    fn force(&self, context: &mut reference::RuleContext<D>) -> [f64; D] {
        self.force(context.boid.id as usize)
    }
}

/// The same flock with these rules, and no others from outside.
pub fn with_rules(flock: &Simulation, rules: &[Rule]) -> Result<Simulation, StartError> {
    match flock.dimension() {
        2 => with_rules_in::<2>(flock, rules),
        _ => with_rules_in::<3>(flock, rules),
    }
}

fn with_rules_in<const D: usize>(flock: &Simulation, rules: &[Rule]) -> Result<Simulation, StartError> {
    let (scenario, state) = (flock.scenario(), flock.state());
    match scenario.general.engine {
        EngineName::FAST => {
            let mut engine = World::<D>::from_state(scenario, state)?;
            rules.iter().for_each(|rule| engine.add_rule(rule.table()));
            Ok(Simulation::with_engine(engine))
        }
        EngineName::REFERENCE => {
            let mut engine = Reference::<D>::from_state(scenario, state)?;
            rules.iter().for_each(|rule| engine.add_rule(rule.table()));
            Ok(Simulation::with_engine(engine))
        }
        other => Err(StartError::Engine(format!("the engine `{other}` takes no rules: use fast or reference"))),
    }
}
