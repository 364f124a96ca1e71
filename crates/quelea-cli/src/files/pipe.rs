//! An output that another program reads while it is written: the standard output, a FIFO, a terminal.
//!
//! It gets the bytes as they come: there is nothing to replace and nothing to complete. Writing blocks while the reader
//! is busy, so a slow reader slows the run down and memory does not fill up.

use crate::error::reader_gone;
use crate::input::quoted;
use anyhow::Context;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// An output that is read while it is written.
pub struct Pipe {
    path: PathBuf,
    /// Opened by the first write. Opening a FIFO waits for its reader, and until then a command can still be refused.
    file: Option<File>,
}

impl Pipe {
    /// An output that is there, but not opened yet.
    pub fn find(path: &Path) -> anyhow::Result<Self> {
        if !is_stdout(path) {
            std::fs::metadata(path).with_context(|| format!("cannot write {}", quoted(path)))?;
        }
        Ok(Pipe { path: path.to_owned(), file: None })
    }

    /// Whether a path leads to a reader rather than to a file.
    pub fn is_at(path: &Path) -> bool {
        is_stdout(path) || is_descriptor(path) || is_fifo_or_terminal(path)
    }

    /// Writes all bytes at once, and waits until the reader has room for them.
    pub fn write(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        let written = self.open().and_then(|file| file.write_all(bytes));
        match written {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                Err(reader_gone(format!("the reader of {} has closed it", quoted(&self.path))))
            }
            written => written.with_context(|| format!("cannot write {}", quoted(&self.path))),
        }
    }

    fn open(&mut self) -> io::Result<&mut File> {
        let file = match self.file.take() {
            Some(file) => file,
            None if is_stdout(&self.path) => open_stdout()?,
            // A descriptor may be a file to which a shell appends.
            None => File::options().append(true).open(&self.path)?,
        };
        Ok(self.file.insert(file))
    }
}

/// Whether a path is `-` or another name of the standard output.
pub fn is_stdout(path: &Path) -> bool {
    let names = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];
    names.iter().any(|name| path == Path::new(name))
}

/// Whether a path names an open file of this program, such as `/dev/fd/63`, which shells make of `>(…)`.
fn is_descriptor(path: &Path) -> bool {
    let folder = path.parent().unwrap_or(Path::new(""));
    path == Path::new("/dev/stderr") || folder == Path::new("/dev/fd") || folder == Path::new("/proc/self/fd")
}

/// Whether there is a FIFO or a character device. Disks are block devices: nobody wants them overwritten.
#[cfg(unix)]
fn is_fifo_or_terminal(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    let kind = std::fs::metadata(path).map(|found| found.file_type());
    kind.is_ok_and(|kind| kind.is_fifo() || kind.is_char_device())
}

#[cfg(not(unix))]
fn is_fifo_or_terminal(_: &Path) -> bool {
    false
}

/// A second handle: the first is locked and buffered for the report.
#[cfg(unix)]
fn open_stdout() -> io::Result<File> {
    use std::os::fd::AsFd;
    Ok(io::stdout().as_fd().try_clone_to_owned()?.into())
}

#[cfg(windows)]
fn open_stdout() -> io::Result<File> {
    use std::os::windows::io::AsHandle;
    Ok(io::stdout().as_handle().try_clone_to_owned()?.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_output_has_several_names() {
        assert!(["-", "/dev/stdout", "/dev/fd/1"].iter().all(|name| is_stdout(Path::new(name))));
        assert!(["./-", "stdout", "/dev/fd/11", "r.csv"].iter().all(|name| !is_stdout(Path::new(name))));
    }

    #[cfg(unix)]
    #[test]
    fn files_folders_and_disks_are_no_pipes() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("r.csv");
        std::fs::write(&file, "").unwrap();
        for path in [&file, folder.path(), &folder.path().join("none"), Path::new("./-"), Path::new("/dev/sda")] {
            assert!(!Pipe::is_at(path), "{path:?}");
        }
        for name in ["-", "/dev/null", "/dev/fd/9", "/dev/stderr"] {
            assert!(Pipe::is_at(Path::new(name)), "{name}");
        }
    }
}
