//! A file that grows and is complete at every moment.
//!
//! A program that is killed during a write leaves half of it behind: half a line, or a Parquet file without its
//! footer. Therefore nothing is ever written into the file that users see. There are two copies under temporary
//! names; in turn, one of them is brought up to date and replaces the visible file by a rename, which is atomic.
//! Everything is written twice, and during the run the file takes twice its space. A copy is open only while it is
//! written, because Windows does not replace an open file.

use super::resume_point::{ResumePoint, checksum_before};
use crate::atomic_file::{refuse_existing, temporary_path};
use crate::error::user_error;
use crate::input::quoted;
use crate::temporary::{self, Temporary};
use anyhow::{Context, bail};
use std::fs::{File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file that is being written.
pub struct GrowingFile {
    path: PathBuf,
    force: bool,
    copies: [Copy; 2],
    /// The index of the copy that is written next.
    next: usize,
    /// Whether the visible file is ours.
    visible: bool,
    /// Held until the end; the system releases it if the program is killed.
    _lock: File,
    /// The names of the lock, the next visible file and the copies.
    temporary: Vec<PathBuf>,
    _listed: Vec<Temporary>,
}

struct Copy {
    path: PathBuf,
    /// The end of its body.
    length: u64,
}

impl Copy {
    fn open(&self) -> io::Result<File> {
        File::options().read(true).write(true).open(&self.path)
    }
}

impl GrowingFile {
    /// Reserves a file with a header of this length. It becomes visible with the first commit.
    pub fn create(path: &Path, force: bool, header_length: u64) -> anyhow::Result<Self> {
        refuse_existing(path, force)?;
        let mut file = Self::reserve(path, force)?;
        file.copies.iter_mut().for_each(|copy| copy.length = header_length);
        Ok(file)
    }

    /// Reopens a file where its body ended at some earlier moment; the next commit drops what came after.
    pub fn reopen(point: &ResumePoint) -> anyhow::Result<Self> {
        let ResumePoint { path, length, .. } = point;
        let mut existing = File::open(path).map_err(|error| {
            user_error(format!(
                "the run wrote to {}, which cannot be read: {error}\n  put it back, or resume in the folder in which the run was started",
                quoted(path)
            ))
        })?;
        if existing.metadata()?.len() < *length || checksum_before(&mut existing, *length)? != point.checksum {
            return Err(user_error(format!(
                "{} is not as the run left it: put back the file that belongs to the checkpoint",
                quoted(path)
            )));
        }
        // A leftover may be a hard link to it, which Windows does not remove while it is open.
        drop(existing);
        let mut file = Self::reserve(path, true)?;
        file.visible = true;
        // The other copy catches up when it is written.
        let copy = &mut file.copies[0];
        let existing = File::open(path).with_context(|| format!("cannot read {}", quoted(path)))?;
        copy.open()
            .and_then(|mut file| io::copy(&mut existing.take(*length), &mut file))
            .with_context(|| format!("cannot write {}", quoted(path)))?;
        copy.length = *length;
        Ok(file)
    }

    fn reserve(path: &Path, force: bool) -> anyhow::Result<Self> {
        let cannot_write = || format!("cannot write {}", quoted(path));
        let lock_path = temporary_path(path, "lock")?;
        let lock = File::options().create(true).append(true).open(&lock_path).with_context(cannot_write)?;
        if let Err(TryLockError::WouldBlock) = lock.try_lock() {
            bail!("{} is being written by another run", quoted(path));
        }
        let mut temporary = vec![lock_path, temporary_path(path, "new")?];
        // Listed only once it is ours: another run may hold the lock.
        let mut listed = Vec::new();
        for path in &temporary {
            listed.push(Temporary::create(path, || Ok(()))?.0);
        }
        let mut create_copy = |label: &str| -> anyhow::Result<Copy> {
            let path = temporary_path(path, label)?;
            temporary.push(path.clone());
            // A leftover of a killed run may be a hard link to the visible file.
            let _ = std::fs::remove_file(&path);
            let create = || File::create_new(&path);
            let (temporary, _) = Temporary::create(&path, create).with_context(cannot_write)?;
            listed.push(temporary);
            Ok(Copy { path, length: 0 })
        };
        let copies = [create_copy("a")?, create_copy("b")?];
        Ok(GrowingFile {
            path: path.to_owned(),
            force,
            copies,
            next: 0,
            visible: false,
            _lock: lock,
            temporary,
            _listed: listed,
        })
    }

    /// Writes the header, appends to the body, writes the footer, and makes the result visible.
    pub fn commit(&mut self, header: &[u8], body: &[u8], footer: &[u8], sync: bool) -> anyhow::Result<()> {
        let done = self.write(header, body, footer, sync).and_then(|()| self.make_visible());
        done.with_context(|| {
            let kept = if self.visible { "; the file is complete up to the last successful write" } else { "" };
            format!("cannot write {}{kept}", quoted(&self.path))
        })?;
        self.visible = true;
        self.next = 1 - self.next;
        Ok(())
    }

    fn write(&mut self, header: &[u8], body: &[u8], footer: &[u8], sync: bool) -> io::Result<()> {
        let [first, second] = &mut self.copies;
        let (this, other) = if self.next == 0 { (first, second) } else { (second, first) };
        let mut file = this.open()?;
        file.seek(SeekFrom::Start(this.length))?;
        if let Some(missing) = other.length.checked_sub(this.length) {
            let mut source = other.open()?;
            source.seek(SeekFrom::Start(this.length))?;
            io::copy(&mut source.take(missing), &mut file)?;
            this.length = other.length;
        }
        file.write_all(body)?;
        this.length += body.len() as u64;
        file.write_all(footer)?;
        file.set_len(this.length + footer.len() as u64)?;
        file.seek(SeekFrom::Start(0))?;
        file.write_all(header)?;
        if sync { file.sync_data() } else { Ok(()) }
    }

    fn make_visible(&self) -> io::Result<()> {
        let written = &self.copies[self.next].path;
        let [_, new, ..] = &self.temporary[..] else { return Ok(()) };
        if !self.visible && !self.force {
            // Unlike a rename, a hard link does not replace a file that has appeared in the meantime.
            match std::fs::hard_link(written, &self.path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(error),
                Err(_) => {}
                done => return done,
            }
        }
        let _no_end_between = temporary::lock();
        let _ = std::fs::remove_file(new);
        // Some file systems have no hard links.
        if std::fs::hard_link(written, new).is_err() {
            std::fs::copy(written, new)?;
        }
        std::fs::rename(new, &self.path)
    }

    /// The end of the body after the last commit.
    pub fn resume_point(&self) -> anyhow::Result<ResumePoint> {
        let last = &self.copies[1 - self.next];
        let checksum = last.open().and_then(|mut file| checksum_before(&mut file, last.length));
        let checksum = checksum.with_context(|| format!("cannot read {}", quoted(&self.path)))?;
        Ok(ResumePoint { path: self.path.clone(), length: last.length, rows: 0, checksum })
    }
}

impl Drop for GrowingFile {
    fn drop(&mut self) {
        for path in self.temporary.iter().rev() {
            let _ = std::fs::remove_file(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contents(path: &Path) -> String {
        std::fs::read_to_string(path).unwrap()
    }

    #[test]
    fn the_visible_file_is_complete_after_every_commit() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        let mut file = GrowingFile::create(&path, false, 1).unwrap();
        assert!(!path.exists());
        for (body, expected) in [("", "0!"), ("ab", "1ab!"), ("c", "2abc!"), ("", "3abc!"), ("def", "4abcdef!")] {
            file.commit(&expected.as_bytes()[..1], body.as_bytes(), b"!", false).unwrap();
            assert_eq!(contents(&path), expected);
        }
        drop(file);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing temporary is left");
    }

    #[test]
    fn a_reopened_file_continues_where_it_was_and_drops_what_came_later() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        let mut file = GrowingFile::create(&path, false, 0).unwrap();
        file.commit(b"", b"one,", b"", false).unwrap();
        let point = ResumePoint::from_json(&file.resume_point().unwrap().to_json()).unwrap();
        file.commit(b"", b"lost,", b"", false).unwrap();
        drop(file);
        // As after kill -9: the temporary files still exist, one of them linked to the visible file.
        std::fs::hard_link(&path, temporary_path(&path, "a").unwrap()).unwrap();
        let mut file = GrowingFile::reopen(&point).unwrap();
        assert_eq!(contents(&path), "one,lost,");
        file.commit(b"", b"two,", b"", false).unwrap();
        assert_eq!(contents(&path), "one,two,");
        file.commit(b"", b"three", b"", true).unwrap();
        assert_eq!(contents(&path), "one,two,three");
    }

    #[test]
    fn a_file_with_other_contents_is_not_reopened() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        let mut file = GrowingFile::create(&path, false, 0).unwrap();
        file.commit(b"", &[b'x'; 200], b"", false).unwrap();
        let point = file.resume_point().unwrap();
        drop(file);
        for other in [vec![b'y'; 200], vec![b'x'; 199]] {
            std::fs::write(&path, other).unwrap();
            assert!(GrowingFile::reopen(&point).is_err());
        }
        std::fs::remove_file(&path).unwrap();
        assert!(GrowingFile::reopen(&point).is_err());
    }

    #[test]
    fn two_writers_cannot_share_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        let _first = GrowingFile::create(&path, false, 0).unwrap();
        let error = GrowingFile::create(&path, true, 0).err().unwrap().to_string();
        assert!(error.contains("another run"), "{error}");
    }
}
