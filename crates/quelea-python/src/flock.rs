//! Flocks.

use crate::arrays::{Numbers, read_only, state_from_arrays};
use crate::errors::{BusyError, open_error, scenario_error, start_error};
use crate::inspection;
use crate::pool::pool;
use crate::record::Recorder;
use crate::rule::{Rule, with_rules};
use crate::scenario::{Scenario, scenario_from};
use crate::storage;
use crate::values::{from_value, path_of, to_value};
use numpy::PyArray1;
use pyo3::exceptions::{PyBufferError, PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use quelea::engine::Precision;
use quelea::measures::{cluster_of_each, measure_only, neighbours_of_each};
use quelea::{Measures, Simulation};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// How long a flock steps before Ctrl-C is looked for and progress is shown.
const SLICE: Duration = Duration::from_millis(50);

/// A running flock.
#[pyclass(subclass, frozen, module = "quelea._native")]
pub struct Flock {
    inner: Mutex<Inner>,
    /// The number of storages that a user holds.
    leases: Arc<AtomicUsize>,
}

pub struct Inner {
    pub flock: Simulation,
    rules: Vec<Rule>,
    positions: Option<Py<PyAny>>,
    velocities: Option<Py<PyAny>>,
    species: Option<Py<PyAny>>,
}

impl Inner {
    fn new(flock: Simulation) -> Self {
        Inner { flock, rules: Vec::new(), positions: None, velocities: None, species: None }
    }

    /// Positions by id: made once for a state, however often they are asked for.
    fn positions(&mut self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        if self.positions.is_none() {
            let view = self.flock.view();
            let mut numbers = Numbers::like(&view.positions);
            numbers.append_by_id(&view, &view.positions);
            self.positions = Some(numbers.into_rows(py, view.dimension)?);
        }
        Ok(self.positions.as_ref().map_or_else(|| py.None(), |array| array.clone_ref(py)))
    }

    fn velocities(&mut self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        if self.velocities.is_none() {
            let view = self.flock.view();
            let mut numbers = Numbers::like(&view.velocities);
            numbers.append_by_id(&view, &view.velocities);
            self.velocities = Some(numbers.into_rows(py, view.dimension)?);
        }
        Ok(self.velocities.as_ref().map_or_else(|| py.None(), |array| array.clone_ref(py)))
    }

    /// The species of each boid, by id.
    fn species(&mut self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        if self.species.is_none() {
            let view = self.flock.view();
            let mut species = vec![0; view.len()];
            for (slot, id) in view.ids.iter().enumerate() {
                species[*id as usize] = view.species_of(slot);
            }
            self.species = Some(read_only(PyArray1::from_vec(py, species).into_any())?);
        }
        Ok(self.species.as_ref().map_or_else(|| py.None(), |array| array.clone_ref(py)))
    }

    /// Forgets what a step changes.
    fn forget_arrays(&mut self) {
        (self.positions, self.velocities) = (None, None);
    }

    /// Steps until so many are done, or the run has ended if `to_end`. Returns how many were done. Between slices of
    /// time Python may handle Ctrl-C, and `report` is called with the number of further steps.
    pub fn advance(&mut self, py: Python<'_>, steps: u64, to_end: bool, report: Option<&Py<PyAny>>) -> PyResult<u64> {
        let pool = pool()?;
        let mut done = 0;
        while done < steps && !(to_end && self.flock.outcome().is_some()) {
            let mut limit = steps - done;
            if !self.rules.is_empty() {
                self.call_rules(py)?;
                limit = 1;
            }
            self.forget_arrays();
            let flock = &mut self.flock;
            let more = py.detach(|| pool.install(|| step_for_a_while(flock, limit, to_end)));
            done += more;
            py.check_signals()?;
            if let Some(report) = report {
                report.call1(py, (more,))?;
            }
        }
        Ok(done)
    }

    fn call_rules(&mut self, py: Python<'_>) -> PyResult<()> {
        let arrays = [self.positions(py)?, self.velocities(py)?, self.species(py)?];
        let (step, shape) = (self.flock.steps(), (self.flock.len(), self.flock.dimension()));
        self.rules.iter().try_for_each(|rule| rule.prepare(py, &arrays, step, shape))
    }

    /// Gives the engine the rules again after it was replaced.
    fn restore_rules(&mut self) -> PyResult<()> {
        if !self.rules.is_empty() {
            self.flock = with_rules(&self.flock, &self.rules).map_err(start_error)?;
        }
        Ok(())
    }
}

/// Steps until a slice of time is over. Returns the number of steps.
fn step_for_a_while(flock: &mut Simulation, limit: u64, to_end: bool) -> u64 {
    let start = Instant::now();
    let mut done = 0;
    while done < limit && !(to_end && flock.outcome().is_some()) {
        flock.step();
        done += 1;
        if start.elapsed() >= SLICE {
            break;
        }
    }
    done
}

impl Flock {
    fn from_simulation(flock: Simulation) -> Self {
        Flock { inner: Mutex::new(Inner::new(flock)), leases: Arc::default() }
    }

    /// The flock, to look at. Refused, rather than waited for, while another thread uses it.
    pub fn read(&self) -> PyResult<MutexGuard<'_, Inner>> {
        self.inner.try_lock().map_err(|_| {
            BusyError::new_err("the flock is in use: another thread steps it, or one of its own rules asks for it")
        })
    }

    /// The flock, to change.
    pub fn write(&self) -> PyResult<MutexGuard<'_, Inner>> {
        let mut inner = self.read()?;
        if self.leases.load(Ordering::Acquire) > 0 {
            return Err(PyBufferError::new_err(
                "the flock cannot change while arrays of its storage exist: delete them, or use `with flock.storage()`",
            ));
        }
        inner.forget_arrays();
        inner.species = None;
        Ok(inner)
    }
}

