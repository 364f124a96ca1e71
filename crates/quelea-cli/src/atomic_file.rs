//! Files that appear completely or not at all.

use crate::error::user_error;
use crate::input::quoted;
use crate::temporary::Temporary;
use anyhow::Context;
use std::ffi::{OsStr, OsString};
use std::fs::{File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// A file that is written under a temporary name in the same folder and renamed when it is complete.
///
/// The temporary file is created at once, so that a long run does not end at a folder without write permission.
pub struct AtomicFile {
    path: PathBuf,
    /// Removed on drop unless it has been renamed. It stays locked meanwhile, which distinguishes it from a file
    /// that a killed program has left behind.
    temporary: NamedTempFile<File>,
    _listed: Option<Temporary>,
    force: bool,
}

impl AtomicFile {
    /// Creates the temporary file and removes leftovers of killed programs. An existing file is refused unless
    /// `force` allows to replace it.
    pub fn reserve(path: &Path, force: bool) -> anyhow::Result<Self> {
        refuse_existing(path, force)?;
        remove_leftovers(path)?;
        Self::create(path, force)
    }

    fn create(path: &Path, force: bool) -> anyhow::Result<Self> {
        let prefix = temporary_prefix(path)?;
        loop {
            // A random name, retried on collision: no leftover is in the way.
            let mut listed = None;
            let created = tempfile::Builder::new().prefix(&prefix).suffix(SUFFIX).rand_bytes(RANDOM_LENGTH).make_in(
                folder(path),
                |path| {
                    let (temporary, file) = Temporary::create(path, || File::create_new(path))?;
                    listed = Some(temporary);
                    Ok(file)
                },
            );
            let temporary = created.with_context(|| format!("cannot write {}", quoted(path)))?;
            let locked = !matches!(temporary.as_file().try_lock(), Err(TryLockError::WouldBlock));
            // Before it was locked, another program may have removed it as a leftover.
            if locked && temporary.path().exists() {
                return Ok(AtomicFile { path: path.to_owned(), temporary, _listed: listed, force });
            }
        }
    }

    /// Writes the contents and renames the file.
    pub fn commit(mut self, contents: &[u8]) -> anyhow::Result<()> {
        // Another program may have created the file in the meantime.
        refuse_existing(&self.path, self.force)?;
        let file = self.temporary.as_file_mut();
        let written = file.write_all(contents).and_then(|()| file.sync_all());
        written
            .and_then(|()| self.temporary.persist(&self.path).map_err(io::Error::from))
            .with_context(|| format!("cannot write {}", quoted(&self.path)))?;
        Ok(())
    }
}

/// A temporary file for the contents of a file, which another program writes. It is removed on drop; leftovers are
/// removed like those of an [`AtomicFile`] for the same file.
#[cfg(feature = "render")]
pub struct Draft(AtomicFile);

#[cfg(feature = "render")]
impl Draft {
    pub fn new(path: &Path) -> anyhow::Result<Self> {
        AtomicFile::create(path, true).map(Draft)
    }

    pub fn path(&self) -> &Path {
        self.0.temporary.path()
    }
}

/// Replaces a file as a whole, whether or not it exists.
pub fn replace(path: &Path, contents: &[u8]) -> anyhow::Result<()> {
    AtomicFile::create(path, true)?.commit(contents)
}

const SUFFIX: &str = ".part";

/// The number of random characters in a temporary name: more than any label of `temporary_path` has.
const RANDOM_LENGTH: usize = 6;

/// A hidden name in the same folder: `.file.csv.a.part` for the file `file.csv` and the label `a`.
pub fn temporary_path(path: &Path, label: &str) -> anyhow::Result<PathBuf> {
    let mut name = temporary_prefix(path)?;
    name.push(label);
    name.push(SUFFIX);
    Ok(path.with_file_name(name))
}

/// The prefix of temporary names: `.file.csv.` for the file `file.csv`.
fn temporary_prefix(path: &Path) -> anyhow::Result<OsString> {
    let is_folder =
        path.as_os_str().as_encoded_bytes().last().is_some_and(|byte| std::path::is_separator(*byte as char));
    let Some(name) = path.file_name().filter(|_| !is_folder) else {
        return Err(user_error(format!("{} is not the name of a file", quoted(path))));
    };
    let mut prefix = OsString::from(".");
    prefix.push(name);
    prefix.push(".");
    Ok(prefix)
}

/// The folder of a file.
pub fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

/// Whether two paths name the same file, such as `./a.csv` and `a.csv`. The file need not exist.
pub fn is_same_file(a: &Path, b: &Path) -> bool {
    let resolve = |path: &Path| {
        let folder = std::fs::canonicalize(folder(path)).or_else(|_| std::path::absolute(folder(path)));
        folder.map(|folder| folder.join(path.file_name().unwrap_or_default()))
    };
    a == b || matches!((resolve(a), resolve(b)), (Ok(a), Ok(b)) if a == b)
}

/// Removes the temporary files that killed programs have left for this file. Those of running programs are
/// locked and stay.
pub fn remove_leftovers(path: &Path) -> anyhow::Result<()> {
    let prefix = temporary_prefix(path)?;
    let is_temporary = |name: &OsStr| {
        let rest = name.as_encoded_bytes().strip_prefix(prefix.as_encoded_bytes());
        let random = rest.and_then(|rest| rest.strip_suffix(SUFFIX.as_bytes()));
        random.is_some_and(|random| random.len() == RANDOM_LENGTH && random.iter().all(u8::is_ascii_alphanumeric))
    };
    // A folder that cannot be listed may still be writable.
    let entries = std::fs::read_dir(folder(path)).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| is_temporary(&entry.file_name())) {
        let Ok(file) = File::options().write(true).open(entry.path()) else { continue };
        if file.try_lock().is_ok() {
            let _ = std::fs::remove_file(entry.path());
        }
    }
    Ok(())
}

