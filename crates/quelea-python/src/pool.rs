//! The threads that step flocks.
//!
//! A process that was forked, as `multiprocessing` does on Linux, has none of the threads of its parent: work given to
//! them would never end. So the pool belongs to a process, and a child makes its own.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::{Mutex, PoisonError};

static POOL: Mutex<Option<(u32, &'static ThreadPool)>> = Mutex::new(None);

/// The pool of this process, with a thread per core, or as many as the variable RAYON_NUM_THREADS says.
pub fn pool() -> PyResult<&'static ThreadPool> {
    let mut slot = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    let process = std::process::id();
    if let Some((_, pool)) = slot.filter(|(owner, _)| *owner == process) {
        return Ok(pool);
    }
    let built = ThreadPoolBuilder::new().thread_name(|index| format!("quelea-{index}")).build();
    // Never dropped: it lasts as long as the process, and a pool of the parent cannot be closed here.
    let pool: &'static ThreadPool = Box::leak(Box::new(built.map_err(|e| PyRuntimeError::new_err(e.to_string()))?));
    *slot = Some((process, pool));
    Ok(pool)
}