#[pymethods]
impl Flock {
    #[new]
    #[pyo3(signature = (scenario, /, *, positions=None, velocities=None, species_index=None, **parameters))]
    fn new(
        scenario: &Bound<'_, PyAny>,
        positions: Option<&Bound<'_, PyAny>>,
        velocities: Option<&Bound<'_, PyAny>>,
        species_index: Option<&Bound<'_, PyAny>>,
        parameters: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let py = scenario.py();
        if let Ok(bytes) = scenario.cast::<PyBytes>() {
            let bytes = bytes.as_bytes();
            let opened = py.detach(|| Ok::<_, PyErr>(pool()?.install(|| Simulation::from_snapshot(bytes))))?;
            return Ok(Flock::from_simulation(opened.map_err(open_error)?));
        }
        let mut scenario = scenario_from(scenario, parameters)?;
        let Some(positions) = positions else {
            if velocities.is_some() || species_index.is_some() {
                return Err(PyValueError::new_err("velocities and species_index need positions"));
            }
            let opened = py.detach(|| Ok::<_, PyErr>(pool()?.install(|| Simulation::new(&scenario))))?;
            return Ok(Flock::from_simulation(opened.map_err(start_error)?));
        };
        let counted = parameters.is_some_and(|keywords| keywords.contains("boids").unwrap_or(false));
        let state = state_from_arrays(&mut scenario, positions, velocities, species_index, counted)?;
        let opened = py.detach(|| Ok::<_, PyErr>(pool()?.install(|| Simulation::from_state(&scenario, state))))?;
        Ok(Flock::from_simulation(opened.map_err(start_error)?))
    }

    /// Does so many steps, or all that the scenario has left if None. Returns how many were done.
    #[pyo3(signature = (steps=None, report=None))]
    fn _run(&self, py: Python<'_>, steps: Option<u64>, report: Option<Py<PyAny>>) -> PyResult<u64> {
        self.write()?.advance(py, steps.unwrap_or(u64::MAX), steps.is_none(), report.as_ref())
    }

