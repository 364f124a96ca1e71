//! A file that grows, and is whole whenever one looks at it.
//!
//! A program that is killed in the middle of a write leaves half of what it wrote: half a line, or a Parquet
//! file without its end. So nothing is ever written into the file that users see. There are two copies
//! under temporary names. The one that is not in its place gets what it lacks, then takes the place of the
//! other by a rename, which happens wholly or not at all. Everything is written twice, and while the run
//! goes on the file takes its space twice.

use crate::failure::wrong;
use crate::new_file::{beside, refuse_taken};
use crate::source::shown;
use anyhow::{Context, bail};
use serde_json::{Value, json};
use std::fs::{File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file that is being written.
pub struct GrowingFile {
    path: PathBuf,
    force: bool,
    copies: [Copy; 2],
    /// Which copy is written next.
    turn: usize,
    /// Whether the file is in its place.
    placed: bool,
    /// Held until the end; the system gives it back if the program is killed.
    _lock: File,
    temporary: Vec<PathBuf>,
}

struct Copy {
    path: PathBuf,
    file: File,
    /// Where its body ends.
    length: u64,
}

/// Where a file's body ended at some moment, and how one can tell that it is that file.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    pub path: PathBuf,
    pub length: u64,
    /// How many rows came after it in the tail.
    pub rows: u64,
    pub sum: u64,
}

/// So many of the last bytes go into the sum.
const LAST: u64 = 1 << 16;

impl GrowingFile {
    /// Reserves a place for a file that begins with a head of this length. Nothing is there before the
    /// first commit.
    pub fn create(path: &Path, force: bool, head: u64) -> anyhow::Result<Self> {
        refuse_taken(path, force)?;
        let mut file = Self::reserve(path, force)?;
        file.copies.iter_mut().for_each(|copy| copy.length = head);
        Ok(file)
    }

    /// Takes up a file where its body ended once; what came after is dropped with the next commit.
    pub fn reopen(position: &Position) -> anyhow::Result<Self> {
        let Position { path, length, .. } = position;
        let mut there = File::open(path).map_err(|error| {
            wrong(format!(
                "the run wrote to {}, which cannot be read: {error}\n  put it back, or go on in the folder in which the run was started",
                shown(path)
            ))
        })?;
        if there.metadata()?.len() < *length || sum(&mut there, *length)? != position.sum {
            return Err(wrong(format!(
                "{} is not as the run left it: put back the file that belongs to the checkpoint",
                shown(path)
            )));
        }
        let mut file = Self::reserve(path, true)?;
        file.placed = true;
        // The other copy catches up when it is its turn.
        let copy = &mut file.copies[0];
        there.seek(SeekFrom::Start(0))?;
        io::copy(&mut there.take(*length), &mut copy.file).with_context(|| format!("cannot write {}", shown(path)))?;
        copy.length = *length;
        Ok(file)
    }

    fn reserve(path: &Path, force: bool) -> anyhow::Result<Self> {
        let cannot = || format!("cannot write {}", shown(path));
        let lock_path = beside(path, "lock")?;
        let lock = File::options().create(true).append(true).open(&lock_path).with_context(cannot)?;
        if let Err(TryLockError::WouldBlock) = lock.try_lock() {
            bail!("{} is being written by another run", shown(path));
        }
        let mut temporary = vec![lock_path, beside(path, "new")?];
        let mut copy = |name: &str| -> anyhow::Result<Copy> {
            let path = beside(path, name)?;
            temporary.push(path.clone());
            // What a killed run left under this name may be the very file in its place, by another name.
            let _ = std::fs::remove_file(&path);
            let file = File::options().read(true).write(true).create_new(true).open(&path).with_context(cannot)?;
            Ok(Copy { path, file, length: 0 })
        };
        let copies = [copy("a")?, copy("b")?];
        Ok(GrowingFile { path: path.to_owned(), force, copies, turn: 0, placed: false, _lock: lock, temporary })
    }

    /// Writes the head, adds to the body, puts the tail behind it, and puts the whole in its place.
    pub fn commit(&mut self, head: &[u8], body: &[u8], tail: &[u8], synced: bool) -> anyhow::Result<()> {
        let done = self.write(head, body, tail, synced).and_then(|()| self.place());
        done.with_context(|| {
            let kept =
                if self.placed { "; what is there is whole, up to the last time it could be written" } else { "" };
            format!("cannot write {}{kept}", shown(&self.path))
        })?;
        self.placed = true;
        self.turn = 1 - self.turn;
        Ok(())
    }

    fn write(&mut self, head: &[u8], body: &[u8], tail: &[u8], synced: bool) -> io::Result<()> {
        let [first, second] = &mut self.copies;
        let (this, other) = if self.turn == 0 { (first, second) } else { (second, first) };
        let file = &mut this.file;
        file.seek(SeekFrom::Start(this.length))?;
        if let Some(lacking) = other.length.checked_sub(this.length) {
            other.file.seek(SeekFrom::Start(this.length))?;
            io::copy(&mut (&other.file).take(lacking), file)?;
            this.length = other.length;
        }
        file.write_all(body)?;
        this.length += body.len() as u64;
        file.write_all(tail)?;
        file.set_len(this.length + tail.len() as u64)?;
        file.seek(SeekFrom::Start(0))?;
        file.write_all(head)?;
        if synced { file.sync_data() } else { Ok(()) }
    }

