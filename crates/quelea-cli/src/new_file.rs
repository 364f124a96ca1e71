//! A file that appears whole or not at all.

use crate::failure::wrong;
use crate::source::shown;
use anyhow::Context;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

/// A file to be written under a temporary name beside its place, and moved there when it is complete.
///
/// The temporary file is made at once, so that a long run does not end at a folder that cannot be written to.
pub struct NewFile {
    path: PathBuf,
    temporary: PathBuf,
    file: File,
    force: bool,
}

impl NewFile {
    /// Reserves a place. One that is taken is refused unless `force` says to replace the file there.
    pub fn reserve(path: &Path, force: bool) -> anyhow::Result<Self> {
        refuse_taken(path, force)?;
        let temporary = beside(path, &std::process::id().to_string())?;
        let file = File::create_new(&temporary).with_context(|| format!("cannot write {}", shown(path)))?;
        Ok(NewFile { path: path.to_owned(), temporary, file, force })
    }

    /// Writes everything and puts the file in its place.
    pub fn finish(mut self, contents: &[u8]) -> anyhow::Result<()> {
        // Someone else may have taken the place in the meantime.
        refuse_taken(&self.path, self.force)?;
        let write = |file: &mut File| file.write_all(contents).and_then(|()| file.sync_all());
        write(&mut self.file)
            .and_then(|()| std::fs::rename(&self.temporary, &self.path))
            .with_context(|| format!("cannot write {}", shown(&self.path)))
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        // After `finish` there is nothing left under this name.
        let _ = std::fs::remove_file(&self.temporary);
    }
}

/// Writes a whole file and puts it in its place, whatever is there.
pub fn replace(path: &Path, contents: &[u8]) -> anyhow::Result<()> {
    NewFile::reserve(path, true)?.finish(contents)
}

/// A hidden name beside a file: `.file.csv.a.part` for the file `file.csv` and the word `a`.
pub fn beside(path: &Path, word: &str) -> anyhow::Result<PathBuf> {
    let Some(name) = path.file_name() else {
        return Err(wrong(format!("{} is not the name of a file", shown(path))));
    };
    let mut hidden = std::ffi::OsString::from(".");
    hidden.push(name);
    hidden.push(format!(".{word}.part"));
    Ok(path.with_file_name(hidden))
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
    fn a_folder_is_never_replaced() {
        let folder = tempfile::tempdir().unwrap();
        assert!(NewFile::reserve(folder.path(), true).is_err());
    }
}
