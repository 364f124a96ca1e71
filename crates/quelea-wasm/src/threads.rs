//! Threads of a page. A browser gives threads only to workers, which only a page can start: it starts some, each of
//! which calls `runThread`, and then opens the pool with `openThreads`. A library that was built without threads has a
//! pool of none, and its results are the same.

use wasm_bindgen::prelude::wasm_bindgen;

/// Opens the pool with as many threads as workers are waiting in `runThread`. Steps and measures use it from then on.
#[wasm_bindgen(js_name = openThreads)]
pub fn open_threads(count: usize) -> Result<(), String> {
    pool::open(count)
}

/// Makes the worker that calls it a thread of the pool, for as long as the page is open.
#[wasm_bindgen(js_name = runThread)]
pub fn run_thread() {
    pool::run_thread();
}

/// Does work on the threads of the pool, or on the caller's if there is no pool.
pub(crate) fn on_threads<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    pool::install(work)
}

#[cfg(feature = "threads")]
mod pool {
    use rayon::{ThreadBuilder, ThreadPool, ThreadPoolBuilder};
    use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};

    static POOL: OnceLock<ThreadPool> = OnceLock::new();
    /// Threads of the pool that no worker runs yet.
    static THREADS: Mutex<Vec<ThreadBuilder>> = Mutex::new(Vec::new());
    static ADDED: Condvar = Condvar::new();

    pub fn open(count: usize) -> Result<(), String> {
        let add = |thread| {
            threads().push(thread);
            ADDED.notify_one();
            Ok(())
        };
        let pool = ThreadPoolBuilder::new().num_threads(count).spawn_handler(add).build();
        let pool = pool.map_err(|error| error.to_string())?;
        POOL.set(pool).map_err(|_| "there are threads already".to_owned())
    }

    pub fn run_thread() {
        let mut waiting = threads();
        let thread = loop {
            match waiting.pop() {
                Some(thread) => break thread,
                None => waiting = ADDED.wait(waiting).unwrap_or_else(PoisonError::into_inner),
            }
        };
        drop(waiting);
        thread.run();
    }

    pub fn install<T: Send>(work: impl FnOnce() -> T + Send) -> T {
        match POOL.get() {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }

    fn threads() -> MutexGuard<'static, Vec<ThreadBuilder>> {
        THREADS.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(not(feature = "threads"))]
mod pool {
    pub fn open(_count: usize) -> Result<(), String> {
        Err("this library was built without threads".to_owned())
    }

    pub fn run_thread() {}

    pub fn install<T: Send>(work: impl FnOnce() -> T + Send) -> T {
        work()
    }
}