    fn place(&self) -> io::Result<()> {
        let written = &self.copies[self.turn].path;
        let [_, new, ..] = &self.temporary[..] else { return Ok(()) };
        if !self.placed && !self.force {
            // Unlike a rename, a link does not replace what someone else has put there in the meantime.
            match std::fs::hard_link(written, &self.path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(error),
                Err(_) => {}
                done => return done,
            }
        }
        let _ = std::fs::remove_file(new);
        // Where the file system has no links, a copy has to do.
        if std::fs::hard_link(written, new).is_err() {
            std::fs::copy(written, new)?;
        }
        std::fs::rename(new, &self.path)
    }

    /// Where the body ends after the last commit.
    pub fn position(&self) -> anyhow::Result<Position> {
        let last = &self.copies[1 - self.turn];
        // The handles share their place in the file, and the next commit seeks anyway.
        let mut file = &last.file;
        let sum = sum(&mut file, last.length).with_context(|| format!("cannot read {}", shown(&self.path)))?;
        Ok(Position { path: self.path.clone(), length: last.length, rows: 0, sum })
    }
}

impl Drop for GrowingFile {
    fn drop(&mut self) {
        for path in self.temporary.iter().rev() {
            let _ = std::fs::remove_file(path);
        }
    }
}

/// A checksum of the last bytes before a place in a file.
fn sum(file: &mut (impl Read + Seek), length: u64) -> io::Result<u64> {
    let from = length.saturating_sub(LAST);
    file.seek(SeekFrom::Start(from))?;
    let mut bytes = Vec::new();
    file.take(length - from).read_to_end(&mut bytes)?;
    // The head of an array changes with its length.
    Ok(quelea::state::snapshot::checksum(if from == 0 { bytes.get(128..).unwrap_or(&[]) } else { &bytes }))
}

impl Position {
    pub fn to_json(&self) -> Value {
        json!({ "path": self.path.to_string_lossy(), "bytes": self.length, "rows": self.rows, "sum": format!("{:016x}", self.sum) })
    }

    pub fn from_json(value: &Value) -> Option<Self> {
        let sum = u64::from_str_radix(value["sum"].as_str()?, 16).ok()?;
        let (length, rows) = (value["bytes"].as_u64()?, value["rows"].as_u64()?);
        Some(Position { path: value["path"].as_str()?.into(), length, rows, sum })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn there(path: &Path) -> String {
        std::fs::read_to_string(path).unwrap()
    }

    #[test]
    fn the_file_in_its_place_is_whole_after_every_commit() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        let mut file = GrowingFile::create(&path, false, 1).unwrap();
        assert!(!path.exists());
        for (body, expected) in [("", "0!"), ("ab", "1ab!"), ("c", "2abc!"), ("", "3abc!"), ("def", "4abcdef!")] {
            file.commit(&expected.as_bytes()[..1], body.as_bytes(), b"!", false).unwrap();
            assert_eq!(there(&path), expected);
        }
        drop(file);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing temporary is left");
    }

    #[test]
    fn a_file_is_taken_up_where_it_was_and_what_came_later_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        let mut file = GrowingFile::create(&path, false, 0).unwrap();
        file.commit(b"", b"one,", b"", false).unwrap();
        let position = Position::from_json(&file.position().unwrap().to_json()).unwrap();
        file.commit(b"", b"lost,", b"", false).unwrap();
        drop(file);
        // As after kill -9: the temporary names are still there, one of them the file itself.
        std::fs::hard_link(&path, beside(&path, "a").unwrap()).unwrap();
        let mut file = GrowingFile::reopen(&position).unwrap();
        assert_eq!(there(&path), "one,lost,");
        file.commit(b"", b"two,", b"", false).unwrap();
        assert_eq!(there(&path), "one,two,");
        file.commit(b"", b"three", b"", true).unwrap();
        assert_eq!(there(&path), "one,two,three");
    }

    #[test]
    fn another_file_in_its_place_is_not_taken_up() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        let mut file = GrowingFile::create(&path, false, 0).unwrap();
        file.commit(b"", &[b'x'; 200], b"", false).unwrap();
        let position = file.position().unwrap();
        drop(file);
        for other in [vec![b'y'; 200], vec![b'x'; 199]] {
            std::fs::write(&path, other).unwrap();
            assert!(GrowingFile::reopen(&position).is_err());
        }
        std::fs::remove_file(&path).unwrap();
        assert!(GrowingFile::reopen(&position).is_err());
    }

    #[test]
    fn two_cannot_write_one_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        let _first = GrowingFile::create(&path, false, 0).unwrap();
        let error = GrowingFile::create(&path, true, 0).err().unwrap().to_string();
        assert!(error.contains("another run"), "{error}");
    }
}