    /// Does so many steps and returns measures and states on the way.
    #[pyo3(signature = (steps, measure_every, record_every, report=None))]
    fn _record<'py>(
        &self,
        py: Python<'py>,
        steps: Option<u64>,
        measure_every: u64,
        record_every: u64,
        report: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let mut inner = self.write()?;
        let recorder = Recorder::new(&inner.flock, measure_every, record_every);
        recorder.run(py, &mut inner, steps, report.as_ref())
    }

    #[getter]
    fn positions(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.read()?.positions(py)
    }

    #[getter]
    fn velocities(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.read()?.velocities(py)
    }

    /// The index of each boid's species, by id.
    #[getter]
    fn species_index(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.read()?.species(py)
    }

    fn _storage<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyDict>> {
        let flock = this.get();
        let inner = flock.read()?;
        storage::storage(this, &inner.flock.view(), &flock.leases)
    }

    /// The named measures, or all of them.
    #[pyo3(signature = (names=None))]
    fn _measure<'py>(&self, py: Python<'py>, names: Option<Vec<String>>) -> PyResult<Bound<'py, PyDict>> {
        let inner = self.read()?;
        let wanted = |name: &str| names.as_ref().is_none_or(|names| names.iter().any(|wanted| wanted == name));
        if let Some(unknown) =
            names.iter().flatten().find(|name| Measures::DEFINITIONS.iter().all(|row| row.0 != name.as_str()))
        {
            let known: Vec<&str> = Measures::DEFINITIONS.iter().map(|row| row.0).collect();
            let known = known.join(", ");
            return Err(PyValueError::new_err(format!("`{unknown}` is not a measure\n  allowed: {known}")));
        }
        let (scenario, state) = (inner.flock.scenario(), inner.flock.state());
        let measured = py.detach(|| Ok::<_, PyErr>(pool()?.install(|| measure_only(scenario, &state, wanted))))?;
        let dict = PyDict::new(py);
        for (name, value) in measured.values().into_iter().filter(|(name, _)| wanted(name)) {
            dict.set_item(name, value)?;
        }
        Ok(dict)
    }

    /// The number of boids that each boid perceives, by id.
    fn neighbour_counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u32>>> {
        let inner = self.read()?;
        let (scenario, state) = (inner.flock.scenario(), inner.flock.state());
        let counts = py.detach(|| Ok::<_, PyErr>(pool()?.install(|| neighbours_of_each(scenario, &state))))?;
        Ok(PyArray1::from_vec(py, counts))
    }

    /// The cluster of each boid, by id: the smallest id in it, which is its own for a boid on its own.
    fn cluster_ids<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let inner = self.read()?;
        let (scenario, state) = (inner.flock.scenario(), inner.flock.state());
        let clusters = py.detach(|| Ok::<_, PyErr>(pool()?.install(|| cluster_of_each(scenario, &state))))?;
        let ids = clusters.iter().enumerate().map(|(id, cluster)| cluster.map_or(id as i64, i64::from));
        Ok(PyArray1::from_vec(py, ids.collect()))
    }

    fn _inspect<'py>(&self, py: Python<'py>, id: i64) -> PyResult<Bound<'py, PyDict>> {
        let mut inner = self.write()?;
        let count = inner.flock.len();
        let boid = u32::try_from(id).ok();
        if !inner.rules.is_empty() {
            inner.call_rules(py)?;
        }
        let flock = &mut inner.flock;
        let found = py.detach(|| Ok::<_, PyErr>(pool()?.install(|| boid.and_then(|boid| flock.inspect(boid)))))?;
        let found =
            found.ok_or_else(|| PyIndexError::new_err(format!("there is no boid {id}: there are {count}, from 0")))?;
        inspection::to_dict(py, &found)
    }

    /// The value of a parameter now; None if it is left out or there is no such parameter.
    fn get(&self, py: Python<'_>, path: &str) -> PyResult<Option<Py<PyAny>>> {
        self.read()?.flock.scenario().get(path_of(path)).map(|value| from_value(py, &value)).transpose()
    }

    fn _set(&self, path: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let value = to_value(value)?;
        self.write()?.flock.set(path_of(path), value).map_err(scenario_error)
    }

    /// Moves the pointer, one coordinate per axis; None removes it.
    #[pyo3(signature = (position))]
    fn move_pointer(&self, position: Option<Vec<f64>>) -> PyResult<()> {
        self.write()?.flock.move_pointer(position.as_deref()).map_err(scenario_error)
    }

    /// Continues the present state with another scenario, whatever differs but the numbers of boids.
    fn _continue_with(&self, scenario: &Bound<'_, Scenario>) -> PyResult<()> {
        let mut inner = self.write()?;
        let scenario = scenario.borrow();
        let engine = inner.flock.scenario().general.engine;
        inner.flock.continue_with(&scenario.scenario).map_err(start_error)?;
        if engine != inner.flock.scenario().general.engine { inner.restore_rules() } else { Ok(()) }
    }

    /// Adds a boid of a species, by index, and returns its id.
    #[pyo3(signature = (position, velocity, species=0))]
    fn add_boid(&self, position: Vec<f64>, velocity: Vec<f64>, species: usize) -> PyResult<u32> {
        self.write()?.flock.add_boid(species, &position, &velocity).map_err(start_error)
    }

    /// Removes a boid; the ids above it fall by one.
    fn remove_boid(&self, id: i64) -> PyResult<()> {
        let mut inner = self.write()?;
        let count = inner.flock.len();
        let removed = u32::try_from(id).map_or(Ok(false), |id| inner.flock.remove_boid(id)).map_err(start_error)?;
        if removed {
            Ok(())
        } else {
            Err(PyIndexError::new_err(format!("there is no boid {id}: there are {count}, from 0")))
        }
    }

    fn _add_rule(&self, function: Py<PyAny>, name: String, weight: f64) -> PyResult<()> {
        let mut inner = self.write()?;
        inner.rules.push(Rule::new(function, name, weight));
        match with_rules(&inner.flock, &inner.rules) {
            Ok(flock) => inner.flock = flock,
            Err(error) => {
                inner.rules.pop();
                return Err(start_error(error));
            }
        }
        Ok(())
    }

    fn _remove_rule(&self, name: &str) -> PyResult<bool> {
        let mut inner = self.write()?;
        let before = inner.rules.len();
        inner.rules.retain(|rule| rule.name() != name);
        inner.flock = with_rules(&inner.flock, &inner.rules).map_err(start_error)?;
        Ok(inner.rules.len() < before)
    }

    /// Takes on the scenario and the state of a snapshot, and keeps the rules.
    fn _restore(&self, snapshot: &[u8]) -> PyResult<()> {
        let mut inner = self.write()?;
        inner.flock = Simulation::from_snapshot(snapshot).map_err(open_error)?;
        inner.restore_rules()
    }

    /// The scenario as it is now.
    fn _scenario(&self) -> PyResult<Scenario> {
        Ok(Scenario { scenario: self.read()?.flock.scenario().clone() })
    }

    /// The flock as bytes, from which it continues as if it had never stopped.
    #[pyo3(signature = (notes=""))]
    fn snapshot<'py>(&self, py: Python<'py>, notes: &str) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.read()?.flock.snapshot(notes)))
    }

    /// The state as a table in CSV, which `quelea run` can start from.
    fn state_csv(&self) -> PyResult<String> {
        Ok(self.read()?.flock.state().to_csv())
    }

    /// The hash of the state as 16 hexadecimal digits, as `quelea run` prints it.
    #[getter]
    fn hash(&self) -> PyResult<String> {
        Ok(format!("{:016x}", self.read()?.flock.hash()))
    }

    /// The number of steps done.
    #[getter]
    fn steps(&self) -> PyResult<u64> {
        Ok(self.read()?.flock.steps())
    }

    /// The number of dimensions, 2 or 3.
    #[getter]
    fn dimension(&self) -> PyResult<usize> {
        Ok(self.read()?.flock.dimension())
    }

    /// Whether the end condition of the scenario holds, or all its steps are done.
    #[getter]
    fn ended(&self) -> PyResult<bool> {
        Ok(self.read()?.flock.outcome().is_some())
    }

    /// What steps the flock: engine, precision, search, threads, lanes, memory_bytes.
    #[getter]
    fn info<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let mut inner = self.read()?;
        let flock = &mut inner.flock;
        let info = pool()?.install(move || flock.info());
        let dict = PyDict::new(py);
        dict.set_item("engine", info.engine)?;
        dict.set_item("precision", if info.precision == Precision::Single { "single" } else { "double" })?;
        dict.set_item("search", info.search.word())?;
        dict.set_item("approximation", info.approximation)?;
        dict.set_item("threads", info.threads)?;
        dict.set_item("lanes", info.lanes)?;
        dict.set_item("memory_bytes", info.memory_bytes)?;
        Ok(dict)
    }

    fn __len__(&self) -> PyResult<usize> {
        Ok(self.read()?.flock.len())
    }
}
