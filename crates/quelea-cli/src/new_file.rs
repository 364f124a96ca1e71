//! A file that appears whole or not at all.

use crate::failure::wrong;
use crate::source::shown;
use anyhow::Context;
use std::ffi::{OsStr, OsString};
use std::fs::{File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// A file to be written under a temporary name beside its place, and moved there when it is complete.
///
/// The temporary file is made at once, so that a long run does not end at a folder that cannot be written to.
pub struct NewFile {
    path: PathBuf,
    /// Removed when it is dropped, unless it has been put in its place. Locked for as long as it is there,
    /// which tells it from one that a killed program has left.
    temporary: NamedTempFile<File>,
    force: bool,
}

impl NewFile {
    /// Reserves a place. One that is taken is refused unless `force` says to replace the file there. What
    /// killed programs have left beside it is removed.
    pub fn reserve(path: &Path, force: bool) -> anyhow::Result<Self> {
        refuse_taken(path, force)?;
        remove_leftovers(path)?;
        Self::beside(path, force)
    }

    fn beside(path: &Path, force: bool) -> anyhow::Result<Self> {
        let prefix = prefix(path)?;
        loop {
            // The name is drawn by lot, and drawn again where there is such a file: no leftover is in the way.
            let made = tempfile::Builder::new()
                .prefix(&prefix)
                .suffix(SUFFIX)
                .rand_bytes(LOT)
                .make_in(folder(path), |temporary| File::create_new(temporary));
            let temporary = made.with_context(|| format!("cannot write {}", shown(path)))?;
            let locked = !matches!(temporary.as_file().try_lock(), Err(TryLockError::WouldBlock));
            // Before it was locked another program may have taken it for a leftover.
            if locked && temporary.path().exists() {
                return Ok(NewFile { path: path.to_owned(), temporary, force });
            }
        }
    }

    /// Writes everything and puts the file in its place.
    pub fn finish(mut self, contents: &[u8]) -> anyhow::Result<()> {
        // Someone else may have taken the place in the meantime.
        refuse_taken(&self.path, self.force)?;
        let file = self.temporary.as_file_mut();
        let written = file.write_all(contents).and_then(|()| file.sync_all());
        written
            .and_then(|()| self.temporary.persist(&self.path).map_err(io::Error::from))
            .with_context(|| format!("cannot write {}", shown(&self.path)))?;
        Ok(())
    }
}

/// Writes a whole file and puts it in its place, whatever is there.
pub fn replace(path: &Path, contents: &[u8]) -> anyhow::Result<()> {
    NewFile::beside(path, true)?.finish(contents)
}

const SUFFIX: &str = ".part";

/// How many letters and digits are drawn for a temporary name; more than any word that `beside` is given.
const LOT: usize = 6;

/// A hidden name beside a file: `.file.csv.a.part` for the file `file.csv` and the word `a`.
pub fn beside(path: &Path, word: &str) -> anyhow::Result<PathBuf> {
    let mut hidden = prefix(path)?;
    hidden.push(word);
    hidden.push(SUFFIX);
    Ok(path.with_file_name(hidden))
}

/// How the hidden names beside a file begin: `.file.csv.` for the file `file.csv`.
fn prefix(path: &Path) -> anyhow::Result<OsString> {
    let Some(name) = path.file_name() else {
        return Err(wrong(format!("{} is not the name of a file", shown(path))));
    };
    let mut prefix = OsString::from(".");
    prefix.push(name);
    prefix.push(".");
    Ok(prefix)
}

/// The folder in which a file is or will be.
pub fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

/// Whether two paths are of one file, which need not be there: `./a.csv` and `a.csv` are.
pub fn same(one: &Path, other: &Path) -> bool {
    let whole = |path: &Path| {
        let folder = std::fs::canonicalize(folder(path)).or_else(|_| std::path::absolute(folder(path)));
        folder.map(|folder| folder.join(path.file_name().unwrap_or_default()))
    };
    one == other || matches!((whole(one), whole(other)), (Ok(one), Ok(other)) if one == other)
}

/// Removes what programs that were killed have left of this file under a name drawn by lot. What a living
/// program is writing is locked, and stays.
fn remove_leftovers(path: &Path) -> anyhow::Result<()> {
    let prefix = prefix(path)?;
    let drawn = |name: &OsStr| {
        let rest = name.as_encoded_bytes().strip_prefix(prefix.as_encoded_bytes());
        let lot = rest.and_then(|rest| rest.strip_suffix(SUFFIX.as_bytes()));
        lot.is_some_and(|lot| lot.len() == LOT && lot.iter().all(u8::is_ascii_alphanumeric))
    };
    // A folder that cannot be read is no reason not to write into it.
    for entry in
        std::fs::read_dir(folder(path)).into_iter().flatten().flatten().filter(|entry| drawn(&entry.file_name()))
    {
        let Ok(file) = File::options().write(true).open(entry.path()) else { continue };
        if file.try_lock().is_ok() {
            let _ = std::fs::remove_file(entry.path());
        }
    }
    Ok(())
}

/// Refuses a place that is taken, unless `force` says to replace the file there.
pub fn refuse_taken(path: &Path, force: bool) -> anyhow::Result<()> {
    match std::fs::symlink_metadata(path) {
        Err(_) => Ok(()),
        // A device or a folder must not be replaced by a file.
        Ok(found) if !found.is_file() => Err(wrong(format!("{} exists and is not a plain file", shown(path)))),
        Ok(_) if !force => Err(wrong(format!("{} exists; --force replaces it", shown(path)))),
        Ok(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_not_finished_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        drop(NewFile::reserve(&folder.path().join("a.csv"), false).unwrap());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_file_that_appears_during_the_run_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv");
        let new = NewFile::reserve(&path, false).unwrap();
        std::fs::write(&path, "theirs").unwrap();
        assert!(new.finish(b"ours").is_err());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "theirs");
    }

    #[test]
    fn what_a_killed_program_left_is_removed_and_what_a_living_one_writes_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv");
        let living = NewFile::reserve(&path, false).unwrap();
        // The last two belong to another file, and to a file that grows.
        let left = [".a.csv.Ab3dE5.part", ".a.csv.b.Ab3dE5.part", ".a.csv.a.part"].map(|name| folder.path().join(name));
        left.iter().for_each(|path| std::fs::write(path, "half").unwrap());
        replace(&path, b"theirs").unwrap();
        NewFile::reserve(&path, true).unwrap().finish(b"second").unwrap();
        assert_eq!(left.map(|path| path.exists()), [false, true, true]);
        assert!(living.temporary.path().exists());
    }

    #[cfg(unix)]
    #[test]
    fn a_file_may_be_read_by_those_who_may_read_others_of_the_user() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let [plain, new] = ["plain", "new"].map(|name| folder.path().join(name));
        std::fs::write(&plain, "").unwrap();
        replace(&new, b"").unwrap();
        let mode = |path| std::fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(&plain), mode(&new));
    }

    #[test]
    fn a_file_is_the_same_by_any_path() {
        let path = |path: &'static str| Path::new(path);
        assert!(same(path("a.csv"), path("./a.csv")) && same(path("src/../a.csv"), path("a.csv")));
        assert!(same(path("no/such/a.csv"), path("./no/such/a.csv")));
        assert!(!same(path("a.csv"), path("b.csv")) && !same(path("src/a.csv"), path("a.csv")));
    }

    #[test]
    fn a_folder_is_never_replaced() {
        let folder = tempfile::tempdir().unwrap();
        assert!(NewFile::reserve(folder.path(), true).is_err());
    }
}
