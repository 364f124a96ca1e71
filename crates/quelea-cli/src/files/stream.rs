//! An output together with its format, and when it is written.

use super::pipe::Pipe;
use super::{FileFormat, GrowingFile, ResumePoint};
use std::path::Path;
use std::time::{Duration, Instant};

/// An output that is written in some format during a run.
pub struct Stream<F> {
    pub format: F,
    sink: Sink,
    started: Instant,
    /// The time of the last commit.
    committed: Option<Instant>,
}

/// Where the bytes go.
enum Sink {
    File(GrowingFile),
    Pipe(Pipe),
}

/// The number of pending bytes that are committed at once.
const MAX_PENDING: usize = 16 << 20;

impl<F: FileFormat> Stream<F> {
    /// Starts an output. An existing file stays until the first commit, so that a command which is refused for
    /// another reason changes nothing.
    pub fn create(path: &Path, force: bool, format: F) -> anyhow::Result<Self> {
        let sink = match Pipe::is_at(path) {
            true => Sink::Pipe(Pipe::find(path)?),
            false => Sink::File(GrowingFile::create(path, force, format.header().len() as u64)?),
        };
        Ok(Stream { format, sink, started: Instant::now(), committed: None })
    }

    /// Continues a reopened file.
    pub fn resume(file: GrowingFile, format: F) -> Self {
        let now = Instant::now();
        Stream { format, sink: Sink::File(file), started: now, committed: Some(now) }
    }

    /// Writes a sample to a pipe at once. Commits a file the first time, and then if much is pending or the last commit
    /// is long ago. The interval grows with the run, which bounds the number of commits.
    pub fn commit_if_due(&mut self) -> anyhow::Result<()> {
        let interval = (self.started.elapsed() / 100).clamp(Duration::from_millis(200), Duration::from_secs(60));
        let overdue = self.committed.is_none_or(|committed| committed.elapsed() >= interval);
        let is_due = matches!(self.sink, Sink::Pipe(_)) || overdue || self.format.pending_bytes() >= MAX_PENDING;
        if is_due { self.commit(false) } else { Ok(()) }
    }

    /// Writes everything pending; `sync` waits until a file is on disk.
    pub fn commit(&mut self, sync: bool) -> anyhow::Result<()> {
        let body = self.format.take_body()?;
        match &mut self.sink {
            Sink::File(file) => file.commit(&self.format.header(), &body, &self.format.footer()?, sync)?,
            Sink::Pipe(pipe) if self.committed.is_some() => pipe.write(&body)?,
            Sink::Pipe(pipe) => pipe.write(&[self.format.header(), body].concat())?,
        }
        self.committed = Some(Instant::now());
        Ok(())
    }

    /// Where a file can be resumed after the last commit. What a pipe has swallowed is gone.
    pub fn resume_point(&self) -> anyhow::Result<Option<ResumePoint>> {
        match &self.sink {
            Sink::File(file) => Ok(Some(ResumePoint { rows: self.format.pending_rows(), ..file.resume_point()? })),
            Sink::Pipe(_) => Ok(None),
        }
    }
}
