//! Sweeps: what each run is, and doing runs on threads of this process.

use crate::errors::program_error;
use crate::table::row_to_dict;
use crate::values::{path_of, to_value, to_word};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};
use quelea_cli::embedded::{self, Columns, SweepSettings};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// All combinations of parameter values, with several seeds each.
#[pyclass(frozen, module = "quelea._native")]
pub struct Sweep {
    sweep: embedded::Sweep,
}

/// A finished run: its row, and its flock as a snapshot if that was asked for.
type Finished = anyhow::Result<Option<(Columns, Option<Vec<u8>>)>>;

#[pymethods]
impl Sweep {
    #[new]
    #[pyo3(signature = (scenario, varied, seeds, measures, average, every))]
    fn new(
        py: Python<'_>,
        scenario: String,
        varied: &Bound<'_, PyDict>,
        seeds: Vec<u64>,
        measures: Vec<String>,
        average: u64,
        every: u64,
    ) -> PyResult<Self> {
        if average == 0 || every == 0 {
            return Err(PyValueError::new_err("average and every count from 1"));
        }
        if seeds.is_empty() {
            return Err(PyValueError::new_err("seeds: give at least one"));
        }
        let mut list = Vec::new();
        for (path, values) in varied {
            let path = path_of(&path.extract::<String>()?).to_owned();
            let values = values.try_iter()?.map(|value| Ok(to_word(&to_value(&value?)?)));
            let values = values.collect::<PyResult<Vec<String>>>()?;
            if values.is_empty() {
                return Err(PyValueError::new_err(format!("vary: `{path}` has no values")));
            }
            list.push((path, values));
        }
        let file = "scenario.toml".to_owned();
        let settings = SweepSettings { file, scenario, varied: list, seeds, measures, average, every };
        let sweep = py.detach(|| embedded::Sweep::new(&settings)).map_err(program_error)?;
        Ok(Sweep { sweep })
    }

    fn __len__(&self) -> usize {
        self.sweep.len() as usize
    }

    /// 16 digits that two sweeps share only if they do the same runs and keep the same measures.
    #[getter]
    fn fingerprint(&self) -> String {
        format!("{:016x}", self.sweep.fingerprint())
    }

    /// What was asked for and has no effect.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.sweep.warnings().to_vec()
    }

    /// The scenario of a run, as TOML.
    fn scenario(&self, run: u64) -> PyResult<String> {
        self.check(run)?;
        Ok(self.sweep.scenario(run).map_err(program_error)?.to_toml())
    }

    /// The row of a run without results.
    fn unfinished_row<'py>(&self, py: Python<'py>, run: u64) -> PyResult<Bound<'py, PyDict>> {
        self.check(run)?;
        row_to_dict(py, self.sweep.unfinished_row(run))
    }

    /// Does one run and returns its row, and its flock as a snapshot if `snapshot`.
    fn run<'py>(&self, py: Python<'py>, run: u64, snapshot: bool) -> PyResult<Bound<'py, PyTuple>> {
        self.check(run)?;
        let mut result = None;
        self.run_all(py, vec![run], 1, snapshot, &mut |_, finished| {
            result = Some(finished.map_err(program_error)?);
            Ok(())
        })?;
        let (columns, flock) = result.flatten().ok_or_else(|| PyValueError::new_err("the run was stopped"))?;
        finished_tuple(py, columns, flock)
    }

    /// Does runs on several threads, each run on one. `handle` is called with the number of each, its row, its
    /// snapshot, and what went wrong.
    fn run_many(
        &self,
        py: Python<'_>,
        runs: Vec<u64>,
        threads: usize,
        snapshot: bool,
        handle: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        runs.iter().try_for_each(|run| self.check(*run))?;
        self.run_all(py, runs, threads, snapshot, &mut |run, finished| {
            match finished {
                Ok(Some((columns, flock))) => {
                    let flock = flock.map(|bytes| PyBytes::new(py, &bytes));
                    handle.call1((run, row_to_dict(py, columns)?, flock, None::<&str>))?;
                }
                Ok(None) => {}
                Err(error) => {
                    handle.call1((run, None::<&str>, None::<&str>, format!("{error:#}")))?;
                }
            }
            Ok(())
        })
    }
}

fn finished_tuple(py: Python<'_>, columns: Columns, flock: Option<Vec<u8>>) -> PyResult<Bound<'_, PyTuple>> {
    (row_to_dict(py, columns)?, flock.map(|bytes| PyBytes::new(py, &bytes))).into_pyobject(py)
}

impl Sweep {
    fn check(&self, run: u64) -> PyResult<()> {
        let count = self.sweep.len();
        if run < count {
            Ok(())
        } else {
            Err(PyIndexError::new_err(format!("there is no run {run}: there are {count}, from 0")))
        }
    }

    fn finish(&self, run: u64, snapshot: bool, stop: &AtomicBool) -> Finished {
        let finished = self.sweep.run(run, &|| stop.load(Ordering::Relaxed))?;
        Ok(finished.map(|(columns, flock)| (columns, snapshot.then(|| flock.snapshot("")))))
    }

    /// Does runs on threads, with Python's lock released but while `handle` is called. Ctrl-C stops them all.
    fn run_all(
        &self,
        py: Python<'_>,
        runs: Vec<u64>,
        threads: usize,
        snapshot: bool,
        handle: &mut dyn FnMut(u64, Finished) -> PyResult<()>,
    ) -> PyResult<()> {
        let stop = AtomicBool::new(false);
        let queue = Mutex::new(runs.into_iter());
        let (sender, results) = channel();
        let results = Mutex::new(results);
        std::thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                let (sender, queue, stop) = (sender.clone(), &queue, &stop);
                scope.spawn(move || {
                    let next = || queue.lock().ok().and_then(|mut runs| runs.next());
                    while let Some(run) = next().filter(|_| !stop.load(Ordering::Relaxed)) {
                        if sender.send((run, self.finish(run, snapshot, stop))).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let receive = || match results.lock() {
                Ok(results) => results.recv_timeout(Duration::from_millis(50)),
                Err(_) => Err(RecvTimeoutError::Disconnected),
            };
            let outcome = loop {
                let handled = match py.detach(receive) {
                    Ok((run, finished)) => handle(run, finished),
                    Err(RecvTimeoutError::Timeout) => Ok(()),
                    Err(RecvTimeoutError::Disconnected) => break Ok(()),
                };
                if let Err(error) = handled.and_then(|()| py.check_signals()) {
                    break Err(error);
                }
            };
            stop.store(true, Ordering::Relaxed);
            outcome
        })
    }
}
