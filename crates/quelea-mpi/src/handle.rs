//! The handle of MPI, which may move between threads.
#![allow(unsafe_code, reason = "MPI's handles are pointers, which Rust does not let move to another thread")]

use mpi::topology::SimpleCommunicator;

/// MPI, started such that any thread may call it, one at a time.
pub(crate) struct Handle {
    pub world: SimpleCommunicator,
}

// SAFETY: MPI was started with `MPI_THREAD_SERIALIZED`, so any thread may call it as long as no two do so at once. The
// handle is kept in a mutex and is not `Sync`, so that only the thread that has locked it can call MPI.
unsafe impl Send for Handle {}
