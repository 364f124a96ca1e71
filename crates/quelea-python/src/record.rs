//! Measures and states of a run.

use crate::arrays::Numbers;
use crate::flock::Inner;
use crate::pool::pool;
use crate::table;
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use quelea::measures::encounters::{Encounters, anyone_hunts};
use quelea::{Simulation, measure};
use quelea_cli::embedded::MeasureSeries;

/// What is kept of a run while it proceeds. An interval of 0 keeps nothing.
pub struct Recorder {
    measure_every: u64,
    record_every: u64,
    series: MeasureSeries,
    encounters: Option<Encounters>,
    steps: Vec<u64>,
    positions: Numbers,
    velocities: Numbers,
}

impl Recorder {
    pub fn new(flock: &Simulation, measure_every: u64, record_every: u64) -> Self {
        let view = flock.view();
        let counts = measure_every > 0 && anyone_hunts(flock.scenario());
        Recorder {
            measure_every,
            record_every,
            series: MeasureSeries::default(),
            encounters: counts.then(|| Encounters::new(flock.scenario())),
            steps: Vec::new(),
            positions: Numbers::like(&view.positions),
            velocities: Numbers::like(&view.velocities),
        }
    }

    /// Does so many steps, or all that the scenario has left if None. The last state is always kept.
    pub fn run<'py>(
        mut self,
        py: Python<'py>,
        inner: &mut Inner,
        steps: Option<u64>,
        report: Option<&Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let mut left = steps.unwrap_or(u64::MAX);
        loop {
            let ended = left == 0 || (steps.is_none() && inner.flock.outcome().is_some());
            self.keep(py, &inner.flock, ended)?;
            if ended {
                return self.into_dict(py, &inner.flock);
            }
            let stride = self.stride(inner.flock.steps()).min(left);
            let done = inner.advance(py, stride, steps.is_none(), report)?;
            left -= done;
            if let Some(encounters) = &mut self.encounters {
                encounters.watch(&inner.flock.state());
            }
        }
    }

    /// The number of steps to the next state that is looked at.
    fn stride(&self, step: u64) -> u64 {
        if self.encounters.is_some() {
            return 1;
        }
        let next = |every: u64| if every == 0 { u64::MAX } else { every - step % every };
        next(self.measure_every).min(next(self.record_every))
    }

    fn keep(&mut self, py: Python<'_>, flock: &Simulation, is_last: bool) -> PyResult<()> {
        let due = |every: u64| every > 0 && (is_last || flock.steps().is_multiple_of(every));
        if due(self.measure_every) {
            let (scenario, step, state) = (flock.scenario(), flock.steps(), flock.state());
            let measured = py.detach(|| Ok::<_, PyErr>(pool()?.install(|| measure(scenario, &state))))?;
            self.series.add(scenario, step, &measured, self.encounters.as_ref());
        }
        if due(self.record_every) {
            let view = flock.view();
            self.steps.push(flock.steps());
            self.positions.append_by_id(&view, &view.positions);
            self.velocities.append_by_id(&view, &view.velocities);
        }
        Ok(())
    }

    fn into_dict<'py>(self, py: Python<'py>, flock: &Simulation) -> PyResult<Bound<'py, PyDict>> {
        let (frames, boids, dimension) = (self.steps.len(), flock.len(), flock.dimension());
        let dict = PyDict::new(py);
        dict.set_item("measures", table::to_dict(py, self.series.into_columns())?)?;
        dict.set_item("steps", PyArray1::from_vec(py, self.steps))?;
        dict.set_item("positions", self.positions.into_frames(py, frames, boids, dimension)?)?;
        dict.set_item("velocities", self.velocities.into_frames(py, frames, boids, dimension)?)?;
        Ok(dict)
    }
}