/// Refuses an existing file unless `force` allows to replace it.
pub fn refuse_existing(path: &Path, force: bool) -> anyhow::Result<()> {
    match std::fs::symlink_metadata(path) {
        Err(_) => Ok(()),
        // A device or a folder must not be replaced by a file.
        Ok(found) if !found.is_file() => Err(user_error(format!("{} exists and is not a regular file", quoted(path)))),
        Ok(_) if !force => Err(user_error(format!("{} exists; --force replaces it", quoted(path)))),
        Ok(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_uncommitted_file_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        drop(AtomicFile::reserve(&folder.path().join("a.csv"), false).unwrap());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_file_that_appears_during_the_run_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv");
        let file = AtomicFile::reserve(&path, false).unwrap();
        std::fs::write(&path, "theirs").unwrap();
        assert!(file.commit(b"ours").is_err());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "theirs");
    }

    #[test]
    fn leftovers_of_killed_programs_are_removed_and_files_of_running_ones_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv");
        let running = AtomicFile::reserve(&path, false).unwrap();
        // The second belongs to another file, the third to a growing file.
        let left = [".a.csv.Ab3dE5.part", ".a.csv.b.Ab3dE5.part", ".a.csv.a.part"].map(|name| folder.path().join(name));
        left.iter().for_each(|path| std::fs::write(path, "half").unwrap());
        replace(&path, b"theirs").unwrap();
        AtomicFile::reserve(&path, true).unwrap().commit(b"second").unwrap();
        assert_eq!(left.map(|path| path.exists()), [false, true, true]);
        assert!(running.temporary.path().exists());
    }

    #[cfg(unix)]
    #[test]
    fn a_file_has_the_usual_permissions() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let [usual, new] = ["usual", "new"].map(|name| folder.path().join(name));
        std::fs::write(&usual, "").unwrap();
        replace(&new, b"").unwrap();
        let mode = |path| std::fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(&usual), mode(&new));
    }

    #[test]
    fn a_file_is_recognised_by_any_path() {
        let path = |path: &'static str| Path::new(path);
        assert!(is_same_file(path("a.csv"), path("./a.csv")) && is_same_file(path("src/../a.csv"), path("a.csv")));
        assert!(is_same_file(path("no/such/a.csv"), path("./no/such/a.csv")));
        assert!(!is_same_file(path("a.csv"), path("b.csv")) && !is_same_file(path("src/a.csv"), path("a.csv")));
    }

    #[test]
    fn a_folder_is_never_replaced() {
        let folder = tempfile::tempdir().unwrap();
        assert!(AtomicFile::reserve(folder.path(), true).is_err());
    }
}
