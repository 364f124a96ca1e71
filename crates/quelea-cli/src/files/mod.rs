//! Files that a run writes as it goes on.

mod csv;
#[cfg(test)]
pub mod damage;
mod growing;
mod guard;
mod npy;
mod parquet;
pub mod read;
mod record;
mod rows;
mod xyz;

pub use csv::Csv;
pub use growing::{GrowingFile, Position};
pub use parquet::Parquet;
pub use read::{bytes, table};
pub use record::{Record, RecordKind};
pub use rows::{Column, Rows, Values, number};

use crate::failure::wrong;
use crate::source::shown;
use std::path::Path;
use std::time::{Duration, Instant};

/// A file format whose file is whole after every commit: a head of fixed length, a body that only grows, and
/// a tail that the next part of the body is written over.
pub trait Format: Send {
    /// The beginning of the file, as it must be now.
    fn head(&self) -> Vec<u8>;
    /// What has been added since the last time, as the next bytes of the body.
    fn drain(&mut self) -> anyhow::Result<Vec<u8>>;
    /// What must follow the body as drained so far.
    fn tail(&self) -> anyhow::Result<Vec<u8>>;
    /// About how many bytes wait to be drained.
    fn waiting(&self) -> usize;
    /// How many rows stay in the tail when the rest is drained.
    fn undrained(&self) -> u64 {
        0
    }
}

/// A format for tables.
pub trait TableFormat: Format {
    /// Adds rows.
    fn add(&mut self, rows: &Rows);
}

/// The formats a table can have.
#[derive(Clone, Copy, PartialEq)]
pub enum TableKind {
    Csv,
    Parquet,
}

impl TableKind {
    /// By the ending of a file's name.
    pub fn of(path: &Path) -> anyhow::Result<Self> {
        match ending(path).as_str() {
            "csv" => Ok(TableKind::Csv),
            "parquet" => Ok(TableKind::Parquet),
            _ => Err(wrong(format!("{}: a table ends in `.csv` or `.parquet`", shown(path)))),
        }
    }

    /// A new table with these columns. `about` goes into the file where the format has room for it.
    pub fn begin(self, columns: Vec<Column>, about: &[(&str, String)]) -> Box<dyn TableFormat> {
        match self {
            TableKind::Csv => Box::new(Csv::new(&columns)),
            TableKind::Parquet => Box::new(Parquet::new(columns, about)),
        }
    }

    /// A table of which a part is already there.
    pub fn go_on(self, columns: Vec<Column>, there: &Position) -> anyhow::Result<Box<dyn TableFormat>> {
        Ok(match self {
            TableKind::Csv => Box::new(Csv::new(&columns)),
            TableKind::Parquet => Box::new(Parquet::go_on(columns, &there.path, there.length, there.rows)?),
        })
    }

    /// A whole table as the bytes of a file.
    pub fn whole(self, rows: &Rows, about: &[(&str, String)]) -> anyhow::Result<Vec<u8>> {
        let mut format = self.begin(rows.columns(), about);
        format.add(rows);
        let mut bytes = format.head();
        bytes.extend(format.drain()?);
        bytes.extend(format.tail()?);
        Ok(bytes)
    }
}

/// The ending of a file's name, in small letters.
pub fn ending(path: &Path) -> String {
    path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default()
}

/// A growing file, what goes into it, and when.
pub struct Stream<F> {
    pub format: F,
    file: GrowingFile,
    began: Instant,
    /// When the last commit was, if there was one.
    committed: Option<Instant>,
}

/// The most bytes that wait for a commit.
const WAITING: usize = 16 << 20;

impl<F: Format> Stream<F> {
    /// Reserves a place for a file. What is there stays until the first commit, so that a command that is
    /// refused for something else changes nothing.
    pub fn begin(path: &Path, force: bool, format: F) -> anyhow::Result<Self> {
        let file = GrowingFile::create(path, force, format.head().len() as u64)?;
        Ok(Stream { format, file, began: Instant::now(), committed: None })
    }

    /// Goes on with a file that has been reopened.
    pub fn go_on(file: GrowingFile, format: F) -> Self {
        let now = Instant::now();
        Stream { format, file, began: now, committed: Some(now) }
    }

    /// Commits the first time, and then if much is waiting, or some of it for long. The time between commits grows with that of the
    /// run, so that their number, and with it the tail of a Parquet file, does not grow without end.
    pub fn commit_if_due(&mut self) -> anyhow::Result<()> {
        let patience = (self.began.elapsed() / 100).clamp(Duration::from_millis(200), Duration::from_secs(60));
        let late = self.committed.is_none_or(|committed| committed.elapsed() >= patience);
        let due = late || self.format.waiting() >= WAITING;
        if due { self.commit(false) } else { Ok(()) }
    }

    /// Puts all that was added into the file, for good if `synced`.
    pub fn commit(&mut self, synced: bool) -> anyhow::Result<()> {
        let body = self.format.drain()?;
        self.file.commit(&self.format.head(), &body, &self.format.tail()?, synced)?;
        self.committed = Some(Instant::now());
        Ok(())
    }

    /// Where the body ends after the last commit.
    pub fn position(&self) -> anyhow::Result<Position> {
        Ok(Position { rows: self.format.undrained(), ..self.file.position()? })
    }
}

impl<F: Format + ?Sized> Format for Box<F> {
    fn head(&self) -> Vec<u8> {
        (**self).head()
    }
    fn drain(&mut self) -> anyhow::Result<Vec<u8>> {
        (**self).drain()
    }
    fn tail(&self) -> anyhow::Result<Vec<u8>> {
        (**self).tail()
    }
    fn waiting(&self) -> usize {
        (**self).waiting()
    }
    fn undrained(&self) -> u64 {
        (**self).undrained()
    }
}
