//! The temporary files of this program, so that it can remove them when it has to end at once.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

static PATHS: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// A temporary file that is removed if the program has to end at once. Dropping it only takes it off the list.
pub struct Temporary(PathBuf);

impl Temporary {
    /// Creates a file, and lists it in the same moment.
    pub fn create<T>(path: &Path, create: impl FnOnce() -> io::Result<T>) -> io::Result<(Self, T)> {
        let mut paths = lock();
        let created = create()?;
        paths.insert(path.to_owned());
        Ok((Temporary(path.to_owned()), created))
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        lock().remove(&self.0);
    }
}

/// Removes every listed file. While the result is held, none is created.
pub fn remove_all() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    let mut paths = lock();
    for path in std::mem::take(&mut *paths) {
        let _ = std::fs::remove_file(path);
    }
    paths
}

/// Held while a file is renamed into place, so that the program does not end in between.
pub fn lock() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    PATHS.lock().unwrap_or_else(PoisonError::into_inner)
}
